#include "sim/guard.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/build.h"
#include "sim/critical.h"
#include "sim/guard_words.h"

namespace scree::sim {
namespace {

/// The step against the critical one: the cause of most failures, and the first thing a person asks.
std::string step_in_words(const Scene& scene, double step) {
  const auto critical = critical_steps(scene);
  if (critical.empty()) return fmt::format("the step is {:.3g} {}", step, unit_of(scene, "s"));
  return fmt::format("the step {:.3g} {} is {:.2g} times the critical step of {} ({})", step, unit_of(scene, "s"),
                     step / critical.front().step, critical.front().stage, critical.front().between);
}
std::string wall_in_words(const Scene& scene, std::size_t wall) {
  return fmt::format("{} \"{}\"", wall < scene.planes.size() + scene.carried.size() ? "plane" : "cylinder",
                     wall_name(scene, wall));
}

/// What nonsmooth steps leave in the ledger of bodies that fall, h/2 x the power of gravity (docs/ledger.md). Soon
/// after a start from rest that is all there is, and no fault.
double in_free_fall(const Simulation& simulation) {
  if (!stepper_of(simulation.scene()).is_rigid()) return 0.0;
  const state::World& world = simulation.world();
  double power = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    power += std::abs(dot(world.bodies.constant_force(i, world.gravity), world.bodies.lines[i].velocity()));
  return 0.5 * simulation.step() * power;
}
/// A rolling law whose torque jumps with the sign of a velocity, if there is one. At rest it flips from step to step,
/// and what that leaves in the ledger shrinks with the step no faster than all that happens there (docs/ledger.md).
std::string_view flipping_law(const Scene& scene) {
  for (const ContactRule& rule : scene.contacts)
    if (const law::Descriptor* law = law::law_of(rule.model.roll); law && law->jumps) return law->name;
  return {};
}
bool step_is_long(const Scene& scene, double step) {
  const auto critical = critical_steps(scene);
  if (critical.empty()) return false;
  return step > (critical.front().stage == k_packing_stage ? k_packing_share : 0.3) * critical.front().step;
}

}  // namespace

std::string Trouble::when() const {
  return fmt::format("step {} (t = {:.6g}{}{})", step, time, time_unit.empty() ? "" : " ", time_unit);
}
std::string Trouble::in_words() const {
  return fmt::format("{}: {}\n  likely cause: {}\n  what to change: {}", when(), what, cause, remedy);
}

Trouble trouble_now(const Simulation& simulation, std::string kind) {
  return {.kind = std::move(kind),
          .step = simulation.steps_done(),
          .time = simulation.time(),
          .time_unit = unit_of(simulation.scene(), "s")};
}

void Guard::file(Findings& findings, Alarm alarm, const Trouble& trouble) {
  if (alarm == Alarm::ignore) return;
  if (alarm == Alarm::stop) {
    if (!findings.stop) findings.stop = trouble;
    return;
  }
  if (std::find(warned_.begin(), warned_.end(), trouble.kind) != warned_.end()) return;
  warned_.push_back(trouble.kind);
  findings.warnings.push_back(trouble);
}

Trouble Guard::blown_up(const Simulation& simulation, state::Id body, const Vec3d& p, const Vec3d& v) {
  const Scene& scene = simulation.scene();
  Trouble t = trouble_now(simulation, "not-finite");
  if (body != state::k_no_body) t.bodies = {number(body)};
  t.what =
      body != state::k_no_body
          ? fmt::format(
                "body {} is at ({:.4g}, {:.4g}, {:.4g}) with velocity ({:.4g}, {:.4g}, {:.4g}): the run has blown up",
                body, p.x, p.y, p.z, v.x, v.y, v.z)
          : std::string("the energy is not a number or infinite: the run has blown up");
  t.cause = step_in_words(scene, simulation.step()) + (step_is_long(scene, simulation.step())
                                                           ? ", too long to be stable"
                                                           : "; bodies may have started with a large overlap");
  t.remedy = stepper_of(scene).is_rigid()
                 ? "take a shorter step or a smaller nonsmooth.tolerance, or start without overlaps"
                 : "take step = \"auto\", or start without overlaps; `scree check` prints the critical steps";
  return t;
}

Trouble Guard::bad_cell(const Simulation& simulation, const step::BadCell& cell) {
  const Scene& scene = simulation.scene();
  const bool pressed = stepper_of(scene).cell == CellMotion::target_pressure;
  Trouble t = trouble_now(simulation, "cell");
  ++t.step;
  if (cell.strain != 0.0) {
    t.what = fmt::format("the cell is strained by {:.3g} in one step: nothing in it can follow", cell.strain);
    t.cause = pressed ? "the cell is too light, or the bodies started with large overlaps"
                      : fmt::format("deform.rate or deform.shear_rate, times the step of {:.3g} {}", simulation.step(),
                                    unit_of(scene, "s"));
    t.remedy = pressed ? "give it more inertia, by nph.damping or nph.temperature, or start without overlaps"
                       : "take lower rates or a shorter step";
    return t;
  }
  t.what = fmt::format(
      "the cell has become too narrow for its bodies: {:.4g} where more than {:.4g} {} (the largest diameter and the "
      "skin) is needed, so that no body touches its own image and every pair is found",
      cell.width, cell.needed, unit_of(scene, "m"));
  t.cause = pressed ? "too few bodies for a periodic cell, or a pressure that they cannot bear"
                    : "deform.rate squeezes the cell";
  t.remedy = pressed
                 ? "take more bodies or a lower pressure; targets that are alike along all axes keep the cell compact"
                 : "end the run earlier, or take more bodies";
  return t;
}
Trouble Guard::unsolved(const Simulation& simulation, const step::Unsolved& failed) {
  const Scene& scene = simulation.scene();
  Trouble t = trouble_now(simulation, "unsolved");
  ++t.step;
  t.what = fmt::format(
      "the step was not solved: after {} halvings, at {:.3g} {}, {} sweeps left the {} with an error of {:.3g} "
      "(trapezoid.tolerance = {:.3g})",
      scene.trapezoid.most_halvings, failed.step, unit_of(scene, "s"), failed.sweeps, failed.of, failed.error,
      scene.trapezoid.tolerance);
  t.cause = step_in_words(scene, simulation.step()) +
            "; or a law that jumps (docs/scene.md, \"trapezoid\", lists them): then there may be no solution, and "
            "sweeps go round";
  t.remedy =
      "a shorter step or more trapezoid.sweeps; for a law that jumps trapezoid.unsolved = \"accept\" (with halvings = "
      "0 it costs least), or another law";
  return t;
}

std::optional<Trouble> Guard::find_overlap(const Simulation& simulation) const {
  Simulation::WorstOverlap worst;
  Trouble t = trouble_now(simulation, "overlap");
  if (const auto alarm = simulation.overlap_alarm(); alarm && !alarm->between_steps) {
    worst = {number(alarm->a), number(alarm->b), alarm->wall, alarm->overlap, alarm->fraction};
    t.step -= alarm->steps_ago, t.time -= alarm->steps_ago * simulation.step();
  } else {
    worst = simulation.worst_overlap();
    if (!(worst.share > scene_.guard.overlap_limit)) return std::nullopt;
  }
  t.bodies = {worst.a};
  if (worst.b > 0) t.bodies.push_back(worst.b);
  const std::string other =
      worst.b > 0 ? fmt::format("body {}", worst.b) : wall_in_words(scene_, static_cast<std::size_t>(worst.plane));
  t.what =
      fmt::format("body {} and {} overlap by {:.3g} {}, {:.0f} % of the smaller radius (guard.overlap_limit = {})",
                  worst.a, other, worst.overlap, unit_of(scene_, "m"), 100.0 * worst.share, scene_.guard.overlap_limit);
  const bool at_start = simulation.steps_done() == 0, rigid = stepper_of(scene_).is_rigid();
  if (stepper_of(scene_).moves_cell() && !at_start && !step_is_long(scene_, simulation.step())) {
    const Explained why = deep_in_strained_cell(simulation);
    t.cause = why.cause, t.remedy = why.remedy;
    return t;
  }
  t.cause = at_start ? "they were placed so"
            : rigid  ? "the step is too long for the speeds, or the solver did not reach its tolerance"
            : step_is_long(scene_, simulation.step())
                ? step_in_words(scene_, simulation.step())
                : "the normal stiffness is too low for the speeds or the weight above";
  t.remedy = at_start ? "move them apart, or raise guard.overlap_limit if it is meant"
             : rigid  ? "take a shorter step, more nonsmooth.iterations or a larger nonsmooth.envelope"
             : step_is_long(scene_, simulation.step())
                 ? "take step = \"auto\""
                 : "raise the stiffness of the normal law, or guard.overlap_limit if such overlaps are meant";
  return t;
}

std::optional<Trouble> Guard::find_passage(const Simulation& simulation) const {
  const auto alarm = simulation.overlap_alarm();
  if (!alarm || !alarm->between_steps) return std::nullopt;
  Trouble t = trouble_now(simulation, "passage");
  t.step -= alarm->steps_ago, t.time -= alarm->steps_ago * simulation.step();
  t.bodies = {number(alarm->a), number(alarm->b)};
  t.what = fmt::format(
      "body {} and body {} pass through each other within one step: they overlap by {:.0f} % of the smaller radius on "
      "the way "
      "(guard.overlap_limit = {}) and move by {:.3g} {} against each other, so that their contact is missed",
      alarm->a, alarm->b, 100.0 * alarm->fraction, scene_.guard.overlap_limit, alarm->distance, unit_of(scene_, "m"));
  t.cause =
      fmt::format("their relative speed of {:.3g} {} is too high for the step of {:.3g} {}",
                  alarm->distance / simulation.step(), unit_of(scene_, "m/s"), simulation.step(), unit_of(scene_, "s"));
  t.remedy = "a shorter time.step, or lower speeds; guard.speed = \"warn\" to go on nevertheless";
  return t;
}

std::optional<Trouble> Guard::find_leaving(const Simulation& simulation) const {
  const state::World& world = simulation.world();
  const auto trouble = [&](const state::BodyLine& p, std::string what, std::string cause, std::string remedy) {
    Trouble t = trouble_now(simulation, "leaving");
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
        return trouble(p,
                       fmt::format("body {} at ({:.4g}, {:.4g}, {:.4g}) is behind plane \"{}\" by {:.3g} {}", p.id, p.x,
                                   p.y, p.z, scene_.planes[w].name, -height, unit_of(scene_, "m")),
                       step_is_long(scene_, simulation.step())
                           ? step_in_words(scene_, simulation.step())
                           : "it went through the plane in few steps, or was placed behind it",
                       fmt::format("a shorter step, {}or a start on the right side; guard.leaving = \"ignore\" if it "
                                   "may be there",
                                   stepper_of(scene_).is_rigid() ? "" : "a stiffer plane, "));
    }
    for (std::size_t c = 0; c < world.cylinders.size(); ++c) {
      const Vec3d d = p.position() - world.cylinders[c].point;
      const double beyond =
          norm(sub_scaled(d, dot(d, world.cylinders[c].axis), world.cylinders[c].axis)) - world.cylinders[c].radius;
      if (beyond > p.radius)
        return trouble(p,
                       fmt::format("body {} at ({:.4g}, {:.4g}, {:.4g}) is outside of cylinder \"{}\" by {:.3g} {}",
                                   p.id, p.x, p.y, p.z, scene_.cylinders[c].name, beyond, unit_of(scene_, "m")),
                       "it went through the wall in few steps, or was placed outside",
                       "a shorter step, or a start inside; guard.leaving = \"ignore\" if it may be there");
    }
    if (!scene_.guard.has_region) continue;
    const Vec3d at = p.position();
    for (std::size_t k = 0; k < 3; ++k)
      if (!world.cell.periodic[k] && (at.*k_axes[k] < region.low.*k_axes[k] || at.*k_axes[k] > region.high.*k_axes[k]))
        return trouble(p, fmt::format("body {} at ({:.4g}, {:.4g}, {:.4g}) has left guard.region", p.id, p.x, p.y, p.z),
                       "nothing holds it there", "add a plane or a sink, or widen guard.region");
  }
  return std::nullopt;
}

std::optional<Trouble> Guard::find_residual(const Simulation& simulation) const {
  const step::StepReport& report = simulation.report();
  const double turnover = report.ledger.turnover, residual = report.ledger.residual();
  // of large terms that cancel
  const double rounding =
      1e-12 * (std::abs(report.ledger.gravity) + std::abs(report.ledger.initial) + std::abs(report.ledger.inserted));
  if (!(std::abs(residual) > scene_.guard.residual_limit * turnover + rounding + in_free_fall(simulation)))
    return std::nullopt;
  Trouble t = trouble_now(simulation, "residual");
  t.what = fmt::format(
      "the energy ledger does not close: its residual is {:.3g} {}, {:.1f} % of the turnover (guard.residual_limit = "
      "{})",
      residual, unit_of(scene_, "J"), 100.0 * std::abs(residual) / turnover, scene_.guard.residual_limit);
  const bool rigid = stepper_of(scene_).is_rigid();
  if (const std::string_view law = flipping_law(scene_);
      !law.empty() && !rigid && !step_is_long(scene_, simulation.step())) {
    t.cause = fmt::format(
        "the torque of roll law \"{}\" has no static mode: where bodies come to rest it flips from step to step, and "
        "each flip is booked too high",
        law);
    t.remedy =
        "take roll law \"spring\" where bodies come to rest; a shorter step makes the residual smaller in proportion, "
        "but not against the turnover of a scene at rest";
    return t;
  }
  t.cause = step_in_words(scene_, simulation.step());
  const bool second_order = stepper_of(scene_).ledger_order(scene_) == 2;
  t.remedy =
      fmt::format("halve the step and see whether the residual falls to {}{}",
                  second_order ? "a quarter (to half, if it is of friction dashpots on kinematics `tracked`)" : "half",
                  rigid ? "; start without overlaps" : "");
  return t;
}

/// Told once, with the first such step and how far the worst one so far was from the tolerance.
std::optional<Trouble> Guard::find_unreached(const Simulation& simulation) const {
  const auto& solver = simulation.report().solver;
  if (!solver || solver->unreached == 0) return std::nullopt;
  const NonsmoothSpec& spec = scene_.nonsmooth;
  Trouble t = trouble_now(simulation, "solver");
  t.what = fmt::format(
      "the solver did not reach its tolerance of {:.3g} {} in {} of {} steps so far, first in step {}; the largest rms "
      "residual was {:.3g} {}",
      nonsmooth_tolerance(scene_, simulation.step()), unit_of(scene_, "m/s"), solver->unreached, solver->steps,
      solver->first_unreached, solver->unreached_residual, unit_of(scene_, "m/s"));
  t.cause = fmt::format(
      "{} iterations of {} are too few for this scene; heavy bodies on light ones, tall heaps and joints take many",
      spec.most_iterations, k_solver_words[static_cast<std::size_t>(spec.solver)]);
  t.remedy = fmt::format(
      "more nonsmooth.iterations, a larger nonsmooth.tolerance if the residual is good enough, or nonsmooth.solver = "
      "\"{}\"",
      k_solver_words[static_cast<std::size_t>(spec.solver)] == "newton" ? "apgd" : "newton");
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
    const auto lost = std::find_if_not(lines.begin(), lines.end(), is_finite);
    findings.stop = lost == lines.end() ? blown_up(simulation, state::k_no_body, {}, {})
                                        : blown_up(simulation, lost->id, lost->position(), lost->velocity());
    return findings;
  }
  const GuardSpec& guard = scene_.guard;
  if (guard.overlap != Alarm::ignore)
    if (const auto t = find_overlap(simulation)) file(findings, guard.overlap, *t);
  if (guard.speed != Alarm::ignore)
    if (const auto t = find_passage(simulation)) file(findings, guard.speed, *t);
  if (guard.leaving != Alarm::ignore)
    if (const auto t = find_leaving(simulation)) file(findings, guard.leaving, *t);
  if (report.unconverged > 0) {
    Trouble t = trouble_now(simulation, "geometry");
    t.what = fmt::format(
        "the common normal of two ellipsoids was not found to the tolerance, {} times so far; the best one found was "
        "used",
        report.unconverged);
    t.cause = "they lie deep in each other, or are longer than 1:10";
    t.remedy = stepper_of(scene_).is_rigid() ? "a shorter step; rounder bodies"
                                             : "a stiffer normal law or a shorter step; rounder bodies";
    file(findings, Alarm::warn, t);
  }
  if (guard.speed != Alarm::ignore)
    if (const auto t = find_leap(simulation)) file(findings, Alarm::warn, *t);
  if (const auto t = find_unreached(simulation)) file(findings, Alarm::warn, *t);
  if (guard.residual != Alarm::ignore)
    if (const auto t = find_residual(simulation)) file(findings, guard.residual, *t);
  return findings;
}

}  // namespace scree::sim
