// g(r) of a crystal, of points thrown at random, and pairs through images of narrow cells.
#include "analysis/radial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/near_pairs.h"
#include "synthetic_packing.h"

namespace scree::analysis {
namespace {

// Neighbours of a face-centred lattice: 12 at d, 6 at sqrt(2) d, 24 at sqrt(3) d; nothing between. Empty bins are zero;
// a count is divided by the volume of its shell and multiplied by it again, a difference of cubes that costs a factor
// of 3 x 0.01 / 1.8 in accuracy: 24 x 60 eps = 3e-13.
constexpr double k_empty = 1e-12, k_count = 1e-9;

TEST(Radial, a_crystal_has_its_shells_and_nothing_between) {
  const sim::Frame frame = test::face_centred(4, 1.0);
  const Region region = region_of(frame);
  const Radial radial = measure_radial(frame, region, 1.9, 190);
  ASSERT_TRUE(radial.why.empty());
  EXPECT_DOUBLE_EQ(radial.bin, 0.01);
  const double n = static_cast<double>(frame.bodies.size());
  const auto neighbours = [&](double from, double to) {  // the integral of g x density, which is over N - 1 others
    double sum = 0.0;
    for (std::size_t k = 0; k < radial.g.size(); ++k) {
      const double inner = 0.01 * static_cast<double>(k), outer = inner + 0.01;
      if (inner + 1e-9 < from || outer - 1e-9 > to) continue;  // edges of bins are rounded
      sum += radial.g[k] * 4.0 / 3.0 * std::numbers::pi * (std::pow(outer, 3) - std::pow(inner, 3)) * (n - 1.0) /
             volume(region);
    }
    return sum;
  };
  EXPECT_NEAR(neighbours(0.0, 0.98), 0.0, k_empty);
  EXPECT_NEAR(neighbours(0.98, 1.02), 12.0, k_count);
  EXPECT_NEAR(neighbours(1.02, 1.40), 0.0, k_empty);
  EXPECT_NEAR(neighbours(1.40, 1.43), 6.0, k_count);
  EXPECT_NEAR(neighbours(1.71, 1.75), 24.0, k_count);
}

// 2,000 points have 2e6 pairs; a shell of 1/20 of half the cell contains at least 12,000 of them from the fifth on: one
// sigma is below 1 %.
TEST(Radial, points_at_random_have_a_g_of_one) {
  const sim::Frame frame = test::thrown(2000, 10.0, 5);
  const Radial radial = measure_radial(frame, region_of(frame), 5.0, 20);
  double mean = 0.0;
  for (std::size_t k = 5; k < 20; ++k) {
    const double shell = 4.0 / 3.0 * std::numbers::pi *
                         (std::pow(0.25 * static_cast<double>(k + 1), 3) - std::pow(0.25 * static_cast<double>(k), 3));
    const double expected_pairs = 0.5 * 2000.0 * 1999.0 * shell / 1000.0;
    EXPECT_NEAR(radial.g[k], 1.0, 5.0 / std::sqrt(expected_pairs)) << k;  // five sigma of a Poisson count
    mean += radial.g[k] / 15.0;
  }
  EXPECT_NEAR(mean, 1.0, 0.01);  // mean of 15 shells: one sigma is 0.0013
}

TEST(Radial, is_not_defined_in_a_region_with_open_sides) {
  sim::Frame frame = test::thrown(50, 5.0, 1);
  frame.cell.periodic[2] = false;
  const Radial radial = measure_radial(frame, region_of(frame), k_unset, 100);
  EXPECT_TRUE(radial.g.empty());
  EXPECT_FALSE(radial.why.empty());
}

TEST(Radial, ends_at_half_the_cell) {
  const sim::Frame frame = test::thrown(50, 4.0, 1);
  const Radial radial = measure_radial(frame, region_of(frame), 100.0, 10);
  EXPECT_DOUBLE_EQ(radial.bin * 10.0, 2.0);
}

TEST(NearPairs, are_all_pairs_within_reach_through_every_image) {
  for (const double edge : {1.2, 2.5, 7.0}) {
    const sim::Frame frame = test::thrown(60, edge, 9);
    std::vector<Vec3d> points;
    for (const sim::BodyView& b : frame.bodies) points.push_back(b.position);
    std::size_t found = 0, expected = 0;
    double sum = 0.0, expected_sum = 0.0;
    each_near(region_of(frame), points, 1.0, [&](std::size_t i, std::size_t j, const Vec3d& d) {
      ++found, sum += norm(d);
      EXPECT_LT(i, j);
    });
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = i + 1; j < points.size(); ++j)
        for (int code = 0; code < 125; ++code) {
          const Vec3d d = points[i] - points[j] + edge * Vec3d{code % 5 - 2.0, code / 5 % 5 - 2.0, code / 25 - 2.0};
          if (norm(d) < 1.0) ++expected, expected_sum += norm(d);
        }
    EXPECT_EQ(found, expected) << edge;
    EXPECT_NEAR(sum, expected_sum, 1e-9);  // up to 1e4 distances below 1 in another order: 1e4 x 1e4 x eps/2 at worst
  }
}

TEST(NearPairs, two_spheres_in_a_cell_slightly_narrower_than_their_diameters_touch_from_both_sides) {
  sim::Frame frame = test::grains(2);
  frame.cell = test::periodic_cell({0, 0, 0}, {1.9, 5, 5});
  frame.bodies[0].position = {0, 0, 0}, frame.bodies[1].position = {0.95, 0, 0};
  const auto contacts = touching_spheres(frame, region_of(frame));
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_NEAR(contacts[0].normal.x, -1.0, 1e-15);  // 4 eps: a division by its own norm
  EXPECT_NEAR(contacts[1].normal.x, 1.0, 1e-15);   // likewise
}

}  // namespace
}  // namespace scree::analysis
