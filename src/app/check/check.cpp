// `scree check`: prints the scene as the reader understood it (check_text.h), with the critical step of every stage and
// an estimate of memory and time.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "app/check/check_text.h"
#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/laws/laws_text.h"
#include "app/shell_text.h"
#include "kernel/contact_kernels.h"
#include "sim/build.h"
#include "sim/critical.h"
#include "sim/guard.h"
#include "sim/place.h"
#include "sim/run.h"
#include "scree/version.h"

namespace scree::app {
namespace {

/// Prints the state of each stream. Returns the number of bodies that streams will insert until the end of the run if
/// there is enough free space.
std::int64_t print_streams(const sim::Scene& scene, const sim::Simulation& at_start, const sim::RunPlan& plan) {
  const std::vector<sim::StreamCount> counts = at_start.streams();
  std::int64_t to_come = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const std::int64_t by_end =
        sim::due_at(scene.streams[s], static_cast<double>(plan.steps) * at_start.step(), at_start.step());
    to_come += by_end - counts[s].delivered;
    fmt::print("stream {}: {} of {} bodies by the end of the run, if there is free space\n", s + 1, by_end,
               counts[s].asked);
    if (counts[s].waiting() > 0)
      fmt::print(
          "WARNING: of the {} bodies of stream {} that are due at the start, {} found no free space and wait; use a "
          "larger box, a lower rate, or a velocity out of the box\n",
          counts[s].due, s + 1, counts[s].waiting());
    if (by_end < counts[s].asked)
      fmt::print(
          "WARNING: the run ends before stream {} has inserted all of its bodies, the last of which are due at {}; use "
          "a later time.end, a higher rate or a smaller count\n",
          s + 1, Page(scene.units).of(sim::last_batch_at(scene.streams[s]), "s"));
  }
  return to_come;
}

/// Upper estimate of the memory of a run [B] while its pair list is rebuilt, a state is saved or results are written;
/// `bytes`: memory of the world in between [B]. The measured memory of eight scenes with 1 to 262,144 bodies, with and
/// without frames and pictures, was 0.62 to 0.89 of this estimate.
double max_bytes(const sim::Simulation& at_start, std::int64_t bodies, double bytes) {
  constexpr double k_program = 40e6, k_worlds = 3.0;  // the world, the last good state and a copy of it
  constexpr double k_dense = 3.0;                     // contacts per body in a packing; a crystal has more
  constexpr double k_frames_waiting = 4.0;            // frames that wait to be written in the background
  constexpr double k_picture = 260e6;                 // rays of a picture; independent of its content
  const auto count = static_cast<double>(bodies);
  const double contacts = std::max(k_dense, static_cast<double>(at_start.contact_count()) /
                                                static_cast<double>(std::max<std::int64_t>(1, at_start.body_count())));
  const double frame = count * (sizeof(sim::BodyView) + contacts * sizeof(sim::ContactView));
  const sim::OutputSpec& output = at_start.scene().output;
  return k_program + k_worlds * bytes + frame * (1.0 + (is_set(output.frames_every) ? k_frames_waiting : 0.0)) +
         (output.picture && bodies <= k_picture_limit ? k_picture : 0.0);
}

/// Returns false if a step fails. Steps throw types that are not derived from std::exception; every std::exception is
/// an error of the machine and is rethrown.
bool advances(sim::Simulation& simulation, int steps) {
  try {
    simulation.advance(steps);
    return true;
  } catch (const std::exception&) {
    throw;
  } catch (...) {
    return false;
  }
}

}  // namespace

int check_command(const std::filesystem::path& path, int threads, const io::ReadOptions& reading) {
  const auto loaded = read_or_complain(path, reading);
  if (!loaded) return k_bad_scene;
  const sim::Scene* scene = &loaded->scene;
  const double step = sim::chosen_step(*scene);
  sim::Simulation simulation(*scene,
                             {threads, {}});  // before "no problems" is printed, since building the simulation may fail
  const auto findings = sim::Guard(*scene).look(simulation);
  if (findings.stop) {
    fmt::print(stderr, "scree: {}: the run would stop at once. {}\n", shown(path),
               shown_lines(findings.stop->describe()));
    return k_bad_physics;
  }
  for (const sim::Diagnostic& warning : findings.warnings)
    fmt::print(stderr, "warning: {}\n", shown_lines(warning.describe()));
  const std::int64_t at_start = simulation.body_count();
  fmt::print("{}{}: no problems. {}\n", shown(path),
             scene->title.empty() ? "" : fmt::format(" ({})", shown(scene->title)),
             scene->units == sim::Units::si ? "All numbers in SI." : "All numbers in the scene's own reduced units.");
  for (std::size_t i = 1; i < loaded->texts.size(); ++i) fmt::print("with {}\n", shown(loaded->texts[i].name));
  const bool has_skin = sim::stepper_of(*scene).takes(sim::Feature::skin);
  fmt::print("\n{}\n{}",
             scene_text(*scene, loaded->files,
                        {.step = step,
                         .skin = has_skin ? sim::chosen_skin(*scene, simulation.world()) : k_unset,
                         .bodies = at_start}),
             shown_lines(step_text(*scene)));

  // The estimate: measures the time of a few steps with the initial bodies.
  const auto plan = sim::plan_run(*scene, step);
  const std::int64_t at_end = at_start + print_streams(*scene, simulation, plan);
  const auto start = std::chrono::steady_clock::now();
  int made = 0;
  double seconds = 0.0, body_steps = 0.0;
  while (seconds < 0.3 && made < 2000) {
    body_steps += 10.0 * static_cast<double>(simulation.body_count());
    made += 10;
    if (!advances(simulation, 10)) {
      fmt::print("WARNING: the run fails within its first {} steps; `scree run` reports the reason\n", made);
      break;
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  // Bytes per body in a dense packing with all stages: 700, measured in bench/results, plus the recorded loads of three
  // contacts.
  constexpr double k_bytes = 900.0;
  const double bytes = std::max(static_cast<double>(simulation.bytes()), k_bytes * static_cast<double>(at_end));
  fmt::print("\n{} bodies at the start{}; {} steps\n", at_start,
             at_end > at_start ? fmt::format(", {} with the bodies of streams", at_end) : "", plan.steps);
  fmt::print(
      "estimate: {:.3g} MB, at most about {:.3g} MB when states are saved and results written; about {:.3g} s on {} "
      "thread{} (from {} steps of the first state; a denser one takes longer)\n",
      1e-6 * bytes, 1e-6 * max_bytes(simulation, at_end, bytes),
      seconds / std::max(1.0, body_steps) * static_cast<double>(at_end) * static_cast<double>(plan.steps), threads,
      threads == 1 ? "" : "s", made);
  return k_ok;
}

int laws_command() {
  fmt::print("{}", laws_text());
  return k_ok;
}

std::string version_text() {
  std::string text = fmt::format("scree {}\ninstruction sets here, best first:", version());
  for (const contact::Kernels* k : contact::available_kernels())
    text += fmt::format(" {} ({} lane{})", k->name, k->lanes, k->lanes == 1 ? "" : "s");
  return text;
}

}  // namespace scree::app
