// The process is ended by a library, not by main: OpenMP's runtime calls exit(1) when it cannot start a thread or has
// no memory. Then the exit code is that of a machine that failed, the reason stands in the folder of the run, and the
// user reads what to do.
#pragma once

#include <functional>
#include <string>

namespace scree::app {

/// Call once in main. `exit` from elsewhere ends the process with k_machine from then on, until `exit_is_expected`.
void watch_for_early_exit();
/// main is about to return.
void exit_is_expected();

/// While one exists, an early exit calls it with the reason in one sentence.
class OnEarlyExit {
 public:
  explicit OnEarlyExit(std::function<void(const std::string&)> call);
  ~OnEarlyExit();
  OnEarlyExit(const OnEarlyExit&) = delete;
  OnEarlyExit& operator=(const OnEarlyExit&) = delete;
};

}  // namespace scree::app
