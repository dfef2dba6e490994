// The guard sees every overlap beyond its limit, however short it lasts and however rarely the run is looked at.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/guard.h"
#include "sim/run.h"
#include "support/scenes.h"

namespace scree::sim {
namespace {

using ::testing::HasSubstr;

constexpr double k_r = 0.005, k_limit = 0.2;

/// A sphere that falls on a held one, with a contact far too soft for its speed.
Scene falling_on_a_held_sphere(double speed, StepperKind stepper = StepperKind::velocity_verlet) {
  Scene scene = test::scene_with(test::frictionless(100.0, 0.5), 1e-4);
  scene.stepper = stepper;
  OneSphere held = test::sphere({0, 0, 0}, k_r);
  held.traits.locks = k_lock_all;
  scene.spheres = {held, test::sphere({0.1 * k_r, 0, 8.0 * k_r}, k_r, {0, 0, -speed})};
  scene.guard.leaving = Alarm::ignore, scene.guard.residual = Alarm::ignore;
  return scene;
}

RunOutcome outcome_of(const Scene& scene, std::int64_t steps, std::int64_t row_every) {
  Simulation simulation(scene);
  return run(simulation, {.steps = steps, .row_every = row_every}, {});
}

/// The largest overlap over the radius at the end of any step, from the positions alone.
double largest_seen(const Scene& scene, std::int64_t steps) {
  Simulation simulation(scene);
  double largest = 0.0;
  for (std::int64_t i = 0; i < steps; ++i) {
    simulation.advance(1);
    const auto bodies = simulation.bodies();
    largest = std::max(largest, (2.0 * k_r - norm(bodies[0].position - bodies[1].position)) / k_r);
  }
  return largest;
}

void expect_every_overlap_is_reported(StepperKind stepper) {
  constexpr std::int64_t k_steps = 60;
  int beyond = 0, reported = 0;
  for (int k = 0; k < 77; ++k) {
    const double speed = 20.0 + 5.0 * k;  // 0.4 to 8 radii in a step
    const Scene scene = falling_on_a_held_sphere(speed, stepper);
    const double largest = largest_seen(scene, k_steps);
    if (!(largest > k_limit)) continue;
    ++beyond;
    const RunOutcome rare = outcome_of(scene, k_steps, k_steps), often = outcome_of(scene, k_steps, 1);
    if (rare.end == End::diagnostic) ++reported;
    ASSERT_TRUE(rare.diagnostic && often.diagnostic) << speed << " m/s: an overlap of " << largest << " of the radius";
    EXPECT_EQ(rare.diagnostic->step, often.diagnostic->step) << speed;
    EXPECT_EQ(rare.diagnostic->what, often.diagnostic->what) << speed;
  }
  EXPECT_EQ(reported, beyond);
  EXPECT_GT(beyond, 30);
}

TEST(OverlapGuard, reports_every_overlap_of_one_step_under_velocity_verlet) {
  expect_every_overlap_is_reported(StepperKind::velocity_verlet);
}
TEST(OverlapGuard, reports_every_overlap_of_one_step_under_symplectic_euler) {
  expect_every_overlap_is_reported(StepperKind::symplectic_euler);
}
TEST(OverlapGuard, reports_every_overlap_of_one_step_under_velocity_verlet_lammps) {
  expect_every_overlap_is_reported(StepperKind::velocity_verlet_lammps);
}
TEST(OverlapGuard, reports_every_overlap_of_one_step_under_trapezoid) {
  expect_every_overlap_is_reported(StepperKind::trapezoid);
}

TEST(OverlapGuard, names_the_step_the_bodies_and_the_depth_of_an_overlap_that_is_over) {
  // At 60 m/s the sphere covers 1.2 radii in a step and is seen inside the held one in one or two steps only.
  const Scene scene = falling_on_a_held_sphere(60.0);
  const RunOutcome outcome = outcome_of(scene, 60, 60);
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_EQ(outcome.diagnostic->kind, "overlap");
  EXPECT_EQ(outcome.diagnostic->bodies, (std::vector<std::int64_t>{1, 2}));
  Simulation simulation(scene);
  simulation.advance(outcome.diagnostic->step);
  const auto bodies = simulation.bodies();
  const double overlap = 2.0 * k_r - norm(bodies[0].position - bodies[1].position);
  EXPECT_GT(overlap, k_limit * k_r);
  EXPECT_THAT(outcome.diagnostic->what, HasSubstr(fmt::format("overlap by {:.3g} m, {:.0f} % of the smaller radius",
                                                              overlap, 100.0 * overlap / k_r)));
  EXPECT_DOUBLE_EQ(outcome.diagnostic->time, simulation.time());
}

TEST(OverlapGuard, of_a_run_that_warns_reports_the_overlap_once_and_continues) {
  Scene scene = falling_on_a_held_sphere(60.0);
  scene.guard.overlap = Alarm::warn;
  const RunOutcome outcome = outcome_of(scene, 60, 60);
  EXPECT_EQ(outcome.end, End::finished);
  EXPECT_EQ(std::count_if(outcome.warnings.begin(), outcome.warnings.end(),
                          [](const Diagnostic& t) { return t.kind == "overlap"; }),
            1);
}

/// A free sphere that a force accelerates towards another one, which it reaches at a speed of many diameters in a step.
Scene accelerated(const Vec3d& other_at, StepperKind stepper = StepperKind::velocity_verlet) {
  Scene scene = test::scene_with(test::frictionless(1e4, 0.5), 1e-5);
  scene.stepper = stepper;
  OneSphere pushed = test::sphere({0, 0, 0}, k_r);
  const double mass = 1000.0 * 4.0 / 3.0 * 3.14159265358979 * k_r * k_r * k_r;
  pushed.traits.force = {mass * 1e7, 0, 0};
  scene.spheres = {pushed, test::sphere(other_at, k_r)};
  scene.guard.residual = Alarm::ignore;
  return scene;
}

constexpr StepperKind k_smooth[] = {StepperKind::velocity_verlet, StepperKind::velocity_verlet_lammps,
                                    StepperKind::symplectic_euler, StepperKind::trapezoid};

TEST(PassageGuard, stops_a_run_in_which_a_body_passes_through_another_between_two_steps) {
  // x = 1e7 t^2 / 2: at x = 20 m the sphere has 2e4 m/s, 0.2 m in a step, 40 radii.
  for (const StepperKind stepper : k_smooth) {
    const Scene scene = accelerated({20.05, 0.2 * k_r, 0}, stepper);
    const RunOutcome outcome = outcome_of(scene, 300, 300);
    ASSERT_TRUE(outcome.diagnostic) << static_cast<int>(stepper);
    EXPECT_EQ(outcome.diagnostic->kind, "passage");
    EXPECT_EQ(outcome.diagnostic->bodies, (std::vector<std::int64_t>{1, 2}));
    EXPECT_THAT(outcome.diagnostic->what, HasSubstr("body 1 and body 2 pass through each other within one step"));
    EXPECT_EQ(outcome.diagnostic->what, outcome_of(scene, 300, 1).diagnostic->what);
  }
}

TEST(PassageGuard, ignores_a_fast_body_that_collides_with_no_other) {
  for (const StepperKind stepper : k_smooth)
    EXPECT_FALSE(outcome_of(accelerated({20.05, 2.1 * k_r, 0}, stepper), 300, 300).diagnostic);
}

TEST(PassageGuard, detects_a_passage_through_a_periodic_face) {
  Scene scene = test::scene_with(test::frictionless(1e4, 0.5), 1e-5);
  scene.cell.periodic = {true, true, true}, scene.cell.bounds = {{0, 0, 0}, {1, 1, 1}};
  // 0.05 m in a step, which takes the first sphere from 0.985 to 1.035 = 0.035, across the second at 0.01.
  scene.spheres = {test::sphere({0.985, 0.5, 0.5}, k_r, {5000, 0, 0}), test::sphere({0.01, 0.5, 0.5}, k_r)};
  const RunOutcome outcome = outcome_of(scene, 1, 1);
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_EQ(outcome.diagnostic->kind, "passage");
}

TEST(PassageGuard, finds_one_slow_pair_among_thousands_of_faster_bodies_in_a_periodic_cell) {
  // Two layers of 2,500 spheres slide past each other at +-400 m/s and touch nothing; one pair crosses at +-200 m/s,
  // 4 mm in a step for radii of 1 mm. All axes are periodic, and the cell is sheared in the second round.
  constexpr double r = 1e-3, step = 2e-5;
  for (const double tilt : {0.0, 0.1}) {
    Scene scene = test::scene_with(test::frictionless(1e4, 0.5), step);
    scene.cell.periodic = {true, true, true}, scene.cell.bounds = {{0, 0, 0}, {0.3, 0.3, 0.3}};
    scene.cell.tilt.yz = tilt;
    for (int i = 0; i < 2500; ++i)
      for (const double side : {-1.0, 1.0})
        scene.spheres.push_back(test::sphere({0.006 * (i % 50) + 0.001, 0.006 * (i / 50) + 0.001, 0.15 + 0.05 * side},
                                             r, {side * 400.0, 0, 0}));
    scene.spheres.push_back(test::sphere({0.15, 0.1, 0.02}, r, {0, 200, 0}));
    scene.spheres.push_back(test::sphere({0.15, 0.1041, 0.02}, r, {0, -200, 0}));
    const RunOutcome outcome = outcome_of(scene, 1, 1);
    ASSERT_TRUE(outcome.diagnostic) << tilt;
    EXPECT_EQ(outcome.diagnostic->kind, "passage");
    EXPECT_EQ(outcome.diagnostic->bodies, (std::vector<std::int64_t>{5001, 5002}));
  }
}

TEST(PassageGuard, stops_a_run_with_a_displacement_that_positions_cannot_resolve) {
  // 1e20 m/s: the rounding of 1e15 m is a fraction of a metre, so it is unknown what the body crossed.
  for (const double speed : {1e17, 1e20, 1e25}) {
    Scene scene = test::scene_with(test::frictionless(1e4, 0.5), 1e-5);
    scene.spheres = {test::sphere({0, 0, 0}, k_r, {speed, 0, 0}), test::sphere({0.03, 0, 0}, k_r)};
    const RunOutcome outcome = outcome_of(scene, 1, 1);
    ASSERT_TRUE(outcome.diagnostic) << speed;
  }
}

TEST(PassageGuard, counts_only_overlaps_above_the_limit_along_the_path) {
  // A fly-by at distance b has the overlap 2 R - b during the step; both ends of the step are far from contact.
  for (const auto& [b, stops] : {std::pair{1.79 * k_r, true}, std::pair{1.81 * k_r, false}}) {
    Scene scene = test::scene_with(test::frictionless(1e4, 0.5), 1e-5);
    scene.spheres = {test::sphere({-0.025, b, 0}, k_r, {5000, 0, 0}), test::sphere({0, 0, 0}, k_r)};
    EXPECT_EQ(outcome_of(scene, 1, 1).diagnostic.has_value(), stops) << b / k_r;
  }
}

TEST(PassageGuard, follows_the_choice_of_the_scene) {
  Scene scene = accelerated({20.05, 0.2 * k_r, 0});
  scene.guard.speed = Alarm::warn;
  const RunOutcome warned = outcome_of(scene, 300, 300);
  EXPECT_EQ(warned.end, End::finished);
  EXPECT_EQ(std::count_if(warned.warnings.begin(), warned.warnings.end(),
                          [](const Diagnostic& t) { return t.kind == "passage"; }),
            1);
  scene.guard.speed = Alarm::ignore;
  EXPECT_TRUE(outcome_of(scene, 300, 300).warnings.empty());
}

TEST(PassageGuard, finds_the_same_passage_for_any_number_of_threads) {
  Scene scene = accelerated({20.05, 0.2 * k_r, 0});
  for (int i = 0; i < 3000; ++i) scene.spheres.push_back(test::sphere({3.0 * k_r * i + 0.3, 1.0, 0.0}, k_r));
  std::string first;
  for (const int threads : {1, 2, 3}) {
    Simulation simulation(scene, {.threads = threads, .isa = {}});
    const RunOutcome outcome = run(simulation, {.steps = 300, .row_every = 300}, {});
    ASSERT_TRUE(outcome.diagnostic);
    if (first.empty()) first = outcome.diagnostic->describe();
    EXPECT_EQ(outcome.diagnostic->describe(), first);
  }
}

}  // namespace
}  // namespace scree::sim
