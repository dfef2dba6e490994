// The packings of the figures in section III.B: friction coefficients of three modes, and a pressure.
//
// A panel of Fig. 3 and 4 varies one coefficient, or two equal ones, and fixes the others; each curve has another fixed
// value, given in the captions. The paper does not print the values along a curve; here they are 1 and 3 of each
// decade.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "analysis/constraints.h"
#include "experiments/registry.h"

namespace scree::experiments::santos {

inline constexpr double k_usual_pressure = 1e-4;  // k_n/d; of all packings except those of Fig. 5

struct State {
  double slide = 0.0, roll = 0.0, spin = 0.0;  ///< mu_s, mu_r, mu_t
  double pressure = k_usual_pressure;

  bool operator==(const State&) const = default;
};
/// "(0.3, 0, 0)", in the order of the specification; the pressure is added if it is not the usual one.
std::string describe(const State& state);

inline constexpr double k_holds = 0.01;  // a mode with a smaller coefficient does not constrain bodies [II.B]
/// Modes with a coefficient large enough to count as a constraint, by the rule of the paper.
analysis::Modes modes_of(const State& state);
/// Eq. 5, the rough estimate of Z in the paper. Its limits differ from those of Table I if rolling friction counts.
/// [santos.md, S16]
double guess_of_coordination(const State& state);

enum class Varied { slide, spin, roll, roll_and_spin };  ///< the panels of Fig. 3, from left to right
inline constexpr std::array k_all_varied = {Varied::slide, Varied::spin, Varied::roll, Varied::roll_and_spin};

struct Curve {
  Varied varied;
  double held;  ///< mu_s; if mu_s is varied: mu_r = mu_t
  std::vector<double> values;
};
State state_at(Varied varied, double held, double value);
/// The most informative curves come first, since they are computed first.
std::vector<Curve> curves(Scale scale);

/// The states for which the specification has numbers.
inline constexpr std::array<State, 4> k_known_states = {
    {{0.0, 0.0, 0.0}, {0.3, 0.0, 0.0}, {0.3, 0.3, 0.3}, {1.0, 1.0, 1.0}}};
/// Of Fig. 3 and 4: the known states and all states of the curves, each once.
std::vector<State> friction_states(Scale scale);
/// Of Fig. 5.
std::vector<State> pressure_states(Scale scale);

}  // namespace scree::experiments::santos
