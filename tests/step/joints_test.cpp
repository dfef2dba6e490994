// Joints at the level of rows: they are derivatives of what they hold, they conserve momentum, drift is taken back, and
// pendulums swing.
#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "step/joint_world.h"

namespace scree {
namespace {

using state::JointKind;
using test::ball;
using test::JointWorld;
using test::scene_of;
using test::sphere_ref;

constexpr double k_pi = std::numbers::pi;

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

Vec3d random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

/// Moves all bodies as one rigid body: no joint may notice.
void move_as_one(JointWorld& w, const Vec3d& by, const Vec3d& turn) {
  for (std::size_t i = 0; i < w.world.bodies.size(); ++i) {
    const Vec3d x = w.line(i).position();
    w.move(i, rotated(turn_by(turn), x) + by - x, turn);
  }
}

TEST(Joints, take_six_five_five_three_and_one_freedoms) {
  for (const auto kind : k_kinds)
    for (const bool to_world : {false, true}) {
      JointWorld w = pair(kind, to_world);
      const auto owners = w.make_rows();
      EXPECT_EQ(w.rows.size(), k_rows[static_cast<std::size_t>(kind)]);
      for (const auto& row : w.rows) {
        EXPECT_EQ(row.a, 0U);
        EXPECT_EQ(row.b, to_world ? 2U : 1U);  // the world is behind all bodies
        EXPECT_NEAR(row.bias, 0.0, 1e-13);     // as it was made, so it holds
        EXPECT_EQ(row.high, std::numeric_limits<double>::infinity());
      }
    }
}

TEST(Joints, between_two_bodies_do_not_notice_a_common_motion) {
  for (const auto kind : k_kinds) {
    JointWorld w = pair(kind);
    move_as_one(w, {0.7, -0.4, 0.2}, {0.5, 1.0, -0.7});
    EXPECT_LT(w.drift(), 1e-14) << static_cast<int>(kind);
  }
}

/// Row . twist is the derivative of Psi = bias x step, by a central difference; its error is of third order, 1e-6^2
/// beside rounding/1e-6.
TEST(Joints, have_rows_that_are_the_derivatives_of_what_they_hold) {
  constexpr double k_small = 1e-6;
  for (const auto kind : k_kinds)
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed, 3);
      // The rows of all turns (fixed, prismatic) are derivatives where there is no drift of angle; the others
      // everywhere.
      const bool by_angle = kind == JointKind::fixed || kind == JointKind::prismatic;
      JointWorld start = pair(kind);
      move_as_one(start, random_vector(random, 1.0), random_vector(random, 2.0));
      start.move(0, random_vector(random, 0.2), by_angle ? Vec3d{} : random_vector(random, 0.3));
      start.make_rows();
      for (std::size_t body : {0U, 1U}) {
        const Vec3d v = random_vector(random, 1.0), w = random_vector(random, 1.0);
        JointWorld ahead = start, behind = start;
        ahead.move(body, k_small * v, k_small * w), behind.move(body, -k_small * v, -k_small * w);
        ahead.make_rows(), behind.make_rows();
        for (std::size_t r = 0; r < start.rows.size(); ++r) {
          const auto& row = start.rows[r];
          const double told =
              body == 0 ? dot(row.linear, v) + dot(row.angular_a, w) : -dot(row.linear, v) + dot(row.angular_b, w);
          const double seen = (ahead.rows[r].bias - behind.rows[r].bias) * start.step / (2 * k_small);
          EXPECT_NEAR(told, seen, 1e-8) << static_cast<int>(kind) << " row " << r << " body " << body;
        }
      }
    }
}

TEST(Joints, conserve_momentum_and_angular_momentum_also_while_they_take_back_drift) {
  for (const auto kind : k_kinds) {
    JointWorld w = pair(kind);
    w.move(0, {0.01, -0.02, 0.015}, {0.02, 0.01, -0.03});
    w.set(0, {1, 2, -1}, {3, -1, 2}), w.set(1, {-0.5, 0.2, 0.7}, {-1, 2, 0.5});
    for (int k = 0; k < 50; ++k) {
      const Vec3d p = w.momentum();
      // About where the bodies stand when the impulses act: the drift of positions afterwards is along the velocities.
      const Vec3d before = w.angular_momentum();
      const std::vector<Vec3d> x = {w.line(0).position(), w.line(1).position()};
      w.advance();
      Vec3d after;
      for (std::size_t i : {0U, 1U})
        after +=
            w.world.bodies.mass[i] * cross(x[i], w.line(i).velocity()) + w.world.bodies.inertia[i] * w.line(i).spin();
      EXPECT_LT(norm(w.momentum() - p), 1e-12);
      EXPECT_LT(norm(after - before), 1e-11);
    }
  }
}

TEST(Joints, that_hold_all_turns_take_back_their_drift_in_one_step) {
  for (const auto kind : {JointKind::fixed, JointKind::prismatic}) {
    JointWorld w = pair(kind, true);
    w.move(0, {0.03, -0.02, 0.05}, {0.3, -0.2, 0.4});
    ASSERT_GT(w.drift(), 0.3);
    w.advance();
    EXPECT_LT(w.drift(), 1e-14);  // the turn back is exp(-e) exp(e) = 1, the way back is straight
  }
}

/// Rows are derivatives: Newton's method, one step of it a time step. An error d leaves about d^2 |arm| behind.
TEST(Joints, that_let_something_turn_take_back_their_drift_like_newton) {
  for (const auto kind : {JointKind::revolute, JointKind::spherical, JointKind::distance}) {
    JointWorld w = pair(kind);
    w.move(0, {0.004, -0.003, 0.005}, {0.003, -0.002, 0.004});
    const double first = w.drift();
    ASSERT_GT(first, 1e-3);
    w.advance();
    const double second = w.drift();
    EXPECT_LT(second, 20.0 * first * first) << static_cast<int>(kind);
    // What it takes back it takes as velocity; brought to rest, the next step sees the drift alone.
    w.set(0, {}, {}), w.set(1, {}, {});
    w.advance();
    EXPECT_LT(w.drift(), 20.0 * second * second + 1e-14);
  }
}

TEST(Joints, let_free_what_they_do_not_hold) {
  JointWorld hinge = pair(JointKind::revolute, true);
  const Vec3d axis{0, 0.6, 0.8}, arm = hinge.line(0).position() - Vec3d{0.1, 0.2, 0.3};
  hinge.set(0, 2.0 * cross(axis, arm), 2.0 * axis);
  hinge.make_rows();
  for (const auto& row : hinge.rows)
    EXPECT_NEAR(dot(row.linear, hinge.line(0).velocity()) + dot(row.angular_a, hinge.line(0).spin()), 0.0, 1e-15);
  JointWorld slide = pair(JointKind::prismatic, true);
  slide.set(0, 3.0 * axis, {});
  const Vec3d start = slide.line(0).position();
  slide.advance(100);
  const Vec3d way = slide.line(0).position() - start;
  EXPECT_NEAR(dot(way, axis), 3.0, 1e-12);
  EXPECT_LT(norm(cross(way, axis)), 1e-13);
}

TEST(Joints, a_body_goes_down_an_inclined_guide_with_g_sin_alpha) {
  const double h = 0.01, g = 9.81;
  sim::Scene scene = scene_of({ball({0, 0, 0})});
  scene.gravity = {0, 0, -g};
  scene.joints = {{"guide", JointKind::prismatic, sphere_ref(0), {}, {}, {1, 0, 1}, {}}};
  JointWorld w(scene, h);
  w.advance(50);
  const double v = -g * std::sqrt(0.5) * 50 * h;
  EXPECT_NEAR(w.line(0).vx, v * std::sqrt(0.5), 1e-13);
  EXPECT_NEAR(w.line(0).vz, v * std::sqrt(0.5), 1e-13);
  EXPECT_LT(norm(w.line(0).spin()), 1e-13);
  // The guide bears what is across it: m g cos alpha.
  EXPECT_NEAR(norm(w.world.joints[0].force), g * std::sqrt(0.5), 1e-12);
  EXPECT_GT(w.world.joints[0].force.z, 0.0);
}

TEST(Joints, a_body_on_a_hinge_drifts_in_its_first_step_by_what_a_straight_step_misses) {
  const double h = 0.01, spin = 3.0, r = 0.5;
  sim::Scene scene = scene_of({ball({r, 0, 0})});
  scene.joints = {{"pin", JointKind::revolute, sphere_ref(0), {}, {0, 0, 0}, {0, 0, 1}, {}}};
  JointWorld w(scene, h);
  w.set(0, {0, spin * r, 0}, {0, 0, spin});
  w.advance();
  const double angle = h * spin;  // the centre goes straight, the arm turns round
  EXPECT_NEAR(w.drift(), r * std::hypot(1 - std::cos(angle), angle - std::sin(angle)), 1e-15);
  // And it stays at h^2 w^2 r / 2: each step takes back what the last one added.
  double most = 0.0;
  for (int k = 0; k < 1000; ++k) w.advance(), most = std::max(most, w.drift());
  EXPECT_LT(most, 1.1 * 0.5 * angle * angle * r);
  // The pin holds it on its circle: m w^2 r, on average over a turn and towards the pin.
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
    // At T/4, 3T/4, ...: the sixth at 11 T / 4. Amplitude 0.01: 1 + 0.01^2/16. The scheme is of first order.
    EXPECT_EQ(crossings, 6);
    EXPECT_NEAR(last, 2.75 * steps, 0.002 * steps);
    EXPECT_NEAR(w.line(0).y, 0.0, 1e-12);
    EXPECT_LT(w.drift(), 1e-6);
  }
}

TEST(Joints, a_rod_between_two_bodies_pulls_them_round_each_other) {
  const double h = 1e-3, length = 1.0, spin = 2.0, a = 1.0, b = 3.0;
  sim::Scene scene = scene_of({ball({0.75, 0, 0}, a), ball({-0.25, 0, 0}, b)});  // the centre of mass at the origin
  scene.joints = {{"rod", JointKind::distance, sphere_ref(0), sphere_ref(1), {0.75, 0, 0}, {0, 0, 1}, {-0.25, 0, 0}}};
  JointWorld w(scene, h);
  w.set(0, {0, 0.75 * spin, 0}, {}), w.set(1, {0, -0.25 * spin, 0}, {});
  w.advance(3000);
  EXPECT_NEAR(norm(w.line(0).position() - w.line(1).position()), length, h * h * spin * spin * length);
  const Vec3d along = w.line(0).position() - w.line(1).position();
  const double reduced = a * b / (a + b);
  const Vec3d apart_rate = w.line(0).velocity() - w.line(1).velocity();
  const double now = norm(cross(along, apart_rate)) / norm2(along);
  EXPECT_NEAR(dot(w.world.joints[0].force, along), -reduced * now * now * length, 0.01 * reduced * now * now * length);
}

TEST(Joints, hold_across_a_periodic_face) {
  sim::Scene scene = scene_of({ball({0.9, 0.5, 0.5}), ball({0.5, 0.5, 0.5})});
  scene.cell = {{true, false, false}, {{0, 0, 0}, {1, 1, 1}}, {}};
  scene.joints = {{"stick", JointKind::fixed, sphere_ref(0), sphere_ref(1), {}, {0, 0, 1}, {}}};
  JointWorld w(scene, 0.01);
  w.set(0, {1, 0, 0}, {}), w.set(1, {1, 0, 0}, {});
  w.advance(20);
  w.line(0).x -= 1.0, w.world.bodies.turns[0][0] += 1;  // as the search puts it back into the box
  EXPECT_LT(w.drift(), 1e-14);
}

TEST(Joints, of_a_body_that_was_taken_out_are_gone) {
  JointWorld w = pair(JointKind::fixed);
  w.world.joints[0].force = {1, 2, 3};
  w.line(1).id = state::Id{7};
  EXPECT_TRUE(w.make_rows().empty());
  w.advance();
  EXPECT_EQ(norm(w.world.joints[0].force), 0.0);
}

TEST(Joints, join_their_two_bodies_and_none_with_the_world) {
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
