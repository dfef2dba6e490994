// `scree demo`: pours the same heap twice, without and with rolling and spinning friction, and compares the slopes.
#include <cstdio>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/run/run.h"
#include "app/shell_text.h"
#include "draw/picture.h"

namespace scree::app {
namespace {

struct Half {
  const char* scene;
  const char* title;
};
constexpr Half k_halves[] = {{"heap_slide.toml", "sliding friction only"},
                             {"heap_roll.toml", "with rolling and spinning friction"}};

}  // namespace

int demo_command(const std::filesystem::path& out, int threads) {
  std::vector<draw::Panel> panels;
  std::vector<FinishedRun> runs;
  for (const Half& half : k_halves) {
    const std::filesystem::path file = std::filesystem::path(SCREE_PROJECT_FOLDER) / "scenes" / half.scene;
    const auto loaded = read_or_complain(file);
    if (!loaded) return k_bad_scene;
    const sim::Scene* scene = &loaded->scene;
    fmt::print("{}: {}\n", half.scene, shown(scene->title));
    std::fflush(stdout);
    RunArguments arguments;
    arguments.out = out / file.stem();
    arguments.threads = threads;
    runs.push_back(run_into(*loaded, arguments));
    const FinishedRun& run = runs.back();
    if (run.outcome.end == sim::End::stopped) return k_stopped;
    if (run.outcome.diagnostic) {
      fmt::print(stderr, "scree: {}\n", shown_lines(run.outcome.diagnostic->describe()));
      return k_bad_physics;
    }
    const analysis::Repose& r = *run.repose;
    draw::Panel panel{.title = half.title, .solids = draw::solids_from(run.bodies, draw::Colouring::order)};
    panel.captions = {fmt::format("angle of repose {:.1f} ± {:.1f}°", r.angle, r.error),
                      fmt::format("{} spheres on the plate", r.bodies)};
    if (r.state == analysis::HeapState::heap)
      panel.slope = draw::SlopeLine{scene->repose.centre, r.foot_radius, r.tip_height, fmt::format("{:.1f}°", r.angle)};
    panels.push_back(std::move(panel));
  }
  draw::PictureStyle style;
  style.heading = "The same heap, poured twice";
  style.viewpoint.margin = 0.1;  // space for the tips of the fitted lines
  draw::write_picture(out / "heaps.png", panels, style);

  fmt::print("\n{:38} {:>12} {:>10} {:>12} {:>10} {:>10} {:>9} {:>8}\n", "friction", "repose [deg]", "height [m]",
             "on the plate", "roll loss", "spin loss", "residual", "wall [s]");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& r = *runs[i].repose;
    const auto& l = runs[i].ledger;
    fmt::print("{:38} {:>12} {:10.4f} {:12} {:8.2f} % {:8.2f} % {:9.1e} {:8.1f}\n", k_halves[i].title,
               fmt::format("{:.1f} +- {:.1f}", r.angle, r.error), r.height, r.bodies,
               100.0 * l.dissipated.roll / l.dissipated.sum(), 100.0 * l.dissipated.spin / l.dissipated.sum(),
               l.residual() / l.turnover, runs[i].outcome.seconds);
  }
  fmt::print("\nrolling and spinning friction steepen the heap by {:.1f} deg. Picture: {}\n",
             runs[1].repose->angle - runs[0].repose->angle, shown(out / "heaps.png"));
  return k_ok;
}

}  // namespace scree::app
