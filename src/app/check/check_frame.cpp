// Space and time in the text of `scree check`: stepper, step, gravity, cell, forces beyond contact.
#include <fmt/format.h>

#include "app/check/check_text.h"
#include "sim/build.h"
#include "sim/critical.h"
#include "sim/run.h"

namespace scree::app {
namespace {

Vec3d as_vector(const state::Tilt& t) { return {t.xy, t.xz, t.yz}; }

void tell_nonsmooth(Page& page, const sim::Scene& scene, double step) {
  const sim::NonsmoothSpec& spec = scene.nonsmooth;
  const sim::NonsmoothSpec preset;
  page.more(fmt::format("solver {}{}, tolerance {}{}, at most {} iterations{}, {} start{}",
                        sim::k_solver_words[static_cast<std::size_t>(spec.solver)], mark(spec.solver == preset.solver),
                        page.of(sim::nonsmooth_tolerance(scene, step), "m/s"), mark(!is_set(spec.tolerance)),
                        spec.most_iterations, mark(spec.most_iterations == preset.most_iterations),
                        spec.warm_start ? "warm" : "cold", mark(spec.warm_start)));
  page.more(fmt::format("friction {}{}, envelope {:.6g} of the smaller radius{}",
                        sim::k_friction_words[spec.two_coefficients ? 1 : 0], mark(!spec.two_coefficients),
                        spec.envelope, mark(spec.envelope == preset.envelope)));
}

void tell_trapezoid(Page& page, const sim::TrapezoidSpec& spec) {
  const sim::TrapezoidSpec preset;
  page.more(
      fmt::format("phi {:.6g}{}, tolerance {:.6g}{}, at most {} sweeps a step{} and {} halvings of one{}, then {}{}",
                  spec.phi, mark(spec.phi == preset.phi), spec.tolerance, mark(spec.tolerance == preset.tolerance),
                  spec.most_sweeps, mark(spec.most_sweeps == preset.most_sweeps), spec.most_halvings,
                  mark(spec.most_halvings == preset.most_halvings), sim::k_unsolved_words[spec.accept ? 1 : 0],
                  mark(!spec.accept)));
}

/// Of a stepper that strains the cell: where to, and how hard the cell is to move, which follows from the number of
/// bodies.
void tell_nph(Page& page, const sim::NphSpec& spec, std::int64_t bodies) {
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

void tell_stepper(Page& page, const sim::Scene& scene, const Built& built) {
  const std::string_view table = sim::stepper_of(scene).word;
  page.row("stepper", fmt::format("{}{}", table, mark(scene.stepper == sim::k_default_stepper)));
  if (table == "nonsmooth") tell_nonsmooth(page, scene, built.step);
  if (table == "trapezoid") tell_trapezoid(page, scene.trapezoid);
  if (table == "nph") tell_nph(page, scene.nph, built.bodies);
  if (table == "deform")
    page.more(fmt::format("rates of strain {} along x, y, z, shear {} in xy, xz, yz", page.of(scene.deform.rate, "1/s"),
                          page.of(as_vector(scene.deform.shear_rate), "1/s")));
}

void tell_time(Page& page, const sim::Scene& scene, double step) {
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

void tell_cell(Page& page, const sim::CellSpec& cell) {
  std::string_view word = "cell";
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (cell.periodic[axis]) {
      page.row(word, fmt::format("periodic along {}, from {:.6g} to {}", "xyz"[axis], cell.bounds.low.*k_axes[axis],
                                 page.of(cell.bounds.high.*k_axes[axis], "m")));
      word = "";
    }
  if (cell.tilt.any()) page.more(fmt::format("edges lean by xy, xz, yz = {}", page.of(as_vector(cell.tilt), "m")));
  if (!word.empty()) page.row(word, "none: space is open (default)");
}

void tell_forces(Page& page, const sim::Scene& scene) {
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

void tell_frame(Page& page, const sim::Scene& scene, const Built& built) {
  tell_stepper(page, scene, built);
  tell_time(page, scene, built.step);
  const bool quaternion = scene.rotation == sim::RotationKind::quaternion;
  page.row("rotation", quaternion ? "quaternion (default)"
                                  : "rodrigues: total rotations are kept as vectors 2 tan(angle/2) x axis");
  if (is_set(built.skin))
    page.row("skin",
             fmt::format("{}{}", page.of(built.skin, "m"), is_set(scene.skin) ? "" : " (default, by the mean radius)"));
  page.row("gravity", fmt::format("{}{}", page.of(scene.gravity, "m/s^2"), mark(norm2(scene.gravity) == 0.0)));
  tell_cell(page, scene.cell);
  tell_forces(page, scene);
}

}  // namespace scree::app
