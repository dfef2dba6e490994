// Exit codes of the program, listed by `scree --help`.
#pragma once

namespace scree::app {

enum ExitCode {
  k_ok = 0,
  k_usage = 2,      ///< the command line
  k_bad_scene = 3,  ///< the scene file, or another input file
  k_machine = 4,    ///< disk, memory, threads, folder
  /// the run was stopped by its guard: overlaps, bodies that left, a state that is not finite, ...
  k_bad_physics = 5,
  k_bad_checkpoint = 6,  ///< there is no checkpoint, or it is damaged, not from Scree, or from a newer version
  k_stopped = 7,         ///< by a signal (app/stop_signal.h); a checkpoint was written
  k_not_reproduced = 8,  ///< a check of a paper's experiment failed, or the experiment could not be run
  k_incomplete = 9,      ///< some runs of a sweep did not finish; the table lists them with the reasons
};

}  // namespace scree::app
