// A wall that touches one body at two points, each with a history of its own, as triangle meshes will need it. The
// shape is added by this test alone: a groove with two flanks at right angles. Two planes are the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "contact/near.h"
#include "shape/pair_table.h"
#include "sim/build.h"
#include "step/explicit.h"
#include "step/smooth.h"
#include "support/fang_negrut.h"
#include "support/scenes.h"

namespace scree {
namespace {

constexpr double k_step = 2e-5, k_skin = 1e-3, k_radius = 0.01;
const double k_half = std::sqrt(0.5);
const Vec3d k_flanks[2] = {{k_half, 0, k_half}, {-k_half, 0, k_half}};  // normals; the groove runs along y

double height_in_groove(const shape::PlacedWall& wall) {
  return std::min(dot(wall.centre - wall.point, k_flanks[0]), dot(wall.centre - wall.point, k_flanks[1]));
}
/// Feature 2 k + f: the support point of the body in direction k (a box has eight corners, others one) at flank f.
shape::NearPoint at_flank(const shape::PlacedShape& body, const shape::PlacedWall& wall, int feature) {
  const int flank = feature % 2;
  shape::PlacedWall plane = wall;
  plane.direction = k_flanks[flank];
  shape::NearPoint point = shape::pair_of(body.kind, shape::WallShape::plane).point(body, plane, feature / 2);
  point.feature = static_cast<std::uint8_t>(feature);
  return point;
}
shape::WallShape groove() {
  using shape::BodyShape;
  static const shape::WallShape shape = [] {
    shape::WallPair pair{BodyShape::sphere, {}, 2, at_flank, nullptr, std::nullopt, "both flanks"};
    std::array pairs = {pair, pair, pair};
    pairs[1].body = BodyShape::ellipsoid, pairs[2].body = BodyShape::box, pairs[2].points = 16;
    return shape::add_wall_shape({"groove", height_in_groove, false}, pairs);
  }();
  return shape;
}

enum class Walls { groove, planes };

/// Three spheres that move along a groove with spins; one of them falls into it from above.
struct Channel {
  sim::Scene scene;
  state::World world;
  std::unique_ptr<step::Smooth> engine;

  Channel(const law::Model& model, Walls walls) : scene(test::scene_with(model, k_step)) {
    scene.gravity = {0, 0, -9.81};
    const double z = k_radius / k_half;  // centre of a sphere that touches both flanks
    scene.spheres = {test::sphere({0, 0, z - 1e-6}, k_radius, {0, 0.3, 0}, {20, -15, 8}),
                     test::sphere({0, 0.05, z - 1e-6}, k_radius, {0, -0.2, 0}, {-10, 30, -5}),
                     test::sphere({0.002, 0.1, z + 0.002}, k_radius, {0.1, 0, 0}, {0, 0, 60})};
    world = sim::build_world(scene);
    state::Wall wall;
    if (walls == Walls::groove) {
      wall.shape = groove(), wall.normal = {0, 1, 0};
      world.walls = {wall};
    } else {
      for (const Vec3d& normal : k_flanks) wall.normal = normal, world.walls.push_back(wall);
    }
    make_engine();
  }
  void make_engine() {
    engine = std::make_unique<step::Smooth>(std::make_unique<step::Explicit>(step::Scheme::velocity_verlet, k_step),
                                            sim::build_models(scene, world), *contact::kernels_named(""), k_skin);
  }
  void start() { engine->set_up(world); }
  std::vector<contact::Observed> contacts() const {
    std::vector<contact::Observed> all;
    engine->observe(world, [&](const contact::Observed& o) { all.push_back(o); });
    return all;
  }
  double folded() const {
    double sum = 0.0;
    engine->fold([&](double x) { sum = 1.0000001 * sum + x; });
    for (const auto& line : world.bodies.lines)
      sum = 1.0000001 * sum + line.x + line.y + line.z + line.vx + line.vy + line.vz + line.wx + line.wy + line.wz;
    return sum;
  }
};

law::Model model_of(bool tracked) {
  if (tracked) return test::fang_negrut({});
  return test::all_stages({.radius = k_radius});
}

class GrooveWall : public ::testing::TestWithParam<bool> {};

TEST_P(GrooveWall, moves_spheres_as_two_planes_do_with_a_history_at_each_flank) {
  Channel groove(model_of(GetParam()), Walls::groove), planes(model_of(GetParam()), Walls::planes);
  groove.start(), planes.start();
  constexpr int k_steps = 5000;  // 0.1 s: the third sphere has landed, and all have slid and rolled
  int both = 0;
  for (int n = 0; n < k_steps; n += 100) {
    groove.engine->advance(groove.world, 100), planes.engine->advance(planes.world, 100);
    both += groove.engine->contact_count() > 3;  // of three spheres: one at both flanks at least
  }
  EXPECT_GT(both, 10) << "spheres lie at both flanks for a while";
  // The kernels of spheres at planes round in another order than those of shaped contacts: some ulps a step, which the
  // contacts of this regular motion damp rather than amplify.
  const double rounding = 64 * k_steps * test::k_eps;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto &p = groove.world.bodies.lines[i], &q = planes.world.bodies.lines[i];
    EXPECT_LT(norm(p.position() - q.position()), rounding * k_radius) << i;
    EXPECT_LT(norm(p.velocity() - q.velocity()), rounding * 1.0) << i;  // [m/s]: the velocities are below 1
    EXPECT_LT(norm(p.spin() - q.spin()), rounding * 1.0 / k_radius) << i;
  }
  const auto contacts = groove.contacts();
  ASSERT_EQ(contacts.size(), planes.contacts().size());
  double differ = 0.0;
  for (const auto& c : contacts)
    for (const auto& d : contacts)
      if (c.a == d.a && c.normal.x * d.normal.x < 0.0) differ = std::max(differ, norm(c.stretch - d.stretch));
  EXPECT_GT(differ, 1e-9) << "the two flanks have springs of their own";  // [m]: stretches are 1e-6, rounding 1e-18
}

TEST_P(GrooveWall, resumes_with_the_same_bits_from_a_saved_state) {
  Channel whole(model_of(GetParam()), Walls::groove);
  whole.start();
  whole.engine->advance(whole.world, 3000);
  Archive archive;
  whole.engine->save(archive);
  Channel restored(model_of(GetParam()), Walls::groove);
  restored.world = whole.world;
  restored.engine->restore(restored.world, archive);
  ASSERT_GT(restored.engine->contact_count(), 4);
  EXPECT_EQ(restored.folded(), whole.folded());
  whole.engine->advance(whole.world, 2000), restored.engine->advance(restored.world, 2000);
  EXPECT_EQ(restored.folded(), whole.folded());
}

TEST_P(GrooveWall, has_the_same_bits_with_every_instruction_set) {
  std::vector<double> sums;
  for (const contact::Kernels* kernels : contact::available_kernels()) {
    Channel channel(model_of(GetParam()), Walls::groove);
    channel.engine =
        std::make_unique<step::Smooth>(std::make_unique<step::Explicit>(step::Scheme::velocity_verlet, k_step),
                                       sim::build_models(channel.scene, channel.world), *kernels, k_skin);
    channel.start();
    channel.engine->advance(channel.world, 3000);
    sums.push_back(channel.folded());
  }
  for (const double sum : sums) EXPECT_EQ(sum, sums.front());
}

TEST_P(GrooveWall, supports_half_the_weight_of_a_resting_sphere_at_each_flank) {
  law::Model model = model_of(GetParam());
  Channel channel(model, Walls::groove);
  channel.scene.spheres = {test::sphere({0, 0, k_radius / k_half}, k_radius)};
  const auto walls = channel.world.walls;
  channel.world = sim::build_world(channel.scene);
  channel.world.walls = walls;
  channel.start();
  channel.engine->advance(channel.world, 50000);
  const auto contacts = channel.contacts();
  ASSERT_EQ(contacts.size(), 2u);
  const double weight = channel.world.bodies.mass[0] * 9.81;
  // Friction is unloaded, since the sphere came straight down on both flanks. The tolerance is the bounce that is
  // left after 1 s: with a restitution of 0.6 and half periods of 2 ms, far below 1e-6; the difference of the
  // flanks is rounding.
  for (const auto& c : contacts) EXPECT_NEAR(c.normal_force * c.normal.z + c.friction.z, 0.5 * weight, 1e-6 * weight);
}

TEST(GrooveWall, is_near_at_both_flanks_for_the_nonsmooth_stepper) {
  const Channel groove(model_of(false), Walls::groove), planes(model_of(false), Walls::planes);
  const auto near_of = [](const state::World& world) {
    return contact::NearSearch({}).find(world,
                                        {.ways = std::vector<double>(world.bodies.size(), 1e-3), .step = k_step});
  };
  const auto in_groove = near_of(groove.world), at_planes = near_of(planes.world);
  // The first two spheres overlap both flanks by 1e-6 m / sqrt(2); the third just touches one flank, and is 2.8 mm from
  // the other one.
  ASSERT_EQ(in_groove.size(), 5u);
  ASSERT_EQ(at_planes.size(), 5u);
  for (const contact::Near& n : in_groove)
    EXPECT_TRUE(std::any_of(at_planes.begin(), at_planes.end(), [&](const contact::Near& p) {
      return p.a == n.a && norm(p.point.normal - n.point.normal) < 4 * test::k_eps &&
             std::abs(p.point.gap - n.point.gap) < 8 * test::k_eps * k_radius;
    }));
}

INSTANTIATE_TEST_SUITE_P(ByKinematics, GrooveWall, ::testing::Bool(),
                         [](const auto& of) { return of.param ? "that_track_the_point" : "of_rates"; });

}  // namespace
}  // namespace scree
