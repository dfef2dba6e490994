// Why bodies lie deep in each other in a cell that is strained. There is no weight and there are no walls: the cell
// itself presses.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "sim/critical.h"
#include "sim/guard_words.h"

namespace scree::sim {
namespace {

// over the mean: forces in a packing fall off as exp(-f) or faster, so that fewer than one in a hundred is larger
constexpr double k_largest_force = 5.0;

/// Is there a direction along which the target pulls? By Sylvester's criterion; without cohesion no packing bears that.
bool pulls(const NphSpec& spec) {
  const Vec3d& p = spec.pressure;
  const auto& [xy, xz, yz] = spec.shear;
  const double minor = p.x * p.y - xy * xy,
               det = p.x * (p.y * p.z - yz * yz) - xy * (xy * p.z - yz * xz) + xz * (xy * yz - p.y * xz);
  return !(p.x >= 0.0 && minor >= 0.0 && det >= 0.0);
}

double mean_radius(const state::Bodies& bodies) {
  double sum = 0.0;
  for (const state::BodyLine& p : bodies.lines) sum += p.radius;
  return sum / static_cast<double>(bodies.size());
}

/// What the target pressure alone would make of an overlap, over the radius: a contact carries about pressure x
/// diameter^2.
double share_by_pressure(const Simulation& simulation) {
  double stiffness = std::numeric_limits<double>::infinity();
  for (const CriticalStep& c : critical_steps(simulation.scene()))
    if (c.stage == "normal") stiffness = std::min(stiffness, c.stiffness);
  const Vec3d& p = simulation.scene().nph.pressure;
  return 4.0 * std::max({p.x, p.y, p.z}) * mean_radius(simulation.world().bodies) / stiffness;
}

Explained under_pressure(const Simulation& simulation) {
  const Scene& scene = simulation.scene();
  const NphSpec& spec = scene.nph;
  const double limit = scene.guard.overlap_limit, share = share_by_pressure(simulation);
  if (share > limit / k_largest_force)
    return {fmt::format(
                "the target pressure is too high for the stiffness of the contacts: in a packing it presses neighbours "
                "into each other by about {:.2g} times the radius (pressure x diameter^2 over the stiffness)",
                share),
            fmt::format("lower nph.pressure or raise the stiffness of the normal law, so that pressure x diameter is "
                        "below {:.2g} of the stiffness; or raise guard.overlap_limit if such overlaps are meant",
                        0.5 * limit / k_largest_force)};
  if (pulls(spec))
    return {
        fmt::format("nph.shear is too large beside the target pressure ({:.3g} {}): along some direction the two "
                    "together pull, no packing without cohesion bears that, and the cell shears on, faster and faster",
                    std::max({spec.pressure.x, spec.pressure.y, spec.pressure.z}), unit_of(scene, "Pa")),
        "take a shear below the pressure; a packing bears about its friction times the pressure"};
  return {"the cell comes in faster than the contacts can stop it: it was loose at the start, or answers too fast",
          "start with a denser cell, or give the cell more inertia by nph.damping or nph.temperature, or drag by "
          "nph.drag; or raise guard.overlap_limit if such overlaps are meant"};
}

Explained at_given_rates(const Simulation& simulation) {
  const DeformSpec& spec = simulation.scene().deform;
  const double volume = simulation.world().cell.volume(), first = cell_of(simulation.scene().cell).volume();
  if (!(spec.rate.x + spec.rate.y + spec.rate.z < 0.0))
    return {"deform.rate or deform.shear_rate strains the cell faster than the contacts give way",
            "lower rates or a stiffer normal law; or guard.overlap_limit if such overlaps are meant"};
  double bodies = 0.0;
  for (const state::BodyLine& p : simulation.world().bodies.lines)
    bodies += 4.0 * std::numbers::pi / 3.0 * p.radius * p.radius * p.radius;
  return {fmt::format("deform.rate has squeezed the cell to {:.3g} of its first volume, of which bodies now fill "
                      "{:.3g}, and squeezes on whatever they bear",
                      volume / first, bodies / volume),
          "end the run earlier, by time.end or a rule of [stop], or take a lower rate; the stepper \"nph\" presses no "
          "harder than its pressure"};
}

}  // namespace

Explained deep_in_strained_cell(const Simulation& simulation) {
  const bool pressed = stepper_of(simulation.scene()).cell == CellMotion::target_pressure;
  return pressed ? under_pressure(simulation) : at_given_rates(simulation);
}

}  // namespace scree::sim
