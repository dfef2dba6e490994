#include "app/sweep/run_pool.h"

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

constexpr int k_pipe_of_child = 3;  // the first file descriptor after the standard streams
constexpr int k_tick = 200;         // milliseconds
constexpr const char* k_log = "log.txt";

/// Runs between fork and exec, so it must not allocate or lock.
[[noreturn]] void become_child(char* const* words, int log, int pipe, pid_t parent) {
  // If the sweep is killed, its runs receive SIGTERM, save their states and end.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);
  dup2(log, STDOUT_FILENO), dup2(log, STDERR_FILENO);
  if (pipe == k_pipe_of_child)
    fcntl(pipe, F_SETFD, 0);  // not closed by exec
  else
    dup2(pipe, k_pipe_of_child);
  execv("/proc/self/exe", words);  // the running program, even if its file was replaced since the start
  _exit(127);
}

std::vector<std::string> child_arguments(const Sweep& sweep, const SweepArguments& a, std::int64_t number) {
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

/// Parses lines with the completed fraction; the last complete line is used.
void read_progress(RunningPoint& point, std::string_view text) {
  point.partial_line += text;
  for (std::size_t end; (end = point.partial_line.find('\n')) != std::string::npos;
       point.partial_line.erase(0, end + 1)) {
    point.fraction = std::strtod(point.partial_line.c_str(), nullptr);
    if (point.first_fraction < 0.0) point.first_fraction = point.fraction;
  }
}

}  // namespace

RunningPoint RunPool::start(std::int64_t number) const {
  const auto folder = sweep_.run_folder(number);
  make_folder(folder);
  const auto log_name = folder / k_log;
  const int log = io::open_for_writing(log_name, O_WRONLY | O_APPEND);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error(fmt::format("cannot create a pipe to a run: {}", std::strerror(errno)));
  std::vector<std::string> words = child_arguments(sweep_, arguments_, number);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid(), process = ::fork();
  if (process == 0) become_child(pointers.data(), log, ends[1], parent);
  const int error = errno;
  ::close(log), ::close(ends[1]);
  if (process < 0) {
    ::close(ends[0]);
    throw std::runtime_error(fmt::format("cannot create a process for a run: {}", std::strerror(error)));
  }
  return {.number = number, .process = process, .pipe = ends[0], .started = std::chrono::steady_clock::now()};
}

/// Waits for output of the child processes, at most `milliseconds`.
void RunPool::wait_for_output(int milliseconds) {
  std::vector<pollfd> files;
  for (const RunningPoint& point : running_) files.push_back({point.pipe, POLLIN, 0});
  if (::poll(files.data(), files.size(), milliseconds) <= 0) return;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].revents == 0) continue;
    char text[256];
    const ssize_t size = ::read(files[i].fd, text, sizeof text);
    if (size > 0) read_progress(running_[i], {text, static_cast<std::size_t>(size)});
    if (size == 0) ::close(running_[i].pipe), running_[i].pipe = -1;  // the process has ended; poll ignores -1
  }
}

bool RunPool::has_ended(RunningPoint& point) const {
  int status = 0;
  if (point.pipe >= 0 || ::waitpid(point.process, &status, 0) != point.process) return false;
  // The process ended without writing an outcome: by a signal, or before it could write one. If a stop was requested,
  // this may be the reason.
  const bool silent = outcome_of(sweep_, point.number).state == PointState::waiting;
  if (silent && !StopSignal::requested()) {
    const std::string how =
        WIFSIGNALED(status)
            ? fmt::format("ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)))
            : fmt::format("ended with exit code {} without a recorded reason; see its {}", WEXITSTATUS(status), k_log);
    write_outcome(sweep_.run_folder(point.number), {PointState::crashed, how, point.seconds()});
  }
  return true;
}

RunPool::End RunPool::execute(const std::vector<std::int64_t>& numbers, const Hooks& hooks) {
  const StopSignal stop_signal;
  std::size_t next = 0;
  bool forwarded = false;
  while (!running_.empty() || (next < numbers.size() && !StopSignal::requested())) {
    while (!StopSignal::requested() && next < numbers.size() && running_.size() < static_cast<std::size_t>(jobs_))
      running_.push_back(start(numbers[next++]));
    if (StopSignal::requested() && !forwarded) {
      forwarded = true;
      // A terminal or a cluster sends its signal to the children as well, and a second signal of the same kind would
      // end them at once. They are therefore sent the other kind.
      for (const RunningPoint& point : running_)
        ::kill(point.process, StopSignal::which() == SIGINT ? SIGTERM : SIGINT);
    }
    wait_for_output(k_tick);
    for (std::size_t i = running_.size(); i-- > 0;) {
      if (!has_ended(running_[i])) continue;
      const std::int64_t number = running_[i].number;
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      if (hooks.ended) hooks.ended(number);
    }
    if (hooks.tick) hooks.tick(running_, numbers.size() - next);
  }
  return StopSignal::requested() ? End::stopped : End::done;
}

}  // namespace scree::app
