// The list is found stale in the same step in which a check of every body after every step would find it so.
#include <gtest/gtest.h>

#include "base/random.h"
#include "contact/contacts.h"
#include "sim/build.h"
#include "state/deformation.h"
#include "support/scenes.h"

namespace scree {
namespace {

constexpr double k_step = 1e-3, k_skin = 0.01;

/// Bodies that move in a periodic cell above a plane that moves; only the test sets their velocities.
struct Flock {
  sim::Scene scene = test::scene_with(test::frictionless(1e4, 0.7), k_step);
  state::World world;
  contact::Contacts contacts;
  Random random{7, 1};

  Flock() : world(made(scene)), contacts(sim::build_models(scene, world), *contact::kernels_named(""), k_skin, false) {
    contacts.rebuild(world);
  }
  static state::World made(sim::Scene& scene) {
    scene.cell.periodic = {true, true, true}, scene.cell.bounds = {{0, 0, 0}, {1, 1, 1}};
    sim::RandomFill fill;
    fill.region = scene.cell.bounds, fill.count = 300, fill.radii = {0.02, 0.03}, fill.seed = 5;
    scene.randoms.push_back(fill);
    state::World world = sim::build_world(scene);
    state::Wall wall;
    wall.normal = {0, 0, 1}, wall.velocity = {3.0, 0, 0.4};  // along itself it goes far and brings nothing nearer
    world.walls.push_back(wall);
    return world;
  }

  /// One step of all bodies, and of the cell if it is strained.
  contact::VelocityBox go(bool strained) {
    const state::Cell before = world.cell;
    if (strained) world.cell.length.z *= 1.0 - 2e-4, world.cell.tilt.xy += 3e-4;
    const state::Deformation carry(before, world.cell);
    contact::VelocityBox box;
    for (auto& p : world.bodies.lines) {
      const Vec3d v = 0.999 * p.velocity() + test::vector(random, 0.02) + Vec3d{0.004, 0, 0};
      p.vx = v.x, p.vy = v.y, p.vz = v.z;
      const Vec3d x = carry(p.position()) + k_step * v;
      p.x = x.x, p.y = x.y, p.z = x.z;
      box.add(v);
    }
    for (auto& wall : world.walls) wall.point += k_step * wall.velocity;
    return box;
  }
  double moved() const {
    const state::Deformation since(listed_cell, world.cell);
    contact::Moved all;
    for (const auto& p : world.bodies.lines) all.add(p.position() - since({p.x0, p.y0, p.z0}));
    for (const auto& wall : world.walls) all.add(dot(wall.point - wall.listed_point, wall.normal) * wall.normal);
    return all.bound() + contacts.reach() * since.strain();
  }
  state::Cell listed_cell = world.cell;
};

class Stale : public ::testing::TestWithParam<bool> {};
TEST_P(Stale, is_found_in_the_step_in_which_a_check_of_every_body_finds_it) {
  Flock flock;
  int rebuilds = 0, steps = 0;
  for (; steps < 3000 && rebuilds < 25; ++steps) {
    const contact::VelocityBox box = flock.go(GetParam());
    const double moved = flock.moved();
    const bool stale = flock.contacts.list_is_stale(flock.world, box, k_step);
    ASSERT_EQ(stale, !(moved <= flock.contacts.skin())) << "step " << steps << ", moved by " << moved;
    if (!stale) continue;
    flock.contacts.rebuild(flock.world);
    flock.listed_cell = flock.world.cell;
    ++rebuilds;
  }
  EXPECT_EQ(rebuilds, 25);
  EXPECT_GT(steps, 8 * rebuilds);
}
INSTANTIATE_TEST_SUITE_P(InACell, Stale, ::testing::Bool(),
                         [](const auto& of) { return of.param ? "that_is_strained" : "that_rests"; });

}  // namespace
}  // namespace scree
