// `scree reproduce`: runs the experiments of the papers by their ids. This file contains the command, and the sweeps
// that some experiments need; the experiments are in experiments/.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/run/log_progress.h"
#include "app/run/run_folder.h"
#include "app/shell_text.h"
#include "app/sweep/sweep.h"
#include "app/sweep/sweep_plan.h"
#include "app/sweep/sweep_table.h"
#include "experiments/page.h"
#include "experiments/record.h"
#include "io/scene/study.h"
#include "io/frame/tables.h"
#include "io/text/whole_file.h"

namespace scree::app {
namespace {

using experiments::Scale, experiments::Scales;

std::string_view scales_text(Scales scales) {
  switch (scales) {
    case Scales::one: return "";
    case Scales::two: return " (also --scale quick)";
    case Scales::three: return " (quick; also --scale medium or paper)";
  }
  return "";
}

void list_experiments() {
  fmt::print("{:26} {:16} {:18} {}\n", "id", "paper", "section", "title");
  for (const auto& e : experiments::all())
    fmt::print("{:26} {:16} {:18} {}{}\n", e.id, e.paper, e.section, e.title, scales_text(e.scales));
}

/// The scale to run; prints a message if it differs from the requested one. Experiments with a single scale print no
/// message.
Scale scale_of(const experiments::Experiment& experiment, const std::string& word) {
  const auto at = std::find(experiments::k_scale_choices.begin(), experiments::k_scale_choices.end(), word);
  if (at == experiments::k_scale_choices.end()) return usual(experiment.scales);
  const auto requested = static_cast<Scale>(at - experiments::k_scale_choices.begin());
  const Scale made = nearest(experiment.scales, requested);
  if (made != requested && experiment.scales != Scales::one)
    fmt::print(stderr, "{} has no scale {}; it runs at the scale {}\n", experiment.id, word, word_of(made));
  return made;
}

/// Whether the plan on disk belongs to this study. The texts are compared, so any changed number makes a different
/// sweep.
bool is_sweep_of(const Sweep& there, const Sweep& planned) {
  const auto same = [](const io::SceneText& a, const io::SceneText& b) { return a.name == b.name && a.text == b.text; };
  return there.study_text == planned.study_text &&
         std::equal(there.scene.begin(), there.scene.end(), planned.scene.begin(), planned.scene.end(), same);
}

/// Implementation of Settings::sweep of the experiments.
nlohmann::json run_sweep(const std::filesystem::path& study, const std::filesystem::path& folder,
                         const ReproduceArguments& arguments) {
  SweepArguments sweep{.study = study, .out = folder, .jobs = arguments.threads, .isa = arguments.isa};
  if (holds_sweep(folder)) {
    const io::StudyResult read = io::read_study(study);
    if (!read.study)
      throw std::runtime_error(fmt::format("the study of the experiment cannot be read:\n{}", read.problems.text()));
    if (!is_sweep_of(read_sweep(folder), plan_sweep(*read.study, folder, {})))
      throw std::runtime_error(
          fmt::format("{} contains a sweep of another study, written by another version of this experiment; use "
                      "another folder (--out), or remove that one",
                      folder.string()));
    sweep.resume = folder;
  }
  const int code = sweep_command(sweep);
  if (code == k_stopped) throw experiments::Stopped{};
  // Runs that did not finish are rows of the table as well; the experiment decides how to treat them.
  if (code != k_ok && code != k_incomplete)
    throw std::runtime_error(fmt::format("the sweep into {} failed; the error is printed above", folder.string()));
  std::ifstream file(folder / k_table_json);
  return nlohmann::json::parse(file);
}

/// Rewrites one line on a terminal. Progress in logs is printed by log_progress.h.
void show_progress(std::string_view id, double fraction) {
  fmt::print(stderr, "\r{}: {:3.0f} % {}", id, 100.0 * fraction, fraction >= 1.0 ? "\n" : "");
  std::fflush(stderr);
}

/// Records the result or compares it with its record, depending on the arguments. Returns false if it differs from the
/// record.
bool record_or_compare(const experiments::Experiment& experiment, Scale scale, const experiments::Result& result,
                       const ReproduceArguments& arguments) {
  if (!arguments.record.empty()) {
    experiments::write_record(experiments::record_of(experiment, scale, result, arguments.record, arguments.revision),
                              arguments.record);
    fmt::print("  recorded: {}\n\n",
               experiments::record_file(arguments.record, experiment.id, word_of(scale)).string());
  }
  if (arguments.compare.empty()) return true;
  const auto file = experiments::record_file(arguments.compare, experiment.id, word_of(scale));
  std::vector<std::string> differences;
  try {
    differences = experiments::differences(result, experiments::read_record(file));
  } catch (const std::runtime_error& error) {
    differences.push_back(error.what());
  }
  if (differences.empty()) return true;
  fmt::print(stderr, "scree: {} is outdated: this program gives a different result of {}\n", file.string(),
             experiment.id);
  for (const std::string& sentence : differences) fmt::print(stderr, "  {}\n", sentence);
  fmt::print(stderr,
             "  if the change is intended, record it and write the page: scree reproduce {} --scale {} --record {} "
             "--page {}\n",
             experiment.id, word_of(scale), arguments.compare.string(),
             (arguments.compare.parent_path() / "experiments.md").string());
  return false;
}

/// Writes the generated blocks of a page from the records beside it.
int write_page(const std::filesystem::path& page) {
  std::ifstream file(page, std::ios::binary);
  if (!file) {
    fmt::print(stderr, "scree: {}: cannot be read; --page is the page of experiments, docs/experiments.md\n",
               page.string());
    return k_usage;
  }
  const std::string old{std::istreambuf_iterator<char>(file), {}};
  try {
    const std::string text = experiments::page_from_records(old, page.parent_path() / "results");
    if (text != old) io::write_whole_file(page, {text}, io::Survives::the_process);
    fmt::print("{}: {}\n", page.string(), text == old ? "up to date" : "written");
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "scree: {}: {}\n", page.string(), error.what());
    return k_usage;
  }
  return k_ok;
}

/// Runs one experiment. Empty if a signal requested to stop.
std::optional<experiments::Result> run_experiment(const experiments::Experiment& experiment, Scale scale,
                                                  const std::filesystem::path& folder,
                                                  const ReproduceArguments& arguments) {
  experiments::Settings settings{.threads = arguments.threads, .isa = arguments.isa, .scale = scale, .folder = folder};
  const bool terminal = isatty(STDERR_FILENO) != 0;
  LogProgress log(experiment.id);
  settings.progress = [&](double fraction) {
    if (terminal)
      show_progress(experiment.id, fraction);
    else if (const auto line = log.line(fraction))
      fmt::print(stderr, "{}", *line), std::fflush(stderr);
  };
  settings.sweep = [&](const std::filesystem::path& study, const std::filesystem::path& into) {
    return run_sweep(study, into, arguments);
  };
  try {
    return experiments::reproduce(experiment, settings);
  } catch (const experiments::Stopped&) {
    return std::nullopt;
  }
}

}  // namespace

int reproduce_command(const ReproduceArguments& arguments) {
  if (arguments.list) {
    list_experiments();
    return k_ok;
  }
  if (!arguments.page.empty() && arguments.ids.empty() && arguments.record.empty()) return write_page(arguments.page);
  std::vector<const experiments::Experiment*> wanted;
  bool known = true;
  for (const std::string& id : arguments.ids) {
    const experiments::Experiment* experiment = experiments::find(id);
    if (experiment && std::find(wanted.begin(), wanted.end(), experiment) == wanted.end()) wanted.push_back(experiment);
    if (experiment) continue;
    known = false;
    fmt::print(stderr, "scree: {}\n", shown_lines(experiments::unknown(id)));
  }
  if (!known) return k_usage;
  if (arguments.ids.empty())
    for (const auto& e : experiments::all()) wanted.push_back(&e);

  // Checks now, before the work, that the folders can be written.
  for (const auto* experiment : wanted) {
    make_folder(arguments.out / experiment->id);
    io::WholeFile(arguments.out / experiment->id / "result.json", io::Survives::the_process);
  }
  std::vector<experiments::Result> results;
  bool as_recorded = true;
  for (const auto* experiment : wanted) {
    const auto folder = arguments.out / experiment->id;
    const Scale scale = scale_of(*experiment, arguments.scale);
    const auto result = run_experiment(*experiment, scale, folder, arguments);
    if (!result) {
      fmt::print(stderr, "scree: {} was stopped; the same command resumes it\n", experiment->id);
      return k_stopped;
    }
    results.push_back(*result);
    experiments::write_files(results.back(), folder);
    fmt::print("{}  files: {}\n\n", experiments::table_text(results.back()), shown(folder));
    as_recorded = record_or_compare(*experiment, scale, results.back(), arguments) && as_recorded;
    std::fflush(stdout);
  }
  if (results.size() > 1) {
    fmt::print("{}\n", experiments::sum_text(results));
    for (const auto& r : results)
      if (!r.ok())
        fmt::print(
            "  {}: {}\n", r.id,
            r.error.empty() ? fmt::format("{} of {} checks failed", r.failed(), r.checks.size()) : "could not be run");
    io::write_text(arguments.out / "results.md", experiments::page_text(results));
    fmt::print("  tables: {}\n", shown(arguments.out / "results.md"));
  }
  if (!arguments.page.empty())
    if (const int code = write_page(arguments.page); code != k_ok) return code;
  return as_recorded ? reproduce_exit_code(results) : k_not_reproduced;
}

int reproduce_exit_code(std::span<const experiments::Result> results) {
  return std::all_of(results.begin(), results.end(), [](const auto& r) { return r.ok(); }) ? k_ok : k_not_reproduced;
}

}  // namespace scree::app
