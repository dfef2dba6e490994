#include "app/sweep/sweep_progress.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include <fmt/format.h>
#include <unistd.h>

#include "app/clock_text.h"
#include "app/shell_text.h"

namespace scree::app {

double seconds_left(std::span<const double> finished_seconds, std::span<const UnderWay> running, std::size_t waiting,
                    int jobs) {
  std::vector<double> whole(finished_seconds.begin(), finished_seconds.end()), rest;
  for (const UnderWay& run : running) {
    if (!(run.done > 0.0)) continue;
    const double speed = run.done / run.seconds;
    whole.push_back(1.0 / speed), rest.push_back(run.left / speed);
  }
  if (whole.empty()) return -1.0;
  const double mean = std::accumulate(whole.begin(), whole.end(), 0.0) / static_cast<double>(whole.size());
  const double unreported = static_cast<double>(running.size() - rest.size() + waiting) * mean;
  const double longest = rest.empty() ? 0.0 : *std::max_element(rest.begin(), rest.end());
  return std::max(longest, (std::accumulate(rest.begin(), rest.end(), 0.0) + unreported) / jobs);
}

SweepProgress::SweepProgress(const Sweep& sweep, std::size_t to_do, int jobs, bool quiet)
    : sweep_(sweep), to_do_(to_do), jobs_(jobs), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

std::string SweepProgress::left_text() const {
  return left_ < 0.0 || done_ >= to_do_ ? std::string() : fmt::format(", {} left", clock_text(left_));
}

void SweepProgress::ended(std::int64_t number, const Outcome& outcome) {
  if (outcome.state == PointState::waiting) return;  // stopped: it is not done
  ++done_;
  if (outcome.state == PointState::finished)
    seconds_.push_back(outcome.wall_seconds);
  else
    ++bad_;
  if (quiet_) return;
  if (terminal_) fmt::print(stderr, "\r\033[K");
  fmt::print(stderr, "run {} {}{} ({}); {} of {} done{}\n", sweep_.run_name(number), state_word(outcome.state),
             outcome.reason.empty() ? std::string() : ": " + shown_lines(outcome.reason),
             shown(sweep_.values_text(number)), done_, to_do_, left_text());
  std::fflush(stderr);
}

void SweepProgress::tick(const std::vector<RunningPoint>& running, std::size_t waiting) {
  std::vector<UnderWay> under_way;
  double work_done = static_cast<double>(done_);
  for (const RunningPoint& r : running) {
    under_way.push_back({r.seconds(), r.fraction - std::max(0.0, r.first_fraction), 1.0 - r.fraction});
    work_done += r.fraction;
  }
  left_ = seconds_left(seconds_, under_way, waiting, jobs_);
  if (quiet_ || !terminal_) return;
  fmt::print(stderr, "\r\033[K{:5.1f} %  {} of {} runs done, {} in progress{}{}",
             100.0 * work_done / static_cast<double>(std::max<std::size_t>(1, to_do_)), done_, to_do_, running.size(),
             bad_ > 0 ? fmt::format(", {} not finished", bad_) : std::string(), left_text());
  std::fflush(stderr);
}

void SweepProgress::close() {
  if (!quiet_ && terminal_) fmt::print(stderr, "\n");
}

}  // namespace scree::app
