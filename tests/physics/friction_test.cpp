// A sphere on a plane, against the mechanics of rigid bodies with Coulomb friction.
//
// The springs of a soft contact reach their limits after a short stretch; each tolerance is that stretch over the path.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/run.h"
#include "support/scenes.h"

namespace scree {
namespace {

using std::numbers::pi;
constexpr double k_r = 0.01, k_g = 9.81, k_k = 1e5;
const double k_m = test::ball_mass(k_r), k_i = test::ball_inertia(k_m, k_r);
const double k_sink = k_m * k_g / k_k;                  // overlap under its own weight [m]
const double k_dt = 0.02 * 2.0 / std::sqrt(k_k / k_m);  // 1/50 of the critical step of the normal spring

// Of v0: vibrations die out exponentially, and their period is 157 steps, so that after 20000 steps little but rounding
// is left (k_damped); k_nearly_damped is for half of the stopping time.
constexpr double k_damped = 1e-9, k_nearly_damped = 1e-6;

/// A sphere at rest on a plane, but for the given velocity and spin; gravity may be tilted towards +x.
sim::Simulation on_plane(law::Model model, const Vec3d& velocity, const Vec3d& spin, double tilt = 0.0) {
  model.normal = law::normal::Hooke::Params{.stiffness = k_k, .restitution = 0.3};
  sim::Scene scene = test::scene_with(model, k_dt);
  scene.gravity = {k_g * std::sin(tilt), 0, -k_g * std::cos(tilt)};
  scene.planes.push_back(test::floor_plane());
  scene.spheres.push_back(test::sphere({0, 0, k_r - k_sink * std::cos(tilt)}, k_r, velocity, spin));
  return sim::Simulation(scene);
}
law::slide::CoulombSpring::Params sliding(double mu) {
  return {.stiffness = k_k, .coefficient = mu, .damping_of_normal = 0.5};
}
double speed(const sim::Simulation& run) { return run.bodies()[0].velocity.x; }

TEST(SlidingSphere, rolls_after_2v0_over_7mu_g_at_five_sevenths_of_its_speed) {
  const double mu = 0.3, v0 = 0.5, end = 2 * v0 / (7 * mu * k_g);
  law::Model model;
  model.slide = sliding(mu);
  auto run = on_plane(model, {v0, 0, 0}, {});
  // The spring is on its limit after mu m g / k at v0.
  const double delay = mu * k_m * k_g / k_k / v0;
  double rolls_at = 0.0;
  while (rolls_at == 0.0 && run.time() < 2 * end) {
    run.advance(1);
    if (run.time() < 0.9 * end) {
      ASSERT_NEAR(speed(run), v0 - mu * k_g * run.time(),
                  mu * k_g * (delay + 2 * k_dt) + 1e-9);  // rounding of 1e-16 x steps
    }
    const auto ball = run.bodies()[0];
    if (ball.velocity.x - k_r * ball.spin.y <= 0.0) rolls_at = run.time();
  }
  EXPECT_NEAR(rolls_at, end, 2 * delay + 2 * k_dt);
  run.advance(20000);
  // m v R + I w is conserved whatever the friction, so 5/7 v0 is exact once the tangential oscillation has died out.
  EXPECT_NEAR(speed(run), 5.0 / 7.0 * v0, k_damped * v0);
  EXPECT_NEAR(run.bodies()[0].spin.y * k_r, 5.0 / 7.0 * v0, k_damped * v0);
}

// Rolling: (I + m R^2) dw/dt = -length m g, so a = 5/7 length g/R. Friction holds if mu > a/g.
constexpr double k_length = 2e-4;  // of the rolling limit [m]
const double k_brake = 5.0 / 7.0 * k_length * k_g / k_r;

TEST(RollingSphere, is_stopped_by_a_constant_torque_at_the_closed_form_time) {
  const double v0 = 0.05;
  law::Model model;
  model.slide = sliding(0.5), model.roll = law::roll::ConstantTorque::Params{.length = k_length};
  auto run = on_plane(model, {v0, 0, 0}, {0, v0 / k_r, 0});
  const double end = v0 / k_brake;
  for (const double part : {0.25, 0.5, 0.75, 0.95}) {
    test::run_to(run, part * end);
    // The tangential spring (frequency sqrt(7/2 k/m)) rings with an amplitude of a/w; twice that, and a step of the
    // brake.
    EXPECT_NEAR(speed(run), v0 - k_brake * run.time(), 2 * k_brake / std::sqrt(3.5 * k_k / k_m) + k_brake * k_dt);
  }
  test::run_to(run, 1.5 * end);
  EXPECT_LT(std::abs(speed(run)), 1e-2 * v0);  // it oscillates about zero: the law has no static mode
  EXPECT_NEAR(run.bodies()[0].position.x, v0 * v0 / (2 * k_brake), 0.02 * v0 * v0 / (2 * k_brake));
}

// docs/ledger.md, "Why the residual is not zero": each flip of a torque T leaves T^2 dt^2 / I, and one that could hold
// more than it has to, T > M, flips in the fraction 1 - M/T of all steps, so that its mean is M. The fraction is off by
// about the phase of the slide spring in a step, 0.075.
TEST(RollingSphere,
     held_on_a_ramp_by_a_torque_that_flips_leaves_T2_dt_over_I_in_the_ledger_and_the_warning_names_the_law) {
  const double held = 0.9, end = 0.2, tilt = std::atan(held * k_length / k_r),
               torque = k_length * k_m * k_g * std::cos(tilt);
  for (const bool zhou : {false, true}) {
    law::Model model;
    model.slide = sliding(0.5), model.roll = law::roll::ConstantTorque::Params{.length = k_length};
    if (zhou) model.roll = law::roll::Zhou::Params{.length = k_length};
    sim::Scene scene = on_plane(model, {}, {}, tilt).scene();
    scene.time.end = end, scene.guard.residual_limit = 1e-3;
    sim::Simulation run(scene);
    const sim::RunOutcome outcome = sim::run(run, sim::plan_run(scene, run.step()), {});
    const double expected = (1.0 - held) * torque * torque * k_dt * end / k_i;
    EXPECT_NEAR(run.report().ledger.residual(), expected, 0.15 * expected);
    ASSERT_EQ(outcome.warnings.size(), 1u);
    EXPECT_EQ(outcome.warnings[0].kind, "residual");
    EXPECT_NE(
        outcome.warnings[0].cause.find(zhou ? "\"zhou\" has no static mode" : "\"constant-torque\" has no static mode"),
        std::string::npos)
        << outcome.warnings[0].cause;
  }
}

TEST(RollingSphere, is_stopped_by_a_rolling_spring_at_the_closed_form_time_and_stays) {
  const double v0 = 0.05, k_roll = 1e4;
  law::Model model;
  model.slide = sliding(0.5);
  model.roll =
      law::roll::Spring::Params{.stiffness = k_roll, .damping = 0.5 * std::sqrt(k_roll * k_m), .length = k_length};
  auto run = on_plane(model, {v0, 0, 0}, {0, v0 / k_r, 0});
  const double end = v0 / k_brake, stretch = k_length / k_r * k_m * k_g / k_roll;  // at the limit [m]
  for (const double part : {0.25, 0.5, 0.75, 0.95}) {
    test::run_to(run, part * end);
    EXPECT_NEAR(speed(run), v0 - k_brake * run.time(),
                2 * k_brake / std::sqrt(3.5 * k_k / k_m) + k_brake * (k_dt + stretch / v0));
  }
  test::run_to(run, 1.5 * end);
  const double x = run.bodies()[0].position.x;
  EXPECT_NEAR(x, v0 * v0 / (2 * k_brake), 10 * stretch + v0 * 2 * k_dt);
  EXPECT_LT(std::abs(speed(run)), k_nearly_damped * v0);
  test::run_to(run, 2.5 * end);
  EXPECT_NEAR(run.bodies()[0].position.x, x, k_nearly_damped * x);
  EXPECT_LT(std::abs(speed(run)), k_damped * v0);
}

// of w0: the dashpot and the spring start and end within a few of the thousands of steps of the decay
constexpr double k_steps_of_decay = 1e-3;
/// The spin about the normal falls linearly, by torque over inertia, and ends at zero.
void expect_linear_decay(sim::Simulation& run, double w0, double torque, double slack) {
  const double end = w0 * k_i / torque;
  for (const double part : {0.25, 0.5, 0.75, 0.95}) {
    test::run_to(run, part * end);
    EXPECT_NEAR(run.bodies()[0].spin.z, w0 - torque / k_i * run.time(), w0 * slack);
  }
  test::run_to(run, 1.2 * end);
  EXPECT_LT(std::abs(run.bodies()[0].spin.z), slack * w0);
  EXPECT_EQ(run.bodies()[0].position.x, 0.0);
}
TEST(SpinningSphere, is_stopped_by_a_torsion_spring_at_the_closed_form_time) {
  const double length = 1e-4, w0 = 10, torque = length * k_m * k_g, stiffness = 0.01;
  law::Model model;
  model.spin =
      law::spin::Spring::Params{.stiffness = stiffness, .damping = 0.7 * std::sqrt(stiffness * k_i), .length = length};
  auto run = on_plane(model, {}, {0, 0, w0});
  expect_linear_decay(run, w0, torque, torque / stiffness / w0 / (w0 * k_i / torque) + k_steps_of_decay);
}
TEST(SpinningSphere, is_stopped_by_marshalls_patch_at_the_closed_form_time) {
  const double mu = 0.4, w0 = 10, a = std::sqrt(k_r * k_sink), torque = 2.0 / 3.0 * a * mu * k_m * k_g;
  law::Model model;
  const double torsion = 0.5 * k_k * a * a;
  // of the torsion [N m s], so that the wound spring does not ring
  const double dashpot = 1.4 * std::sqrt(torsion * k_i);
  model.spin = law::spin::Marshall::Params{.stiffness = k_k, .coefficient = mu, .damping = dashpot / (0.5 * a * a)};
  auto run = on_plane(model, {}, {0, 0, w0});
  expect_linear_decay(run, w0, torque, torque / torsion / w0 / (w0 * k_i / torque) + k_steps_of_decay);
}

// On an incline a sphere rolls with 5/7 g sin if tan < 7/2 mu, and slides with g (sin - mu cos) beyond.
TEST(Incline, a_sphere_begins_to_slide_where_tan_is_seven_halves_of_mu) {
  const double mu = 0.1, limit = std::atan(3.5 * mu), time = 0.2;
  law::Model model;
  model.slide = sliding(mu);
  for (const double fraction : {0.5, 0.97, 1.03, 1.5}) {
    const double tilt = fraction * limit;
    auto run = on_plane(model, {}, {}, tilt);
    test::run_to(run, time);
    const auto ball = run.bodies()[0];
    const double sine = k_g * std::sin(tilt), cosine = k_g * std::cos(tilt);
    const double a = fraction < 1 ? 5.0 / 7.0 * sine : sine - mu * cosine,
                 turn = fraction < 1 ? a / k_r : 2.5 * mu * cosine / k_r;
    // The contact's first oscillation: one period of sqrt(7/2 k/m) out of `time`.
    const double slack = 2 * pi / std::sqrt(3.5 * k_k / k_m) / time;
    EXPECT_NEAR(ball.velocity.x, a * time, slack * a * time) << fraction;
    EXPECT_NEAR(ball.spin.y, turn * time, slack * turn * time) << fraction;
    if (fraction < 1)
      EXPECT_NEAR(ball.velocity.x, k_r * ball.spin.y, slack * ball.velocity.x);
    else
      EXPECT_GT(ball.velocity.x, 1.01 * k_r * ball.spin.y);
  }
}

// With a rolling limit it stays at rest as long as m g sin R < length m g cos, that is tan < length/R (and tan < mu).
TEST(Incline, a_sphere_with_rolling_friction_rests_up_to_tan_of_length_over_radius) {
  const double length = 1e-3, limit = std::atan(length / k_r);
  law::Model model;
  model.slide = sliding(0.8);
  model.roll = law::roll::Spring::Params{.stiffness = k_k, .damping = std::sqrt(k_k * k_m), .length = length};
  for (const double fraction : {0.9, 1.1}) {
    // The load comes on at once, which doubles it: a spring below the limit by half would slip a little first and then
    // hold.
    auto run = on_plane(model, {}, {}, fraction * limit);
    test::run_to(run, 0.5);
    const double first = run.bodies()[0].position.x, v = speed(run);
    test::run_to(run, 1.0);
    const double tilt = fraction * limit, a = 5.0 / 7.0 * k_g * (std::sin(tilt) - length / k_r * std::cos(tilt));
    if (fraction < 1) {
      EXPECT_NEAR(run.bodies()[0].position.x, first, 1e-9);  // [m]
      EXPECT_LT(std::abs(speed(run)), 1e-8);  // [m/s], after 0.5 s of damping, and its drift in another 0.5 s above
    } else {
      EXPECT_NEAR((speed(run) - v) / 0.5, a, 1e-3 * a);  // the first vibration, over 0.5 s
    }
  }
}

}  // namespace
}  // namespace scree
