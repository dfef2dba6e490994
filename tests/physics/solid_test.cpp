// Ellipsoids and boxes in the engine: free rotation, the sphere as a limit, falling, energy. Closed forms of rigid-body
// dynamics.
#include <gtest/gtest.h>

#include <cmath>

#include "support/fang_negrut.h"

namespace scree {
namespace {

sim::OneSolid ellipsoid(const Vec3d& position, const Vec3d& half, const Vec3d& spin = {}) {
  sim::OneSolid solid;
  solid.position = position, solid.half = half, solid.traits.spin = spin;
  return solid;
}
state::Shape shape_of(const sim::Simulation& run) { return run.world().bodies.shapes[0]; }
Vec3d momentum(const sim::Simulation& run) {
  const auto& b = run.world().bodies;
  return state::times_inertia(b.shapes[0], state::axes_of(b.orientations[0]), b.lines[0].spin());
}

// Closed forms with some ten operations each, which round masses of 0.03 and 0.06 kg by 1e-17 kg and moments of inertia
// per mass of 3e-4 m^2 by 1e-19 m^2; both bounds are wider.
constexpr double k_mass = 1e-15, k_moment = 1e-12;  // [kg], [m^2]

TEST(FreeSolid, has_the_inertia_of_a_solid_ellipsoid_or_box) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4), 1e-4, 1200);
  scene.solids.push_back(ellipsoid({}, {0.01, 0.02, 0.03}));
  const sim::Simulation run(scene);
  const double m = 1200 * 4 * M_PI / 3 * 0.01 * 0.02 * 0.03;
  EXPECT_NEAR(run.bodies()[0].mass, m, k_mass);
  EXPECT_NEAR(shape_of(run).moments.x, m / 5 * (4e-4 + 9e-4), k_moment * m);
  EXPECT_NEAR(shape_of(run).moments.z, m / 5 * (1e-4 + 4e-4), k_moment * m);
  sim::Scene brick = test::scene_with(test::frictionless(1e4), 1e-4, 1200);
  sim::OneSolid box = ellipsoid({}, {0.01, 0.02, 0.03});
  box.kind = shape::BodyShape::box;
  brick.solids.push_back(box);
  const sim::Simulation second(brick);
  const double mass = 1200 * 8 * 0.01 * 0.02 * 0.03;
  EXPECT_NEAR(second.bodies()[0].mass, mass, k_mass);
  EXPECT_NEAR(shape_of(second).moments.x, mass / 3 * (4e-4 + 9e-4), k_moment * mass);
}

// A symmetric top, axes (a, a, c): its axis goes around the angular momentum at |L| / I_1.
TEST(FreeSolid, a_symmetric_top_precesses_about_its_angular_momentum) {
  const double a = 0.02, c = 0.05;
  const Vec3d spin{3, 0, 8};
  double last = 0.0;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    sim::Scene scene = test::scene_with(test::frictionless(1e4), step);
    scene.solids.push_back(ellipsoid({}, {a, a, c}, spin));
    sim::Simulation run(scene);
    const Vec3d before = momentum(run);
    const auto moments = shape_of(run).moments;
    const double i1 = moments.x, t = 0.4;
    run.advance(static_cast<std::int64_t>(std::lround(t / step)));
    EXPECT_LT(norm(momentum(run) - before), 1e-13 * norm(before));  // conserved: up to 400 steps round by 1e-16 each
    // The axis of the top, e_3, goes around L at |L| / I_1.
    const Vec3d along = (1 / norm(before)) * before, axis{0, 0, 1};
    const Vec3d expected = rotated(turn_by(t * norm(before) / i1 * along), axis);
    const Vec3d found = state::axes_of(run.world().bodies.orientations[0]).axis[2];
    const double error = norm(found - expected);
    EXPECT_GT(norm(expected - axis), 0.1);
    if (last > 0.0) {
      EXPECT_NEAR(error / last, 0.25, 0.02) << step;  // second order
    }
    last = error;
  }
  EXPECT_LT(last, 1e-4);  // (w h)^2 / 12 = 6e-6 with w = 8.5 rad/s, over 1.5 rad of precession
}
TEST(FreeSolid, energy_of_an_asymmetric_body_is_conserved_to_second_order) {
  double last = 0.0;
  for (const double step : {2e-3, 1e-3, 5e-4}) {
    sim::Scene scene = test::scene_with(test::frictionless(1e4), step);
    scene.solids.push_back(ellipsoid({}, {0.01, 0.02, 0.04}, {0.2, 9, 0.1}));  // about the middle axis: it tumbles
    sim::Simulation run(scene);
    const double before = run.report().ledger.kinetic_rotation;
    double worst = 0.0;
    for (int i = 0; i < 20; ++i) {
      run.advance(static_cast<std::int64_t>(std::lround(0.1 / step)));
      worst = std::max(worst, std::abs(run.report().ledger.kinetic_rotation / before - 1));
    }
    if (last > 0.0) {  // a quarter for second order; between that and a half for first order
      EXPECT_LT(worst, 0.35 * last);
    }
    last = worst;
  }
  EXPECT_LT(last, 1e-4);  // (w h)^2 = 2e-5 of the last step
}

/// Two spheres, or two ellipsoids with equal axes, on and above a floor.
sim::Scene two_on_a_floor(bool as_ellipsoids, const law::Model& model, sim::StepperKind stepper) {
  sim::Scene scene = test::scene_with(model, 1e-5);
  scene.stepper = stepper;
  scene.gravity = {0.5, 0.3, -9.81};
  scene.planes.push_back(test::floor_plane());
  const auto put = [&](const Vec3d& x, double r, const Vec3d& v, const Vec3d& w) {
    if (as_ellipsoids) {
      auto body = ellipsoid(x, {r, r, r}, w);
      body.traits.velocity = v, body.orientation = {0.5, 0.5, -0.5, 0.5};
      scene.solids.push_back(body);
    } else {
      scene.spheres.push_back(test::sphere(x, r, v, w));
    }
  };
  put({0, 0, 0.00995}, 0.01, {0.3, 0, 0}, {5, 0, 20});
  put({0.004, 0.003, 0.0265}, 0.008, {0, 0.1, -0.5}, {0, 30, -20});
  return scene;
}
class RoundEllipsoid : public ::testing::TestWithParam<bool> {};
TEST_P(RoundEllipsoid, moves_as_the_sphere_that_it_is) {
  // With `rate` an ellipsoid's force acts at its surface, a sphere's in the middle of the overlap; without friction
  // both are on the line of the normal.
  const law::Model model = GetParam() ? test::fang_negrut({}) : test::frictionless(1e5, 0.7);
  for (const auto stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::symplectic_euler}) {
    sim::Simulation round(two_on_a_floor(true, model, stepper)), sphere(two_on_a_floor(false, model, stepper));
    round.advance(1500), sphere.advance(1500);
    const auto p = round.bodies(), q = sphere.bodies();
    EXPECT_GT(norm(q[1].velocity - Vec3d{0, 0.1, -0.5}), 0.01) << "no collision";
    for (std::size_t i = 0; i < 2; ++i) {
      // The search for the normal ends at 1e-13 of the size, and some thousand steps of contact follow it: 1e-10 of the
      // velocity; factors of 100 here, and again 1 / R for the spin.
      EXPECT_LT(norm(p[i].velocity - q[i].velocity), 1e-8) << i;
      EXPECT_LT(norm(p[i].spin - q[i].spin), 1e-6) << i;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(of, RoundEllipsoid, ::testing::Values(false, true),
                         [](const auto& of) { return of.param ? "fang_negrut" : "frictionless"; });

// Released at a small tilt without friction on a hard floor, an ellipsoid falls over; its centre moves on a vertical
// line, and energy is conserved.
TEST(Ellipsoid, that_falls_over_without_friction_conserves_energy_and_its_centre_moves_vertically) {
  const double step = 1e-5, k = 1e5;
  sim::Scene scene = test::scene_with(test::frictionless(k), step);
  scene.gravity = {0, 0, -9.81};
  scene.planes.push_back(test::floor_plane());
  auto body = ellipsoid({0, 0, 0.02986}, {0.01, 0.012, 0.03});
  body.orientation = {std::cos(0.05), std::sin(0.05), 0, 0};
  scene.solids.push_back(body);
  sim::Simulation run(scene);
  const double before = run.report().ledger.present();
  double lowest = 1.0;
  for (int i = 1; i <= 20; ++i) {
    test::run_to(run, 0.01 * i);
    lowest = std::min(lowest, run.bodies()[0].position.z);
  }
  const auto end = run.bodies()[0];
  EXPECT_LT(lowest, 0.015) << "it has not fallen over";
  // [m]: forces along x and y are exactly zero or rounding
  EXPECT_LT(std::hypot(end.position.x, end.position.y), 1e-12);
  const auto l = run.report().ledger;
  const double stiff = k / end.mass * step * step;  // (w dt)^2 of the contact
  EXPECT_LT(std::abs(l.present() - before), stiff * l.turnover);
}

TEST(Ellipsoid, ledger_of_a_tumbling_collapse_closes) {
  for (const bool tracked : {false, true}) {
    law::Model model =
        tracked ? test::fang_negrut({.stiffness = 2e4}) : test::all_stages({.stiffness = 2e4, .radius = 0.008});
    sim::Scene scene = test::scene_with(model, 2e-6);
    scene.gravity = {0, 0, -9.81};
    test::add_container(scene, {{0, 0, 0}, {0.1, 0.1, 1}});
    sim::RandomFill fill{{{0, 0, 0}, {0.1, 0.1, 0.2}}, 60, {0.012, 0.012}, 5, {}, {0.012, 0.008, 0.006}};
    fill.traits.velocity = {0.1, 0.2, -1}, fill.traits.spin = {20, 30, 40};
    scene.randoms.push_back(fill);
    scene.spheres.push_back(test::sphere({0.05, 0.05, 0.25}, 0.012, {0, 0, -2}));
    sim::Simulation run(scene);
    test::run_to(run, 0.08);
    const auto l = run.report().ledger;
    EXPECT_GT(run.contact_count(), 10);
    EXPECT_GT(l.dissipated.slide, 0.0);
    EXPECT_LT(std::abs(l.residual()), 5e-3 * l.turnover)  // first-order booking, steps of about 1/200 of a collision

        << (tracked ? "tracked" : "rate") << ", arm mismatch " << l.arm_mismatch / l.turnover;
  }
}

// A brick slides down an incline of tan(alpha) > mu at g (sin(alpha) - mu cos(alpha)), on the four corners that touch.
TEST(Box, slides_on_its_four_lower_corners_at_the_acceleration_of_coulomb) {
  const double g = 9.8, alpha = 0.4, mu = 0.2;
  law::Model model = test::frictionless(1e5, 0.5);
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 1e5, .coefficient = mu, .damping = 1.0};
  sim::Scene scene = test::scene_with(model, 1e-5);
  scene.gravity = {g * std::sin(alpha), 0, -g * std::cos(alpha)};
  scene.planes.push_back(test::floor_plane());
  sim::OneSolid box = ellipsoid({0, 0, 0.01}, {0.04, 0.03, 0.01});
  box.kind = shape::BodyShape::box;
  scene.solids.push_back(box);
  sim::Simulation run(scene);
  test::run_to(run, 0.3);
  const double early = run.bodies()[0].velocity.x;
  EXPECT_EQ(run.contact_count(), 4);
  test::run_to(run, 0.6);
  // N has settled by 0.3 s; not derived further
  EXPECT_NEAR((run.bodies()[0].velocity.x - early) / 0.3, g * (std::sin(alpha) - mu * std::cos(alpha)), 1e-4);
  EXPECT_LT(std::abs(run.bodies()[0].velocity.z), 1e-4);  // [m/s]; the vibration of the start, g / w = 5e-3, is damped
}

// [m/s], [m], [J] of some units: 1000 kicks and drifts of half an ulp of 2, all one way: 2e-13
constexpr double k_sum = 1e-12;
TEST(AppliedForce, pulls_a_body_as_its_own_gravity_would) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4), 1e-3);
  auto ball = test::sphere({}, 0.01);
  ball.traits.mass = 2.0, ball.traits.force = {1, -2, 3};
  scene.spheres = {ball, test::sphere({1, 0, 0}, 0.01)};
  sim::Simulation run(scene);
  run.advance(1000);
  EXPECT_LT(norm(run.bodies()[0].velocity - 0.5 * Vec3d{1, -2, 3}), k_sum);
  EXPECT_LT(norm(run.bodies()[0].position - 0.25 * Vec3d{1, -2, 3}), k_sum);
  EXPECT_EQ(norm(run.bodies()[1].velocity), 0.0);
  EXPECT_LT(std::abs(run.report().ledger.residual()), k_sum);
}

}  // namespace
}  // namespace scree
