// Motors and brakes: a motor keeps its velocity with what force it has, a brake holds up to its limit and slides at it.
#include <gtest/gtest.h>

#include "step/joint_world.h"

namespace scree {
namespace {

using state::JointKind;
using state::Way;
using test::ball;
using test::JointWorld;
using test::scene_of;
using test::sphere_ref;

constexpr double k_step = 0.01, k_mass = 2.0;

sim::Drive motor(double velocity, const Vec3d& axis = {1, 0, 0}, Way way = Way::along) {
  sim::Drive d;
  d.a = sphere_ref(0), d.axis = axis, d.way = way, d.wanted = {{0.0, velocity}};
  return d;
}
sim::Drive brake(double limit, const Vec3d& axis = {1, 0, 0}, Way way = Way::along) {
  sim::Drive d = motor(0.0, axis, way);
  d.limit = limit, d.is_brake = true;
  return d;
}
JointWorld one_ball(const sim::Drive& drive, const Vec3d& force = {}) {
  sim::Scene scene = scene_of({ball({0.3, 0.2, 0.1}, k_mass)});
  scene.spheres[0].traits.force = force;
  scene.drives = {drive};
  return JointWorld(scene, k_step);
}

TEST(Motors, bring_a_body_to_speed_with_m_v_over_h_and_then_against_its_load) {
  JointWorld w = one_ball(motor(0.5), {-3, 1, 0});
  w.advance();
  EXPECT_NEAR(w.line(0).vx, 0.5, 1e-15);
  EXPECT_NEAR(w.world.drives[0].load, k_mass * 0.5 / k_step + 3, 1e-11);
  w.advance();
  EXPECT_NEAR(w.world.drives[0].load, 3.0, 1e-11);
  EXPECT_NEAR(w.line(0).vy, 2 * k_step * 1 / k_mass, 1e-15);  // across it the body is free
}

TEST(Motors, turn_a_body_about_an_axis) {
  JointWorld w = one_ball(motor(2.0, {0, 3, 4}, Way::about));
  w.advance();
  EXPECT_NEAR(w.line(0).wy, 1.2, 1e-14);
  EXPECT_NEAR(w.line(0).wz, 1.6, 1e-14);
  EXPECT_NEAR(w.world.drives[0].load, 0.4 * k_mass * 0.01 * 2.0 / k_step, 1e-12);
  EXPECT_EQ(norm(w.line(0).velocity()), 0.0);
}

TEST(Motors, pull_at_their_point) {
  sim::Drive d = motor(0.5);
  d.has_point = true, d.point = {0.3, 0.25, 0.1};  // 0.05 above the centre
  JointWorld w = one_ball(d);
  w.advance();
  const Vec3d at = w.line(0).velocity() + cross(w.line(0).spin(), Vec3d{0, 0.05, 0});
  EXPECT_NEAR(at.x, 0.5, 1e-15);
  EXPECT_LT(w.line(0).wz, 0.0);
  // (1/m + r^2/J) impulse = v
  EXPECT_NEAR(w.world.drives[0].load * k_step * (1 / k_mass + 0.05 * 0.05 / (0.4 * k_mass * 0.01)), 0.5, 1e-14);
}

TEST(Motors, follow_a_table_to_the_place_that_its_integral_says) {
  sim::Drive d = motor(0.0);
  d.wanted = {{0.013, 1.0}, {0.047, 3.0}, {0.101, -1.0}};  // no time is one of a step
  JointWorld w = one_ball(d);
  w.advance(20);
  // 1 until 0.013, then trapezia, then -1 until 0.2
  const double way = 0.013 * 1.0 + 0.034 * 2.0 + 0.054 * 1.0 - 0.099 * 1.0;
  EXPECT_NEAR(w.line(0).x - 0.3, way, 1e-15);
  EXPECT_NEAR(w.line(0).vx, -1.0, 1e-15);
}

TEST(Motors, stall_at_their_limit) {
  sim::Drive d = motor(0.5);
  d.limit = 4.0;
  JointWorld w = one_ball(d, {-10, 0, 0});
  w.advance(10);
  EXPECT_NEAR(w.line(0).vx, -10 * k_step * (10 - 4) / k_mass, 1e-14);
  EXPECT_NEAR(w.world.drives[0].load, 4.0, 1e-13);
}

TEST(Motors, between_two_bodies_conserve_momentum_and_turn_their_axis_with_the_second) {
  sim::Scene scene = scene_of({ball({0, 1, 0}), ball({0, 0, 0}, 3.0)});
  scene.drives = {motor(0.8)};
  scene.drives[0].b = sphere_ref(1);
  JointWorld w(scene, k_step);
  w.set(1, {}, {0, 0, 5});
  w.advance();
  EXPECT_LT(norm(w.momentum()), 1e-15);
  // Against the point of the second body where the first one is: its turn alone would carry the first along with it.
  EXPECT_NEAR(w.line(0).vx - w.line(1).vx + w.line(1).wz * 1.0, 0.8, 1e-14);
  w.make_rows();
  EXPECT_NEAR(w.rows[0].linear.y, std::sin(k_step * w.line(1).wz), 1e-15);  // of the axis, one step later
}

TEST(Motors, drive_a_crank_on_its_hinge) {
  sim::Scene scene = scene_of({ball({0.5, 0, 0}, k_mass)});
  scene.gravity = {0, -9.81, 0};
  scene.joints = {{"pin", JointKind::revolute, sphere_ref(0), {}, {0, 0, 0}, {0, 0, 1}, {}}};
  scene.drives = {motor(3.0, {0, 0, 1}, Way::about)};
  JointWorld w(scene, 1e-3);
  w.set(0, {0, 1.5, 0}, {0, 0, 3});
  for (int k = 0; k < 500; ++k) {
    w.advance();
    EXPECT_NEAR(w.line(0).wz, 3.0, 1e-12);
    EXPECT_NEAR(norm(w.line(0).position()), 0.5, 1e-5);  // drift: (3e-3)^2 / 4
  }
  // The motor bears the weight on its arm as the step found it.
  const Vec3d before = w.line(0).position() - 1e-3 * w.line(0).velocity();
  EXPECT_NEAR(w.world.drives[0].load, k_mass * 9.81 * before.x, 1e-2 * k_mass * 9.81 * 0.5);
}

TEST(Brakes, hold_a_body_against_less_than_their_limit) {
  JointWorld w = one_ball(brake(5.3), {5.2, 0, 0});
  w.advance(100);
  EXPECT_EQ(w.line(0).x, 0.3);  // sticks: not slow, at rest
  EXPECT_NEAR(w.world.drives[0].load, -5.2, 1e-12);
}

TEST(Brakes, slide_at_their_limit) {
  JointWorld w = one_ball(brake(5.3), {7.3, 0, 0});
  w.advance(100);
  EXPECT_NEAR(w.line(0).vx, 100 * k_step * (7.3 - 5.3) / k_mass, 1e-13);
  EXPECT_NEAR(w.world.drives[0].load, -5.3, 1e-13);
}

TEST(Brakes, stop_a_moving_body_after_m_v_over_S_and_do_not_throw_it_back) {
  JointWorld w = one_ball(brake(5.0));
  w.set(0, {1, 0, 0}, {});
  // v falls by h S / m = 0.025 a step: 40 steps
  w.advance(39);
  EXPECT_NEAR(w.line(0).vx, 0.025, 1e-14);
  w.advance(2);
  EXPECT_NEAR(w.line(0).vx, 0.0, 1e-15);
  EXPECT_NEAR(w.world.drives[0].load, 0.0, 1e-12);
}

TEST(Brakes, act_on_turns_too) {
  JointWorld w = one_ball(brake(0.01, {0, 0, 1}, Way::about));
  w.set(0, {}, {1, 0, 10});
  w.advance(10);
  EXPECT_NEAR(w.line(0).wz, 10 - 10 * k_step * 0.01 / (0.4 * k_mass * 0.01), 1e-13);
  EXPECT_EQ(w.line(0).wx, 1.0);
}

TEST(Brakes, beside_a_motor_add_their_limit_to_its_load) {
  // The seal of the guideway: the motor's force is that of the rest plus S. [TasoraAnitescu2013, sect. 6.2]
  sim::Scene scene = scene_of({ball({0, 0, 0}, k_mass)});
  scene.spheres[0].traits.force = {-2, 0, 0};
  scene.joints = {{"guide", JointKind::prismatic, sphere_ref(0), {}, {}, {1, 0, 0}, {}}};
  scene.drives = {motor(0.01), brake(5.3)};
  JointWorld w(scene, k_step);
  w.advance(3);
  EXPECT_NEAR(w.world.drives[0].load, 2 + 5.3, 1e-12);
  EXPECT_NEAR(w.world.drives[1].load, -5.3, 1e-13);
}

TEST(TimedValues, have_exact_means) {
  const std::vector<state::TimedValue> table = {{1, 2}, {3, 6}, {4, 0}};
  EXPECT_EQ(state::mean_value(table, -5, 0.5), 2.0);
  EXPECT_EQ(state::mean_value(table, 4, 9), 0.0);
  EXPECT_DOUBLE_EQ(state::mean_value(table, 1, 3), 4.0);
  EXPECT_DOUBLE_EQ(state::mean_value(table, 2, 2.5), 4.5);
  EXPECT_DOUBLE_EQ(state::mean_value(table, 0, 5), (2 + 8 + 3 + 0) / 5.0);
  EXPECT_DOUBLE_EQ(state::mean_value(table, 2, 2), 4.0);
  EXPECT_EQ(state::mean_value({{7, 3}}, 0, 1), 3.0);
}

}  // namespace
}  // namespace scree
