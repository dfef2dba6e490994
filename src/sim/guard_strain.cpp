// Likely causes of large overlaps in a strained cell. It has neither gravity nor walls: the strain of the cell
// compresses the bodies.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "sim/critical.h"
#include "sim/guard_diagnostics.h"

namespace scree::sim {
namespace {

// Over the mean force. The distribution of contact forces in a packing decreases as exp(-f) or faster, so that fewer
// than one force in a hundred is larger.
constexpr double k_largest_force = 5.0;

/// Is the target stress tensile along some direction? By Sylvester's criterion. No packing without cohesion bears that.
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

/// Estimate of the overlap under the target pressure, over the radius: a contact carries about pressure x diameter^2.
double fraction_by_pressure(const Simulation& simulation) {
  double stiffness = std::numeric_limits<double>::infinity();
  for (const CriticalStep& c : critical_steps(simulation.scene()))
    if (c.stage == "normal") stiffness = std::min(stiffness, c.stiffness);
  const Vec3d& p = simulation.scene().nph.pressure;
  return 4.0 * std::max({p.x, p.y, p.z}) * mean_radius(simulation.world().bodies) / stiffness;
}

Explained under_pressure(const Simulation& simulation) {
  const Scene& scene = simulation.scene();
  const NphSpec& spec = scene.nph;
  const double limit = scene.guard.overlap_limit, fraction = fraction_by_pressure(simulation);
  if (fraction > limit / k_largest_force)
    return {fmt::format(
                "the target pressure is too high for the stiffness of the contacts: in a packing it causes overlaps of "
                "about {:.2g} times the radius (pressure x diameter^2 / stiffness)",
                fraction),
            fmt::format("lower nph.pressure or raise the stiffness of the normal law, so that pressure x diameter is "
                        "below {:.2g} of the stiffness; or raise guard.overlap_limit if such overlaps are intended",
                        0.5 * limit / k_largest_force)};
  if (pulls(spec))
    return {fmt::format(
                "nph.shear is too large for the target pressure ({:.3g} {}): the target stress is tensile along "
                "some direction, which no packing without cohesion bears, so that the shear of the cell accelerates",
                std::max({spec.pressure.x, spec.pressure.y, spec.pressure.z}), unit_of(scene, "Pa")),
            "set nph.shear below the pressure; a packing bears a shear of about its friction coefficient times the "
            "pressure"};
  return {
      "the cell contracts faster than the contacts can stop it: the initial packing was loose, or the cell responds "
      "too fast",
      "start with a denser packing, raise nph.damping or nph.temperature, which set the inertia of the cell, or "
      "damp its motion by nph.drag; or raise guard.overlap_limit if such overlaps are intended"};
}

Explained at_given_rates(const Simulation& simulation) {
  const DeformSpec& spec = simulation.scene().deform;
  const double volume = simulation.world().cell.volume(), first = cell_of(simulation.scene().cell).volume();
  if (!(spec.rate.x + spec.rate.y + spec.rate.z < 0.0))
    return {"deform.rate or deform.shear_rate strains the cell faster than the bodies rearrange",
            "use lower rates or a stiffer normal law; or raise guard.overlap_limit if such overlaps are intended"};
  double bodies = 0.0;
  for (const state::BodyLine& p : simulation.world().bodies.lines)
    bodies += 4.0 * std::numbers::pi / 3.0 * p.radius * p.radius * p.radius;
  return {
      fmt::format("deform.rate has compressed the cell to {:.3g} of its initial volume; the bodies fill {:.3g} of "
                  "the present volume, and the given rate compresses them further whatever the pressure",
                  volume / first, bodies / volume),
      "end the run earlier, by time.end or a rule of [stop], or use a lower rate; or use the stepper \"nph\", which "
      "compresses up to a target pressure"};
}

}  // namespace

Explained deep_in_strained_cell(const Simulation& simulation) {
  const bool pressed = stepper_of(simulation.scene()).cell == CellMotion::target_pressure;
  return pressed ? under_pressure(simulation) : at_given_rates(simulation);
}

}  // namespace scree::sim
