// Sheared cells: places, images and edges, against sums over all images.
#include "state/cell.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace scree::state {
namespace {

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
      for (int a = -k_far; a <= k_far; ++a) f(Boxes{a, b, c});
}

TEST(Cell, codes_tell_every_shift_of_up_to_two_edges) {
  for (int code = 0; code < k_images; ++code) {
    const Boxes s = image_shift(static_cast<Image>(code));
    EXPECT_TRUE(has_code(s));
    EXPECT_EQ(image_code(s[0], s[1], s[2]), code);
    EXPECT_EQ(image_shift(opposite(static_cast<Image>(code))), (Boxes{-s[0], -s[1], -s[2]}));
  }
  EXPECT_EQ(image_code(0, 0, 0), k_no_image);
}

TEST(Cell, a_body_that_was_put_back_stands_in_the_cell_at_one_of_its_images) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Cell cell = random_cell(seed, 3.0);
    Random random(seed, 1);
    const Vec3d p{random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)};
    const Vec3d u = cell.upright(p - cell.edges(cell.turns(p)));
    for (const auto axis : k_axes) EXPECT_TRUE(u.*axis > -1e-13 && u.*axis < cell.length.*axis + 1e-13) << u.*axis;
  }
}

TEST(Cell, the_shortest_image_is_the_shortest_of_all_for_any_tilt) {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Cell cell = random_cell(seed, seed % 2 ? 0.6 : 2.5);
    Random random(seed, 2);
    const Vec3d d{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
    double least = 1e9;
    each_of_all([&](const Boxes& n) { least = std::min(least, norm(d + cell.edges(n))); });
    EXPECT_NEAR(norm(cell.shortest(d)), least, 1e-13);
  }
}

// Beyond 2^53 a number of edges is the same as the next one.
TEST(Cell, images_of_what_is_too_far_to_be_counted_come_to_an_end) {
  Cell cell{.periodic = {true, true, true}, .low = {}, .length = {0.7, 1.3, 1.1}, .tilt = {}};
  int found = 0;
  for (const Vec3d& far : {Vec3d{1e30, 0, 0}, Vec3d{0, -1e30, 0}, Vec3d{1e300, 1e300, -1e300}})
    cell.each_image(far, 1.0, [&](const Vec3d&) { ++found; });
  EXPECT_LT(found, 100);
  cell.tilt.xy = 1e30;
  cell.each_image({}, 1.5, [&](const Vec3d&) { ++found; });
  EXPECT_LT(found, 100);
}

// Whatever comes out: the cast of it to an int must be one that there is. Where it is not,
// -fsanitize=float-cast-overflow tells.
TEST(Cell, turns_of_what_is_too_far_to_be_counted_are_numbers) {
  const Cell cell{.periodic = {true, true, true}, .low = {}, .length = {0.7, 1.3, 1.1}, .tilt = {}};
  const Boxes turns = cell.turns({1e30, -1e30, 3.4});
  EXPECT_GT(turns[0], 999'999'999);
  EXPECT_LT(turns[1], -999'999'999);
  EXPECT_EQ(turns[2], 3);
}

TEST(Cell, other_edges_make_the_same_lattice_with_small_tilts) {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Cell before = random_cell(seed, 20.0);
    Cell after = before;
    const Rebase rebase = after.reduce();
    EXPECT_LE(std::abs(after.tilt.xy), 0.6 * after.length.x);
    EXPECT_LE(std::abs(after.tilt.xz), 0.6 * after.length.x);
    EXPECT_LE(std::abs(after.tilt.yz), 0.6 * after.length.y);
    for (const Boxes& n : {Boxes{1, 0, 0}, Boxes{0, 1, 0}, Boxes{0, 0, 1}, Boxes{3, -2, 5}})
      EXPECT_LT(norm(before.edges(n) - after.edges(rebase(n))), 1e-12);
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

TEST(Cell, the_way_to_the_own_image_is_the_shortest_of_the_lattice) {
  EXPECT_EQ(Cell{}.to_own_image(), HUGE_VAL);
  const Cell hexagons{
      .periodic = {true, true, false}, .low = {}, .length = {1, std::sqrt(0.75), 1}, .tilt = {0.5, 0, 0}};
  EXPECT_NEAR(hexagons.to_own_image(), 1.0, 1e-15);  // though its rows are nearer to each other
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Cell cell = random_cell(seed, 1.5);
    double least = 1e9;
    each_of_all([&](const Boxes& n) {
      if (n != Boxes{0, 0, 0}) least = std::min(least, norm(cell.edges(n)));
    });
    EXPECT_NEAR(cell.to_own_image(), least, 1e-13);
  }
}

TEST(Cell, the_stretch_is_what_the_faces_are_nearer_than_the_edges_are_long) {
  const Cell cell = random_cell(3, 1.0);
  const Vec3d a = cell.edges({1, 0, 0}), b = cell.edges({0, 1, 0}), c = cell.edges({0, 0, 1}), h = cell.heights();
  EXPECT_NEAR(h.x, cell.volume() / norm(cross(b, c)), 1e-14);
  EXPECT_NEAR(h.y, cell.volume() / norm(cross(a, c)), 1e-14);
  EXPECT_NEAR(h.z, cell.volume() / norm(cross(a, b)), 1e-14);
}

}  // namespace
}  // namespace scree::state
