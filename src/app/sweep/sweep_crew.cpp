#include "app/sweep/sweep_crew.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/run/run_folder.h"
#include "app/stop_signal.h"
#include "io/text/whole_file.h"

namespace scree::app {
namespace {

constexpr int k_pipe_of_child = 3;  // the first file descriptor after those that every process has
constexpr int k_tick = 200;         // milliseconds
constexpr const char* k_log = "log.txt";

/// After fork and before exec, so nothing here may allocate or lock.
[[noreturn]] void become_child(char* const* words, int log, int pipe, pid_t parent) {
  // If the sweep is killed, its runs save themselves and end.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);
  dup2(log, STDOUT_FILENO), dup2(log, STDERR_FILENO);
  if (pipe == k_pipe_of_child)
    fcntl(pipe, F_SETFD, 0);  // it stays open
  else
    dup2(pipe, k_pipe_of_child);
  execv("/proc/self/exe", words);  // this very program, even if its file was replaced meanwhile
  _exit(127);
}

std::vector<std::string> words_of_child(const Sweep& sweep, const SweepArguments& a, std::int64_t number) {
  std::vector<std::string> words{"scree",         "sweep",
                                 "--resume",      sweep.folder.string(),
                                 "--point",       std::to_string(number),
                                 "--progress-to", std::to_string(k_pipe_of_child),
                                 "--threads",     std::to_string(a.threads)};
  if (!a.isa.empty()) words.insert(words.end(), {"--isa", a.isa});
  if (a.checkpoint_every >= 0.0)
    words.insert(words.end(), {"--checkpoint-every", fmt::format("{}", a.checkpoint_every)});
  return words;
}

/// Lines of shares; the last one counts.
void take_shares(RunningPoint& point, std::string_view text) {
  point.heard += text;
  for (std::size_t end; (end = point.heard.find('\n')) != std::string::npos; point.heard.erase(0, end + 1)) {
    point.share = std::strtod(point.heard.c_str(), nullptr);
    if (point.first_share < 0.0) point.first_share = point.share;
  }
}

}  // namespace

RunningPoint Crew::begin(std::int64_t number) const {
  const auto folder = sweep_.run_folder(number);
  make_folder(folder);
  const auto log_name = folder / k_log;
  const int log = io::open_for_writing(log_name, O_WRONLY | O_APPEND);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error(fmt::format("no pipe to a run: {}", std::strerror(errno)));
  std::vector<std::string> words = words_of_child(sweep_, arguments_, number);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid(), process = ::fork();
  if (process == 0) become_child(pointers.data(), log, ends[1], parent);
  const int error = errno;
  ::close(log), ::close(ends[1]);
  if (process < 0) {
    ::close(ends[0]);
    throw std::runtime_error(fmt::format("no process for a run: {}", std::strerror(error)));
  }
  return {.number = number, .process = process, .pipe = ends[0], .begun = std::chrono::steady_clock::now()};
}

/// Wait for news, but not long.
void Crew::listen(int milliseconds) {
  std::vector<pollfd> files;
  for (const RunningPoint& point : running_) files.push_back({point.pipe, POLLIN, 0});
  if (::poll(files.data(), files.size(), milliseconds) <= 0) return;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].revents == 0) continue;
    char text[256];
    const ssize_t size = ::read(files[i].fd, text, sizeof text);
    if (size > 0) take_shares(running_[i], {text, static_cast<std::size_t>(size)});
    if (size == 0) ::close(running_[i].pipe), running_[i].pipe = -1;  // it has ended; poll passes over -1
  }
}

bool Crew::has_ended(RunningPoint& point) const {
  int status = 0;
  if (point.pipe >= 0 || ::waitpid(point.process, &status, 0) != point.process) return false;
  // One that ended without a word: by a signal, or before it could say one. If we were asked to stop, that may be why.
  const bool silent = outcome_of(sweep_, point.number).state == PointState::waiting;
  if (silent && !StopSignal::wished()) {
    const std::string how =
        WIFSIGNALED(status)
            ? fmt::format("ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)))
            : fmt::format("ended with exit code {} and without a word; see its {}", WEXITSTATUS(status), k_log);
    write_outcome(sweep_.run_folder(point.number), {PointState::crashed, how, point.seconds()});
  }
  return true;
}

Crew::End Crew::work(const std::vector<std::int64_t>& numbers, const Hooks& hooks) {
  const StopSignal listening;
  std::size_t next = 0;
  bool passed_on = false;
  while (!running_.empty() || (next < numbers.size() && !StopSignal::wished())) {
    while (!StopSignal::wished() && next < numbers.size() && running_.size() < static_cast<std::size_t>(jobs_))
      running_.push_back(begin(numbers[next++]));
    if (StopSignal::wished() && !passed_on) {
      passed_on = true;
      // A terminal or a cluster sends its signal to the children as well, and the second one of a kind would end them
      // at once: so they get the other kind.
      for (const RunningPoint& point : running_)
        ::kill(point.process, StopSignal::which() == SIGINT ? SIGTERM : SIGINT);
    }
    listen(k_tick);
    for (std::size_t i = running_.size(); i-- > 0;) {
      if (!has_ended(running_[i])) continue;
      const std::int64_t number = running_[i].number;
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      if (hooks.ended) hooks.ended(number);
    }
    if (hooks.tick) hooks.tick(running_, numbers.size() - next);
  }
  return StopSignal::wished() ? End::stopped : End::done;
}

}  // namespace scree::app
