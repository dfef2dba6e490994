// Forces beyond contact in whole runs: drag, Magnus's force and near fields against closed forms, and their energy
// balance.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/near_fields.h"
#include "support/scenes.h"

namespace scree {
namespace {

using sim::StepperKind;
constexpr StepperKind k_smooth[] = {StepperKind::velocity_verlet, StepperKind::velocity_verlet_lammps,
                                    StepperKind::symplectic_euler};
constexpr double k_r = 0.01, k_drag = 0.02;
const double k_m = test::ball_mass(k_r), k_time = k_m / k_drag;

law::Model rigid(double restitution) {
  law::Model model;
  model.normal = law::normal::Rigid::Params{.restitution = restitution};
  return model;
}
sim::Scene alone(double step) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4), step);
  scene.forces.drag = k_drag;
  return scene;
}
Vec3d velocity_at(sim::Scene scene, double time) {
  sim::Simulation run(scene);
  test::run_to(run, time);
  return run.bodies()[0].velocity;
}

TEST(Drag, slows_down_as_an_exponential_in_second_order) {
  const auto error = [](double step) {
    sim::Scene scene = alone(step);
    scene.spheres.push_back(test::sphere({}, k_r, {1, 0, 0}));
    return std::abs(velocity_at(scene, k_time).x - std::exp(-1.0));
  };
  const double coarse = error(k_time / 50), fine = error(k_time / 400);
  EXPECT_LT(coarse, 1e-3);  // (h / time)^2 = 4e-4 of the coarse step, a factor below 1 of it
  EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 2.0, 0.1);
}

// Booked by the trapezoid, with the velocity that is predicted for the time of the positions.
TEST(Drag, leaves_a_residual_of_second_order_in_the_ledger) {
  const auto residual = [](double step) {
    sim::Scene scene = alone(step);
    scene.gravity = {0, 0, -9.81}, scene.forces.fluid_velocity = {-3, 0, 1};
    scene.spheres.push_back(test::sphere({}, k_r, {1, 2, 0}));
    sim::Simulation run(scene);
    test::run_to(run, 2 * k_time);
    return std::abs(run.report().ledger.residual()) / run.report().ledger.turnover;
  };
  const double coarse = residual(k_time / 50), fine = residual(k_time / 400);
  EXPECT_LT(coarse, 1e-3);  // (h / time)^2 = 4e-4 of the coarse step, a factor below 1 of it
  EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 2.0, 0.15);
}

// relative: the terminal velocity is a fixed point that each step approaches by a factor of 0.95, so that twenty
// roundings add up, 5e-15; both bounds are wider
constexpr double k_terminal = 1e-11, k_terminal_aside = 1e-12;
TEST(Drag, lets_a_ball_fall_at_its_terminal_velocity) {
  for (const StepperKind stepper : k_smooth) {
    sim::Scene scene = alone(k_time / 20);
    scene.stepper = stepper, scene.gravity = {0, 0, -9.81}, scene.forces.fluid_velocity = {0.3, 0, 1};
    scene.spheres.push_back(test::sphere({}, k_r));
    const Vec3d v = velocity_at(scene, 60 * k_time);  // exp(-60) is below rounding
    EXPECT_NEAR(v.z, 1.0 - k_m * 9.81 / k_drag, k_terminal * k_m * 9.81 / k_drag);
    EXPECT_NEAR(v.x, 0.3, k_terminal_aside);
  }
}

TEST(Drag, acts_on_special_bodies_and_works_on_driven_ones) {
  sim::Scene scene = alone(k_time / 1000);
  auto towed = test::sphere({}, k_r, {2, 0, 0}), half = test::sphere({1, 0, 0}, k_r, {2, 1, 0});
  towed.traits.locks = sim::k_lock_all, half.traits.locks = 2;  // y
  scene.spheres = {towed, half};
  sim::Simulation run(scene);
  test::run_to(run, k_time);
  const auto bodies = run.bodies();
  EXPECT_EQ(bodies[0].velocity.x, 2.0);
  EXPECT_NEAR(bodies[1].velocity.x, 2.0 * std::exp(-1.0), 1e-5);  // (h / time)^2 = 1e-6
  EXPECT_EQ(bodies[1].velocity.y, 1.0);
  const auto ledger = run.report().ledger;
  // constant forces at constant velocity: 1000 terms of rounding
  EXPECT_NEAR(ledger.drives, k_drag * (4.0 + 1.0) * k_time, 1e-9 * ledger.drives);
  EXPECT_LT(std::abs(ledger.residual()), 1e-5 * ledger.turnover);  // (h / time)^2 = 1e-6
}

// The speed is constant, so m v^2/radius = S w v: radius = m v / (S w).
TEST(Magnus, force_bends_a_path_into_a_circle) {
  constexpr double k_magnus = 1e-4, k_spin = 50.0, k_speed = 2.0;
  const double rate = k_magnus * k_spin / k_m, radius = k_speed / rate, turn = 2.0 * std::numbers::pi / rate;
  const auto miss = [&](int steps) {
    sim::Scene scene = test::scene_with(test::frictionless(1e4), turn / steps);
    scene.forces.magnus = k_magnus;
    scene.spheres.push_back(test::sphere({radius, 0, 0}, k_r, {0, k_speed, 0}, {0, 0, k_spin}));
    sim::Simulation run(scene);
    run.advance(steps / 2);
    const auto there = run.bodies()[0];
    EXPECT_LT(std::abs(run.report().ledger.residual()), 100.0 / (steps * steps) * run.report().ledger.turnover);
    return norm(there.position - Vec3d{-radius, 0, 0});
  };
  const double coarse = miss(200), fine = miss(1600);
  EXPECT_LT(coarse, 2e-3 * radius);  // (2 pi / 200)^2 = 1e-3, over pi rad
  EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 2.0, 0.1);
}

constexpr double k_size = 0.05, k_depth = 1e-3;  // s [m], e [J]
sim::Scene pair_at(double distance, double step) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4), step);
  scene.forces.near_fields = {test::lennard_jones(k_size, k_depth, 3 * k_size)};
  scene.spheres = {test::sphere({}, k_r), test::sphere({distance, 0, 0}, k_r)};
  return scene;
}
const double k_rest = std::pow(2.0, 1.0 / 6) * k_size;
const double k_stiffness = 72 * k_depth / (std::pow(2.0, 1.0 / 3) * k_size * k_size);  // of the bottom of the well
const double k_period = 2 * std::numbers::pi / std::sqrt(2 * k_stiffness / k_m);

TEST(NearField, keeps_a_pair_at_its_equilibrium) {
  sim::Simulation run(pair_at(k_rest, k_period / 50));
  run.advance(1000);
  const auto bodies = run.bodies();
  // a stable fixed point; 1000 steps of 1e-16
  EXPECT_NEAR(bodies[1].position.x - bodies[0].position.x, k_rest, 1e-12 * k_rest);
  EXPECT_EQ(run.contact_count(), 0);
}

// Amplitude a thousandth of the distance: the well is anharmonic by its square, 1e-5.
TEST(NearField, makes_a_pair_swing_with_the_period_of_its_well) {
  const double step = k_period / 2000, amplitude = 1e-3 * k_rest;
  sim::Simulation run(pair_at(k_rest + amplitude, step));
  double before = 0.0, crossing = 0.0;
  for (int k = 0, passed = 0; k < 4000 && passed < 2; ++k) {
    run.advance(1);
    const auto bodies = run.bodies();
    const double stretch = bodies[1].position.x - bodies[0].position.x - k_rest;
    // From a swing to the other side and back, through the middle: counted from the first passage outwards to the
    // second one.
    if (before < 0.0 && stretch >= 0.0) {
      const double at = run.time() - step * stretch / (stretch - before);
      if (passed++ == 0)
        crossing = at;
      else
        EXPECT_NEAR(at - crossing, k_period, 1e-4 * k_period);  // 1e-5, above; (w h)^2 / 24 = 4e-7
    }
    before = stretch;
  }
  EXPECT_GT(crossing, 0.0);
}

TEST(NearField, keeps_energy_in_second_order_and_momentum_to_rounding) {
  // They pass each other through the well, the fading and beyond.
  const auto residual = [](int n) {
    sim::Scene scene = pair_at(2.9 * k_size, k_period / n);
    scene.spheres[1].position.y = 1.2 * k_size, scene.spheres[1].traits.velocity = {-0.5, 0, 0.02};
    sim::Simulation run(scene);
    const Vec3d before = k_m * Vec3d{-0.5, 0, 0.02};
    double worst = 0.0;
    for (int k = 0; k < 3 * n; ++k) {
      run.advance(1);
      worst = std::max(worst, std::abs(run.report().ledger.residual()));
    }
    const auto bodies = run.bodies();
    // forces are opposite; 3000 steps of rounding
    EXPECT_LT(norm(k_m * (bodies[0].velocity + bodies[1].velocity) - before), 1e-13 * norm(before));
    return worst / k_depth;
  };
  const double coarse = residual(100), fine = residual(800);
  EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 2.0, 0.2);
}

// Explicit under `nonsmooth`: v+ = v (1 - h c/m), and the impulse's mean work is booked exactly.
TEST(Forces, are_explicit_under_nonsmooth) {
  sim::Scene scene = test::scene_with(rigid(0.0), 0.1 * k_time);
  scene.stepper = StepperKind::nonsmooth, scene.forces.drag = k_drag;
  scene.spheres.push_back(test::sphere({}, k_r, {1, 0, 0}));
  sim::Simulation run(scene);
  run.advance(10);
  EXPECT_NEAR(run.bodies()[0].velocity.x, std::pow(0.9, 10), 1e-14);  // ten products
  const auto ledger = run.report().ledger;
  EXPECT_NEAR(ledger.residual(), 0.0, 1e-14 * ledger.turnover);  // ten terms
}

TEST(Forces, beyond_a_cell_are_refused) {
  sim::Scene scene = pair_at(k_rest, 1e-4);
  scene.cell.periodic = {false, true, false}, scene.cell.bounds = {{-1, -1, -1}, {1, -1 + 2.9 * k_size, 1}};
  EXPECT_THROW(sim::Simulation{scene}, sim::BuildError);
}

}  // namespace
}  // namespace scree
