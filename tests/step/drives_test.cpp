// Motors and brakes: a motor keeps its velocity up to its limit of force, a brake holds up to its limit and
// slides at it.
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

// Rounding of velocities [m/s], [rad/s] and positions [m] of order 1: 4 eps where one row is one division and a few
// sums (or twenty steps move a body by less than 0.1 m), 40 eps where arms, a normalised axis or ten steps enter, 400
// eps after a hundred steps or at 10 rad/s.
constexpr double k_few = 1e-15, k_tens = 1e-14, k_hundreds = 1e-13;
// A load is an impulse over the step: rounding of a velocity appears in it multiplied by about m / h; per m/s.
constexpr double k_load = 0.5 * k_mass / k_step;  // [kg/s]

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
  EXPECT_NEAR(w.line(0).vx, 0.5, k_few);
  EXPECT_NEAR(w.world.drives[0].load, k_mass * 0.5 / k_step + 3, k_load * k_hundreds);  // of 103 N
  w.advance();
  EXPECT_NEAR(w.world.drives[0].load, 3.0, k_load * k_hundreds);
  EXPECT_NEAR(w.line(0).vy, 2 * k_step * 1 / k_mass, k_few);  // across it the body is free
}

TEST(Motors, turn_a_body_about_an_axis) {
  JointWorld w = one_ball(motor(2.0, {0, 3, 4}, Way::about));
  w.advance();
  EXPECT_NEAR(w.line(0).wy, 1.2, k_tens);
  EXPECT_NEAR(w.line(0).wz, 1.6, k_tens);
  EXPECT_NEAR(w.world.drives[0].load, 0.4 * k_mass * 0.01 * 2.0 / k_step, k_load * k_tens);
  EXPECT_EQ(norm(w.line(0).velocity()), 0.0);
}

TEST(Motors, pull_at_their_point) {
  sim::Drive d = motor(0.5);
  d.has_point = true, d.point = {0.3, 0.25, 0.1};  // 0.05 above the centre
  JointWorld w = one_ball(d);
  w.advance();
  const Vec3d at = w.line(0).velocity() + cross(w.line(0).spin(), Vec3d{0, 0.05, 0});
  EXPECT_NEAR(at.x, 0.5, k_few);
  EXPECT_LT(w.line(0).wz, 0.0);
  // (1/m + r^2/J) impulse = v
  EXPECT_NEAR(w.world.drives[0].load * k_step * (1 / k_mass + 0.05 * 0.05 / (0.4 * k_mass * 0.01)), 0.5, k_tens);
}

TEST(Motors, follow_a_table_of_velocities_to_the_position_of_its_integral) {
  sim::Drive d = motor(0.0);
  d.wanted = {{0.013, 1.0}, {0.047, 3.0}, {0.101, -1.0}};  // no time is one of a step
  JointWorld w = one_ball(d);
  w.advance(20);
  // 1 m/s until 0.013 s, then trapezia, then -1 m/s until 0.2 s
  const double distance = 0.013 * 1.0 + 0.034 * 2.0 + 0.054 * 1.0 - 0.099 * 1.0;
  EXPECT_NEAR(w.line(0).x - 0.3, distance, k_few);
  EXPECT_NEAR(w.line(0).vx, -1.0, k_few);
}

TEST(Motors, stall_at_their_limit) {
  sim::Drive d = motor(0.5);
  d.limit = 4.0;
  JointWorld w = one_ball(d, {-10, 0, 0});
  w.advance(10);
  EXPECT_NEAR(w.line(0).vx, -10 * k_step * (10 - 4) / k_mass, k_tens);
  EXPECT_NEAR(w.world.drives[0].load, 4.0, k_load * k_few);
}

TEST(Motors, between_two_bodies_conserve_momentum_and_turn_their_axis_with_the_second) {
  sim::Scene scene = scene_of({ball({0, 1, 0}), ball({0, 0, 0}, 3.0)});
  scene.drives = {motor(0.8)};
  scene.drives[0].b = sphere_ref(1);
  JointWorld w(scene, k_step);
  w.set(1, {}, {0, 0, 5});
  w.advance();
  EXPECT_LT(norm(w.momentum()), k_few);
  // Relative to the point of the second body at the first one: the rotation of the second alone moves it.
  EXPECT_NEAR(w.line(0).vx - w.line(1).vx + w.line(1).wz * 1.0, 0.8, k_tens);
  w.make_rows();
  EXPECT_NEAR(w.rows[0].linear.y, std::sin(k_step * w.line(1).wz), k_few);  // of the axis, one step later
}

TEST(Motors, drive_a_crank_on_its_hinge) {
  sim::Scene scene = scene_of({ball({0.5, 0, 0}, k_mass)});
  scene.gravity = {0, -9.81, 0};
  scene.joints = {{"pin", JointKind::revolute, sphere_ref(0), {}, {0, 0, 0}, {0, 0, 1}, {}}};
  scene.drives = {motor(3.0, {0, 0, 1}, Way::about)};
  JointWorld w(scene, 1e-3);
  w.set(0, {0, 1.5, 0}, {0, 0, 3});
  // Elimination of six rows whose diagonals span 1/J : 1/m = 250: 6 x 250 x eps x 3 rad/s = 1e-12.
  constexpr double k_six_rows = 1e-12;  // [rad/s]
  // A straight step leaves the circle by (h w)^2 r / 2 = 2.3e-6 m, which the next one takes back.
  constexpr double k_drift = 1e-5;  // [m]
  for (int k = 0; k < 500; ++k) {
    w.advance();
    EXPECT_NEAR(w.line(0).wz, 3.0, k_six_rows);
    EXPECT_NEAR(norm(w.line(0).position()), 0.5, k_drift);
  }
  // The motor bears the moment of the weight at the begin of the step; the arm turns by h w = 0.3 % of itself
  // in a step.
  const Vec3d before = w.line(0).position() - 1e-3 * w.line(0).velocity();
  EXPECT_NEAR(w.world.drives[0].load, k_mass * 9.81 * before.x, 1e-2 * k_mass * 9.81 * 0.5);
}

TEST(Brakes, hold_a_body_against_less_than_their_limit) {
  JointWorld w = one_ball(brake(5.3), {5.2, 0, 0});
  w.advance(100);
  EXPECT_EQ(w.line(0).x, 0.3);  // exactly at rest, no creep
  EXPECT_NEAR(w.world.drives[0].load, -5.2, k_load * k_tens);
}

TEST(Brakes, slide_at_their_limit) {
  JointWorld w = one_ball(brake(5.3), {7.3, 0, 0});
  w.advance(100);
  EXPECT_NEAR(w.line(0).vx, 100 * k_step * (7.3 - 5.3) / k_mass, k_hundreds);
  EXPECT_NEAR(w.world.drives[0].load, -5.3, k_load * k_few);
}

TEST(Brakes, stop_a_moving_body_after_m_v_over_S_and_do_not_reverse_it) {
  JointWorld w = one_ball(brake(5.0));
  w.set(0, {1, 0, 0}, {});
  // v falls by h S / m = 0.025 a step: 40 steps
  w.advance(39);
  EXPECT_NEAR(w.line(0).vx, 0.025, k_tens);
  w.advance(2);
  EXPECT_NEAR(w.line(0).vx, 0.0, k_few);
  EXPECT_NEAR(w.world.drives[0].load, 0.0, k_load * k_tens);
}

TEST(Brakes, act_on_rotations_too) {
  JointWorld w = one_ball(brake(0.01, {0, 0, 1}, Way::about));
  w.set(0, {}, {1, 0, 10});
  w.advance(10);
  EXPECT_NEAR(w.line(0).wz, 10 - 10 * k_step * 0.01 / (0.4 * k_mass * 0.01), k_hundreds);
  EXPECT_EQ(w.line(0).wx, 1.0);
}

TEST(Brakes, beside_a_motor_add_their_limit_to_its_load) {
  // The seal of the guideway: the force of the motor is that of all other loads plus S. [TasoraAnitescu2013, sect. 6.2]
  sim::Scene scene = scene_of({ball({0, 0, 0}, k_mass)});
  scene.spheres[0].traits.force = {-2, 0, 0};
  scene.joints = {{"guide", JointKind::prismatic, sphere_ref(0), {}, {}, {1, 0, 0}, {}}};
  scene.drives = {motor(0.01), brake(5.3)};
  JointWorld w(scene, k_step);
  w.advance(3);
  EXPECT_NEAR(w.world.drives[0].load, 2 + 5.3, k_load * k_tens);
  EXPECT_NEAR(w.world.drives[1].load, -5.3, k_load * k_few);
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
