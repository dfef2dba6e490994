// In which order bodies are swept, and when sweeps have come to rest.
//
// A Gauss-Seidel sweep moves one body after the other and lets each see where the ones before it have gone. To do so on
// many threads with the same bits, bodies are sorted into colours: no two of a colour are near each other, so it does
// not matter which of them goes first. Colours are given greedily in the order of slots and follow from the list of
// near pairs alone.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "contact/probe.h"

namespace scree::step {

struct SweepOrder {
  std::vector<state::Slot> bodies;           ///< those that can move, by colour
  std::vector<std::size_t> first_of_colour;  ///< and one more

  SweepOrder() = default;
  SweepOrder(const state::Bodies& bodies, const contact::Probe& probe);
};

/// How far a sweep moved one body, in position, velocity, spin and turn; how far it is from where the step began; how
/// large these are.
struct Change {
  std::array<double, 4> moved{}, since{}, size{};
};
inline constexpr std::array<std::string_view, 4> k_error_words = {"positions", "velocities", "spins", "turns"};

/// The largest error measure over all bodies, and of what. [Campello2015, eq. 48, 49; campello.md, C17]
struct SweepError {
  double value = 0.0;
  std::string_view of = k_error_words[0];
};
SweepError error_of(const std::vector<Change>& changes);

}  // namespace scree::step
