// Signals that request the end of the program: the run finishes its step and saves its state. SIGINT (Ctrl-C), SIGTERM,
// SIGHUP (the terminal was closed), SIGPIPE (the reader of the messages is gone) and SIGXCPU (the soft limit on
// processor time).
//
// A second SIGINT or SIGTERM ends the program at once. The system itself repeats the other signals (SIGXCPU every
// second, SIGPIPE with every message), so a second one has no effect. SIGHUP, SIGPIPE and SIGXCPU stay ignored if they
// were ignored when the program started (nohup). Objects can be nested; an inner object keeps a request that was
// already received.
#pragma once

#include <string_view>

namespace scree::app {

class StopSignal {
 public:
  StopSignal();   ///< installs the signal handlers
  ~StopSignal();  ///< restores the previous handlers
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  static bool requested();
  /// The first signal received; 0: none yet.
  static int which();
  /// Its name, "SIGTERM"; empty: none yet.
  static std::string_view name();
};

}  // namespace scree::app
