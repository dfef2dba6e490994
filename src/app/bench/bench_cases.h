// The cases of `scree bench`: the scene that is measured, and the equivalent LAMMPS input.
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
  std::int64_t steps = 0;              ///< number of measured steps
  std::int64_t settle = 0;             ///< steps before the measurement
  /// a case that is measured alternately with this one; the cost of a contact is reported as a ratio
  std::string beside{};
};
std::vector<BenchCase> bench_cases(bool quick);

std::string bench_case_names();

/// The contact model of the packings of [Santos2020]: all stiffnesses 1, dampings 0.5, coefficients 0.3.
law::Model packing_model();
/// Whether LAMMPS can run this case.
bool has_peer(const BenchCase& wanted);
/// Builds the scene from the files in bench/data or scenes/.
sim::Scene bench_scene(const BenchCase& wanted);
/// LAMMPS input script for the same simulation, starting from `data`, a file written by io::write_lammps_data.
std::string lammps_input(const BenchCase& wanted, const std::string& data);

}  // namespace scree::app
