#include "sim/build_fields.h"

#include <fmt/format.h>

#include "sim/simulation.h"

namespace scree::sim {

step::NearField near_field_of(const NearFieldSpec& spec) {
  return step::NearField({.attraction = spec.attraction,
                          .attraction_power = spec.attraction_power,
                          .repulsion = spec.repulsion,
                          .repulsion_power = spec.repulsion_power,
                          .fade_from = spec.fade_from,
                          .cutoff = spec.cutoff});
}

step::FieldSettings build_fields(const Scene& scene) {
  const std::size_t materials = scene.materials.size();
  step::FieldSettings settings{.drag = scene.forces.drag,
                               .fluid_velocity = scene.forces.fluid_velocity,
                               .magnus = scene.forces.magnus,
                               .near_fields = {},
                               .between = std::vector<std::int32_t>(materials * materials, -1),
                               .materials = static_cast<int>(materials)};
  for (const NearFieldSpec& spec : scene.forces.near_fields) {
    const auto a = static_cast<std::size_t>(spec.material_a), b = static_cast<std::size_t>(spec.material_b);
    settings.between[a * materials + b] = settings.between[b * materials + a] =
        static_cast<std::int32_t>(settings.near_fields.size());
    settings.near_fields.push_back(near_field_of(spec));
  }
  return settings;
}

void throw_if_too_far(const Scene& scene, const state::Cell& cell) {
  for (const NearFieldSpec& spec : scene.forces.near_fields)
    for (std::size_t k = 0; k < 3; ++k)
      if (cell.periodic[k] && spec.cutoff > cell.heights().*k_axes[k])
        throw BuildError{
            fmt::format("the near field between {0} and {1} reaches {2:.6g} {5}, but the cell is only {3:.6g} {5} wide "
                        "in {4}: a body would interact with more than one image of another body along this axis; use a "
                        "shorter cutoff or a wider cell",
                        scene.materials[static_cast<std::size_t>(spec.material_a)].name,
                        scene.materials[static_cast<std::size_t>(spec.material_b)].name, spec.cutoff,
                        cell.heights().*k_axes[k], "xyz"[k], unit_of(scene, "m")),
            scene.places.cell};
}

}  // namespace scree::sim
