// Ctrl-C and SIGTERM as a wish: the run finishes its step and saves. A second one ends the program at once.
// A listener within another one goes on with what that has heard.
#pragma once

namespace scree::app {

class StopSignal {
 public:
  StopSignal();   ///< from now on the wish is noted
  ~StopSignal();  ///< back to what it was
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  static bool wished();
  /// The signal that said so; 0: none yet.
  static int which();
};

}  // namespace scree::app
