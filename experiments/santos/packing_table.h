// What a sweep's table says of packings, and means over seeds.
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
/// Paths into summary.json that are read back.
std::vector<std::string> measures();

struct Packing {
  State state{};
  int seed = 0;
  double volume_fraction = k_unset;  ///< phi
  double coordination = k_unset;     ///< Z, without rattlers
  double rattlers = k_unset;         ///< share of all bodies
  /// xx, yy, zz, xy, xz, yz of the mean stress by analysis/stress.h: from contacts, velocities and cell, and not from
  /// the barostat's virial, which the stopping rule reads.
  std::array<double, 6> stress{};
  double pressure_of_motion = k_unset;
  double energy = k_unset;                                   ///< kinetic, of translation and rotation, a body
  double rest_energy = k_unset, unbalanced_force = k_unset;  ///< of bodies that are no rattlers
  double time = k_unset;
  std::string ended_by{};  ///< "time", or the rule of rest that was met

  bool is_at_rest() const { return ended_by != "time"; }
  /// The largest |stress_ij - P delta_ij| over P.
  double pressure_error() const;
  /// At most so much of P are spins, which the barostat counts and `stress` does not: no component is larger than twice
  /// the kinetic energy in the volume.
  double pressure_of_spins() const;
};

struct Packings {
  std::vector<Packing> made{};
  std::vector<std::string> failures{};  ///< a sentence for each run that did not finish
  double momentum = k_unset;            ///< the largest of all packings; unset if no run left its bodies
};
/// Of a table.json of docs/sweeps.md. Throws std::runtime_error if it is not one of a study of packings.
Packings read_packings(const nlohmann::json& table);

/// The largest |sum of v| of all runs/*/bodies.csv in the folder of a sweep; m = 1. Unset if there are none.
double largest_momentum(const std::filesystem::path& sweep);

/// Of seeds. Values that are not set are left out.
struct Spread {
  std::size_t count = 0;
  double mean = k_unset;
  double deviation = k_unset;  ///< standard deviation of one; unset for fewer than two
  double error() const;        ///< standard error of the mean
};
Spread spread_of(std::span<const double> values);

/// All seeds of a state.
struct Group {
  State state{};
  Spread volume_fraction{}, coordination{}, rattlers{};
};
/// In the order in which states first appear.
std::vector<Group> grouped(const std::vector<Packing>& packings);
/// Null if there is none of that state.
const Group* find(const std::vector<Group>& groups, const State& state);

}  // namespace scree::experiments::santos
