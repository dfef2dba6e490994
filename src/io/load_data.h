// Bodies from LAMMPS data files into a scene: after this the scene has spheres and no files.
#pragma once

#include "io/problems.h"
#include "sim/scene.h"

namespace scree::io {

Problems load_data_files(sim::Scene& scene);

}  // namespace scree::io
