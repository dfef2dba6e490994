// The order in which bodies are updated in a Gauss-Seidel sweep, and the error measure that ends the sweeps.
//
// A Gauss-Seidel sweep updates the bodies one after another, each with the new positions of those before it. To give
// the same bits on any number of threads, the bodies are sorted into colours: no two bodies of a colour are near each
// other, so their order does not matter. Colours are assigned greedily in the order of slots and depend on the list of
// near pairs only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "contact/probe.h"

namespace scree::step {

struct SweepOrder {
  std::vector<state::Slot> bodies;           ///< the bodies that can move, by colour
  std::vector<std::size_t> first_of_colour;  ///< index of the first body of each colour; one more entry at the end

  SweepOrder() = default;
  SweepOrder(const state::Bodies& bodies, const contact::Probe& probe);
};

/// Change of one body in a sweep, in position, velocity, spin and rotation of the step.
struct Change {
  std::array<double, 4> moved{};  ///< by the last sweep
  std::array<double, 4> since{};  ///< since the beginning of the step
  std::array<double, 4> size{};   ///< magnitude of the quantity
};
inline constexpr std::array<std::string_view, 4> k_error_choices = {"positions", "velocities", "spins", "turns"};

/// The largest of the four error measures, and its quantity. [Campello2015, eq. 48, 49; campello.md, C17]
struct SweepError {
  double value = 0.0;
  std::string_view of = k_error_choices[0];
};
SweepError error_of(const std::vector<Change>& changes);

}  // namespace scree::step
