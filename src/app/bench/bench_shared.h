// Utilities of the benchmarks: wall-clock time, a temporary folder, the output of another program.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace scree::app {

/// Wall-clock seconds that `work()` takes.
template <class F>
double seconds_of(F work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A temporary folder that is removed with this object.
struct Scratch {
  std::filesystem::path path;
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

struct CommandOutput {
  std::string text;        ///< standard output, and standard error if the command redirects it there
  bool succeeded = false;  ///< the exit code was 0
};
/// Runs a shell command and waits for its end.
CommandOutput run_shell(const std::string& command);

/// Name of the processor.
std::string processor();

}  // namespace scree::app
