// The time step in the text of `scree check`: the critical step of every stage, and the step that was chosen.
#include <fmt/format.h>

#include "app/check/check_text.h"
#include "app/commands.h"
#include "sim/critical.h"

namespace scree::app {
namespace {

std::string rows_of(const sim::Scene& scene, const std::vector<sim::CriticalStep>& steps) {
  std::string text;
  for (const auto& s : steps)
    text += fmt::format("  {:10.4g}{}  {:6}  {}\n", s.step, Page(scene.units).unit("s"), s.stage, s.between);
  return text;
}

std::string impact_text(const sim::Scene& scene) {
  if (!is_set(scene.time.impact_speed)) return {};
  const auto collisions = sim::hertz_collisions(scene, scene.time.impact_speed);
  if (collisions.empty()) return {};
  const Page page(scene.units);
  return fmt::format("Hertz's collision at {} takes {:.4g}{} ({}), the shortest; the step is 1/{:g} of it\n",
                     page.of(scene.time.impact_speed, "m/s"), collisions.front().duration, page.unit("s"),
                     collisions.front().between, sim::k_steps_a_collision);
}

/// Critical steps of non-contact forces, which every stepper integrates explicitly.
std::string fields_text(const sim::Scene& scene) {
  const auto steps = sim::critical_steps(scene);
  if (steps.empty()) return {};
  return "critical steps of non-contact forces, which are integrated explicitly:\n" + rows_of(scene, steps) +
         (scene.time.step > steps.front().step ? "WARNING: the step is longer than critical; the run will be unstable\n"
                                               : "");
}

std::string rigid_text(const sim::Scene& scene) {
  return fmt::format(
             "contacts of the stepper {} are rigid, so no step is critical; of smooth laws limits and "
             "`restitution` are used, and no stiffness or damping\n"
             "step: {}, given\n",
             sim::stepper_of(scene).word, Page(scene.units).of(scene.time.step, "s")) +
         fields_text(scene);
}

}  // namespace

std::string step_text(const sim::Scene& scene) {
  if (sim::stepper_of(scene).is_rigid()) return rigid_text(scene);
  const auto steps = sim::critical_steps(scene);
  std::string text = fmt::format(
      "critical steps (lightest against lightest and heaviest bodies; Hertz at an overlap of {:.0f} % of the radius; "
      "packing: a body with the largest possible number of contacts), shortest first:\n",
      100.0 * sim::k_reference_overlap);
  text += rows_of(scene, steps) + impact_text(scene);
  const double step = sim::chosen_step(scene);
  text += fmt::format("step: {}, ", Page(scene.units).of(step, "s"));
  if (steps.empty())
    text += "given; no part of this scene has a critical step\n";
  else
    text += fmt::format("{}, {:.3g} of the shortest critical step ({} of {})\n",
                        is_set(scene.time.step) ? "given" : "chosen", step / steps.front().step, steps.front().stage,
                        steps.front().between);
  if (sim::packing_decides(scene))
    text += fmt::format(
        "  the limit for packings is below the safety of {:.6g}: {:.6g} of the critical step of a packing\n",
        scene.time.safety, sim::k_packing_fraction);
  const bool implicit = sim::stepper_of(scene).is_implicit;
  if (!steps.empty() && step > steps.front().step)
    text +=
        std::string("WARNING: the step is longer than critical") +
        (implicit                                      ? "; sweeps will not converge, and steps will be halved\n"
         : steps.front().stage == sim::k_packing_stage ? " for a packing; bodies with many contacts will be unstable\n"
                                                       : "; the run will be unstable\n");
  return text;
}

}  // namespace scree::app
