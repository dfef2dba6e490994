// Handling of exit() calls by a library: the OpenMP runtime calls exit(1) if it cannot start a thread or allocate
// memory. In this case the exit code becomes k_machine, the reason is written into the folder of the run, and a message
// explains what to do.
#pragma once

#include <functional>
#include <string>

namespace scree::app {

/// Call once in main. From then on, a call of `exit` ends the process with k_machine, until exit_is_expected() is
/// called.
void watch_for_early_exit();
/// Call at the end of main; from then on `exit` works normally.
void exit_is_expected();

/// While an object of this class exists, an early exit calls its function with the reason in one sentence.
class OnEarlyExit {
 public:
  explicit OnEarlyExit(std::function<void(const std::string&)> call);
  ~OnEarlyExit();
  OnEarlyExit(const OnEarlyExit&) = delete;
  OnEarlyExit& operator=(const OnEarlyExit&) = delete;
};

}  // namespace scree::app
