#include "experiments/santos/friction_grid.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace scree::experiments::santos {
namespace {

constexpr double k_critical = 0.3;  // mu_c of all three modes [eq. 5]

const std::vector<double> k_half_decades = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0};

void add_once(std::vector<State>& states, const State& state) {
  if (std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
}

std::vector<Curve> paper_curves() {
  std::vector<Curve> all = {{Varied::slide, 0.0, k_half_decades}};
  for (const double slide : {1.0, 0.3, 0.1, 0.01})
    for (const Varied varied : {Varied::roll_and_spin, Varied::roll, Varied::spin})
      all.push_back({varied, slide, k_half_decades});
  for (const double others : {0.1, 0.03, 0.01}) all.push_back({Varied::slide, others, k_half_decades});
  return all;
}

/// 55 states including the known ones: complete curves at high friction, single points where Z and phi vary little.
std::vector<Curve> medium_curves() {
  const std::vector<double> largest = {0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 10.0, 100.0}, few = {0.1, 1.0, 100.0};
  return {{Varied::slide, 0.0, {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0}},
          {Varied::roll_and_spin, 1.0, largest},
          {Varied::roll, 1.0, largest},
          {Varied::spin, 1.0, largest},
          {Varied::roll_and_spin, 0.3, largest},
          {Varied::roll, 0.3, few},
          {Varied::spin, 0.3, few},
          {Varied::roll_and_spin, 0.01, few},
          {Varied::slide, 0.1, {0.03, 0.1, 0.3, 1.0, 10.0}}};
}

}  // namespace

std::string describe(const State& state) {
  std::string words = fmt::format("({:g}, {:g}, {:g})", state.slide, state.roll, state.spin);
  if (state.pressure != k_usual_pressure) words += fmt::format(", P = {:g}", state.pressure);
  return words;
}

analysis::Modes modes_of(const State& state) {
  return {.slide = state.slide >= k_holds, .roll = state.roll >= k_holds, .spin = state.spin >= k_holds};
}

double guess_of_coordination(const State& state) {
  using namespace analysis;
  constexpr auto k_space = Dimension::three;
  const auto grown = [](double mu) { return std::tanh(mu / k_critical); };
  return equations_of_body({.slide = true}, k_space) -
         grown(state.slide) * (slide_constraints(k_space) + roll_constraints(k_space) * grown(state.roll) +
                               spin_constraints(k_space) * grown(state.spin));
}

State state_at(Varied varied, double held, double value) {
  switch (varied) {
    case Varied::slide: return {.slide = value, .roll = held, .spin = held};
    case Varied::spin: return {.slide = held, .spin = value};
    case Varied::roll: return {.slide = held, .roll = value};
    case Varied::roll_and_spin: return {.slide = held, .roll = value, .spin = value};
  }
  return {};
}

std::vector<Curve> curves(Scale scale) {
  switch (scale) {
    case Scale::quick:
      return {{Varied::slide, 0.0, {0.3}}, {Varied::roll_and_spin, 0.3, {0.3}}, {Varied::roll_and_spin, 1.0, {1.0}}};
    case Scale::medium: return medium_curves();
    case Scale::paper: return paper_curves();
  }
  return {};
}

std::vector<State> friction_states(Scale scale) {
  std::vector<State> states(k_known_states.begin(), k_known_states.end());
  for (const Curve& curve : curves(scale))
    for (const double value : curve.values) add_once(states, state_at(curve.varied, curve.held, value));
  return states;
}

std::vector<State> pressure_states(Scale scale) {
  std::vector<State> frictions = {{0.1, 0.1, 0.1}, {0.1, 0.0, 0.0}};
  if (scale != Scale::quick) frictions.push_back({});  // frictionless packings take the longest time
  std::vector<State> states;
  for (const double pressure : {1e-4, 1e-3, 1e-2, 1e-5, 1e-6, 1e-7})
    for (State state : frictions) state.pressure = pressure, states.push_back(state);
  return states;
}

}  // namespace scree::experiments::santos
