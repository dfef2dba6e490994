// Tables of contact models and rules by pairs of materials.
#pragma once

#include <cstdint>

#include <fmt/format.h>

#include "sim/rigid_rule.h"
#include "sim/simulation.h"

namespace scree::sim {

/// Which entry of a table holds between two materials: one for each contact rule of the scene, in their order; `add`
/// appends it. Throws BuildError if the stepper cannot run a law.
template <class Table, class Add>
void fill_between(const Scene& scene, Table& table, Add add) {
  const std::size_t materials = scene.materials.size();
  table.materials = static_cast<int>(materials);
  table.between.assign(materials * materials, 0);
  std::uint16_t index = 0;
  for (const ContactRule& rule : scene.contacts) {
    if (const auto refused = refusals(rule.model, scene.stepper, scene.nonsmooth.two_coefficients); !refused.empty())
      throw BuildError{fmt::format("contact.{} (law \"{}\") {}", refused[0].stage, refused[0].law, refused[0].why)};
    add(rule.model);
    const auto a = static_cast<std::size_t>(rule.material_a), b = static_cast<std::size_t>(rule.material_b);
    table.between[a * materials + b] = table.between[b * materials + a] = index++;
  }
}

}  // namespace scree::sim
