// Initial positions of bodies satisfy what the scene declares.
#include "sim/place.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/simulation.h"

namespace scree::sim {
namespace {

LatticeFill jittered_sheet(Locks locks) {
  LatticeFill fill;
  fill.region = {{0, 2, 0}, {9, 2, 9}};
  fill.spacing = 1.0, fill.radius = 0.4, fill.jitter = 0.1;
  fill.traits.locks = locks;
  return fill;
}

/// Largest distance from the lattice along each axis.
Vec3d largest_shift(const LatticeFill& fill) {
  Vec3d largest;
  for (const Placed& p : place_lattice(fill))
    for (const auto axis : k_axes)
      largest.*axis = std::fmax(largest.*axis, std::fabs(p.position.*axis - std::round(p.position.*axis)));
  return largest;
}

TEST(Place, jitter_keeps_a_scene_in_two_dimensions_flat) {
  constexpr Locks k_flat = 1U << 1 | 1U << 3 | 1U << 5;  // y, rx, rz
  const Vec3d shift = largest_shift(jittered_sheet(k_flat));
  EXPECT_EQ(shift.y, 0.0);
  // Of 100 uniform numbers in +- 0.1 the largest is below 0.08 with a probability of 0.8^100 = 2e-10.
  EXPECT_GT(shift.x, 0.08);
  EXPECT_GT(shift.z, 0.08);
}

TEST(Place, locks_do_not_change_the_jitter_along_the_other_axes) {
  const auto free = place_lattice(jittered_sheet(0)), flat = place_lattice(jittered_sheet(1U << 1));
  ASSERT_EQ(free.size(), flat.size());
  for (std::size_t i = 0; i < free.size(); ++i) {
    EXPECT_EQ(free[i].position.x, flat[i].position.x);
    EXPECT_EQ(free[i].position.z, flat[i].position.z);
    EXPECT_NE(free[i].position.y, flat[i].position.y);
  }
}

TEST(Place, a_bed_of_held_bodies_is_rough_along_all_axes) {
  const Vec3d shift = largest_shift(jittered_sheet(k_lock_all));
  for (const auto axis : k_axes) EXPECT_GT(shift.*axis, 0.08);
}

/// Four sites along x from the low face of a cell, the last one `gap` before the image of the first.
Scene row_in_cell(double gap, LatticeKind kind = LatticeKind::cubic) {
  Scene scene;
  LatticeFill fill;
  fill.kind = kind, fill.region = {{0, 0, 0}, {3, 0, 0}}, fill.spacing = 1.0, fill.radius = 0.4;
  scene.lattices.push_back(fill);
  scene.cell.periodic = {true, false, false}, scene.cell.bounds = {{0, 0, 0}, {3 + gap, 0, 0}};
  return scene;
}
void refuse(const Scene& scene) { refuse_doubled_rows(scene, scene.lattices[0], cell_of(scene.cell), ""); }

TEST(Place, a_row_that_coincides_with_the_first_one_through_a_periodic_face_is_refused) {
  EXPECT_NO_THROW(refuse(row_in_cell(1.0)));
  EXPECT_NO_THROW(refuse(row_in_cell(0.73)));  // 2 x 0.4 less the 0.2 x 0.4 that guard.overlap_limit allows
  EXPECT_THROW(refuse(row_in_cell(0.71)), BuildError);
  EXPECT_THROW(refuse(row_in_cell(0.0)), BuildError);
}

TEST(Place, a_locked_row_and_a_row_in_an_open_cell_are_accepted) {
  Scene held = row_in_cell(0.0);
  held.lattices[0].traits.locks = k_lock_all;
  EXPECT_NO_THROW(refuse(held));
  Scene open = row_in_cell(0.0);
  open.cell.periodic = {};
  EXPECT_NO_THROW(refuse(open));
}

TEST(Place, overlaps_of_neighbours_inside_the_cell_are_not_the_subject_of_this_check) {
  Scene tight = row_in_cell(1.0);
  tight.lattices[0].radius = 0.9;  // spheres in each other everywhere
  tight.cell.bounds.high.x = 9.0;
  EXPECT_NO_THROW(refuse(tight));
}

TEST(Place, the_jitter_of_a_rosette_respects_locks_too) {
  Stream stream;
  stream.region = {{0, 0, 0}, {10, 10, 1}};
  stream.arrangement = Arrangement::rosette, stream.spacing = 2.0, stream.jitter = 0.1, stream.batch = 7,
  stream.count = 70, stream.radii = {0.3, 0.3};
  stream.traits.locks = 1U << 2;
  for (std::int64_t which = 0; which < stream.count; ++which)
    EXPECT_EQ(stream_candidate(stream, which, 0).position.z, 0.5);
}

// Indices of bins are integers of limited range; a cast beyond it is reported by -fsanitize=float-cast-overflow.
TEST(Place, a_distant_body_in_open_space_occupies_its_own_place_only) {
  Occupied occupied(state::Cell{}, 0.5);
  for (const double far : {1e12, -1e30, 1e300}) {
    EXPECT_TRUE(occupied.is_free({{far, 0, 0}, 0.5}));
    occupied.add(Placed{{far, 0, 0}, 0.5});
    EXPECT_FALSE(occupied.is_free({{far, 0.5, 0}, 0.5}));
    EXPECT_TRUE(occupied.is_free({{far, 2.0, 0}, 0.5}));
  }
  EXPECT_TRUE(occupied.is_free({{0, 0, 0}, 0.5}));
}
TEST(Place, a_cell_of_more_bins_than_can_be_counted_is_filled) {
  Occupied occupied(state::Cell{.periodic = {true, false, false}, .low = {}, .length = {1e12, 1, 1}, .tilt = {}}, 0.5);
  occupied.add(Placed{{0.25, 0, 0}, 0.5});
  EXPECT_FALSE(occupied.is_free({{1e12 - 0.25, 0, 0}, 0.5}));
  EXPECT_TRUE(occupied.is_free({{1e12 - 2.0, 0, 0}, 0.5}));
}

}  // namespace
}  // namespace scree::sim
