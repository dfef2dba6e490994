// The laws of other authors that FangNegrut2020 compares itself with in its appendix A, at single states.
#include <gtest/gtest.h>

#include <cmath>

#include "law/all.h"
#include "support/single_contact.h"
#include "support/vectors.h"

namespace scree::law {
namespace {

using test::expect_close, test::k_few_ulps;
constexpr double k_radius = 0.2, k_smaller = 0.3, k_overlap = 0.01, k_mass = 2.0, k_k = 500.0, k_force = 30.0,
                 k_dt = 1e-3, k_normal_c = 6.0;
const Vec3d k_n{0, 0, 1};
const ContactGeometry<double> k_geometry{k_n, k_overlap, k_radius, k_smaller, k_mass};
const NormalLoad<double> k_pressed{k_force, k_force, k_normal_c, 0, 0, k_force};

Motion<double> sliding(const Vec3d& rate) { return test::sliding(rate, k_dt); }
Motion<double> turning(const Vec3d& w) { return test::turning(w, k_n, k_radius, k_dt); }

TEST(CundallStrack, adds_a_dashpot_to_a_capped_spring_in_stick_and_drops_it_in_slip) {
  using Law = slide::CundallStrack;
  const double mu = 0.4, c = 50.0, cap = mu * k_force;  // 12 N
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = mu, .damping = c});
  Law::History<double> history{{0.020, 0, 0}};
  auto slid = Law::respond(constants, k_geometry, sliding({2, 0, 0}), k_pressed, history);
  // 111 N, far beyond the cap: the spring alone counts
  EXPECT_NEAR(slid.force.x, -(k_k * 0.022 + c * 2.0), k_few_ulps * 111);
  EXPECT_NEAR(slid.viscous_loss, c * 4.0 * k_dt, k_few_ulps);
  slid = Law::respond(constants, k_geometry, sliding({3, 0, 0}), k_pressed, history);  // 0.025 m is 12.5 N
  EXPECT_NEAR(slid.force.x, -cap, k_few_ulps * cap);
  EXPECT_EQ(slid.viscous_loss, 0.0);
  EXPECT_NEAR(history.stretch.x, cap / k_k, k_few_ulps);
  slid = Law::respond(constants, k_geometry, sliding({-1e-3, 0, 0}), k_pressed, history);  // any motion back sticks
  EXPECT_NEAR(slid.force.x, -(cap - k_k * 1e-6) + c * 1e-3, k_few_ulps * cap);
}

TEST(CundallStrack, has_the_dashpot_of_the_source_at_a_ratio_of_one_half) {
  using Law = slide::CundallStrack;
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = 1, .damping_ratio = 0.5});
  EXPECT_NEAR(Law::linear(constants, k_geometry, k_pressed).damping, std::sqrt(k_mass * k_k), k_few_ulps * 32);
}

// Kinematics `rate` does not turn springs, so the law does.
TEST(CundallStrack, turns_its_spring_into_the_tangent_plane_and_keeps_its_length) {
  using Law = slide::CundallStrack;
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = 1e3, .damping = 0.0});
  Law::History<double> history{{0.004, 0.003, 0.012}};
  const auto slid = Law::respond(constants, k_geometry, sliding({}), k_pressed, history);
  expect_close(history.stretch, (0.013 / 0.005) * Vec3d{0.004, 0.003, 0}, k_few_ulps * 0.013);
  expect_close(slid.force, -k_k * history.stretch, k_few_ulps * k_k * 0.013);
  EXPECT_EQ(slid.slip_loss, 0.0);
}

TEST(Tsuji, takes_its_stiffness_from_the_patch_and_its_dashpot_from_the_normal_law) {
  using Law = slide::Tsuji;
  const double g = 3e3, mu = 0.4, k = 8 * g * std::sqrt(k_radius * k_overlap);
  const auto constants = Law::prepare({.effective_shear = g, .coefficient = mu});
  Law::History<double> history{{0.002, 0, 0}};
  auto slid = Law::respond(constants, k_geometry, sliding({0.1, 0, 0}), k_pressed, history);
  EXPECT_NEAR(slid.force.x, -(k * 0.0021 + k_normal_c * 0.1), k_few_ulps * 4);
  EXPECT_NEAR(slid.stored, 0.5 * k * 0.0021 * 0.0021, k_few_ulps);
  slid = Law::respond(constants, k_geometry, sliding({50, 0, 0}), k_pressed, history);
  EXPECT_NEAR(slid.force.x, -mu * k_force, k_few_ulps * 12);
  EXPECT_NEAR(k * history.stretch.x + k_normal_c * 50, mu * k_force, k_few_ulps * 300);
}

TEST(Tsuji, books_the_energy_of_a_growing_patch_as_a_negative_loss) {
  using Law = slide::Tsuji;
  const auto constants = Law::prepare({.effective_shear = 3e3, .coefficient = 1e3});
  Law::History<double> history{{0.002, 0, 0}};
  Motion<double> motion = sliding({});
  motion.separation_step = -0.75 * k_overlap;  // it was a quarter, so the stiffness was half
  const auto slid = Law::respond(constants, k_geometry, motion, k_pressed, history);
  EXPECT_NEAR(slid.slip_loss, -0.5 * slid.stored, k_few_ulps * slid.stored);
}

TEST(Tsuji, without_overlap_is_empty_and_finite) {
  using Law = slide::Tsuji;
  const auto constants = Law::prepare({.effective_shear = 3e3, .coefficient = 0.4});
  ContactGeometry<double> geometry = k_geometry;
  geometry.overlap = 0.0;
  Law::History<double> history{{0.002, 0, 0}};
  const auto slid = Law::respond(constants, geometry, sliding({1, 0, 0}), {0, 0, k_normal_c, 0, 0, 0}, history);
  expect_close(slid.force, {}, 0.0);
  EXPECT_EQ(slid.stored, 0.0);
  EXPECT_TRUE(std::isfinite(norm2(history.stretch) + slid.slip_loss));
}

TEST(Luding, sticks_up_to_the_static_coefficient_and_slips_down_to_the_kinetic_one) {
  using Law = slide::Luding;
  const double mu_s = 0.5, mu_k = 0.4;  // 15 N and 12 N: stretches of 0.030 and 0.024 m
  const auto constants =
      Law::prepare({.stiffness = k_k, .static_coefficient = mu_s, .kinetic_coefficient = mu_k, .damping = 0.0});
  Law::History<double> history{};
  const auto force_after = [&](double path) {
    return -Law::respond(constants, k_geometry, sliding({path / k_dt, 0, 0}), k_pressed, history).force.x;
  };
  EXPECT_NEAR(force_after(0.028), 14.0, k_few_ulps * 14);  // above the kinetic limit, and sticks
  EXPECT_EQ(history.mode, k_stick);
  EXPECT_NEAR(force_after(0.004), 12.0, k_few_ulps * 12);  // 16 N is too much: down to the kinetic limit at once
  EXPECT_EQ(history.mode, k_slip);
  EXPECT_NEAR(force_after(0.004), 12.0, k_few_ulps * 12);  // 14 N: below the static limit, and slips on
  EXPECT_EQ(history.mode, k_slip);
  EXPECT_NEAR(force_after(-0.004), 10.0, k_few_ulps * 12);  // below the kinetic one: sticks again
  EXPECT_EQ(history.mode, k_stick);
  EXPECT_NEAR(force_after(0.008), 14.0, k_few_ulps * 14);
  EXPECT_EQ(history.mode, k_stick);
}

TEST(Luding, caps_spring_and_dashpot_together_and_keeps_their_sum) {
  using Law = slide::Luding;
  const double c = 5.0;
  const auto constants =
      Law::prepare({.stiffness = k_k, .static_coefficient = 0.5, .kinetic_coefficient = 0.4, .damping = c});
  const Vec3d s{0.03, -0.01, 0}, v{1.0, 2.0, 0}, trial = -(k_k * (s + k_dt * v) + c * v);
  Law::History<double> history{s, k_stick};
  const auto slid = Law::respond(constants, k_geometry, sliding(v), k_pressed, history);
  expect_close(slid.force, (12.0 / norm(trial)) * trial, k_few_ulps * 12);
  expect_close(slid.force, -(k_k * history.stretch + c * v), k_few_ulps * 22);
}

TEST(IwashitaOda, is_a_torsion_spring_of_K_t_R_eff_squared_whose_dashpot_ends_when_it_is_saturated) {
  using Law = roll::IwashitaOda;
  const double c = 5, r2 = k_radius * k_radius, limit = 0.1 * k_radius * k_force;
  const auto constants = Law::prepare({.stiffness = k_k, .damping = c, .coefficient = 0.1, .arm = effective_radius});
  Law::History<double> history{};
  const Vec3d w{6, 8, 0.7};  // the spin about n does not roll
  auto rolled = Law::respond(constants, k_geometry, turning(w), k_pressed, history);
  expect_close(rolled.torque, -(k_k * k_dt + c) * r2 * Vec3d{6, 8, 0}, k_few_ulps * 3);
  EXPECT_GT(norm(rolled.torque), limit);  // the spring is at a third of the limit, the dashpot comes on top
  rolled = Law::respond(constants, k_geometry, turning(10.0 * w), k_pressed, history);
  expect_close(rolled.torque, -limit * Vec3d{0.6, 0.8, 0}, k_few_ulps * limit);
  EXPECT_EQ(rolled.viscous_loss, 0.0);
}

// Friction mu p over the patch: the torque is the integral of mu p r 2 pi r dr, with p = |F_n|/(pi a^2) or 3 |F_n|/(2
// pi a^2) sqrt(1 - r^2/a^2).
TEST(PatchTwist, has_as_its_limit_the_friction_of_the_patch_under_its_pressure) {
  const double mu = 0.4, a = std::sqrt(k_radius * k_overlap);
  double uniform = 0.0, hertz = 0.0;
  // The midpoint rule is off by about (1/rings)^1.5 = 3e-8, since Hertz's pressure ends with a root; 2e-8 N m here.
  constexpr double k_rule = 1e-6;  // [N m]
  constexpr int k_rings = 100000;
  for (int i = 0; i < k_rings; ++i) {
    const double x = (i + 0.5) / k_rings, ring = 2 * x * x / k_rings;
    uniform += ring, hertz += ring * 1.5 * std::sqrt(1 - x * x);
  }
  spin::Marshall::History<double> history{};
  const auto motion = turning({0, 0, 1e6});
  const auto marshall = spin::Marshall::prepare({.stiffness = k_k, .coefficient = mu, .damping = 0.0});
  EXPECT_NEAR(-spin::Marshall::respond(marshall, k_geometry, motion, k_pressed, history).torque,
              uniform * a * mu * k_force, k_rule);
  const auto lubkin = spin::Lubkin::prepare({.stiffness = k_k, .coefficient = mu, .damping = 0.0});
  EXPECT_NEAR(-spin::Lubkin::respond(lubkin, k_geometry, motion, k_pressed, history).torque, hertz * a * mu * k_force,
              k_rule);
}

TEST(Zhou, is_against_the_whole_relative_spin) {
  const auto constants = roll::Zhou::prepare({.coefficient = 0.1, .arm = effective_radius});
  NoHistory none;
  const double limit = 0.1 * k_radius * k_force;  // eq. 8
  for (const double speed : {1e-9, 1.0, 1e6}) {
    const auto rolled = roll::Zhou::respond(constants, k_geometry, turning(speed * Vec3d{2, -3, 6}), k_pressed, none);
    expect_close(rolled.torque, -limit / 7 * Vec3d{2, -3, 6}, k_few_ulps * limit);
    EXPECT_NEAR(rolled.viscous_loss, limit * 7 * speed * k_dt, k_few_ulps * limit * 7 * speed * k_dt);
  }
  expect_close(roll::Zhou::respond(constants, k_geometry, turning({}), k_pressed, none).torque, {}, 0.0);
}

TEST(Zhou, without_spin_about_the_normal_is_the_constant_torque) {
  const auto zhou = roll::Zhou::prepare({.length = 0.004});
  const auto constant = roll::ConstantTorque::prepare({.length = 0.004});
  NoHistory none;
  const auto motion = turning({2, -3, 0});
  const auto p = roll::Zhou::respond(zhou, k_geometry, motion, k_pressed, none),
             q = roll::ConstantTorque::respond(constant, k_geometry, motion, k_pressed, none);
  expect_close(p.torque, q.torque, k_few_ulps * norm(q.torque));
  EXPECT_NEAR(p.viscous_loss, q.viscous_loss, k_few_ulps * q.viscous_loss);
}

}  // namespace
}  // namespace scree::law
