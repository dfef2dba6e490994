// Sheared cells: places, images and edges, against sums over all images.
#include "state/cell.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace scree::state {
namespace {

// Sums of up to three edges, each of up to 2 m with tilts of 3, times up to 14: numbers below 100 with an ulp of
// 1.4e-14
constexpr double k_round = 1e-13;
constexpr double k_heights = 1e-14;  // lengths of about 1 m: a cross product, a square root and a division
// tilts of 20 times up to 5 edges: numbers of some hundred, reduced by subtraction
constexpr double k_far_edges = 1e-12;
constexpr int k_far = 14;  // edges: farther than any image that matters below

Cell random_cell(std::uint64_t seed, double tilt) {
  Random random(seed, 0);
  Cell cell{.periodic = {true, true, true}, .low = {-0.3, 0.2, 5.0}, .length = {}, .tilt = {}};
  cell.length = {random.uniform(0.7, 2), random.uniform(0.7, 2), random.uniform(0.7, 2)};
  cell.tilt = {random.uniform(-tilt, tilt), random.uniform(-tilt, tilt), random.uniform(-tilt, tilt)};
  return cell;
}
template <class F>
void each_of_all(F f) {
  for (int c = -k_far; c <= k_far; ++c)
    for (int b = -k_far; b <= k_far; ++b)
      for (int a = -k_far; a <= k_far; ++a) f(ImageFlags{a, b, c});
}

TEST(Cell, codes_represent_every_shift_of_up_to_two_edges) {
  for (int code = 0; code < k_images; ++code) {
    const ImageFlags s = image_shift(static_cast<Image>(code));
    EXPECT_TRUE(has_code(s));
    EXPECT_EQ(image_code(s[0], s[1], s[2]), code);
    EXPECT_EQ(image_shift(opposite(static_cast<Image>(code))), (ImageFlags{-s[0], -s[1], -s[2]}));
  }
  EXPECT_EQ(image_code(0, 0, 0), k_no_image);
}

TEST(Cell, a_body_that_was_wrapped_is_in_the_cell_at_one_of_its_images) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Cell cell = random_cell(seed, 3.0);
    Random random(seed, 1);
    const Vec3d p{random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)};
    const Vec3d u = cell.upright(p - cell.edges(cell.image_flags(p)));
    for (const auto axis : k_axes) EXPECT_TRUE(u.*axis > -k_round && u.*axis < cell.length.*axis + k_round) << u.*axis;
  }
}

TEST(Cell, the_shortest_image_is_the_shortest_of_all_for_any_tilt) {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Cell cell = random_cell(seed, seed % 2 ? 0.6 : 2.5);
    Random random(seed, 2);
    const Vec3d d{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    double smallest = 1e9;
    each_of_all([&](const ImageFlags& n) { smallest = std::min(smallest, norm(d + cell.edges(n))); });
    EXPECT_NEAR(norm(cell.shortest(d)), smallest, k_round);
  }
}

// Beyond 2^53 a number of edges is the same as the next one.
TEST(Cell, the_images_of_positions_too_far_to_count_are_finitely_many) {
  Cell cell{.periodic = {true, true, true}, .low = {}, .length = {0.7, 1.3, 1.1}, .tilt = {}};
  int found = 0;
  for (const Vec3d& far : {Vec3d{1e30, 0, 0}, Vec3d{0, -1e30, 0}, Vec3d{1e300, 1e300, -1e300}})
    cell.each_image(far, 1.0, [&](const Vec3d&) { ++found; });
  EXPECT_LT(found, 100);
  cell.tilt.xy = 1e30;
  cell.each_image({}, 1.5, [&](const Vec3d&) { ++found; });
  EXPECT_LT(found, 100);
}

// The result is arbitrary, but its cast to int must be defined; otherwise -fsanitize=float-cast-overflow reports it.
TEST(Cell, image_flags_of_positions_too_far_to_count_are_defined) {
  const Cell cell{.periodic = {true, true, true}, .low = {}, .length = {0.7, 1.3, 1.1}, .tilt = {}};
  const ImageFlags image_flags = cell.image_flags({1e30, -1e30, 3.4});
  EXPECT_GT(image_flags[0], 999'999'999);
  EXPECT_LT(image_flags[1], -999'999'999);
  EXPECT_EQ(image_flags[2], 3);
}

TEST(Cell, other_edges_make_the_same_lattice_with_small_tilts) {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Cell before = random_cell(seed, 20.0);
    Cell after = before;
    const Rebase rebase = after.reduce();
    EXPECT_LE(std::abs(after.tilt.xy), 0.6 * after.length.x);
    EXPECT_LE(std::abs(after.tilt.xz), 0.6 * after.length.x);
    EXPECT_LE(std::abs(after.tilt.yz), 0.6 * after.length.y);
    for (const ImageFlags& n : {ImageFlags{1, 0, 0}, ImageFlags{0, 1, 0}, ImageFlags{0, 0, 1}, ImageFlags{3, -2, 5}})
      EXPECT_LT(norm(before.edges(n) - after.edges(rebase(n))), k_far_edges);
    EXPECT_FALSE(after.reduce().any());
  }
}

TEST(Cell, an_edge_is_not_made_shorter_by_that_of_an_open_axis) {
  Cell cell{.periodic = {false, true, true}, .low = {}, .length = {1, 1, 1}, .tilt = {3.0, 5.0, 0.7}};
  const Rebase rebase = cell.reduce();
  EXPECT_EQ(rebase.p, 0);
  EXPECT_EQ(rebase.q, 1);
  EXPECT_EQ(rebase.r, 0);
  EXPECT_DOUBLE_EQ(cell.tilt.xz, 2.0);
}

TEST(Cell, the_distance_to_the_own_image_is_the_shortest_lattice_vector) {
  EXPECT_EQ(Cell{}.to_own_image(), HUGE_VAL);
  const Cell hexagons{
      .periodic = {true, true, false}, .low = {}, .length = {1, std::sqrt(0.75), 1}, .tilt = {0.5, 0, 0}};
  // a square root and a few ulps; though its rows are nearer to each other
  EXPECT_NEAR(hexagons.to_own_image(), 1.0, 1e-15);
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Cell cell = random_cell(seed, 1.5);
    double smallest = 1e9;
    each_of_all([&](const ImageFlags& n) {
      if (n != ImageFlags{0, 0, 0}) smallest = std::min(smallest, norm(cell.edges(n)));
    });
    EXPECT_NEAR(cell.to_own_image(), smallest, k_round);
  }
}

TEST(Cell, the_heights_are_the_distances_of_opposite_faces) {
  const Cell cell = random_cell(3, 1.0);
  const Vec3d a = cell.edges({1, 0, 0}), b = cell.edges({0, 1, 0}), c = cell.edges({0, 0, 1}), h = cell.heights();
  EXPECT_NEAR(h.x, cell.volume() / norm(cross(b, c)), k_heights);
  EXPECT_NEAR(h.y, cell.volume() / norm(cross(a, c)), k_heights);
  EXPECT_NEAR(h.z, cell.volume() / norm(cross(a, b)), k_heights);
}

}  // namespace
}  // namespace scree::state
