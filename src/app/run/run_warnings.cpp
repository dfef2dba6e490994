#include "app/run/run_warnings.h"

#include <fmt/format.h>

#include "app/shell_text.h"
#include "sim/critical.h"
#include "sim/threads.h"

namespace scree::app {

void warn_of_step(const sim::Scene& scene) {
  const auto steps = sim::critical_steps(scene);
  const bool by_hand = is_set(scene.time.step), by_speed = is_set(scene.time.impact_speed);
  if (steps.empty() || !(by_hand || by_speed)) return;
  const double step = sim::chosen_step(scene);
  if (step > steps.front().step)
    fmt::print(stderr,
               "warning: {} = {:.3g} {unit} is longer than the critical step {:.3g} {unit} of {} ({}); {}. Take step = "
               "\"auto\"{}\n",
               by_hand ? "time.step" : "the step by time.impact_speed", step, steps.front().step, steps.front().stage,
               shown(steps.front().between),
               sim::stepper_of(scene).is_implicit            ? "sweeps will not converge, and steps will be halved"
               : steps.front().stage == sim::k_packing_stage ? "densely packed bodies will be unstable"
                                                             : "the run will be unstable",
               by_hand ? "" : " without it", fmt::arg("unit", sim::unit_of(scene, "s")));
}

void warn_of_tilts(const sim::Scene& scene, const std::vector<io::LoadedFile>& files) {
  const state::Tilt& own = scene.cell.tilt;
  for (const io::LoadedFile& f : files)
    if (const state::Tilt& t = f.tilt; !f.file.cell_from_file && t.any() && !(t == own))
      fmt::print(stderr,
                 "warning: {}: the box of this file has the tilt xy, xz, yz = ({:.6g}, {:.6g}, {:.6g}), which is "
                 "ignored, since data_file.cell is not true: the cell is that of [cell]\n",
                 shown(f.file.path), t.xy, t.xz, t.yz);
}

void warn_of_threads(const sim::Simulation& simulation, int asked) {
  if (const int used = sim::useful_threads(simulation, asked); used < asked)
    fmt::print(stderr,
               "warning: --threads {}: the bodies of this scene can be distributed over at most {} thread{}, so the "
               "run uses no more\n",
               asked, used, used == 1 ? "" : "s");
}

}  // namespace scree::app
