// What the benchmarks have in common: clocks, a folder that goes away, what another program says.
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

/// A folder that goes away.
struct Scratch {
  std::filesystem::path path;
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

struct Said {
  std::string text;   ///< output, with errors if the command sends them there
  bool well = false;  ///< it ended with code 0
};
/// Run a command of the shell to its end.
Said said_by(const std::string& command);

/// Name of the processor.
std::string processor();

}  // namespace scree::app
