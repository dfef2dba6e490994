// Packings read from the table of a sweep, and means over seeds.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/field.h"
#include "experiments/santos/friction_grid.h"

namespace scree::experiments::santos {

// Keys of the scene that a study of packings varies.
inline constexpr std::string_view k_slide_key = "contact[0].slide.coefficient",
                                  k_roll_key = "contact[0].roll.coefficient", k_spin_key = "contact[0].spin.length",
                                  k_pressure_key = "nph.pressure", k_seed_key = "random.seed";
/// Paths in summary.json that are read.
std::vector<std::string> measures();

struct Packing {
  State state{};
  int seed = 0;
  double volume_fraction = k_unset;  ///< phi
  double coordination = k_unset;     ///< Z, without rattlers
  double rattlers = k_unset;         ///< fraction of all bodies
  /// xx, yy, zz, xy, xz, yz of the mean stress by analysis/stress.h: computed from contacts, velocities and cell,
  /// independent of the virial of the barostat, which the stopping rule uses.
  std::array<double, 6> stress{};
  double pressure_of_motion = k_unset;
  double energy = k_unset;                                   ///< kinetic energy per body, of translation and rotation
  double rest_energy = k_unset, unbalanced_force = k_unset;  ///< of bodies that are not rattlers
  double time = k_unset;
  std::string ended_by{};  ///< "time", or the stopping rule that was met

  bool is_at_rest() const { return ended_by != "time"; }
  /// The largest |stress_ij - P delta_ij| over P.
  double pressure_error() const;
  /// Upper bound of the contribution of spins, over P. The barostat includes spins and `stress` does not; each
  /// component is at most twice the kinetic energy per volume.
  double pressure_of_spins() const;
};

struct Packings {
  std::vector<Packing> made{};
  std::vector<std::string> failures{};  ///< a sentence for each run that did not finish
  double momentum = k_unset;            ///< the largest of all packings; unset if no run wrote its bodies
};
/// Reads a table.json (docs/sweeps.md). Throws std::runtime_error if it does not belong to a study of packings.
Packings read_packings(const nlohmann::json& table);

/// The largest |sum of v| of all runs/*/bodies.csv in the folder of a sweep; m = 1. Unset if there are no such files.
double largest_momentum(const std::filesystem::path& sweep);

/// Statistics over seeds. Unset values are ignored.
struct Spread {
  std::size_t count = 0;
  double mean = k_unset;
  double deviation = k_unset;  ///< standard deviation of a single value; unset for fewer than two values
  double error() const;        ///< standard error of the mean
};
Spread spread_of(std::span<const double> values);

/// Statistics of all seeds of a state.
struct Group {
  State state{};
  Spread volume_fraction{}, coordination{}, rattlers{};
};
/// In the order in which states first appear.
std::vector<Group> grouped(const std::vector<Packing>& packings);
/// Null if there is no group of this state.
const Group* find(const std::vector<Group>& groups, const State& state);

}  // namespace scree::experiments::santos
