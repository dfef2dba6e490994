// The near-field force of a pair and its potential.
#include <gtest/gtest.h>

#include <cmath>

#include "step/near_field.h"

namespace scree::step {
namespace {

const NearFieldNumbers k_many[] = {{1.0, 7, 2.0, 13, 2.25, 2.5},  // Lennard and Jones's powers
                                   {3.0, 2, 0.0, 1, 0.3, 3.0},    // gravity, fading over a wide range
                                   {0.0, 1, 1.0, 1, 1.8, 2.0},    // a logarithm
                                   {1.0, 1.0 + 1e-9, 0.0, 1, 1.8, 2.0},
                                   {1.0, 2.5, 0.5, 6.75, 1.5, 2.0}};

// Central differences of a smooth function: their error is step^2/6 x the third derivative, and rounding over the step;
// 1e-6 of the scale covers both.
TEST(NearField, pull_is_the_slope_of_the_potential_and_stiffness_that_of_the_pull) {
  for (const NearFieldNumbers& numbers : k_many) {
    const NearField field(numbers);
    for (double r = 0.5 * numbers.fade_from; r < 1.02 * numbers.cutoff; r += 0.0173 * numbers.cutoff) {
      const double h = 1e-5 * r, scale = std::abs(numbers.attraction * std::pow(r, -numbers.attraction_power)) +
                                         std::abs(numbers.repulsion * std::pow(r, -numbers.repulsion_power));
      EXPECT_NEAR((field.potential(r + h) - field.potential(r - h)) / (2 * h), field.pull(r), 1e-6 * scale) << r;
      EXPECT_NEAR((field.pull(r + h) - field.pull(r - h)) / (2 * h), field.stiffness(r), 1e-5 * scale / r) << r;
    }
  }
}

TEST(NearField, is_that_of_the_print_below_the_fading_and_nothing_beyond_the_cutoff) {
  for (const NearFieldNumbers& n : k_many) {
    const NearField field(n);
    const double r = 0.99 * n.fade_from, printed = n.attraction * std::pow(r, -n.attraction_power) -
                                                   n.repulsion * std::pow(r, -n.repulsion_power);
    EXPECT_NEAR(field.pull(r), printed,
                1e-14 * (std::abs(n.attraction * std::pow(r, -n.attraction_power)) +
                         std::abs(n.repulsion * std::pow(r, -n.repulsion_power))));
    for (const double beyond : {1.0, 1.5}) {
      EXPECT_EQ(field.pull(beyond * n.cutoff), 0.0);
      EXPECT_EQ(field.potential(beyond * n.cutoff), 0.0);
      EXPECT_EQ(field.stiffness(beyond * n.cutoff), 0.0);
    }
  }
}

// Between two distances below the fading the potential differs as the primitive of the powers does.
TEST(NearField, potential_differences_are_those_of_the_powers) {
  const NearField field(k_many[0]);
  const auto primitive = [](double r) { return -1.0 / 6 * std::pow(r, -6) + 2.0 / 12 * std::pow(r, -12); };
  EXPECT_NEAR(field.potential(1.1) - field.potential(1.9), primitive(1.1) - primitive(1.9), 1e-15);
  const NearField logarithm(k_many[2]);
  EXPECT_NEAR(logarithm.potential(0.5) - logarithm.potential(1.0), -std::log(0.5), 1e-15);
}

// Nothing jumps where the fading begins and ends: value, slope and curvature of the force.
TEST(NearField, fades_with_two_continuous_derivatives) {
  const NearField field(k_many[0]);
  for (const double r : {k_many[0].fade_from, k_many[0].cutoff}) {
    constexpr double h = 1e-6;
    EXPECT_NEAR(field.pull(r + h), field.pull(r - h), 1e-5);
    EXPECT_NEAR(field.stiffness(r + h), field.stiffness(r - h), 1e-5);
    const auto curvature = [&](double at) { return (field.stiffness(at + h / 2) - field.stiffness(at - h / 2)) / h; };
    EXPECT_NEAR(curvature(r + 2 * h), curvature(r - 2 * h), 1e-2);
  }
}

}  // namespace
}  // namespace scree::step
