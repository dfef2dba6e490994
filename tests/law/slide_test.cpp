// Sliding friction at single states: stick, slip, truncation, turning.
#include <gtest/gtest.h>

#include <cmath>

#include "law/slide/coulomb_spring.h"
#include "support/single_contact.h"
#include "support/vectors.h"

namespace scree::law::slide {
namespace {

using test::expect_close, test::k_few_ulps;

constexpr double k_mass = 2.0, k_k = 500.0, k_mu = 0.4, k_force = 30.0, k_dt = 1e-3, k_normal_c = 6.0;
const ContactGeometry<double> k_geometry{{0, 0, 1}, 0.01, 0.25, 0.5, k_mass};
// pulled: the limit takes the magnitude
const NormalLoad<double> k_pressed{-k_force, k_force, k_normal_c, 0, 0, -k_force};
Motion<double> sliding(const Vec3d& rate) { return test::sliding(rate, k_dt); }
using Law = CoulombSpring;
using History = Law::History<double>;

TEST(CoulombSpring, in_stick_is_a_spring_and_a_dashpot) {
  const double c = 5.0;
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = k_mu, .damping = c});
  const Vec3d s{0.004, -0.002, 0}, v{0.3, 0.4, 0};
  History history{s};
  const auto slid = Law::respond(constants, k_geometry, sliding(v), k_pressed, history);
  const Vec3d stretched = s + k_dt * v;
  expect_close(history.stretch, stretched, k_few_ulps * 0.005);
  expect_close(slid.force, -(k_k * stretched + c * v), k_few_ulps * 5.0);
  EXPECT_NEAR(slid.stored, 0.5 * k_k * norm2(stretched), k_few_ulps * 0.01);
  EXPECT_NEAR(slid.viscous_loss, c * norm2(v) * k_dt, k_few_ulps * 0.01);
}

TEST(CoulombSpring, damping_is_fixed_by_mass_or_a_fraction_of_the_normal_damping) {
  const Vec3d v{0.01, 0, 0};
  const auto dashpot = [&](const Law::Params& params) {
    History history{};
    Motion<double> motion = sliding(v);
    motion.slide_step = {};  // the spring stays slack: what remains is the dashpot
    return -Law::respond(Law::prepare(params), k_geometry, motion, k_pressed, history).force.x / v.x;
  };
  EXPECT_NEAR(dashpot({.stiffness = k_k, .coefficient = k_mu, .damping = 5.0}), 5.0, k_few_ulps * 5.0);
  EXPECT_NEAR(dashpot({.stiffness = k_k, .coefficient = k_mu, .damping_by_mass = 3.0}), 3.0 * k_mass, k_few_ulps * 6.0);
  EXPECT_NEAR(dashpot({.stiffness = k_k, .coefficient = k_mu, .damping_of_normal = 0.5}), 0.5 * k_normal_c,
              k_few_ulps * 3.0);
}

TEST(CoulombSpring, in_slip_has_the_limit_along_the_trial_force_and_still_equals_spring_and_dashpot) {
  const double c = 5.0;
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = k_mu, .damping = c});
  const Vec3d s{0.03, -0.01, 0}, v{1.0, 2.0, 0};
  const Vec3d trial = -(k_k * (s + k_dt * v) + c * v);
  ASSERT_GT(norm(trial), k_mu * k_force);
  History history{s};
  const auto slid = Law::respond(constants, k_geometry, sliding(v), k_pressed, history);
  expect_close(slid.force, (k_mu * k_force / norm(trial)) * trial, k_few_ulps * k_mu * k_force);
  expect_close(slid.force, -(k_k * history.stretch + c * v), k_few_ulps * (k_mu * k_force + c * 2.0));
}

TEST(CoulombSpring, in_steady_slip_loses_the_limit_times_the_path) {
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = k_mu, .damping = 0.0});
  const Vec3d v{2.0, 0, 0};
  History history{};
  double slip_loss = 0.0, last = 0.0;
  for (int i = 0; i < 100; ++i)
    slip_loss += last = Law::respond(constants, k_geometry, sliding(v), k_pressed, history).slip_loss;
  EXPECT_NEAR(last, k_mu * k_force * v.x * k_dt, 1e-13 * last);  // each step rounds by a few ulps of the stretch
  // All the work but for what the spring holds: F x path - F^2/2k, since the spring took F/k of the path to be
  // stretched.
  const double f = k_mu * k_force;
  EXPECT_NEAR(slip_loss, f * (100 * k_dt * v.x - f / k_k), 1e-12 * slip_loss);  // 100 such steps
}

TEST(CoulombSpring, turns_its_spring_into_the_tangent_plane_and_keeps_its_length) {
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = 1e3, .damping = 0.0});
  const Vec3d s{0.004, 0.003, 0.012};  // length 0.013, leaning out of the plane
  History history{s};
  const auto slid = Law::respond(constants, k_geometry, sliding({}), k_pressed, history);
  EXPECT_NEAR(norm(history.stretch), 0.013, k_few_ulps * 0.013);
  expect_close(history.stretch, (0.013 / 0.005) * Vec3d{0.004, 0.003, 0}, k_few_ulps * 0.013);
  expect_close(slid.force, -k_k * history.stretch, k_few_ulps * k_k * 0.013);
  EXPECT_EQ(slid.slip_loss, 0.0);
}

// The normal turns by a small angle in a step, and the length is kept by a series.
TEST(CoulombSpring, keeps_the_length_of_a_spring_that_leans_by_a_little) {
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = 1e3, .damping = 0.0});
  const Vec3d s{0.004, 0.003, 0.005 * 1e-3};  // leans by 1e-3: below k_small_turn
  History history{s};
  Law::respond(constants, k_geometry, sliding({}), k_pressed, history);
  EXPECT_EQ(history.stretch.z, 0.0);
  EXPECT_NEAR(norm(history.stretch), norm(s), k_few_ulps * norm(s));
}

TEST(CoulombSpring, leaves_a_spring_alone_that_leans_by_less_than_the_threshold) {
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = k_mu, .damping = 0.0});
  const Vec3d s{0.004, 0, 0.9e-10 * k_mu * k_force / k_k};
  History history{s};
  Law::respond(constants, k_geometry, sliding({}), k_pressed, history);
  EXPECT_EQ(history.stretch.z, s.z);
}

TEST(CoulombSpring, drops_a_spring_along_the_normal) {
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = k_mu, .damping = 0.0});
  History history{{0, 0, 0.01}};
  const auto slid = Law::respond(constants, k_geometry, sliding({}), k_pressed, history);
  expect_close(history.stretch, {}, 0.0);
  expect_close(slid.force, {}, 0.0);
}

TEST(CoulombSpring,
     without_any_stretch_has_no_direction_of_slip_and_no_force) {  // santos.md 5.1: the set-up evaluation
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = k_mu, .damping = 100.0});
  Motion<double> motion = sliding({5.0, 0, 0});
  motion.slide_step = {}, motion.step = 0.0;
  History history{};
  const auto slid = Law::respond(constants, k_geometry, motion, k_pressed, history);
  expect_close(slid.force, {}, 0.0);
  expect_close(history.stretch, {}, 0.0);
}

TEST(CoulombSpring, without_a_coefficient_has_no_force) {
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = 0.0, .damping = 1.0});
  History history{};
  const auto slid = Law::respond(constants, k_geometry, sliding({1.0, 0, 0}), k_pressed, history);
  expect_close(slid.force, {}, 0.0);
}

/// Work of a driver: one short step at a rate at which the dashpot alone has twice the limit, then on
/// slowly until the spring is slack.
struct Driven {
  double work = 0.0, booked = 0.0;
};
Driven jump_and_creep(double damping) {
  constexpr double k_limit = k_mu * k_force, k_short = 1e-12, k_slow = 1e-12;  // [N], [s], [m/s]
  constexpr int k_steps = 1000;
  const auto constants = Law::prepare({.stiffness = k_k, .coefficient = k_mu, .damping = damping});
  History history{};
  Driven driven;
  double before = 0.0;
  const auto go = [&](double rate, double path, double time) {
    Motion<double> motion{};
    motion.slide_rate = {rate, 0, 0}, motion.slide_step = {path, 0, 0}, motion.step = time;
    const double stored = Law::stored(constants, k_geometry, history);
    const auto slid = Law::respond(constants, k_geometry, motion, k_pressed, history);
    driven.work -= 0.5 * (before + slid.force.x) * path;
    driven.booked += slid.slip_loss + slid.viscous_loss + slid.stored - stored;
    before = slid.force.x;
  };
  const double rate = 2.0 * k_limit / 5.0;
  go(rate, rate * k_short, k_short);
  for (int i = 0; i < k_steps; ++i) go(k_slow, k_limit / k_k / k_steps, k_limit / k_k / k_steps / k_slow);
  return driven;
}

TEST(CoulombSpring, a_dashpot_beyond_the_limit_winds_a_spring_that_gives_limit_squared_over_2k_back) {
  constexpr double k_max = k_mu * k_force * k_mu * k_force / (2.0 * k_k);
  // The short step takes 1e-12 s x 12 N x 5 m/s = 6e-11 J at most, 4e-10 of k_max = 0.144 J.
  constexpr double k_short_step = 1e-9;
  // The jump of the load from that step to the next, 24 N, does half of its work over 2.4e-5 m.
  constexpr double k_first = 0.5 * 2.0 * k_mu * k_force * k_mu * k_force / k_k / 1000;
  const Driven strong = jump_and_creep(5.0);
  EXPECT_NEAR(strong.work, -k_max, 1.1 * k_first);
  EXPECT_NEAR(strong.booked, -k_max, k_short_step * k_max);
  const Driven weak = jump_and_creep(0.0);  // as far, without a dashpot: it takes that much
  EXPECT_NEAR(weak.work, k_max, k_short_step * k_max);
  EXPECT_NEAR(weak.booked, k_max, k_short_step * k_max);
}

}  // namespace
}  // namespace scree::law::slide
