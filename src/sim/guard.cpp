#include "sim/guard.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/build.h"
#include "sim/critical.h"
#include "sim/guard_diagnostics.h"

namespace scree::sim {
namespace {

/// Compares the step with the smallest critical step. A step that is too long is the cause of most failures.
std::string describe_step(const Scene& scene, double step) {
  const auto critical = critical_steps(scene);
  if (critical.empty()) return fmt::format("the time step is {:.3g} {}", step, unit_of(scene, "s"));
  return fmt::format("the time step of {:.3g} {} is {:.2g} times the critical step of the scene ({}, {})", step,
                     unit_of(scene, "s"), step / critical.front().step, critical.front().stage,
                     critical.front().between);
}
std::string describe_wall(const Scene& scene, std::size_t wall) {
  return fmt::format("{} \"{}\"", wall < scene.planes.size() + scene.carried.size() ? "plane" : "cylinder",
                     wall_name(scene, wall));
}

/// The residual that nonsmooth steps leave in the ledger for falling bodies, h/2 x the power of gravity
/// (docs/ledger.md). Soon after a start from rest it is the whole residual, and no error.
double in_free_fall(const Simulation& simulation) {
  if (!stepper_of(simulation.scene()).is_rigid()) return 0.0;
  const state::World& world = simulation.world();
  double power = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    power += std::abs(dot(world.bodies.constant_force(i, world.gravity), world.bodies.lines[i].velocity()));
  return 0.5 * simulation.step() * power;
}
/// Name of a roll law of the scene whose torque jumps with the sign of a velocity; empty if there is none. At rest the
/// torque changes sign from step to step. The residual of the ledger that follows decreases with the step no faster
/// than the turnover does (docs/ledger.md).
std::string_view flipping_law(const Scene& scene) {
  for (const ContactRule& rule : scene.contacts)
    if (const law::Descriptor* law = law::law_of(rule.model.roll); law && law->jumps) return law->name;
  return {};
}
bool step_is_long(const Scene& scene, double step) {
  const auto critical = critical_steps(scene);
  if (critical.empty()) return false;
  return step > (critical.front().stage == k_packing_stage ? k_packing_fraction : 0.3) * critical.front().step;
}

}  // namespace

std::string Diagnostic::when() const {
  return fmt::format("step {} (t = {:.6g}{}{})", step, time, time_unit.empty() ? "" : " ", time_unit);
}
std::string Diagnostic::describe() const {
  return fmt::format("{}: {}\n  likely cause: {}\n  what to change: {}", when(), what, cause, remedy);
}

Diagnostic diagnostic_now(const Simulation& simulation, std::string kind) {
  return {.kind = std::move(kind),
          .step = simulation.steps_done(),
          .time = simulation.time(),
          .time_unit = unit_of(simulation.scene(), "s")};
}

void Guard::add(Findings& findings, Alarm alarm, const Diagnostic& diagnostic) {
  if (alarm == Alarm::ignore) return;
  if (alarm == Alarm::stop) {
    if (!findings.stop) findings.stop = diagnostic;
    return;
  }
  if (std::find(warned_.begin(), warned_.end(), diagnostic.kind) != warned_.end()) return;
  warned_.push_back(diagnostic.kind);
  findings.warnings.push_back(diagnostic);
}

Diagnostic Guard::blown_up(const Simulation& simulation, state::Id body, const Vec3d& p, const Vec3d& v) {
  const Scene& scene = simulation.scene();
  Diagnostic t = diagnostic_now(simulation, "not-finite");
  if (body != state::k_no_body) t.bodies = {number(body)};
  t.what =
      body != state::k_no_body
          ? fmt::format(
                "body {} is at ({:.4g}, {:.4g}, {:.4g}) {} with the velocity ({:.4g}, {:.4g}, {:.4g}) {}: the run has "
                "blown up",
                body, p.x, p.y, p.z, unit_of(scene, "m"), v.x, v.y, v.z, unit_of(scene, "m/s"))
          : std::string("the total energy is infinite or not a number: the run has blown up");
  t.cause = step_is_long(scene, simulation.step())
                ? describe_step(scene, simulation.step()) + ", so that the run is unstable"
                : "large overlaps at the start, or extreme forces or velocities (" +
                      describe_step(scene, simulation.step()) + ")";
  t.remedy =
      stepper_of(scene).is_rigid()
          ? "use a shorter time.step or a smaller nonsmooth.tolerance, and remove overlaps at the start"
          : "set time.step = \"auto\", and remove overlaps at the start; `scree check` prints the critical steps";
  return t;
}

Diagnostic Guard::bad_cell(const Simulation& simulation, const step::BadCell& cell) {
  const Scene& scene = simulation.scene();
  const bool pressed = stepper_of(scene).cell == CellMotion::target_pressure;
  Diagnostic t = diagnostic_now(simulation, "cell");
  ++t.step;
  if (cell.strain != 0.0) {
    t.what = fmt::format("the cell is strained by {:.3g} in one step, which is too much for its contacts", cell.strain);
    t.cause = pressed ? "the inertia of the cell is too small, or the bodies had large overlaps at the start"
                      : fmt::format("deform.rate or deform.shear_rate is too high for the time step of {:.3g} {}",
                                    simulation.step(), unit_of(scene, "s"));
    t.remedy = pressed ? "raise nph.damping or nph.temperature, which set the inertia of the cell, and remove overlaps "
                         "at the start"
                       : "use lower rates or a shorter time.step";
    return t;
  }
  t.what = fmt::format(
      "the cell has become too narrow for its bodies: its width is {0:.4g} {2}, but it must be more than {1:.4g} {2} "
      "(largest diameter plus skin), so that no body touches its own periodic image and every pair is found",
      cell.width, cell.needed, unit_of(scene, "m"));
  t.cause = pressed ? "the cell has too few bodies, or they cannot bear the target pressure"
                    : "deform.rate or deform.shear_rate makes the cell narrower";
  t.remedy = pressed ? "use more bodies or a lower pressure; equal targets along all axes keep the cell compact"
                     : "end the run earlier (time.end), or use more bodies";
  return t;
}
Diagnostic Guard::unsolved(const Simulation& simulation, const step::Unsolved& failed) {
  const Scene& scene = simulation.scene();
  Diagnostic t = diagnostic_now(simulation, "unsolved");
  ++t.step;
  t.what = fmt::format(
      "the implicit step was not solved: after {} halvings (trapezoid.halvings), with a step of {:.3g} {}, {} sweeps "
      "left the {} with an error of {:.3g} (trapezoid.tolerance = {:.3g})",
      scene.trapezoid.max_halvings, failed.step, unit_of(scene, "s"), failed.sweeps, failed.of, failed.error,
      scene.trapezoid.tolerance);
  t.cause = describe_step(scene, simulation.step()) +
            ", and may be too long for the sweeps to converge; or the scene has a law whose force or torque jumps "
            "(docs/scene.md, \"trapezoid\", lists them), so that the step may have no solution";
  t.remedy =
      "use a shorter time.step or more trapezoid.sweeps; for a law that jumps, use another law, or set "
      "trapezoid.unsolved = \"accept\" (fastest with trapezoid.halvings = 0)";
  return t;
}

std::optional<Diagnostic> Guard::find_overlap(const Simulation& simulation) const {
  Simulation::WorstOverlap worst;
  Diagnostic t = diagnostic_now(simulation, "overlap");
  if (const auto alarm = simulation.overlap_alarm(); alarm && !alarm->between_steps) {
    worst = {number(alarm->a), number(alarm->b), alarm->wall, alarm->overlap, alarm->fraction};
    t.step -= alarm->steps_ago, t.time -= alarm->steps_ago * simulation.step();
  } else {
    worst = simulation.worst_overlap();
    if (!(worst.fraction > scene_.guard.overlap_limit)) return std::nullopt;
  }
  t.bodies = {worst.a};
  if (worst.b > 0) t.bodies.push_back(worst.b);
  const std::string other =
      worst.b > 0 ? fmt::format("body {}", worst.b) : describe_wall(scene_, static_cast<std::size_t>(worst.plane));
  t.what = fmt::format("body {} and {} overlap by {:.3g} {}, {:.0f} % of the smaller radius (guard.overlap_limit = {})",
                       worst.a, other, worst.overlap, unit_of(scene_, "m"), 100.0 * worst.fraction,
                       scene_.guard.overlap_limit);
  const bool at_start = simulation.steps_done() == 0, rigid = stepper_of(scene_).is_rigid();
  if (stepper_of(scene_).moves_cell() && !at_start && !step_is_long(scene_, simulation.step())) {
    const Explained why = deep_in_strained_cell(simulation);
    t.cause = why.cause, t.remedy = why.remedy;
    return t;
  }
  t.cause = at_start ? "the initial positions overlap"
            : rigid  ? "the time step is too long for the speeds, or the solver did not reach its tolerance"
            : step_is_long(scene_, simulation.step())
                ? describe_step(scene_, simulation.step()) + ", so that the run is unstable"
                : "the normal stiffness is too low for the impact speeds or for the weight that the contact carries";
  t.remedy = at_start ? "move them apart; or raise guard.overlap_limit if the overlap is intended"
             : rigid  ? "use a shorter time.step, more nonsmooth.iterations or a larger nonsmooth.envelope"
             : step_is_long(scene_, simulation.step())
                 ? "set time.step = \"auto\"; `scree check` prints the critical steps"
                 : "raise the stiffness of the normal law; or raise guard.overlap_limit if such overlaps are intended";
  return t;
}

std::optional<Diagnostic> Guard::find_passage(const Simulation& simulation) const {
  const auto alarm = simulation.overlap_alarm();
  if (!alarm || !alarm->between_steps) return std::nullopt;
  Diagnostic t = diagnostic_now(simulation, "passage");
  t.step -= alarm->steps_ago, t.time -= alarm->steps_ago * simulation.step();
  t.bodies = {number(alarm->a), number(alarm->b)};
  t.what = fmt::format(
      "body {} and body {} pass through each other within one step, so that their contact is missed: their relative "
      "displacement is {:.3g} {}, and between the two steps they overlap by {:.0f} % of the smaller radius "
      "(guard.overlap_limit = {})",
      alarm->a, alarm->b, alarm->distance, unit_of(scene_, "m"), 100.0 * alarm->fraction, scene_.guard.overlap_limit);
  t.cause =
      fmt::format("their relative speed of {:.3g} {} is too high for the time step of {:.3g} {}",
                  alarm->distance / simulation.step(), unit_of(scene_, "m/s"), simulation.step(), unit_of(scene_, "s"));
  t.remedy = "use a shorter time.step or lower speeds; or set guard.speed = \"warn\" to continue with missed contacts";
  return t;
}

std::optional<Diagnostic> Guard::find_leaving(const Simulation& simulation) const {
  const state::World& world = simulation.world();
  const auto diagnostic = [&](const state::BodyLine& p, std::string what, std::string cause, std::string remedy) {
    Diagnostic t = diagnostic_now(simulation, "leaving");
    t.bodies = {number(p.id)}, t.what = std::move(what), t.cause = std::move(cause), t.remedy = std::move(remedy);
    return t;
  };
  const Box& region = scene_.guard.region;
  for (const state::BodyLine& p : world.bodies.lines) {
    const auto sinks_soon = [&](const Sink& sink) { return dot(p.position() - sink.point, sink.normal) < 0.0; };
    if (p.is_fixed() || std::any_of(scene_.sinks.begin(), scene_.sinks.end(), sinks_soon)) continue;
    for (std::size_t w = 0; w < world.walls.size(); ++w) {
      const double height = dot(p.position() - world.walls[w].point, world.walls[w].normal);
      if (height < -p.radius)
        return diagnostic(
            p,
            fmt::format("body {0} at ({1:.4g}, {2:.4g}, {3:.4g}) {6} is behind plane \"{4}\" by {5:.3g} {6}", p.id, p.x,
                        p.y, p.z, scene_.planes[w].name, -height, unit_of(scene_, "m")),
            step_is_long(scene_, simulation.step())
                ? describe_step(scene_, simulation.step())
                : "the body passed through the plane within a few steps, or was placed behind it",
            fmt::format("use a shorter time.step{}, or place the body on the side to which the normal of "
                        "the plane points; or set guard.leaving = \"ignore\" if bodies may be there",
                        stepper_of(scene_).is_rigid() ? "" : " or a stiffer contact with the plane"));
    }
    for (std::size_t c = 0; c < world.cylinders.size(); ++c) {
      const Vec3d d = p.position() - world.cylinders[c].point;
      const double beyond =
          norm(sub_scaled(d, dot(d, world.cylinders[c].axis), world.cylinders[c].axis)) - world.cylinders[c].radius;
      if (beyond > p.radius)
        return diagnostic(
            p,
            fmt::format("body {0} at ({1:.4g}, {2:.4g}, {3:.4g}) {6} is outside of cylinder \"{4}\" by "
                        "{5:.3g} {6}",
                        p.id, p.x, p.y, p.z, scene_.cylinders[c].name, beyond, unit_of(scene_, "m")),
            "the body passed through the wall within a few steps, or was placed outside",
            "use a shorter time.step, or place the body inside; or set guard.leaving = \"ignore\" if bodies "
            "may be there");
    }
    if (!scene_.guard.has_region) continue;
    const Vec3d at = p.position();
    for (std::size_t k = 0; k < 3; ++k)
      if (!world.cell.periodic[k] && (at.*k_axes[k] < region.low.*k_axes[k] || at.*k_axes[k] > region.high.*k_axes[k]))
        return diagnostic(p,
                          fmt::format("body {} at ({:.4g}, {:.4g}, {:.4g}) {} has left guard.region along {}", p.id,
                                      p.x, p.y, p.z, unit_of(scene_, "m"), "xyz"[k]),
                          "no wall keeps the body inside the region",
                          "add a wall, or a sink that removes such bodies; or enlarge guard.region");
  }
  return std::nullopt;
}

std::optional<Diagnostic> Guard::find_residual(const Simulation& simulation) const {
  const step::StepReport& report = simulation.report();
  const double turnover = report.ledger.turnover, residual = report.ledger.residual();
  // rounding error of large terms that cancel
  const double rounding =
      1e-12 * (std::abs(report.ledger.gravity) + std::abs(report.ledger.initial) + std::abs(report.ledger.inserted));
  if (!(std::abs(residual) > scene_.guard.residual_limit * turnover + rounding + in_free_fall(simulation)))
    return std::nullopt;
  Diagnostic t = diagnostic_now(simulation, "residual");
  t.what = fmt::format(
      "the energy balance is not closed: the residual of the energy ledger is {:.3g} {}, {:.1f} % of the turnover "
      "(guard.residual_limit = {})",
      residual, unit_of(scene_, "J"), 100.0 * std::abs(residual) / turnover, scene_.guard.residual_limit);
  const bool rigid = stepper_of(scene_).is_rigid();
  if (const std::string_view law = flipping_law(scene_);
      !law.empty() && !rigid && !step_is_long(scene_, simulation.step())) {
    t.cause = fmt::format(
        "the roll law \"{}\" has no static mode: where bodies come to rest, its torque changes sign from step to step, "
        "and the ledger overestimates the energy that each change dissipates",
        law);
    t.remedy =
        "use the roll law \"spring\" where bodies come to rest; a shorter time.step reduces the residual in "
        "proportion, "
        "but not relative to the turnover of a scene at rest";
    return t;
  }
  t.cause = describe_step(scene_, simulation.step());
  const bool second_order = stepper_of(scene_).ledger_order(scene_) == 2;
  t.remedy = fmt::format(
      "halve time.step; if the residual falls to {}, the step was too long{}",
      second_order ? "a quarter (to half, if it comes from friction dashpots with kinematics `tracked`)" : "half",
      rigid ? "; also remove overlaps at the start" : "");
  return t;
}

/// Reports the first step in which the solver did not reach its tolerance, and the largest residual so far.
std::optional<Diagnostic> Guard::find_unreached(const Simulation& simulation) const {
  const auto& solver = simulation.report().solver;
  if (!solver || solver->unreached == 0) return std::nullopt;
  const NonsmoothSpec& spec = scene_.nonsmooth;
  Diagnostic t = diagnostic_now(simulation, "solver");
  t.what = fmt::format(
      "the solver did not reach its tolerance of {:.3g} {} in {} of {} steps so far, first in step {}; the largest rms "
      "residual was {:.3g} {}",
      nonsmooth_tolerance(scene_, simulation.step()), unit_of(scene_, "m/s"), solver->unreached, solver->steps,
      solver->first_unreached, solver->unreached_residual, unit_of(scene_, "m/s"));
  t.cause = fmt::format(
      "{} iterations of {} are too few for this scene; heavy bodies on light ones, tall heaps and joints need many",
      spec.max_iterations, k_solver_choices[static_cast<std::size_t>(spec.solver)]);
  t.remedy = fmt::format(
      "raise nonsmooth.iterations, or set nonsmooth.solver = \"{}\"; or raise nonsmooth.tolerance if the residual is "
      "acceptable",
      k_solver_choices[static_cast<std::size_t>(spec.solver)] == "newton" ? "apgd" : "newton");
  return t;
}

Guard::Findings Guard::look(const Simulation& simulation) {
  Findings findings;
  const step::StepReport& report = simulation.report();
  if (!std::isfinite(report.ledger.present())) {
    const auto is_finite = [](const state::BodyLine& p) {
      return std::isfinite(norm2(p.position()) + norm2(p.velocity()) + norm2(p.spin()));
    };
    const auto& lines = simulation.world().bodies.lines;
    const auto bad = std::find_if_not(lines.begin(), lines.end(), is_finite);
    findings.stop = bad == lines.end() ? blown_up(simulation, state::k_no_body, {}, {})
                                       : blown_up(simulation, bad->id, bad->position(), bad->velocity());
    return findings;
  }
  const GuardSpec& guard = scene_.guard;
  if (guard.overlap != Alarm::ignore)
    if (const auto t = find_overlap(simulation)) add(findings, guard.overlap, *t);
  if (guard.speed != Alarm::ignore)
    if (const auto t = find_passage(simulation)) add(findings, guard.speed, *t);
  if (guard.leaving != Alarm::ignore)
    if (const auto t = find_leaving(simulation)) add(findings, guard.leaving, *t);
  if (report.unconverged > 0) {
    Diagnostic t = diagnostic_now(simulation, "geometry");
    t.what = fmt::format(
        "the search for the common normal of two ellipsoids did not reach its tolerance, {} times so far; the best "
        "result was used",
        report.unconverged);
    t.cause = "the two ellipsoids overlap deeply, or their aspect ratio is larger than 10";
    t.remedy = stepper_of(scene_).is_rigid() ? "use a shorter time.step, or rounder bodies"
                                             : "use a stiffer normal law or a shorter time.step, or rounder bodies";
    add(findings, Alarm::warn, t);
  }
  if (guard.speed != Alarm::ignore)
    if (const auto t = find_leap(simulation)) add(findings, Alarm::warn, *t);
  if (const auto t = find_unreached(simulation)) add(findings, Alarm::warn, *t);
  if (guard.residual != Alarm::ignore)
    if (const auto t = find_residual(simulation)) add(findings, guard.residual, *t);
  return findings;
}

}  // namespace scree::sim
