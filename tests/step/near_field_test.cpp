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

// Central differences over h = 1e-5 r err by h^2/6 x the third derivative: for the pull 13 x 14 / r^2 of it (the
// steepest power) or 6 / 0.25^2 (the second derivative of the fading, 0.25 wide), 1e-8 in all; for the stiffness 60 /
// 0.25^3, 1e-6. Rounding is eps / 1e-5 = 2e-11.
constexpr double k_slope = 1e-6, k_curvature = 1e-5;  // of the scale of the pull; of that over r
TEST(NearField, pull_is_the_slope_of_the_potential_and_stiffness_that_of_the_pull) {
  for (const NearFieldNumbers& numbers : k_many) {
    const NearField field(numbers);
    for (double r = 0.5 * numbers.fade_from; r < 1.02 * numbers.cutoff; r += 0.0173 * numbers.cutoff) {
      const double h = 1e-5 * r, scale = std::abs(numbers.attraction * std::pow(r, -numbers.attraction_power)) +
                                         std::abs(numbers.repulsion * std::pow(r, -numbers.repulsion_power));
      EXPECT_NEAR((field.potential(r + h) - field.potential(r - h)) / (2 * h), field.pull(r), k_slope * scale) << r;
      EXPECT_NEAR((field.pull(r + h) - field.pull(r - h)) / (2 * h), field.stiffness(r), k_curvature * scale / r) << r;
    }
  }
}

TEST(NearField, is_the_published_force_below_the_fading_and_zero_beyond_the_cutoff) {
  for (const NearFieldNumbers& n : k_many) {
    const NearField field(n);
    const double r = 0.99 * n.fade_from, printed = n.attraction * std::pow(r, -n.attraction_power) -
                                                   n.repulsion * std::pow(r, -n.repulsion_power);
    // Two powers and two products: some tens of roundings of the larger term.
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
  constexpr double k_few = 1e-15;  // 4 eps of differences of order 0.1 to 1
  EXPECT_NEAR(field.potential(1.1) - field.potential(1.9), primitive(1.1) - primitive(1.9), k_few);
  const NearField logarithm(k_many[2]);
  EXPECT_NEAR(logarithm.potential(0.5) - logarithm.potential(1.0), -std::log(0.5), k_few);
}

// The force, its slope and its curvature are continuous where the fading begins and ends. The force there is 3e-3: a
// jump of it or of its slope would be 100 times the first tolerance. A fading by a cubic would leave a jump of the
// curvature of 6 / 0.25^2 x 3e-3 = 0.3; that of the quintic changes by 4 h x 60 / 0.25^3 x 3e-3 = 5e-5.
TEST(NearField, fades_with_two_continuous_derivatives) {
  const NearField field(k_many[0]);
  for (const double r : {k_many[0].fade_from, k_many[0].cutoff}) {
    constexpr double h = 1e-6, k_jump = 1e-5, k_jump_of_curvature = 1e-2;
    EXPECT_NEAR(field.pull(r + h), field.pull(r - h), k_jump);
    EXPECT_NEAR(field.stiffness(r + h), field.stiffness(r - h), k_jump);
    const auto curvature = [&](double at) { return (field.stiffness(at + h / 2) - field.stiffness(at - h / 2)) / h; };
    EXPECT_NEAR(curvature(r + 2 * h), curvature(r - 2 * h), k_jump_of_curvature);
  }
}

}  // namespace
}  // namespace scree::step
