#include "app/sweep/sweep.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include <fmt/format.h>

#include "app/exit_codes.h"
#include "app/run/run_folder.h"
#include "app/shell_text.h"
#include "app/sweep/run_pool.h"
#include "app/sweep/sweep_export.h"
#include "app/sweep/sweep_plan.h"
#include "app/sweep/sweep_point.h"
#include "app/sweep/sweep_progress.h"
#include "app/sweep/sweep_table.h"
#include "io/scene/study.h"

namespace scree::app {
namespace {

using Clock = std::chrono::steady_clock;
// with many short runs, the table is not written after each run
constexpr std::chrono::seconds k_table_interval{1};
// unfinished runs that are listed on the terminal; the table contains all of them
constexpr std::size_t k_max_reported = 20;

std::string resume_words(const Sweep& sweep) {
  return fmt::format("scree sweep --resume {}", shell_word(sweep.folder));
}

void print_list(const Sweep& sweep, const SweepTable* table) {
  for (std::int64_t n = 1; n <= sweep.count(); ++n) {
    const std::string state = table                          ? state_word(table->outcome(n).state)
                              : sweep.run(n).refused.empty() ? ""
                                                             : "refused";
    fmt::print("{}  {}{}{}\n", sweep.run_name(n), state,
               state.empty() ? "" : std::string(10 - std::min<std::size_t>(9, state.size()), ' '),
               shown(sweep.values_text(n)));
  }
}

/// Reports the runs that did not finish, after the table was written.
int conclude(const Sweep& sweep, const SweepTable& table, const std::vector<std::int64_t>& numbers) {
  std::size_t finished = 0, reported = 0;
  for (const std::int64_t n : numbers) finished += table.outcome(n).state == PointState::finished;
  if (finished == numbers.size()) return k_ok;
  fmt::print(stderr, "{} of {} runs did not finish:\n", numbers.size() - finished, numbers.size());
  for (const std::int64_t n : numbers) {
    const Outcome& o = table.outcome(n);
    if (o.state == PointState::finished || ++reported > k_max_reported) continue;
    fmt::print(stderr, "  {} {} ({}){}\n", sweep.run_name(n), state_word(o.state), shown(sweep.values_text(n)),
               o.reason.empty() ? std::string() : ": " + shown_lines(o.reason));
  }
  if (reported > k_max_reported)
    fmt::print(stderr, "  and {} more; the table has all of them\n", reported - k_max_reported);
  return k_incomplete;
}

int collect(const Sweep& sweep, const std::vector<std::int64_t>& numbers) {
  const SweepTable table(sweep);
  table.write();
  for (const std::string& sentence : table.missing()) fmt::print(stderr, "note: {}\n", shown(sentence));
  fmt::print("table: {}\n", shown(sweep.folder / k_table_csv));
  return conclude(sweep, table, numbers);
}

int run_all(const Sweep& sweep, const SweepArguments& arguments, const std::vector<std::int64_t>& numbers) {
  SweepTable table(sweep);
  std::vector<std::int64_t> to_do;
  for (const std::int64_t n : numbers)
    if (!is_final(table.outcome(n).state)) to_do.push_back(n);
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int jobs = std::max(
      1, std::min(arguments.jobs > 0 ? arguments.jobs : cores / arguments.threads, static_cast<int>(to_do.size())));
  // With --only, several processes may run parts of the sweep at the same time, and they cannot all write one table.
  const bool whole = arguments.only.empty();
  if (!arguments.quiet && !to_do.empty())
    fmt::print(stderr, "{} of {} runs to execute, {} at a time, into {}\n", to_do.size(), sweep.count(), jobs,
               shown(sweep.folder));
  SweepProgress progress(sweep, to_do.size(), jobs, arguments.quiet);
  auto written = Clock::now() - k_table_interval;
  RunPool::Hooks hooks;
  hooks.ended = [&](std::int64_t number) {
    table.refresh(number);
    progress.ended(number, table.outcome(number));
    if (!whole || Clock::now() - written < k_table_interval) return;
    table.write(), written = Clock::now();
  };
  hooks.tick = [&](const std::vector<RunningPoint>& running, std::size_t waiting) { progress.tick(running, waiting); };
  const RunPool::End end = RunPool(sweep, arguments, jobs).execute(to_do, hooks);
  progress.close();
  if (whole) table.write();
  if (end == RunPool::End::stopped) {
    const auto done =
        std::count_if(numbers.begin(), numbers.end(), [&](std::int64_t n) { return is_final(table.outcome(n).state); });
    fmt::print(
        stderr,
        "stopped; {} of {} runs are done, and the others in progress have saved their state. Resume with\n  {}\n", done,
        numbers.size(), resume_words(sweep));
    return k_stopped;
  }
  if (whole) {
    for (const std::string& sentence : table.missing()) fmt::print(stderr, "note: {}\n", shown(sentence));
    if (!arguments.quiet) fmt::print("table: {}\n", shown(sweep.folder / k_table_csv));
  }
  return conclude(sweep, table, numbers);
}

/// Executes the command on a plan that is on disk.
int carry_out(const Sweep& sweep, const SweepArguments& arguments) {
  auto numbers =
      numbers_in(arguments.only.empty() ? fmt::format("1-{}", sweep.count()) : arguments.only, sweep.count());
  if (!numbers) {
    fmt::print(stderr, "scree: --only {} does not select from the runs 1 to {}; write it as 3,5-7\n",
               shown(arguments.only), sweep.count());
    return k_usage;
  }
  if (!arguments.export_to.empty()) {
    fmt::print("{} runs are planned in {}; start them with\n{}\n", sweep.count(), shown(sweep.folder),
               export_sweep(sweep, arguments));
    return k_ok;
  }
  if (arguments.collect) return collect(sweep, *numbers);
  if (!arguments.only.empty()) return run_all(sweep, arguments, *numbers);
  const FolderLock alone(sweep.folder);
  return run_all(sweep, arguments, *numbers);
}

int begin(const SweepArguments& arguments) {
  io::StudyResult read = io::read_study(arguments.study, arguments.reading);
  const auto refuse = [&](const std::vector<std::string>& mistakes) {
    fmt::print(stderr, "{}", shown_lines(read.problems.text()));
    for (const std::string& sentence : mistakes) fmt::print(stderr, "{}\n", shown_lines(sentence));
    fmt::print(stderr, "{} problem{} in {}; nothing was started\n", read.problems.size(),
               read.problems.size() == 1 ? "" : "s", shown(arguments.study));
    return k_bad_scene;
  };
  const std::optional<io::Study>& study = read.study ? read.study : read.but_for_measures;
  if (!study) return refuse({});
  Sweep sweep = plan_sweep(*study, arguments.out, arguments.reading);
  const CheckedVariants variants = check_variants(sweep);
  check_measures(*study, arguments.study, variants, read.problems);
  if (!read.problems.empty()) return refuse(variants.mistakes);
  if (arguments.list) print_list(sweep, nullptr);
  if (!variants.mistakes.empty()) {
    const auto refused =
        std::count_if(sweep.runs.begin(), sweep.runs.end(), [](const SweepRun& run) { return !run.refused.empty(); });
    for (const std::string& sentence : variants.mistakes) fmt::print(stderr, "{}\n", shown_lines(sentence));
    fmt::print(stderr, "{} of {} runs have a scene that is rejected{}\n", refused, sweep.count(),
               refused == sweep.count() ? "; nothing was started"
               : arguments.skip_refused ? ""
                                        : "; nothing was started. --skip-refused runs the others");
    if (!arguments.skip_refused || refused == sweep.count()) return k_bad_scene;
  }
  if (arguments.list) return k_ok;
  std::error_code ignored;
  const bool has_sweep = holds_sweep(arguments.out);
  if ((has_sweep && !arguments.overwrite) || (!has_sweep && std::filesystem::exists(arguments.out / "runs", ignored))) {
    fmt::print(stderr, "scree: {} contains {}; choose another folder{}\n", shown(arguments.out),
               has_sweep ? "a sweep" : "other runs",
               has_sweep ? fmt::format(", resume it ({}), or use --overwrite", resume_words(sweep)) : std::string());
    return k_machine;
  }
  make_folder(arguments.out);
  {
    const FolderLock alone(arguments.out);
    if (has_sweep) remove_sweep(arguments.out);
    write_sweep(sweep);
  }
  return carry_out(sweep, arguments);
}

}  // namespace

int sweep_command(const SweepArguments& arguments) {
  if (arguments.resume.empty()) return begin(arguments);
  const Sweep sweep = read_sweep(arguments.resume);
  if (arguments.point > 0)
    return arguments.point <= sweep.count() ? run_point(sweep, arguments) : static_cast<int>(k_usage);
  if (arguments.list) {
    const SweepTable table(sweep);
    print_list(sweep, &table);
    return k_ok;
  }
  return carry_out(sweep, arguments);
}

}  // namespace scree::app
