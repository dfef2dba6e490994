// Joints at the level of rows: rows are derivatives of the constraints, joints conserve momentum and correct drift, and
// pendulums swing with their period.
#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "step/joint_world.h"
#include "support/scenes.h"

namespace scree {
namespace {

using state::JointKind;
using test::ball;
using test::JointWorld;
using test::scene_of;
using test::sphere_ref;

constexpr double k_pi = std::numbers::pi;

// Rounding of lengths [m] and angles [rad] of order 1: 40 eps, some forty operations of the transforms of a
// joint's points and axes. As a bias (over the step of 0.01 s) and in velocities and momenta of up to 5 after some
// steps: 400 eps.
constexpr double k_place = 1e-14, k_velocity = 1e-13;

sim::Joint joint(JointKind kind, bool to_world = false) {
  return {"j",
          kind,
          sphere_ref(0),
          to_world ? sim::BodyRef{} : sphere_ref(1),
          {0.1, 0.2, 0.3},
          {0, 0.6, 0.8},
          {0.5, -0.1, 0.7}};
}
JointWorld pair(JointKind kind, bool to_world = false, double step = 0.01) {
  sim::Scene scene = scene_of({ball({-0.3, 0.1, 0.2}), ball({0.6, 0.4, -0.1}, 2.5, 0.2)});
  scene.joints = {joint(kind, to_world)};
  return JointWorld(scene, step);
}
constexpr JointKind k_kinds[] = {JointKind::fixed, JointKind::revolute, JointKind::prismatic, JointKind::spherical,
                                 JointKind::distance};
constexpr std::size_t k_rows[] = {6, 5, 5, 3, 1};

/// Moves all bodies as one rigid body, which violates no joint.
void move_as_one(JointWorld& w, const Vec3d& by, const Vec3d& turn) {
  for (std::size_t i = 0; i < w.world.bodies.size(); ++i) {
    const Vec3d x = w.line(i).position();
    w.move(i, rotated(turn_by(turn), x) + by - x, turn);
  }
}

TEST(Joints, remove_six_five_five_three_and_one_degrees_of_freedom) {
  for (const auto kind : k_kinds)
    for (const bool to_world : {false, true}) {
      JointWorld w = pair(kind, to_world);
      const auto owners = w.make_rows();
      EXPECT_EQ(w.rows.size(), k_rows[static_cast<std::size_t>(kind)]);
      for (const auto& row : w.rows) {
        EXPECT_EQ(row.a, 0U);
        EXPECT_EQ(row.b, to_world ? 2U : 1U);    // the world is behind all bodies
        EXPECT_NEAR(row.bias, 0.0, k_velocity);  // no drift in the initial state
        EXPECT_EQ(row.high, std::numeric_limits<double>::infinity());
      }
    }
}

TEST(Joints, between_two_bodies_have_no_drift_in_a_common_rigid_motion) {
  for (const auto kind : k_kinds) {
    JointWorld w = pair(kind);
    move_as_one(w, {0.7, -0.4, 0.2}, {0.5, 1.0, -0.7});
    EXPECT_LT(w.drift(), k_place) << static_cast<int>(kind);
  }
}

/// Row . twist is the derivative of the constraint Psi = bias x step, by a central difference.
TEST(Joints, have_rows_that_are_the_derivatives_of_their_constraints) {
  constexpr double k_small = 1e-6;  // [s]
  // Truncation is k_small^2 x third derivatives = 1e-12; rounding of Psi (40 eps) over the difference is 1e-14 / 1e-6.
  constexpr double k_difference = 1e-8;
  for (const auto kind : k_kinds)
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed, 3);
      // Rows of all three rotations (fixed, prismatic) are exact derivatives where there is no drift of angle; the
      // others everywhere.
      const bool by_angle = kind == JointKind::fixed || kind == JointKind::prismatic;
      JointWorld start = pair(kind);
      move_as_one(start, test::vector(random, 1.0), test::vector(random, 2.0));
      start.move(0, test::vector(random, 0.2), by_angle ? Vec3d{} : test::vector(random, 0.3));
      start.make_rows();
      for (std::size_t body : {0U, 1U}) {
        const Vec3d v = test::vector(random, 1.0), w = test::vector(random, 1.0);
        JointWorld ahead = start, behind = start;
        ahead.move(body, k_small * v, k_small * w), behind.move(body, -k_small * v, -k_small * w);
        ahead.make_rows(), behind.make_rows();
        for (std::size_t r = 0; r < start.rows.size(); ++r) {
          const auto& row = start.rows[r];
          const double rate =
              body == 0 ? dot(row.linear, v) + dot(row.angular_a, w) : -dot(row.linear, v) + dot(row.angular_b, w);
          const double difference = (ahead.rows[r].bias - behind.rows[r].bias) * start.step / (2 * k_small);
          EXPECT_NEAR(rate, difference, k_difference) << static_cast<int>(kind) << " row " << r << " body " << body;
        }
      }
    }
}

TEST(Joints, conserve_momentum_and_angular_momentum_also_while_they_correct_drift) {
  // Impulses are equal and opposite to rounding; their largest, that of the first step, corrects a drift of 0.03
  // in 0.01 s: some 10 kg m/s with arms of order 1. 400 eps x 10 for momentum; ten times as much for the three
  // sums of moments.
  constexpr double k_momentum = 1e-12, k_moments = 1e-11;  // [kg m/s], [kg m2/s]
  for (const auto kind : k_kinds) {
    JointWorld w = pair(kind);
    w.move(0, {0.01, -0.02, 0.015}, {0.02, 0.01, -0.03});
    w.set(0, {1, 2, -1}, {3, -1, 2}), w.set(1, {-0.5, 0.2, 0.7}, {-1, 2, 0.5});
    for (int k = 0; k < 50; ++k) {
      const Vec3d p = w.momentum();
      // About the positions at which the impulses act: bodies move along their velocities only afterwards.
      const Vec3d before = w.angular_momentum();
      const std::vector<Vec3d> x = {w.line(0).position(), w.line(1).position()};
      w.advance();
      Vec3d after;
      for (std::size_t i : {0U, 1U})
        after +=
            w.world.bodies.mass[i] * cross(x[i], w.line(i).velocity()) + w.world.bodies.inertia[i] * w.line(i).spin();
      EXPECT_LT(norm(w.momentum() - p), k_momentum);
      EXPECT_LT(norm(after - before), k_moments);
    }
  }
}

TEST(Joints, that_remove_all_rotations_correct_their_drift_in_one_step) {
  for (const auto kind : {JointKind::fixed, JointKind::prismatic}) {
    JointWorld w = pair(kind, true);
    w.move(0, {0.03, -0.02, 0.05}, {0.3, -0.2, 0.4});
    ASSERT_GT(w.drift(), 0.3);
    w.advance();
    EXPECT_LT(w.drift(), k_place);  // the rotation back is exp(-e) exp(e) = 1, the path back is straight
  }
}

/// Rows are derivatives, so a time step is one iteration of Newton's method: a drift d leaves c d^2, c of the order of
/// one over the arms (0.3 m .. 1 m); 20/m bounds it.
TEST(Joints, that_leave_a_rotation_free_correct_their_drift_quadratically) {
  for (const auto kind : {JointKind::revolute, JointKind::spherical, JointKind::distance}) {
    JointWorld w = pair(kind);
    w.move(0, {0.004, -0.003, 0.005}, {0.003, -0.002, 0.004});
    const double first = w.drift();
    ASSERT_GT(first, 1e-3);  // of a displacement of 7e-3: no case is trivial
    w.advance();
    const double second = w.drift();
    EXPECT_LT(second, 20.0 * first * first) << static_cast<int>(kind);
    // The correction is a velocity; with the bodies at rest again, the next step sees the drift alone.
    w.set(0, {}, {}), w.set(1, {}, {});
    w.advance();
    EXPECT_LT(w.drift(), 20.0 * second * second + k_place);
  }
}

TEST(Joints, do_not_act_on_their_free_motions) {
  JointWorld hinge = pair(JointKind::revolute, true);
  const Vec3d axis{0, 0.6, 0.8}, arm = hinge.line(0).position() - Vec3d{0.1, 0.2, 0.3};
  hinge.set(0, 2.0 * cross(axis, arm), 2.0 * axis);
  hinge.make_rows();
  // Two products of order 1 that cancel: 4 eps.
  for (const auto& row : hinge.rows)
    EXPECT_NEAR(dot(row.linear, hinge.line(0).velocity()) + dot(row.angular_a, hinge.line(0).spin()), 0.0, 1e-15);
  JointWorld slide = pair(JointKind::prismatic, true);
  slide.set(0, 3.0 * axis, {});
  const Vec3d start = slide.line(0).position();
  slide.advance(100);
  const Vec3d path = slide.line(0).position() - start;
  EXPECT_NEAR(dot(path, axis), 3.0, 1e-12);  // nothing corrects along the axis: 100 steps of k_place
  EXPECT_LT(norm(cross(path, axis)), k_velocity);
}

TEST(Joints, a_body_slides_down_an_inclined_guide_with_g_sin_alpha) {
  const double h = 0.01, g = 9.81;
  sim::Scene scene = scene_of({ball({0, 0, 0})});
  scene.gravity = {0, 0, -g};
  scene.joints = {{"guide", JointKind::prismatic, sphere_ref(0), {}, {}, {1, 0, 1}, {}}};
  JointWorld w(scene, h);
  w.advance(50);
  const double v = -g * std::sqrt(0.5) * 50 * h;
  EXPECT_NEAR(w.line(0).vx, v * std::sqrt(0.5), k_velocity);
  EXPECT_NEAR(w.line(0).vz, v * std::sqrt(0.5), k_velocity);
  EXPECT_LT(norm(w.line(0).spin()), k_velocity);
  // The guide bears the load across it: m g cos alpha. An impulse over the step: m / h = 100 kg/s times a
  // rounding of 1e-14.
  EXPECT_NEAR(norm(w.world.joints[0].force), g * std::sqrt(0.5), 1e-12);
  EXPECT_GT(w.world.joints[0].force.z, 0.0);
}

TEST(Joints, a_body_on_a_hinge_drifts_in_its_first_step_by_the_error_of_a_straight_step) {
  const double h = 0.01, spin = 3.0, r = 0.5;
  sim::Scene scene = scene_of({ball({r, 0, 0})});
  scene.joints = {{"pin", JointKind::revolute, sphere_ref(0), {}, {0, 0, 0}, {0, 0, 1}, {}}};
  JointWorld w(scene, h);
  w.set(0, {0, spin * r, 0}, {0, 0, spin});
  w.advance();
  const double angle = h * spin;  // the centre moves straight, the arm rotates
  EXPECT_NEAR(w.drift(), r * std::hypot(1 - std::cos(angle), angle - std::sin(angle)), 1e-15);  // lengths of 0.5: 4 eps
  // The drift stays at h^2 w^2 r / 2, since each step corrects that of the last one; 10 % for terms of higher order.
  double largest = 0.0;
  for (int k = 0; k < 1000; ++k) w.advance(), largest = std::max(largest, w.drift());
  EXPECT_LT(largest, 1.1 * 0.5 * angle * angle * r);
  // The pin keeps it on its circle: m w^2 r towards the pin. The direction is that of the begin of the step, h w = 0.03
  // rad behind, and the force varies within a step by a fraction of that: 2 %.
  const double now = norm(w.line(0).spin());
  EXPECT_NEAR(norm(w.world.joints[0].force), now * now * r, 0.02 * now * now * r);
  EXPECT_LT(dot(w.world.joints[0].force, w.line(0).position()), 0.0);
}

TEST(Joints, a_pendulum_swings_with_the_period_of_its_inertia) {
  const double g = 9.81, r = 0.5, radius = 0.1;
  const double period = 2 * k_pi * std::sqrt((0.4 * radius * radius + r * r) / (g * r));
  for (const auto kind : {JointKind::revolute, JointKind::spherical}) {
    const int steps = 2000;
    sim::Scene scene = scene_of({ball({r * std::sin(0.01), 0, -r * std::cos(0.01)}, 1.0, radius)});
    scene.gravity = {0, 0, -g};
    scene.joints = {{"pin", kind, sphere_ref(0), {}, {0, 0, 0}, {0, 1, 0}, {}}};
    JointWorld w(scene, period / steps);
    int crossings = 0, last = 0;
    double x = w.line(0).x;
    for (int k = 1; k <= 3 * steps; ++k) {
      w.advance();
      if (x * w.line(0).x < 0.0) ++crossings, last = k;
      x = w.line(0).x;
    }
    // At T/4, 3T/4, ...: the sixth at 11 T / 4. An amplitude of 0.01 rad lengthens T by 0.01^2/16 = 6e-6; the scheme is
    // of first order, with an error of some steps in 5500: 0.002 T are four steps.
    EXPECT_EQ(crossings, 6);
    EXPECT_NEAR(last, 2.75 * steps, 0.002 * steps);
    EXPECT_NEAR(w.line(0).y, 0.0, 1e-12);  // rounding of 6000 steps, corrected by the rows: some k_place
    // (h w)^2 r / 2 with h = 7e-4 s and w <= 0.044 rad/s is 2e-10 m, and free fall within a step, g h^2 x 0.01,
    // is 5e-8 m.
    EXPECT_LT(w.drift(), 1e-6);
  }
}

TEST(Joints, a_rod_keeps_two_bodies_on_circles_about_their_centre_of_mass) {
  const double h = 1e-3, length = 1.0, spin = 2.0, a = 1.0, b = 3.0;
  sim::Scene scene = scene_of({ball({0.75, 0, 0}, a), ball({-0.25, 0, 0}, b)});  // the centre of mass at the origin
  scene.joints = {{"rod", JointKind::distance, sphere_ref(0), sphere_ref(1), {0.75, 0, 0}, {0, 0, 1}, {-0.25, 0, 0}}};
  JointWorld w(scene, h);
  w.set(0, {0, 0.75 * spin, 0}, {}), w.set(1, {0, -0.25 * spin, 0}, {});
  w.advance(3000);
  // Drift of a straight step: half of this.
  EXPECT_NEAR(norm(w.line(0).position() - w.line(1).position()), length, h * h * spin * spin * length);
  const Vec3d along = w.line(0).position() - w.line(1).position();
  const double reduced = a * b / (a + b);
  const Vec3d apart_rate = w.line(0).velocity() - w.line(1).velocity();
  const double now = norm(cross(along, apart_rate)) / norm2(along);
  // Within a step the direction of the rod changes by h w = 0.2 %; 1 % bounds terms of first order.
  EXPECT_NEAR(dot(w.world.joints[0].force, along), -reduced * now * now * length, 0.01 * reduced * now * now * length);
}

TEST(Joints, act_across_a_periodic_face) {
  sim::Scene scene = scene_of({ball({0.9, 0.5, 0.5}), ball({0.5, 0.5, 0.5})});
  scene.cell = {{true, false, false}, {{0, 0, 0}, {1, 1, 1}}, {}};
  scene.joints = {{"stick", JointKind::fixed, sphere_ref(0), sphere_ref(1), {}, {0, 0, 1}, {}}};
  JointWorld w(scene, 0.01);
  w.set(0, {1, 0, 0}, {}), w.set(1, {1, 0, 0}, {});
  w.advance(20);
  w.line(0).x -= 1.0, w.world.bodies.image_flags[0][0] += 1;  // as the search wraps it into the cell
  EXPECT_LT(w.drift(), k_place);
}

TEST(Joints, of_a_removed_body_have_no_rows_and_no_force) {
  JointWorld w = pair(JointKind::fixed);
  w.world.joints[0].force = {1, 2, 3};
  w.line(1).id = state::Id{7};
  EXPECT_TRUE(w.make_rows().empty());
  w.advance();
  EXPECT_EQ(norm(w.world.joints[0].force), 0.0);
}

TEST(Joints, connect_two_bodies_each_and_none_with_the_world) {
  sim::Scene scene = scene_of({ball({0, 0, 0}), ball({1, 0, 0}), ball({2, 0, 0})});
  const auto between = [](std::size_t a, sim::BodyRef b) {
    return sim::Joint{"j", JointKind::fixed, sphere_ref(a), b, {}, {0, 0, 1}, {}};
  };
  scene.joints = {between(2, sphere_ref(1)), between(0, {}), between(1, sphere_ref(2)), between(0, sphere_ref(1))};
  const auto pairs = step::joined_pairs(sim::build_world(scene));
  using state::Id;
  EXPECT_EQ(pairs, (std::vector<std::pair<Id, Id>>{{Id{1}, Id{2}}, {Id{2}, Id{3}}}));
}

}  // namespace
}  // namespace scree
