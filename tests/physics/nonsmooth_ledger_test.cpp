// The ledger of the nonsmooth engine. What contacts, joints, motors and held bodies do is booked by the mean of the
// velocities before and after a step, which is exact; the work of gravity is not: it is m g times the mean, and the
// height falls by h times the velocity at the end. So a step leaves m g h (v+ - v)/2, and the residual is of first
// order in h where velocities along gravity come and go.
#include <gtest/gtest.h>

#include <cmath>

#include "support/rigid_scenes.h"

namespace scree {
namespace {

// Of the energy of the case. Steps are solved to 1e-13 m/s (where a test says so), and the rate of work of a contact is
// its load times the error of its velocity: of velocities of about 1 m/s that is 1e-13 for each of some hundred steps.
constexpr double k_solved = 1e-9;

double residual_fraction(sim::Simulation& run) {
  const auto& ledger = run.report().ledger;
  return ledger.residual() / ledger.turnover;
}

/// The residual is that of the velocities at the start and now: a ball that came to rest has lost all its height, so
/// that the first-order term is zero.
TEST(NonsmoothLedger, of_a_dropped_ball_closes_once_it_is_at_rest) {
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), h);
    scene.gravity = {0, 0, -10}, scene.nonsmooth.tolerance = 1e-13;
    scene.planes.push_back(test::floor_plane());
    scene.spheres.push_back(test::sphere({0, 0, 0.1 + 0.2}, 0.1));
    sim::Simulation run(scene);
    test::run_to(run, 0.4);
    const double due = test::ball_mass(0.1) * 10 * 0.2;
    EXPECT_NEAR(run.bodies()[0].velocity.z, 0.0, 1e-11);  // [m/s]: a hundred times the tolerance of the solver
    EXPECT_NEAR(run.report().ledger.dissipated.normal, due, k_solved * due);
    EXPECT_NEAR(run.report().ledger.residual(), 0.0, k_solved * due);
  }
}

// The ellipsoid is at rest before, so that its rotation begins with the impact: moments and the solver's inverse agree.
TEST(NonsmoothLedger, of_a_ball_that_hits_an_ellipsoid_closes_to_rounding) {
  sim::Scene scene = test::rigid_scene(test::rigid(0.3, 0.001, 0.001, 0.5), 1e-3);
  scene.gravity = {}, scene.nonsmooth.tolerance = 1e-13;
  sim::OneSolid stone;
  stone.half = {0.3, 0.2, 0.1};
  scene.solids.push_back(stone);
  scene.spheres.push_back(test::sphere({0.15, 0.05, 0.25}, 0.1, {0.2, 0, -3}, {5, 10, 20}));
  sim::Simulation run(scene);
  const auto spin = [&] { return norm(run.bodies()[1].spin); };
  for (int i = 0; i < 100 && spin() == 0.0; ++i) run.advance(1);
  ASSERT_GT(spin(), 0.1) << "it missed";
  EXPECT_LT(std::abs(residual_fraction(run)), k_solved);
}

// A motor that brings a body to speed does the work of its kinetic energy.
TEST(NonsmoothLedger, of_a_motor_is_the_kinetic_energy_of_the_body_that_it_accelerates) {
  sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), 1e-3);
  scene.gravity = {}, scene.nonsmooth.tolerance = 1e-13;
  scene.spheres.push_back(test::sphere({}, 0.1));
  sim::Drive motor;
  motor.name = "motor", motor.a = sim::BodyRef{sim::BodyRef::Of::spheres, 0}, motor.way = state::Way::about;
  motor.axis = {0, 1, 0}, motor.wanted = {{0.0, 0.0}, {0.01, 6.0}};
  scene.drives = {motor};
  sim::Simulation run(scene);
  run.advance(20);
  const double energy = 0.5 * test::ball_inertia(test::ball_mass(0.1), 0.1) * 36.0;
  EXPECT_NEAR(run.bodies()[0].spin.y, 6.0, 1e-12);  // [rad/s]: ten times the tolerance, at an arm of 0.1 m
  EXPECT_NEAR(run.report().ledger.drives, energy, k_solved * energy);
}

/// In mid flight it is m g h v/2.
TEST(NonsmoothLedger, of_a_falling_ball_is_of_first_order_in_the_step) {
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), h);
    scene.gravity = {0, 0, -10};
    scene.spheres.push_back(test::sphere({0, 0, 5}, 0.1));
    sim::Simulation run(scene);
    test::run_to(run, 0.4);
    const double m = test::ball_mass(0.1);
    EXPECT_NEAR(run.report().ledger.residual(), -m * 10 * h * 4.0 / 2, k_solved * m);
  }
}

/// Turning spheres without gravity: nothing but contacts, and every joule of them is booked.
TEST(NonsmoothLedger, of_collisions_without_gravity_closes_to_rounding) {
  sim::Scene scene = test::rigid_scene(test::rigid(0.4, 0.002, 0.003, 0.3), 1e-3);
  scene.nonsmooth.tolerance = 1e-9;
  const sim::Box box{{0, 0, 0}, {0.2, 0.2, 0.2}};
  test::add_container(scene, box);
  sim::BodyTraits traits;
  traits.velocity = {1, -0.6, 0.8}, traits.spin = {10, 30, -20};
  scene.randoms.push_back({box, 60, {0.01, 0.016}, 3, traits});
  sim::Simulation run(scene);
  run.advance(300);
  const auto& ledger = run.report().ledger;
  for (const double dissipated :
       {ledger.dissipated.normal, ledger.dissipated.slide, ledger.dissipated.roll, ledger.dissipated.spin})
    EXPECT_GT(dissipated, 0.0);
  // The work of an impulse is booked by the mean velocity, which is exact whatever the impulse; 300 steps of 60 bodies
  // round by 1e-16 of the energy each, in random directions.
  EXPECT_LT(std::abs(residual_fraction(run)), 1e-12);
}

/// The paper's disk: it rolls to rest on the level, and all it had is lost in rolling (and what the gap of the convex
/// problem costs to open).
TEST(NonsmoothLedger, of_a_rolling_disk_closes_to_rounding) {
  sim::Scene scene = test::rigid_scene(test::rigid(0.9, 0.02, 0), 0.01);
  scene.gravity = {0, 0, -9.8}, scene.nonsmooth.tolerance = 1e-12;
  scene.planes.push_back(test::floor_plane());
  auto disk = test::sphere({0, 0, 1}, 1.0, {1, 0, 0}, {0, 1, 0});
  disk.traits.mass = 10, disk.traits.inertia = 4;
  scene.spheres.push_back(disk);
  sim::Simulation run(scene);
  run.advance(900);
  const auto& ledger = run.report().ledger;
  EXPECT_LT(norm(run.bodies()[0].velocity), k_solved);
  // m g times the gap that rolling opens, h rho w = 0.2 mm
  EXPECT_NEAR(ledger.dissipated.roll, 0.5 * 10 + 0.5 * 4, 0.02);
  // 900 steps of 1e-12 m/s (the tolerance) of 1 m/s: 3e-11 in random directions
  EXPECT_LT(std::abs(residual_fraction(run)), 1e-10);
}

/// rms over phases of the fall, for a pour that is still moving.
double pouring_residual(double h) {
  double sum = 0.0;
  constexpr int k_phases = 4;
  for (int phase = 0; phase < k_phases; ++phase) {
    sim::Scene scene = test::rigid_scene(test::rigid(0.5, 0.001, 0.001, 0.4), h);
    scene.gravity = {0, 0, -9.81}, scene.nonsmooth.tolerance = 1e-7, scene.nonsmooth.max_iterations = 3000;
    const sim::Box box{{0, 0, 0}, {0.15, 0.15, 0.4}};
    test::add_container(scene, box);
    sim::BodyTraits traits;
    traits.velocity = {0.3, 0.2, -0.5 - 0.1 * phase};
    scene.randoms.push_back({box, 40, {0.012, 0.018}, static_cast<std::uint64_t>(phase) + 1, traits});
    sim::Simulation run(scene);
    test::run_to(run, 0.16);
    const double fraction = residual_fraction(run);
    sum += fraction * fraction;
  }
  return std::sqrt(sum / k_phases);
}
TEST(NonsmoothLedger, of_a_pour_that_bounces_is_of_first_order_in_the_step) {
  const double coarse = pouring_residual(4e-3), fine = pouring_residual(1e-3);
  EXPECT_NEAR(std::log2(coarse / fine) / 2.0, 1.0, 0.3);
  EXPECT_LT(fine, 0.01);
}

/// A held body turns at a constant spin and drags another round with it by a joint: what that takes is the work of
/// drives.
TEST(NonsmoothLedger, books_the_work_of_a_held_body_that_moves_others_by_a_joint) {
  sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), 1e-3);
  auto hub = test::sphere({0, 0, 0}, 0.05, {}, {0, 0, 4});
  hub.traits.locks = sim::k_lock_all;
  scene.spheres = {hub, test::sphere({0.3, 0, 0}, 0.05)};
  scene.joints = {{"arm",
                   state::JointKind::fixed,
                   {sim::BodyRef::Of::spheres, 1},
                   {sim::BodyRef::Of::spheres, 0},
                   {},
                   {0, 0, 1},
                   {}}};
  scene.nonsmooth.tolerance = 1e-13;
  sim::Simulation run(scene);
  run.advance(1);
  const auto& ledger = run.report().ledger;
  const double m = test::ball_mass(0.05), due = 0.5 * m * 1.2 * 1.2 + 0.5 * test::ball_inertia(m, 0.05) * 16;
  EXPECT_NEAR(ledger.present() - ledger.initial, due, k_solved * due);
  EXPECT_NEAR(ledger.drives, due, k_solved * due);
  run.advance(200);
  EXPECT_LT(std::abs(run.report().ledger.residual()), k_solved * due);
}

/// Motors, brakes, a turning drum and a plane on a body, all at once.
TEST(NonsmoothLedger, of_a_machine_closes_up_to_the_first_order_of_gravity) {
  const auto residual = [](double h) {
    sim::Scene scene = test::rigid_machine();
    scene.time.step = h, scene.nonsmooth.tolerance = 1e-7, scene.nonsmooth.max_iterations = 3000;
    sim::Simulation run(scene);
    test::run_to(run, 0.24);
    EXPECT_NE(run.report().ledger.drives, 0.0);
    EXPECT_NE(run.report().ledger.walls, 0.0);
    return std::abs(residual_fraction(run));
  };
  EXPECT_LT(residual(2e-3), 0.05);  // first order: g h = 0.02 m/s over velocities of 0.5 m/s
}

}  // namespace
}  // namespace scree
