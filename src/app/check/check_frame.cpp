// Space and time in the text of `scree check`: stepper, step, gravity, cell, non-contact forces.
#include <fmt/format.h>

#include "app/check/check_text.h"
#include "sim/build.h"
#include "sim/critical.h"
#include "sim/run.h"

namespace scree::app {
namespace {

Vec3d as_vector(const state::Tilt& t) { return {t.xy, t.xz, t.yz}; }

void report_nonsmooth(Page& page, const sim::Scene& scene, double step) {
  const sim::NonsmoothSpec& spec = scene.nonsmooth;
  const sim::NonsmoothSpec preset;
  page.more(fmt::format(
      "solver {}{}, tolerance {}{}, at most {} iterations{}, {} start{}",
      sim::k_solver_choices[static_cast<std::size_t>(spec.solver)], mark(spec.solver == preset.solver),
      page.of(sim::nonsmooth_tolerance(scene, step), "m/s"), mark(!is_set(spec.tolerance)), spec.max_iterations,
      mark(spec.max_iterations == preset.max_iterations), spec.warm_start ? "warm" : "cold", mark(spec.warm_start)));
  page.more(fmt::format("friction {}{}, envelope {:.6g} of the smaller radius{}",
                        sim::k_friction_choices[spec.two_coefficients ? 1 : 0], mark(!spec.two_coefficients),
                        spec.envelope, mark(spec.envelope == preset.envelope)));
}

void report_trapezoid(Page& page, const sim::TrapezoidSpec& spec) {
  const sim::TrapezoidSpec preset;
  page.more(fmt::format(
      "phi {:.6g}{}, tolerance {:.6g}{}, at most {} sweeps a step{} and {} halvings of one{}, then {}{}", spec.phi,
      mark(spec.phi == preset.phi), spec.tolerance, mark(spec.tolerance == preset.tolerance), spec.max_sweeps,
      mark(spec.max_sweeps == preset.max_sweeps), spec.max_halvings, mark(spec.max_halvings == preset.max_halvings),
      sim::k_unsolved_choices[spec.accept ? 1 : 0], mark(!spec.accept)));
}

/// Parameters of a stepper that strains the cell: the target pressure and the inertia of the cell, which follows from
/// the number of bodies.
void report_nph(Page& page, const sim::NphSpec& spec, std::int64_t bodies) {
  const double inertia = (static_cast<double>(bodies) + 1.0) * spec.temperature * spec.damping * spec.damping;
  page.more(fmt::format("pressure {} along x, y, z, shear {} in xy, xz, yz{}", page.of(spec.pressure, "Pa"),
                        page.of(as_vector(spec.shear), "Pa"), mark(norm2(as_vector(spec.shear)) == 0.0)));
  page.more(fmt::format("damping {}, temperature {}{}, inertia of the cell (bodies + 1) x temperature x damping^2 = {}",
                        page.of(spec.damping, "s"), page.of(spec.temperature, "J"), mark(spec.temperature == 1.0),
                        page.of(inertia, "J s^2")));
  page.more(spec.drag > 0.0
                ? fmt::format("drag {} from {} on", page.of(spec.drag, "1/s"), page.of(spec.drag_after, "s"))
                : "no drag (default)");
}

void report_stepper(Page& page, const sim::Scene& scene, const Built& built) {
  const std::string_view table = sim::stepper_of(scene).word;
  page.row("stepper", fmt::format("{}{}", table, mark(scene.stepper == sim::k_default_stepper)));
  if (table == "nonsmooth") report_nonsmooth(page, scene, built.step);
  if (table == "trapezoid") report_trapezoid(page, scene.trapezoid);
  if (table == "nph") report_nph(page, scene.nph, built.bodies);
  if (table == "deform")
    page.more(fmt::format("rates of strain {} along x, y, z, shear {} in xy, xz, yz", page.of(scene.deform.rate, "1/s"),
                          page.of(as_vector(scene.deform.shear_rate), "1/s")));
}

void report_time(Page& page, const sim::Scene& scene, double step) {
  const sim::Timing& time = scene.time;
  std::string how = "given";
  if (!is_set(time.step))
    how = is_set(time.impact_speed)
              ? fmt::format("chosen by an impact speed of {}", page.of(time.impact_speed, "m/s"))
              : fmt::format("chosen with the safety {:.6g}{}{}", time.safety, mark(time.safety == sim::Timing{}.safety),
                            sim::packing_decides(scene) ? ", limited by the packing" : "");
  page.row("time", fmt::format("end {}; {} steps of {}, {}", page.of(time.end, "s"), sim::plan_run(scene, step).steps,
                               page.of(step, "s"), how));
}

void report_cell(Page& page, const sim::CellSpec& cell) {
  std::string_view word = "cell";
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (cell.periodic[axis]) {
      page.row(word, fmt::format("periodic along {}, from {:.6g} to {}", "xyz"[axis], cell.bounds.low.*k_axes[axis],
                                 page.of(cell.bounds.high.*k_axes[axis], "m")));
      word = "";
    }
  if (cell.tilt.any()) page.more(fmt::format("tilt xy, xz, yz = {}", page.of(as_vector(cell.tilt), "m")));
  if (!word.empty()) page.row(word, "none: space is open (default)");
}

void report_forces(Page& page, const sim::Scene& scene) {
  const sim::ForcesSpec& forces = scene.forces;
  if (forces.drag != 0.0)
    page.row("drag", fmt::format("{} in a fluid of velocity {}", page.of(forces.drag, "N s/m"),
                                 page.of(forces.fluid_velocity, "m/s")));
  if (forces.magnus != 0.0) page.row("Magnus force", fmt::format("{} x spin x velocity", page.of(forces.magnus, "kg")));
  for (const auto& f : forces.near_fields) {
    std::string parts;
    const auto part = [&](std::string_view word, double strength, double power) {
      if (strength != 0.0)
        parts +=
            fmt::format(", {} {} x distance^-{:g}", word, page.of(strength, fmt::format("N m^{:g}", power)), power);
    };
    part("attraction", f.attraction, f.attraction_power), part("repulsion", f.repulsion, f.repulsion_power);
    page.row("near field", fmt::format("{} - {}{}, fading from {:.6g} to {}",
                                       scene.materials[static_cast<std::size_t>(f.material_a)].name,
                                       scene.materials[static_cast<std::size_t>(f.material_b)].name, parts, f.fade_from,
                                       page.of(f.cutoff, "m")));
  }
}

}  // namespace

void report_frame(Page& page, const sim::Scene& scene, const Built& built) {
  report_stepper(page, scene, built);
  report_time(page, scene, built.step);
  const bool quaternion = scene.rotation == sim::RotationKind::quaternion;
  page.row("rotation", quaternion ? "quaternion (default)"
                                  : "rodrigues: total rotations are stored as vectors 2 tan(angle/2) x axis");
  if (is_set(built.skin))
    page.row("skin",
             fmt::format("{}{}", page.of(built.skin, "m"), is_set(scene.skin) ? "" : " (default, by the mean radius)"));
  page.row("gravity", fmt::format("{}{}", page.of(scene.gravity, "m/s^2"), mark(norm2(scene.gravity) == 0.0)));
  report_cell(page, scene.cell);
  report_forces(page, scene);
}

}  // namespace scree::app
