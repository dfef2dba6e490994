// Loads bodies from LAMMPS data files into a scene, which afterwards has spheres instead of files.
#pragma once

#include <vector>

#include "io/text/input_errors.h"
#include "io/text/read_options.h"
#include "sim/scene.h"

namespace scree::io {

/// Which spheres of the scene come from which file.
struct LoadedFile {
  sim::DataFile file;
  std::size_t first = 0, count = 0;  ///< in Scene::spheres
  state::Tilt tilt{};                ///< tilt of the file's box, whether or not the scene uses it
};

/// Stores the loaded files in `taken`, in the order of the scene.
InputErrors load_data_files(sim::Scene& scene, std::vector<LoadedFile>* taken = nullptr,
                            std::uint64_t unpacked_limit = k_largest_unpacked);

}  // namespace scree::io
