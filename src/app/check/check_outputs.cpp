// Stopping rules, guard, output files and measurements in the text of `scree check`.
#include <fmt/format.h>

#include "app/check/check_text.h"
#include "sim/run.h"

namespace scree::app {
namespace {

void report_stop(Page& page, const sim::Scene& scene, const sim::RunPlan& plan) {
  const sim::StopSpec& stop = scene.stop;
  if (!stop.any()) return page.row("stop", "at the end only (default)");
  page.row("stop",
           fmt::format("before the end as soon as one of these holds; checked every {} steps{}, from {} on{}",
                       plan.rest_every, mark(!is_set(stop.every)), page.of(stop.after, "s"), mark(stop.after == 0.0)));
  if (is_set(stop.kinetic_energy))
    page.more(fmt::format("kinetic energy of a body < {}", page.of(stop.kinetic_energy, "J")));
  if (is_set(stop.backbone_kinetic_energy))
    page.more(
        fmt::format("kinetic energy of a body that is not a rattler < {}", page.of(stop.backbone_kinetic_energy, "J")));
  if (is_set(stop.unbalanced_force))
    page.more(fmt::format("unbalanced force < {:.6g} of the mean normal force", stop.unbalanced_force));
  if (sim::stepper_of(scene).cell == sim::CellMotion::target_pressure)
    page.more(fmt::format("and only while every component of the pressure is within {:.6g} of the largest target{}",
                          stop.pressure_tolerance,
                          mark(stop.pressure_tolerance == sim::StopSpec{}.pressure_tolerance)));
}

void report_guard(Page& page, const sim::GuardSpec& guard) {
  const sim::GuardSpec preset;
  const auto word = [](sim::Alarm alarm) { return sim::k_alarm_choices[static_cast<std::size_t>(alarm)]; };
  const auto beyond = [](sim::Alarm alarm, double limit) {
    return alarm == sim::Alarm::ignore ? std::string("of any size") : fmt::format("beyond {:.6g}", limit);
  };
  page.row("guard", fmt::format("overlap {} of the smaller radius: {}{}", beyond(guard.overlap, guard.overlap_limit),
                                word(guard.overlap),
                                mark(guard.overlap == preset.overlap && guard.overlap_limit == preset.overlap_limit)));
  page.more(fmt::format("bodies that pass through each other within one step: {}{}", word(guard.speed),
                        mark(guard.speed == preset.speed)));
  page.more(fmt::format("a body behind a plane by its radius{}: {}{}",
                        guard.has_region ? ", or outside of " + page.of(guard.region) : "", word(guard.leaving),
                        mark(guard.leaving == preset.leaving && !guard.has_region)));
  page.more(fmt::format("residual {} of the turnover: {}{}", beyond(guard.residual, guard.residual_limit),
                        word(guard.residual),
                        mark(guard.residual == preset.residual && guard.residual_limit == preset.residual_limit)));
}

void report_output(Page& page, const sim::Scene& scene, const sim::RunPlan& plan, double step) {
  const sim::OutputSpec& output = scene.output;
  const auto steps = [&](std::int64_t count) {
    return fmt::format("every {}, {}", count == 1 ? "step" : fmt::format("{} steps", count),
                       page.of(static_cast<double>(count) * step, "s"));
  };
  page.row("output", fmt::format("series.csv with a row {}{}", steps(plan.row_every),
                                 is_set(output.series_every) ? "" : " (default, 200 rows)"));
  page.more(output.picture ? "final.png (default)" : "no final.png");
  if (!is_set(output.frames_every)) return page.more("no frames (default)");
  page.more(fmt::format("frames {} as{}{}{}", steps(plan.frame_every), output.vtp ? " vtp" : "",
                        output.dump ? " dump" : "", output.csv ? " csv" : ""));
}

void report_measures(Page& page, const sim::Scene& scene) {
  if (scene.repose.wanted)
    page.row("measure", fmt::format("repose about the vertical through {}, within {} of it",
                                    page.of(scene.repose.centre, "m"), page.of(scene.repose.radius, "m")));
  const sim::PackingMeasure &packing = scene.packing, preset;
  if (packing.wanted) {
    page.row("measure", fmt::format("packing, at the end{}; friction coefficients below {:.6g} count as zero{}",
                                    packing.series ? " and in every row of series.csv" : " only (default)",
                                    packing.mode_threshold, mark(packing.mode_threshold == preset.mode_threshold)));
    const bool everywhere = scene.cell.periodic == std::array{true, true, true};
    const std::string range =
        is_set(packing.radial_range) ? page.of(packing.radial_range, "m") : "five mean diameters (default)";
    page.more(everywhere ? fmt::format("g(r) up to {}, in {} bins{}", range, packing.radial_bins,
                                       mark(packing.radial_bins == preset.radial_bins))
                         : "no g(r), since the cell is not periodic along all axes");
  }
  if (!scene.repose.wanted && !packing.wanted) page.row("measure", "nothing (default)");
}

}  // namespace

void report_outputs(Page& page, const sim::Scene& scene, const Built& built) {
  const auto plan = sim::plan_run(scene, built.step);
  report_stop(page, scene, plan);
  report_guard(page, scene.guard);
  report_output(page, scene, plan, built.step);
  page.row("checkpoint", fmt::format("every {:.6g} s of wall-clock time{}", scene.checkpoint.every_seconds,
                                     mark(scene.checkpoint.every_seconds == sim::CheckpointSpec{}.every_seconds)));
  report_measures(page, scene);
}

}  // namespace scree::app
