// `scree reproduce`: the papers' experiments by their ids. Only the command line; the experiments are in experiments/.
#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/log_progress.h"
#include "app/run_folder.h"
#include "experiments/registry.h"
#include "io/tables.h"
#include "io/whole_file.h"

namespace scree::app {
namespace {

void list_experiments() {
  fmt::print("{:26} {:16} {:18} {}\n", "id", "paper", "section", "title");
  for (const auto& e : experiments::all())
    fmt::print("{:26} {:16} {:18} {}{}\n", e.id, e.paper, e.section, e.title, e.scales == experiments::Scales::two ? " (also --scale quick)" : "");
}

/// One line that is rewritten; only on a terminal. Logs have lines of their own (log_progress.h).
void show_progress(std::string_view id, double share) {
  fmt::print(stderr, "\r{}: {:3.0f} % {}", id, 100.0 * share, share >= 1.0 ? "\n" : "");
  std::fflush(stderr);
}

}  // namespace

int reproduce_command(const ReproduceArguments& arguments) {
  if (arguments.list) {
    list_experiments();
    return k_ok;
  }
  std::vector<const experiments::Experiment*> wanted;
  bool known = true;
  for (const std::string& id : arguments.ids) {
    const experiments::Experiment* experiment = experiments::find(id);
    if (experiment && std::find(wanted.begin(), wanted.end(), experiment) == wanted.end()) wanted.push_back(experiment);
    if (experiment) continue;
    known = false;
    fmt::print(stderr, "scree: {}\n", experiments::unknown(id));
  }
  if (!known) return k_usage;
  if (arguments.ids.empty())
    for (const auto& e : experiments::all()) wanted.push_back(&e);

  // A folder that cannot be written is told now and not after the work.
  for (const auto* experiment : wanted) {
    make_folder(arguments.out / experiment->id);
    io::WholeFile(arguments.out / experiment->id / "result.json", io::Survives::the_process);
  }
  const bool terminal = isatty(STDERR_FILENO) != 0;
  std::vector<experiments::Result> results;
  for (const auto* experiment : wanted) {
    experiments::Settings settings{.threads = arguments.threads, .isa = arguments.isa,
                                   .scale = arguments.quick ? experiments::Scale::quick : experiments::Scale::paper};
    LogProgress log(experiment->id);
    settings.progress = [&](double share) {
      if (terminal)
        show_progress(experiment->id, share);
      else if (const auto line = log.line(share))
        fmt::print(stderr, "{}", *line), std::fflush(stderr);
    };
    results.push_back(experiments::reproduce(*experiment, settings));
    const auto folder = arguments.out / experiment->id;
    experiments::write_files(results.back(), folder);
    fmt::print("{}  files: {}\n\n", experiments::table_text(results.back()), folder.string());
    std::fflush(stdout);
  }
  if (results.size() > 1) {
    fmt::print("{}\n", experiments::sum_text(results));
    for (const auto& r : results)
      if (!r.ok()) fmt::print("  {}: {}\n", r.id, r.error.empty() ? fmt::format("{} of {} checks failed", r.failed(), r.checks.size()) : "could not be carried out");
    io::write_text(arguments.out / "results.md", experiments::page_text(results));
    fmt::print("  tables: {}\n", (arguments.out / "results.md").string());
  }
  return reproduce_exit_code(results);
}

int reproduce_exit_code(std::span<const experiments::Result> results) {
  return std::all_of(results.begin(), results.end(), [](const auto& r) { return r.ok(); }) ? k_ok : k_not_reproduced;
}

}  // namespace scree::app
