// The slide and roll laws of FangNegrut2020 at single contacts: the numbers of its tables and figures that are pure law
// (fang-negrut.md, section 4), and the torques on the two bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "law/all.h"
#include "law/fang_negrut_contacts.h"
#include "support/vectors.h"

namespace scree::law {
namespace {

using namespace paper;
using test::expect_close, test::k_few_ulps;

// 4.1: a brick of 1 kg on an incline, K_E = 1e5.
TEST(FangNegrutSlide, of_the_brick_holds_2_41e_5_m_in_the_step_of_the_trip_and_1_93e_5_m_in_slip) {
  const double force = 1.0 * k_g * std::cos(0.18);
  const auto constants =
      slide::FangNegrut::prepare({.stiffness = 1e5, .static_coefficient = k_mu_s, .kinetic_coefficient = k_mu_k});
  slide::FangNegrut::History<double> history{};
  slide::FangNegrut::respond(constants, on_plane(1, 0, 0), sliding(1.0), pressed_by(force), history);
  EXPECT_NEAR(norm(history.stretch), 2.41042e-5, 0.5e-10);  // half of the last printed digit, here and below
  const auto slid = slide::FangNegrut::respond(constants, on_plane(1, 0, 0), sliding(1.0), pressed_by(force), history);
  EXPECT_NEAR(norm(history.stretch), 1.92833e-5, 0.5e-10);
  expect_close(slid.force, {-k_mu_k * force, 0, 0}, k_few_ulps * 2);  // against the sliding of a
}

TEST(FangNegrutSlide, is_damped_by_632_Ns_per_m_for_the_brick_and_by_1414_21_for_the_disk) {
  const auto dashpot = [](double m, const slide::FangNegrut::Params& params) {
    slide::FangNegrut::History<double> history{};
    Motion<double> motion = sliding(1e-3);
    motion.slide_step = {};  // the spring stays slack: what remains is the dashpot
    return -slide::FangNegrut::respond(slide::FangNegrut::prepare(params), on_plane(m, 0, 0), motion, pressed_by(1),
                                       history)
                .force.x /
           1e-3;
  };
  slide::FangNegrut::Params params{.stiffness = 1e5, .static_coefficient = k_mu_s, .kinetic_coefficient = k_mu_k};
  EXPECT_NEAR(dashpot(1.0, params), 632.456, 0.0005);  // Table 2
  EXPECT_NEAR(dashpot(5.0, params), 1414.21, 0.005);   // Table 3, K_cr
  params.damping_ratio = 0.5;
  EXPECT_NEAR(dashpot(5.0, params), 707.107, 0.0005);
  params.damping_ratio = k_unset, params.damping = 17.0;
  EXPECT_NEAR(dashpot(5.0, params), 17.0, k_few_ulps * 17);
}

// The brick of 4.1 let go on an incline, by the paper's step: v += a dt, x += v dt, loads at the new state
// [fang-negrut.md, 1.3].
struct Brick {
  double tripped_at = 0.0, lowest = 1e9, highest = 0.0, acceleration = 0.0;  ///< extremes of K_E S after the trip
};
Brick let_go(double slope, double damping, double end) {
  const double m = 1.0, force = m * k_g * std::cos(slope);
  const auto constants = slide::FangNegrut::prepare(
      {.stiffness = 1e5, .static_coefficient = k_mu_s, .kinetic_coefficient = k_mu_k, .damping = damping});
  slide::FangNegrut::History<double> history{};
  Brick brick;
  double v = 0.0, friction = 0.0;
  for (int i = 1; i * k_dt < end; ++i) {
    brick.acceleration = k_g * std::sin(slope) + friction / m;
    v += k_dt * brick.acceleration;
    friction = slide::FangNegrut::respond(constants, on_plane(m, 0, 0), sliding(v), pressed_by(force), history).force.x;
    const double elastic = 1e5 * history.stretch.x;
    if (history.mode == k_slip && brick.tripped_at == 0.0) brick.tripped_at = i * k_dt;
    if (brick.tripped_at > 0.0 && i * k_dt > 0.5 * end)
      brick.lowest = min(brick.lowest, elastic), brick.highest = max(brick.highest, elastic);
  }
  return brick;
}

// fang-negrut.md, section 3
TEST(FangNegrutSlide, of_the_undamped_brick_trips_at_6_2_ms_and_then_swings_about_its_weight_component) {
  const Brick brick = let_go(0.18, 0.0, 0.2);
  EXPECT_NEAR(brick.tripped_at, 6.2e-3, 0.6 * k_dt);
  EXPECT_NEAR(brick.lowest, 1.581, 0.002);
  EXPECT_NEAR(brick.highest, 1.928, 0.002);
  EXPECT_NEAR(0.5 * (brick.lowest + brick.highest), k_g * std::sin(0.18), 0.001);
  EXPECT_EQ(let_go(0.18, 632.456, 0.2).tripped_at, 0.0);  // damped it never slips
}

TEST(FangNegrutSlide, of_the_brick_on_0_25_rad_slips_at_18_5_ms_and_goes_off_at_0_5255_m_per_s2) {
  const Brick brick = let_go(0.25, 632.456, 0.1);
  EXPECT_NEAR(brick.tripped_at, 18.5e-3, 0.6 * k_dt);
  // some ten operations on 10 m/s^2
  EXPECT_NEAR(brick.acceleration, k_g * (std::sin(0.25) - k_mu_k * std::cos(0.25)), 1e-12);
  EXPECT_NEAR(brick.acceleration, 0.52549, 0.5e-5);
}

// The disk of 4.2 thrown at 0.5 m/s without spin: x along the plane, w about +y, so that it rolls at v = w R.
struct Disk {
  double sticks_at = 0.0, rests_at = 0.0;
};
Disk throw_disk(Start start) {
  const double m = 5, r = 0.2, inertia = 0.5 * m * r * r;
  const auto slide_law = slide::FangNegrut::prepare(
      {.stiffness = 1e5, .static_coefficient = k_mu_s, .kinetic_coefficient = k_mu_k, .start = start});
  const auto roll_law = roll::FangNegrut::prepare({.stiffness = 1600,
                                                   .slide_stiffness = 1e5,
                                                   .static_coefficient = k_mu_s,
                                                   .kinetic_coefficient = k_mu_k,
                                                   .start = start});
  slide::FangNegrut::History<double> slide_history{};
  roll::FangNegrut::History<double> roll_history{};
  const auto geometry = on_plane(m, inertia, r);
  Disk disk;
  double v = 0.5, w = 0.0, force = 0.0, torque = 0.0;
  for (int i = 1; i * k_dt < 2.0 && disk.rests_at == 0.0; ++i) {
    v += k_dt * force / m, w += k_dt * torque / inertia;
    Motion<double> motion = rolling({k_dt * w * r, 0, 0}, {k_dt * v, 0, 0});
    motion.slide_rate = {v - w * r, 0, 0}, motion.slide_step = k_dt * motion.slide_rate;
    force = slide::FangNegrut::respond(slide_law, geometry, motion, pressed_by(m * k_g), slide_history).force.x;
    torque = -r * force +
             roll::FangNegrut::respond(roll_law, geometry, motion, pressed_by(m * k_g), roll_history).torque_a.y;
    if (disk.sticks_at == 0.0 && i > 10 && slide_history.mode == k_stick) disk.sticks_at = i * k_dt;
    if (v <= 0.0) disk.rests_at = i * k_dt;
  }
  return disk;
}

TEST(FangNegrutRoll, of_the_thrown_disk_sticks_at_0_0983_s_and_rests_at_1_2757_s) {  // fang-negrut.md, section 3, A13
  const Disk slipping = throw_disk(start_slip);
  EXPECT_NEAR(slipping.sticks_at, 0.0983, 0.6 * k_dt);
  EXPECT_NEAR(slipping.rests_at, 1.2757, 1.1 * k_dt);  // a step more or less by what is done before the first increment
  // the uncapped dashpot of the first steps brakes it (P1)
  EXPECT_NEAR(throw_disk(start_stick).sticks_at, 0.0851, 0.6 * k_dt);
}

// 4.2: a disk of 5 kg, R = 0.2, K_E = 1e5, with K_R = 1600 by hand (A11, P9). 4.3: a sphere of 5 kg, R = 0.2, eta = 0.3
// on 35 degrees.
TEST(FangNegrutRoll, of_the_disk_has_D_cr_25_3_and_saturates_at_0_49_and_0_392_Nm) {
  const double m = 5, r = 0.2, inertia = 0.5 * m * r * r, force = m * k_g;
  const roll::FangNegrut::Params params{
      .stiffness = 1600, .slide_stiffness = 1e5, .static_coefficient = k_mu_s, .kinetic_coefficient = k_mu_k};
  const auto constants = roll::FangNegrut::prepare(params);
  const auto geometry = on_plane(m, inertia, r);
  EXPECT_NEAR(roll::FangNegrut::linear(constants, geometry, pressed_by(force)).damping, 25.2982, 0.00005);
  EXPECT_EQ(roll::FangNegrut::linear(constants, geometry, pressed_by(force)).stiffness, 1600);
  roll::FangNegrut::History<double> history{};
  const auto motion = rolling({1e-3, 0, 0}, {1e-3, 0, 0});
  const auto first = roll::FangNegrut::respond(constants, geometry, motion, pressed_by(force), history);
  const auto second = roll::FangNegrut::respond(constants, geometry, motion, pressed_by(force), history);
  // The contact point runs along +x over a disk that turns about +y; the torque is against that.
  expect_close(first.torque_a, {0, -0.49, 0}, k_few_ulps);
  expect_close(second.torque_a, {0, -0.392, 0}, k_few_ulps);
  expect_close(second.torque_b, {}, 0.0);  // kappa_b p_b = 0: a plane gets none
}

TEST(FangNegrutRoll, of_the_sphere_on_35_degrees_has_0_96332_Nm_in_slip) {
  const double m = 5, r = 0.2, eta = 0.3, force = m * k_g * std::cos(35 * std::numbers::pi / 180);
  const auto constants = roll::FangNegrut::prepare(
      {.eta = eta, .slide_stiffness = 1e5, .static_coefficient = k_mu_s, .kinetic_coefficient = k_mu_k});
  const auto geometry = on_plane(m, 0.4 * m * r * r, r);
  // Table 1
  EXPECT_NEAR(roll::FangNegrut::linear(constants, geometry, pressed_by(force)).stiffness, 4 * eta * r * r * 1e5,
              k_few_ulps * 5000);
  roll::FangNegrut::History<double> history{};
  for (int i = 0; i < 3; ++i) {
    const auto rolled =
        roll::FangNegrut::respond(constants, geometry, rolling({0, 1e-3, 0}, {}), pressed_by(force), history);
    if (i == 0) {
      EXPECT_NEAR(rolled.torque_a.x, 2 * eta * r * k_mu_s * force, k_few_ulps * 2);
    } else {
      EXPECT_NEAR(rolled.torque_a.x, 0.963323, 0.5e-6);
    }
  }
}

TEST(FangNegrutRoll, between_equal_spheres_has_the_stiffness_of_table_1) {
  const double r = 0.3, eta = 0.2;
  auto geometry = on_plane(1, 1, r);
  geometry.curvature_b = geometry.curvature_a;
  const auto constants = roll::FangNegrut::prepare(
      {.eta = eta, .slide_stiffness = 1e5, .static_coefficient = k_mu_s, .kinetic_coefficient = k_mu_k});
  EXPECT_NEAR(roll::FangNegrut::linear(constants, geometry, pressed_by(1)).stiffness, eta * r * r * 1e5,
              k_few_ulps * 2000);
}

/// Two spheres that roll over each other without sliding: p_a = p_b, and by the curvatures each turns by its own angle.
struct RolledPair {
  RollLoads<double> first, last;
};
RolledPair roll_pair(double ra, double rb, const Vec3d& path, int steps) {
  auto geometry = on_plane(1, 0.01, ra);
  geometry.curvature_b = 1.0 / rb;
  const auto constants = roll::FangNegrut::prepare(
      {.eta = 0.3, .slide_stiffness = 1e5, .static_coefficient = k_mu_s, .kinetic_coefficient = k_mu_k});
  roll::FangNegrut::History<double> history{};
  RolledPair pair{};
  for (int i = 0; i < steps; ++i) {
    pair.last = roll::FangNegrut::respond(constants, geometry, rolling(path, path), pressed_by(10), history);
    if (i == 0) pair.first = pair.last;
  }
  return pair;
}

TEST(FangNegrutRoll, torques_differ_in_stick_and_are_opposite_when_saturated_or_for_equal_radii) {  // appendix A.2, P8
  const Vec3d path{3e-8, 4e-8, 0};
  const auto unequal = roll_pair(0.1, 0.3, path, 10000);
  // In stick each is that of its own angle, path/R: three times as much on the smaller sphere.
  expect_close(unequal.first.torque_a, -3.0 * unequal.first.torque_b, k_few_ulps * norm(unequal.first.torque_a));
  EXPECT_GT(norm(unequal.first.torque_a), 0.0);
  // Each step in slip rounds the direction: a random walk of 10^4 steps of an ulp, a hundred ulps.
  expect_close(unequal.last.torque_a, -unequal.last.torque_b, 500 * 2.3e-16 * norm(unequal.last.torque_a));
  EXPECT_NEAR(norm(unequal.last.torque_a), 2 * 0.3 * k_mu_k * 10 / (1 / 0.1 + 1 / 0.3), k_few_ulps);
  const auto equal = roll_pair(0.2, 0.2, path, 10);
  expect_close(equal.first.torque_a, -equal.first.torque_b, 0.0);
  expect_close(equal.last.torque_a, -equal.last.torque_b, 0.0);
}

TEST(FangNegrutRoll, takes_energy_from_both_bodies) {
  // a turns by w_a about y over dt: its contact point goes R_a w_a x n dt over it; that of b goes -R_b w_b x n dt over
  // b.
  const double ra = 0.1, rb = 0.3;
  const Vec3d wa{0.3, 2.0, 0}, wb{-1.0, 0.7, 0};
  auto geometry = on_plane(1, 0.01, ra);
  geometry.curvature_b = 1.0 / rb;
  const auto constants = roll::FangNegrut::prepare({.eta = 0.3,
                                                    .slide_stiffness = 1e5,
                                                    .static_coefficient = k_mu_s,
                                                    .kinetic_coefficient = k_mu_k,
                                                    .damping = 0.0});
  roll::FangNegrut::History<double> history{};
  const auto motion = rolling((k_dt * ra) * cross(wa, k_n), (-k_dt * rb) * cross(wb, k_n));
  const auto rolled = roll::FangNegrut::respond(constants, geometry, motion, pressed_by(1e9), history);
  // By the trapezoid from a slack spring the work is half of that by the last torque.
  const double work = -0.5 * k_dt * (dot(rolled.torque_a, wa) + dot(rolled.torque_b, wb));
  EXPECT_NEAR(rolled.stored, work, k_few_ulps * work);
  EXPECT_GT(work, 0.0);
}

TEST(FangNegrutRoll, has_the_limits_of_table_1_and_finite_loads_between_them) {
  const auto constants = roll::FangNegrut::prepare({.eta = 0.3,
                                                    .slide_stiffness = 1e5,
                                                    .static_coefficient = k_mu_s,
                                                    .kinetic_coefficient = k_mu_k,
                                                    .damping = 0.0});
  const double r = 0.2, force = 10;
  double stiffness = 0.0;
  // tips, identical, plane, cups, mirror, impossible
  for (const double fraction : {1e9, 10.0, 1.0, 0.0, -0.8, -0.9, -0.95, -1.0, -1.2}) {
    auto geometry = on_plane(1, 0.01, r);
    geometry.curvature_b = fraction / r;
    roll::FangNegrut::History<double> history{};
    const Vec3d path{1e-2, 0, 0};
    const auto rolled = roll::FangNegrut::respond(constants, geometry, rolling(path, path), pressed_by(force), history);
    ASSERT_TRUE(std::isfinite(norm2(rolled.torque_a) + norm2(rolled.torque_b) + rolled.stored + rolled.slip_loss))
        << fraction;
    const double kappa = std::max(1 + fraction, 0.1 * std::max(1.0, -fraction)) / r,
                 limit = 2 * 0.3 * k_mu_s * force / kappa;
    EXPECT_LE(norm(rolled.torque_a), limit * (1 + k_few_ulps)) << fraction;
    if (fraction < 100) {  // the angle at the limit of a finer tip is not reached
      EXPECT_NEAR(norm(rolled.torque_a), limit, k_few_ulps * limit) << fraction;
    }
    const double now = roll::FangNegrut::linear(constants, geometry, pressed_by(force)).stiffness;
    EXPECT_NEAR(now, 4 * 0.3 * 1e5 / (kappa * kappa), k_few_ulps * now) << fraction;
    if (fraction >= -1) {
      EXPECT_GE(now, stiffness * (1 - k_few_ulps)) << fraction;  // stiffer the closer the surfaces fit
    }
    stiffness = now;
  }
  roll::FangNegrut::History<double> history{};
  const auto flat = roll::FangNegrut::respond(constants, on_plane(1, 0.01, 0), rolling({1, 0, 0}, {1, 0, 0}),
                                              pressed_by(force), history);
  expect_close(flat.torque_a, {}, 0.0);
  EXPECT_EQ(flat.stored, 0.0);
}

}  // namespace
}  // namespace scree::law
