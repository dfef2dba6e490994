// Total rotations kept as vectors or as quaternions: one function turns a body, and the motion is the same.
#include <gtest/gtest.h>

#include <cmath>

#include "state/world.h"
#include "support/scenes.h"
#include "support/vectors.h"

namespace scree {
namespace {

double between(const state::Orientation& p, const state::Orientation& q) {
  return test::angle_between({p[0], {p[1], p[2], p[3]}}, {q[0], {q[1], q[2], q[3]}});
}

/// One body of each kind.
struct Two {
  state::Bodies vectors, quaternions;
  Two() {
    vectors.kept.rotations = true;
    const state::Orientation start{0.5, -0.5, 0.5, 0.5};
    vectors.push_orientation(start), quaternions.push_orientation(start);
  }
  double apart() const { return between(vectors.orientations[0], quaternions.orientations[0]); }
};

TEST(Rotations, of_both_kinds_agree_after_a_million_rotations) {
  Two two;
  Random random(8, 1);
  for (int k = 0; k < 1000000; ++k) {
    const Vec3d t = 0.05 * random.uniform() * test::direction(random);
    two.vectors.turn(0, t), two.quaternions.turn(0, t);
  }
  EXPECT_LT(two.apart(), 1e-12);  // a random walk of roundings, as in rodrigues_test.cpp
}

TEST(Rotations, of_both_kinds_take_rodrigues_increments) {
  Two two;
  Random random(9, 1);
  for (int k = 0; k < 10000; ++k) {
    const Vec3d increment = test::log_uniform(random, 1e-4, 10) * test::direction(random);
    two.vectors.turn_by_rodrigues(0, increment), two.quaternions.turn_by_rodrigues(0, increment);
  }
  EXPECT_LT(two.apart(), 1e-12);  // 1e4 roundings, at worst all in one direction
  Two other;
  const Vec3d t{0.3, -0.2, 0.1};
  other.vectors.turn(0, t), other.quaternions.turn_by_rodrigues(0, rodrigues::of_rotation_vector(t));
  EXPECT_LT(other.apart(), 1e-15);  // one composition: some ulps of a quaternion
}

TEST(Rotations, begin_at_a_half_turn_too) {
  state::Bodies bodies;
  bodies.kept.rotations = true;
  bodies.push_orientation({0, 0, 1, 0});
  EXPECT_TRUE(std::isfinite(bodies.rotations[0].y));
  EXPECT_LT(between(bodies.orientations[0], {0, 0, 1, 0}), 1e-14);  // the vector is 1e16 long: relative rounding
}

sim::Scene tumbling(sim::RotationKind kind, sim::StepperKind stepper) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4), 1e-3);
  scene.rotation = kind, scene.stepper = stepper;
  sim::OneSolid solid;
  solid.half = {0.01, 0.02, 0.03};
  solid.orientation = {0.6, 0.0, 0.8, 0.0};
  solid.traits.spin = {20, 30, -5};
  scene.solids.push_back(solid);
  scene.spheres.push_back(test::sphere({1, 0, 0}, 0.01, {}, {50, -20, 10}));
  return scene;
}

constexpr double k_drift = 1e-9;  // [rad], and of the spin: see below
class BothKinds : public ::testing::TestWithParam<sim::StepperKind> {};
// Rounding of the momentum in each step makes the angle drift with the square of the time: 2.1e-10 rad were measured
// here, and 1.3e-10 rad between two quaternion runs one ulp apart.
TEST_P(BothKinds, give_the_same_motion) {
  sim::Simulation vectors(tumbling(sim::RotationKind::rodrigues, GetParam())),
      quaternions(tumbling(sim::RotationKind::quaternion, GetParam()));
  vectors.advance(20000), quaternions.advance(20000);
  const auto p = vectors.bodies(), q = quaternions.bodies();
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_LT(norm(p[i].spin - q[i].spin), k_drift * norm(q[i].spin)) << i;
    EXPECT_LT(between(p[i].orientation, q[i].orientation), k_drift) << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Of, BothKinds,
                         ::testing::Values(sim::StepperKind::velocity_verlet, sim::StepperKind::symplectic_euler));

TEST(Rotations, are_saved_and_continue_with_the_same_bits) {
  for (const sim::StepperKind stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::nonsmooth}) {
    sim::Scene scene = tumbling(sim::RotationKind::rodrigues, stepper);
    if (stepper == sim::StepperKind::nonsmooth)
      scene.contacts[0].model = {}, scene.contacts[0].model.normal = law::normal::Rigid::Params{};
    sim::Simulation whole(scene), first(scene);
    whole.advance(700), first.advance(300);
    sim::Simulation second(scene, first.save());
    EXPECT_EQ(second.state_hash(), first.state_hash());
    second.advance(400);
    EXPECT_EQ(second.state_hash(), whole.state_hash());
    const auto p = second.bodies(), q = whole.bodies();
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_EQ(p[i].orientation, q[i].orientation);
  }
}

TEST(Rotations, of_spheres_follow_their_spin) {
  sim::Simulation run(tumbling(sim::RotationKind::rodrigues, sim::StepperKind::velocity_verlet));
  run.advance(5000);
  const auto bodies = run.bodies();
  const Turn<double> exact = turn_by(run.time() * Vec3d{50, -20, 10});
  // 275 rad: 5000 roundings in one direction of a few 1e-16 rad each, and the sum of the times
  EXPECT_LT(between(bodies[0].orientation, {exact.w, exact.v.x, exact.v.y, exact.v.z}), 1e-11);
}

}  // namespace
}  // namespace scree
