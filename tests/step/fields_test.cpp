// Forces beyond contact on all bodies: the list against all pairs, images, and sums that do not depend on the list.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact/arrange.h"
#include "step/fields.h"
#include "support/scenes.h"

namespace scree::step {
namespace {

using state::Slot;

/// Two materials; between 0 and 0, and 0 and 1, but not between 1 and 1.
FieldSettings two_fields() {
  FieldSettings settings;
  settings.near_fields = {NearField({.attraction = 1.0,
                                     .attraction_power = 2,
                                     .repulsion = 0.01,
                                     .repulsion_power = 4,
                                     .fade_from = 0.2,
                                     .cutoff = 0.3}),
                          NearField({.repulsion = 0.5, .repulsion_power = 1.5, .fade_from = 0.1, .cutoff = 0.17})};
  settings.between = {0, 1, 1, -1}, settings.materials = 2;
  return settings;
}

state::World cloud(std::size_t n, std::array<bool, 3> periodic) {
  state::World world;
  world.cell.periodic = periodic, world.cell.low = {-0.2, 0, 0.1}, world.cell.length = {1, 0.7, 0.4};
  Random random(11, n);
  for (std::size_t i = 0; i < n; ++i) {
    state::BodyLine line{};
    line.x = -0.2 + random.uniform(), line.y = 0.7 * random.uniform(), line.z = 0.1 + 0.4 * random.uniform();
    line.radius = 0.01, line.id = world.take_id(), line.material = static_cast<std::uint16_t>(i % 3 == 0);
    world.bodies.lines.push_back(line);
    world.bodies.image_flags.push_back({0, 0, 0});
    world.bodies.mass.push_back(1.0), world.bodies.inertia.push_back(1.0);
    world.bodies.field_forces.emplace_back();
  }
  return world;
}

/// Over all pairs and all near images.
struct Brute {
  std::vector<Vec3d> forces;
  double potential = 0.0;
  Brute(const state::World& world, const FieldSettings& s) : forces(world.bodies.size()) {
    // no body is farther outside than half a cell
    const auto images = [&](int axis) { return world.cell.periodic[static_cast<std::size_t>(axis)] ? 2 : 0; };
    for (std::size_t i = 0; i < forces.size(); ++i)
      for (std::size_t j = 0; j < forces.size(); ++j) {
        const auto &p = world.bodies.lines[i], &q = world.bodies.lines[j];
        const auto index = s.between[static_cast<std::size_t>(p.material * 2 + q.material)];
        if (i == j || index < 0) continue;
        for (int x = -images(0); x <= images(0); ++x)
          for (int y = -images(1); y <= images(1); ++y)
            for (int z = -images(2); z <= images(2); ++z) {
              const Vec3d d = p.position() - q.position() +
                              Vec3d{x * world.cell.length.x, y * world.cell.length.y, z * world.cell.length.z};
              const NearField& field = s.near_fields[static_cast<std::size_t>(index)];
              forces[i] -= (field.pull(norm(d)) / norm(d)) * d;
              potential += 0.5 * field.potential(norm(d));
            }
      }
  }
};

constexpr double k_force = 1e-12, k_potential = 1e-11;  // relative; derived at their test

class FieldLists : public ::testing::TestWithParam<std::array<bool, 3>> {};
// Bodies move through the faces and are wrapped and reordered at some steps. Two orders of summation of some dozen
// terms, each a difference of positions of 1 at a distance of 0.05 and more to a power of 4: 12 x 4 x 20 eps = 2e-13 of
// the largest. The potential sums 70 times as many terms of both signs.
TEST_P(FieldLists, give_the_forces_of_a_sum_over_all_pairs) {
  state::World world = cloud(70, GetParam());
  Fields fields(two_fields());
  Random random(12, 1);
  std::vector<Vec3d> velocities(world.bodies.size() + 1);
  for (Vec3d& v : velocities) v = test::vector(random, 0.02);
  for (int round = 0; round < 45; ++round) {
    for (auto& line : world.bodies.lines) {
      const Vec3d& v = velocities[number(line.id)];
      line.x += v.x, line.y += v.y, line.z += v.z;
    }
    if (round % 7 == 3) contact::wrap(world);
    if (round % 20 == 11) contact::rearrange(world.bodies, contact::new_order(world, {}, true));
    if (round == 30)
      contact::rearrange(world.bodies, contact::new_order(world, std::vector<char>(world.bodies.size(), 0), false));
    if (round == 40) {
      std::vector<char> removed(world.bodies.size(), 0);
      removed[5] = removed[17] = 1;
      contact::rearrange(world.bodies, contact::new_order(world, removed, false));
    }
    fields.evaluate(world, Fields::Velocities::of_lines);
    const Brute brute(world, two_fields());
    double scale = 0.0;
    for (const Vec3d& f : brute.forces) scale = std::max(scale, norm(f));
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      ASSERT_LT(norm(world.bodies.field_forces[i] - brute.forces[i]), k_force * scale) << round << " " << i;
    EXPECT_NEAR(fields.potential(world), brute.potential, k_potential * std::abs(brute.potential) + k_force);
  }
}
INSTANTIATE_TEST_SUITE_P(Of, FieldLists,
                         ::testing::Values(std::array{false, false, false}, std::array{true, true, true},
                                           std::array{true, false, true}));

TEST(Fields, do_not_depend_on_the_step_at_which_the_list_was_built) {
  state::World world = cloud(200, {true, true, true});
  Fields old(two_fields());
  old.prepare(world);
  Random random(13, 1);
  for (auto& line : world.bodies.lines) line.x += 0.005 * random.uniform(), line.z -= 0.005 * random.uniform();
  const auto pairs = old.pair_count();
  old.evaluate(world, Fields::Velocities::of_lines);
  EXPECT_EQ(old.pair_count(), pairs);  // still the first list
  const auto first = world.bodies.field_forces;
  Fields fresh(two_fields());
  fresh.evaluate(world, Fields::Velocities::of_lines);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(norm(first[i] - world.bodies.field_forces[i]), 0.0);
  EXPECT_EQ(old.potential(world), fresh.potential(world));
}

TEST(Fields, of_a_periodic_lattice_are_those_of_its_shifted_twin) {
  state::World world = cloud(100, {true, true, true}), twin = world;
  for (auto& line : twin.bodies.lines) line.x += 0.43, line.y -= 0.21, line.z += 0.37;
  contact::wrap(twin);
  Fields fields(two_fields()), twins(two_fields());
  fields.evaluate(world, Fields::Velocities::of_lines), twins.evaluate(twin, Fields::Velocities::of_lines);
  double scale = 0.0;
  for (const Vec3d& f : world.bodies.field_forces) scale = std::max(scale, norm(f));
  // Shifting positions of size 1 rounds them by eps; near pairs at 1e-3 and less feel that as eps / 1e-3 = 2e-13 of
  // their force, times the power of 4; 1e-10 holds for the closest pair of this cloud too.
  constexpr double k_shifted = 1e-10;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    EXPECT_LT(norm(world.bodies.field_forces[i] - twin.bodies.field_forces[i]), k_shifted * scale);
  EXPECT_NEAR(fields.potential(world), twins.potential(twin), k_shifted * std::abs(fields.potential(world)));
}

TEST(Fields, act_on_pairs_with_opposite_forces) {
  state::World world = cloud(150, {true, true, true});
  Fields fields(two_fields());
  fields.evaluate(world, Fields::Velocities::of_lines);
  Vec3d sum;
  double sizes = 0.0;
  for (const Vec3d& f : world.bodies.field_forces) sum += f, sizes += norm(f);
  EXPECT_LT(norm(sum), 1e-14 * sizes);  // rounding of a sum of some dozen terms on each body: 40 eps
}

TEST(Fields, give_drag_and_magnus_force_by_their_formulas) {
  state::World world = cloud(1, {false, false, false});
  const Fields fields(
      FieldSettings{.drag = 2.0, .fluid_velocity = {1, 0, 0}, .magnus = 0.5, .near_fields = {}, .between = {}});
  const state::LoadLine load = fields.load_on(world, 0, {3, 1, 0}, {0, 0, 4});
  EXPECT_DOUBLE_EQ(load.fx, -2.0 * (3 - 1) + 0.5 * (0 * 0 - 4 * 1));
  EXPECT_DOUBLE_EQ(load.fy, -2.0 * 1 + 0.5 * (4 * 3));
  EXPECT_EQ(load.fz, 0.0);
  EXPECT_EQ(load.tx, 0.0);
  EXPECT_DOUBLE_EQ(fields.drag_power({3, 1, 0}), 2.0 * (2 * 3 + 1 * 1));
}

}  // namespace
}  // namespace scree::step
