// The cases of `scree bench`: what is measured, and the same in the words of the peer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sim/scene.h"

namespace scree::app {

struct BenchCase {
  std::string name;
  std::string what;                    ///< one sentence
  std::string data;                    ///< stored state, under the project's folder
  std::array<int, 3> copies{1, 1, 1};  ///< how often it is repeated along each axis
  std::int64_t steps = 0;              ///< measured
  std::int64_t settle = 0;             ///< before that
  std::string beside{};  ///< a case that is measured in turn with it; the cost of a contact is told as a ratio
};
std::vector<BenchCase> bench_cases(bool quick);

std::string bench_case_names();

/// [Santos2020] all stiffnesses 1, dampings 0.5, coefficients 0.3: the model of the packings.
law::Model packing_model();
/// Does the peer know this case?
bool has_peer(const BenchCase& wanted);
/// The scene, from the files in bench/data or scenes/.
sim::Scene bench_scene(const BenchCase& wanted);
/// LAMMPS input that does the same from `data` (a file that io::write_lammps_data wrote).
std::string lammps_input(const BenchCase& wanted, const std::string& data);

}  // namespace scree::app
