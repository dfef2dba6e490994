// Bodies from LAMMPS data files into a scene: after this the scene has spheres and no files.
#pragma once

#include <vector>

#include "io/text/problems.h"
#include "io/text/read_options.h"
#include "sim/scene.h"

namespace scree::io {

/// Whose spheres are whose.
struct LoadedFile {
  sim::DataFile file;
  std::size_t first = 0, count = 0;  ///< in Scene::spheres
  state::Tilt tilt{};                ///< of the file's box, taken or not
};

/// Tells the files that were taken, in their order.
Problems load_data_files(sim::Scene& scene, std::vector<LoadedFile>* taken = nullptr,
                         std::uint64_t unpacked_limit = k_largest_unpacked);

}  // namespace scree::io
