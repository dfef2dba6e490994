// Rolling and spinning friction at single states.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "law/all.h"
#include "support/single_contact.h"
#include "support/vectors.h"

namespace scree::law {
namespace {

using test::expect_close, test::k_few_ulps;
constexpr double k_radius = 0.2, k_smaller = 0.3, k_overlap = 0.01, k_mass = 2.0, k_force = 30.0, k_dt = 1e-3;
const Vec3d k_n{0, 0, 1};
const ContactGeometry<double> k_geometry{k_n, k_overlap, k_radius, k_smaller, k_mass};
const NormalLoad<double> k_pressed{k_force, k_force, 6.0, 0, 0, k_force};

Motion<double> turning(const Vec3d& w) { return test::turning(w, k_n, k_radius, k_dt); }
/// The limit torque for each parameter that sets it [N m].
struct Limit {
  double coefficient, length;
  int arm;
  double torque;
};
const std::vector<Limit> k_limits = {{0.1, k_unset, effective_radius, 0.1 * k_radius* k_force},
                                     {0.1, k_unset, effective_diameter, 0.2 * k_radius* k_force},
                                     {0.1, k_unset, smaller_radius, 0.1 * k_smaller* k_force},
                                     {k_unset, 0.004, -1, 0.004 * k_force}};

TEST(RollSpring, in_stick_turns_against_the_relative_rolling) {
  const double k = 500, c = 5;
  const auto constants = roll::Spring::prepare({.stiffness = k, .damping = c, .length = 10.0});
  roll::Spring::History<double> history{};
  const Vec3d w{2, 1, 0.7};  // the spin about n does not roll
  const auto rolled = roll::Spring::respond(constants, k_geometry, turning(w), k_pressed, history);
  // n x (w x n) = w_r, so the torque is -(k dt + c) R_eff^2 w_r.
  expect_close(rolled.torque, -(k * k_dt + c) * k_radius * k_radius * Vec3d{2, 1, 0}, k_few_ulps);
  EXPECT_NEAR(rolled.stored, 0.5 * k * k_radius * k_radius * 5.0 * k_dt * k_dt, k_few_ulps * 1e-4);
  EXPECT_NEAR(rolled.viscous_loss, c * k_radius * k_radius * 5.0 * k_dt, k_few_ulps * 1e-2);
}

TEST(RollSpring, in_slip_has_the_limit_of_each_arm) {
  for (const Limit& limit : k_limits) {
    const auto constants = roll::Spring::prepare(
        {.stiffness = 500, .damping = 5, .coefficient = limit.coefficient, .length = limit.length, .arm = limit.arm});
    roll::Spring::History<double> history{};
    const Vec3d w{300, -400, 50};
    const auto rolled = roll::Spring::respond(constants, k_geometry, turning(w), k_pressed, history);
    expect_close(rolled.torque, -limit.torque / 500 * Vec3d{300, -400, 0}, k_few_ulps * limit.torque);
    // and still F = -k s - c v
    const Vec3d load = -(500.0 * history.stretch + 5.0 * turning(w).roll_rate);
    expect_close(k_radius * cross(k_n, load), rolled.torque, k_few_ulps * 5.0 * 500 * k_radius * k_radius);
  }
}

TEST(ConstantTorque, has_the_limit_of_each_arm_against_the_rolling) {
  for (const Limit& limit : k_limits) {
    const auto constants =
        roll::ConstantTorque::prepare({.coefficient = limit.coefficient, .length = limit.length, .arm = limit.arm});
    NoHistory none;
    for (const double speed : {1e-9, 1.0, 1e6}) {
      const auto rolled =
          roll::ConstantTorque::respond(constants, k_geometry, turning(speed * Vec3d{3, -4, 2}), k_pressed, none);
      expect_close(rolled.torque, -limit.torque / 5 * Vec3d{3, -4, 0}, k_few_ulps * limit.torque);
      EXPECT_NEAR(rolled.viscous_loss, limit.torque * 5 * speed * k_dt, k_few_ulps * limit.torque * 5 * speed * k_dt);
      EXPECT_EQ(rolled.stored, 0.0);
    }
  }
}

TEST(ConstantTorque, without_rolling_is_zero_even_if_the_bodies_spin) {
  const auto constants = roll::ConstantTorque::prepare({.length = 0.01});
  NoHistory none;
  const auto rolled = roll::ConstantTorque::respond(constants, k_geometry, turning({0, 0, 8}), k_pressed, none);
  expect_close(rolled.torque, {}, 0.0);
  EXPECT_EQ(rolled.viscous_loss, 0.0);
}

TEST(SpinSpring, in_stick_is_a_torsion_spring_and_dashpot) {
  const double k = 3, c = 0.02, t = 0.05, w = -4.0;
  const auto constants = spin::Spring::prepare({.stiffness = k, .damping = c, .length = 1.0});
  spin::Spring::History<double> history{t};
  const auto spun = spin::Spring::respond(constants, k_geometry, turning({9, 9, w}), k_pressed, history);
  const double angle = t + k_dt * w;
  EXPECT_NEAR(history.angle, angle, k_few_ulps * t);
  EXPECT_NEAR(spun.torque, -k * angle - c * w, k_few_ulps);
  EXPECT_NEAR(spun.stored, 0.5 * k * angle * angle, k_few_ulps * 0.01);
  EXPECT_NEAR(spun.viscous_loss, c * w * w * k_dt, k_few_ulps * 0.001);
}

TEST(SpinSpring, in_slip_has_the_limit_of_each_arm_against_the_rate) {
  const double k = 3, c = 0.02;
  for (const Limit& limit : k_limits)
    for (const double w : {-800.0, 800.0}) {
      const auto constants = spin::Spring::prepare(
          {.stiffness = k, .damping = c, .coefficient = limit.coefficient, .length = limit.length, .arm = limit.arm});
      spin::Spring::History<double> history{};
      const auto spun = spin::Spring::respond(constants, k_geometry, turning({0, 0, w}), k_pressed, history);
      EXPECT_NEAR(spun.torque, -std::copysign(limit.torque, w), k_few_ulps * limit.torque);
      EXPECT_NEAR(-k * history.angle - c * w, spun.torque, k_few_ulps * c * 800);  // M = -k t - c w again
    }
}

TEST(SpinSpring, the_sign_in_slip_is_that_of_the_rate_and_a_rate_of_zero_gives_no_torque) {  // santos.md S7
  const double k = 3, limit = 0.3;
  const auto constants = spin::Spring::prepare({.stiffness = k, .damping = 0.0, .length = limit / k_force});
  spin::Spring::History<double> wound{2 * limit / k};  // the normal force has dropped: wound beyond the limit
  auto history = wound;
  EXPECT_NEAR(spin::Spring::respond(constants, k_geometry, turning({0, 0, -1e-6}), k_pressed, history).torque, +limit,
              k_few_ulps);
  history = wound;
  EXPECT_NEAR(spin::Spring::respond(constants, k_geometry, turning({0, 0, +1e-6}), k_pressed, history).torque, -limit,
              k_few_ulps);
  history = wound;
  const auto spun = spin::Spring::respond(constants, k_geometry, turning({}), k_pressed, history);
  EXPECT_EQ(spun.torque, 0.0);
  EXPECT_EQ(history.angle, 0.0);
  EXPECT_NEAR(spun.slip_loss, 0.5 * k * wound.angle * wound.angle, k_few_ulps);  // what it held is lost
}

TEST(Marshall, takes_stiffness_dashpot_and_limit_from_the_patch) {
  const double k = 500, c = 5, mu = 0.4, a = std::sqrt(k_radius * k_overlap);
  const auto constants = spin::Marshall::prepare({.stiffness = k, .coefficient = mu, .damping = c});
  const double t = 1e-3, w = 0.2;
  spin::Marshall::History<double> history{t};
  auto spun = spin::Marshall::respond(constants, k_geometry, turning({0, 0, w}), k_pressed, history);
  const double angle = t + w * k_dt, torsion = 0.5 * k * a * a;
  EXPECT_NEAR(spun.torque, -torsion * angle - 0.5 * c * a * a * w, k_few_ulps * 1e-2);
  EXPECT_NEAR(spun.stored, 0.5 * torsion * angle * angle, k_few_ulps * 1e-5);
  for (const double fast : {-1e6, 1e6}) {
    spun = spin::Marshall::respond(constants, k_geometry, turning({0, 0, fast}), k_pressed, history);
    const double limit = 2.0 / 3.0 * a * mu * k_force;
    EXPECT_NEAR(spun.torque, -std::copysign(limit, fast), k_few_ulps * limit);
  }
}

TEST(Marshall, damping_is_fixed_by_mass_or_a_fraction_of_the_normal_damping) {
  const double a2 = k_radius * k_overlap;
  const auto dashpot = [&](const spin::Marshall::Params& params) {
    spin::Marshall::History<double> history{};
    Motion<double> motion = turning({0, 0, 1e-3});
    motion.spin_step = 0.0;
    return -spin::Marshall::respond(spin::Marshall::prepare(params), k_geometry, motion, k_pressed, history).torque /
           1e-3 / (0.5 * a2);
  };
  EXPECT_NEAR(dashpot({.stiffness = 1, .coefficient = 1, .damping = 5.0}), 5.0, k_few_ulps * 5);
  EXPECT_NEAR(dashpot({.stiffness = 1, .coefficient = 1, .damping_by_mass = 3.0}), 3.0 * k_mass, k_few_ulps * 6);
  EXPECT_NEAR(dashpot({.stiffness = 1, .coefficient = 1, .damping_of_normal = 0.5}), 3.0, k_few_ulps * 3);
}

TEST(Kinematics, rates_are_those_of_the_surfaces) {
  const double ra = 0.3, rb = 0.6, r = ra * rb / (ra + rb);
  const Vec3d n{0, 0.6, 0.8}, v{1, 2, -3}, wa{4, -1, 2}, wb{-3, 5, 1};
  const auto rates = kinematics::Rate::rates<double>(n, ra, rb, r, {v, wa, wb});
  EXPECT_NEAR(rates.separation, dot(v, n), k_few_ulps * 4);
  // Material points at the contact: v_a + w_a x (-R_a n) and v_b + w_b x (R_b n).
  const Vec3d slip = v - ra * cross(wa, n) - rb * cross(wb, n);
  expect_close(rates.slide, slip - dot(slip, n) * n, k_few_ulps * 8);
  expect_close(rates.roll, r * cross(wa - wb, n), k_few_ulps * 8);
  EXPECT_NEAR(rates.spin, dot(wa - wb, n), k_few_ulps * 8);
}

TEST(SpinSpring, a_dashpot_beyond_the_limit_winds_the_spring_and_books_its_energy_as_a_negative_loss) {
  constexpr double k = 4.0, c = 0.02, k_limit = 0.004 * k_force, k_rate = 1.5 * k_limit / c, k_short = 1e-12;
  const auto constants = spin::Spring::prepare({.stiffness = k, .damping = c, .length = 0.004});
  spin::Spring::History<double> history{};
  Motion<double> motion{};
  motion.spin_rate = k_rate, motion.spin_step = k_rate * k_short, motion.step = k_short;
  const auto wound = spin::Spring::respond(constants, k_geometry, motion, k_pressed, history);
  const double angle = (c * k_rate - k_limit) / k, energy = 0.5 * k * angle * angle;
  EXPECT_DOUBLE_EQ(wound.torque, -k_limit);  // against the motion, as it must be
  EXPECT_NEAR(history.angle, -angle, k_few_ulps * angle);
  EXPECT_NEAR(wound.stored, energy, k_few_ulps * energy);
  EXPECT_NEAR(wound.slip_loss, -energy, 1e-6 * energy);  // the work of the short step is limit x rate x 1e-12 s, 1e-9
  // Driven on slowly until it is slack: the spring pushes along the motion and does work on the driver.
  double work = 0.0, before = k * angle;
  constexpr int k_steps = 100;
  for (int i = 0; i < k_steps; ++i) {
    motion.spin_rate = 0.0, motion.spin_step = angle / k_steps, motion.step = 1.0;
    const auto spun = spin::Spring::respond(constants, k_geometry, motion, k_pressed, history);
    work -= 0.5 * (before + spun.torque) * motion.spin_step, before = spun.torque;
  }
  EXPECT_NEAR(work, -energy, 1e-12 * energy);  // a sum of 100 terms, each of a few roundings
}

}  // namespace
}  // namespace scree::law
