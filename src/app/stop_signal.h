// Signals that ask a program to end, as a request: the run finishes its step and saves. SIGINT (Ctrl-C), SIGTERM,
// SIGHUP (the terminal was closed), SIGPIPE (the reader of the messages is gone) and SIGXCPU (the soft limit on
// processor time).
//
// A second SIGINT or SIGTERM ends the program at once. The others are repeated by the system itself (SIGXCPU every
// second, SIGPIPE with every message), so a second one changes nothing. One that was ignored when the program started
// (nohup) stays ignored. A listener within another one goes on with what that has heard.
#pragma once

#include <string_view>

namespace scree::app {

class StopSignal {
 public:
  StopSignal();   ///< from now on the request is noted
  ~StopSignal();  ///< back to what it was
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  static bool wished();
  /// The first signal that asked; 0: none yet.
  static int which();
  /// Its name, "SIGTERM"; empty: none yet.
  static std::string_view name();
};

}  // namespace scree::app
