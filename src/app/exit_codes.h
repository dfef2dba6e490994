// What the program's exit code says. Listed by `scree --help`.
#pragma once

namespace scree::app {

enum ExitCode {
  k_ok = 0,
  k_usage = 2,         ///< the command line
  k_bad_scene = 3,     ///< the scene file, or another input file
  k_machine = 4,       ///< disk, memory, folder
  k_bad_physics = 5,   ///< the run was stopped: its state is not finite
};

}  // namespace scree::app
