// A periodic lattice can be described by many cells, and its bodies by any of their images. Loads and motion do not
// depend on that choice, and no spring is lost or reversed when a contact crosses a face.
#include <gtest/gtest.h>

#include <cmath>

#include "support/scenes.h"

namespace scree {
namespace {

constexpr double k_radius = 0.006;
constexpr double k_slack = 1e-10;  // 500 steps of collisions multiply rounding by less than 1e6, as in rebuild_test.cpp

/// Bodies in loose contact that move, spin and drift through the faces of a cell which is five of them wide.
sim::Scene packing(const sim::CellSpec& cell, const Vec3d& shift, int across = 5) {
  sim::Scene scene = test::scene_with(test::all_stages({.radius = k_radius}), 1e-5);
  scene.cell = cell;
  const state::Cell box = sim::cell_of(cell);
  for (int i = 0; i < across * across * across; ++i) {
    Random random(5, static_cast<std::uint64_t>(i));
    const Vec3d s = 1.0 / across * Vec3d{i % across + 0.5, i / across % across + 0.5, i / (across * across) + 0.5};
    const Vec3d place = s.x * box.edges({1, 0, 0}) + s.y * box.edges({0, 1, 0}) + s.z * box.edges({0, 0, 1});
    scene.spheres.push_back(test::sphere(place + test::vector(random, 5e-4) + shift, k_radius,
                                         test::vector(random, 1) + Vec3d{2, 1, 0.5}, test::vector(random, 100)));
  }
  return scene;
}
sim::CellSpec cell_with(const Vec3d& length, const state::Tilt& tilt) {
  return {{true, true, true}, {{0, 0, 0}, length}, tilt};
}
const Vec3d k_length{0.0625, 0.061, 0.0605};
const state::Tilt k_tilt{0.45 * 0.0625, -0.2 * 0.0625, 0.3 * 0.061};

/// Largest difference of velocities, surface speeds, forces and torques of bodies i of one run and i + offset of the
/// other, over the largest values.
double difference(const sim::Simulation& p, const sim::Simulation& q, std::size_t offset = 0) {
  const auto a = p.bodies(), b = q.bodies();
  double largest[4] = {}, differ[4] = {};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto &m = a[i], &n = b[i + offset];
    const Vec3d pairs[4][2] = {{m.velocity, n.velocity}, {m.spin, n.spin}, {m.force, n.force}, {m.torque, n.torque}};
    for (int k = 0; k < 4; ++k)
      largest[k] = std::max(largest[k], norm(pairs[k][0])),
      differ[k] = std::max(differ[k], norm(pairs[k][0] - pairs[k][1]));
  }
  return std::max({differ[0] / largest[0], differ[1] / largest[1], differ[2] / largest[2], differ[3] / largest[3]});
}
void expect_same_motion(sim::Simulation p, sim::Simulation q) {
  // Positions of 0.1 m round overlaps of 1e-5 m.
  EXPECT_LT(difference(p, q), 1e4 * test::k_eps * 10) << "at once";
  for (int i = 0; i < 5; ++i) {
    p.advance(100), q.advance(100);
    EXPECT_LT(difference(p, q), k_slack) << "after " << p.steps_done() << " steps";
  }
  EXPECT_EQ(p.contact_count(), q.contact_count());
  EXPECT_GT(p.contact_count(), 15);
  EXPECT_GT(p.bodies()[0].position.x, 0.01);
}

TEST(ShearedCell, told_by_other_edges_of_the_same_lattice_gives_the_same_motion) {
  const sim::Scene plain = packing(cell_with(k_length, k_tilt), {});
  sim::Scene other = plain;
  other.cell.tilt.xy -= k_length.x;  // -0.55 of the edge: both cells are kept as they are
  ASSERT_NE(sim::Simulation(other).world().cell.tilt, sim::Simulation(plain).world().cell.tilt);
  expect_same_motion(sim::Simulation(plain), sim::Simulation(other));
  other.cell.tilt = {k_tilt.xy + 3 * k_length.x, k_tilt.xz - 2 * k_length.x + 4 * k_tilt.xy,
                     k_tilt.yz + 4 * k_length.y};
  expect_same_motion(sim::Simulation(plain), sim::Simulation(other));
}

TEST(ShearedCell, equals_two_of_it_that_make_a_box_with_right_angles) {
  const sim::Scene one = packing(cell_with(k_length, {0.5 * k_length.x, 0, 0}), {});
  sim::Scene two = one;
  two.cell = cell_with({k_length.x, 2 * k_length.y, k_length.z}, {});
  for (sim::OneSphere s : one.spheres) {
    s.position += Vec3d{0.5 * k_length.x, k_length.y, 0};
    two.spheres.push_back(s);
  }
  sim::Simulation p(one), q(two);
  for (int i = 0; i < 4; ++i) {
    EXPECT_LT(difference(p, q), k_slack) << i;
    EXPECT_LT(difference(p, q, one.spheres.size()), k_slack) << i;
    p.advance(100), q.advance(100);
  }
  EXPECT_EQ(2 * p.contact_count(), q.contact_count());
}

TEST(ShearedCell, with_everything_moved_by_any_vector_gives_the_same_motion) {
  for (const Vec3d shift : {Vec3d{0.031, 0, 0}, Vec3d{0.013, -0.027, 0.041}, Vec3d{-0.2, 0.17, 0.3}})
    expect_same_motion(sim::Simulation(packing(cell_with(k_length, k_tilt), {})),
                       sim::Simulation(packing(cell_with(k_length, k_tilt), shift)));
}

TEST(ShearedCell, keeps_the_momentum_of_bodies_that_pass_its_faces) {
  sim::Simulation run(packing(cell_with(k_length, k_tilt), {}));
  const auto momentum = [&] {
    Vec3d sum;
    for (const auto& b : run.bodies()) sum += b.mass * b.velocity;
    return sum;
  };
  const Vec3d before = momentum();
  run.advance(500);
  EXPECT_LT(norm(momentum() - before), 100 * test::k_eps * norm(before));
}

TEST(ShearedCell, of_two_diameters_lets_a_pair_touch_through_two_images_with_springs_of_their_own) {
  // Along x the two bodies touch on both sides; along z nothing is near. The twin is the chain of twice the length with
  // four bodies.
  const double length = 3.98 * k_radius;
  const auto chain = [&](int pairs) {
    sim::Scene scene = test::scene_with(test::all_stages({.radius = k_radius}), 1e-5);
    scene.cell = cell_with({pairs * length, 10 * k_radius, 10 * k_radius}, {0, 0.3 * length, 0});
    for (int i = 0; i < pairs; ++i) {
      scene.spheres.push_back(test::sphere({i * length, 0, 0}, k_radius, {1, 0.2, 0}, {20, 30, -10}));
      scene.spheres.push_back(
          test::sphere({i * length + 1.985 * k_radius, 0.1 * k_radius, 0}, k_radius, {1, -0.3, 0.1}, {-25, 10, 40}));
    }
    return scene;
  };
  sim::Simulation narrow(chain(1)), wide(chain(2));
  for (int i = 0; i < 5; ++i) {
    narrow.advance(100), wide.advance(100);
    EXPECT_EQ(2 * narrow.contact_count(), wide.contact_count());
    EXPECT_LT(difference(narrow, wide), k_slack) << narrow.steps_done();
  }
  EXPECT_GT(narrow.bodies()[0].position.x, length / 8);
}

TEST(ShearedCell, in_which_a_body_would_touch_itself_is_refused) {
  sim::Scene scene = packing(cell_with(k_length, {}), {}, 1);
  scene.cell = cell_with({1.9 * k_radius, 0.1, 0.1}, {});
  EXPECT_THROW(sim::Simulation{scene}, sim::BuildError);
  scene.cell = cell_with({2.0 * k_radius, 1.75 * k_radius, 0.1}, {k_radius, 0, 0});  // a layer of hexagons of one body
  EXPECT_NO_THROW(sim::Simulation{scene});
  scene.cell.tilt.xy = 0.0;
  EXPECT_THROW(sim::Simulation{scene}, sim::BuildError);
}

}  // namespace
}  // namespace scree
