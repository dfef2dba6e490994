// The steppers converge to one trajectory: the default at second order, LAMMPS's order of updates and symplectic Euler
// at first.
//
// Two spheres that begin in contact (with a relative overlap of 1e-9, so that the dashpot acts from the start) and have
// not separated yet: the motion is smooth, and differences are those of the integrators.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/scenes.h"

namespace scree {
namespace {

constexpr double k_r = 0.01, k_k = 1e4;
const double k_m = 0.5 * test::ball_mass(k_r), k_time = 0.7 * std::numbers::pi / std::sqrt(k_k / k_m);

struct End {
  Vec3d position, velocity, spin;
};
/// After k_time in n steps.
End end_of(sim::StepperKind stepper, int n) {
  law::Model model = test::all_stages({.stiffness = k_k, .restitution = 0.5, .mu = 100, .roll = 100, .spin = 100});
  sim::Scene scene = test::scene_with(model, k_time / n);
  scene.stepper = stepper;
  scene.gravity = {1, 2, 3};
  scene.spheres.push_back(test::sphere({0, 0, 0}, k_r, {0.5, 0.03, 0}, {2, 1, -2}));
  scene.spheres.push_back(test::sphere({2 * k_r * (1 - 1e-9), 0, 0}, k_r, {-0.5, -0.01, 0.02}, {-1, 2, 3}));
  sim::Simulation run(scene);
  run.advance(n);
  EXPECT_EQ(run.contact_count(), 1);
  const auto body = run.bodies()[0];
  return {body.position, body.velocity, body.spin};
}
/// Distance of two ends, velocities and surface speeds over the speed of the collision.
double distance(const End& p, const End& q) { return norm(p.velocity - q.velocity) + k_r * norm(p.spin - q.spin); }

double order(sim::StepperKind stepper) {
  const End coarse = end_of(stepper, 200), middle = end_of(stepper, 400), fine = end_of(stepper, 800);
  return std::log2(distance(coarse, middle) / distance(middle, fine));
}

// With n = 200, 400, 800 steps for 0.7 of a half period, omega h = 0.011 .. 0.003. The next term of the expansion
// is smaller by some omega h; with dashpots of a few times critical in the tangential stages its constant is of
// order 10: 0.1.
constexpr double k_order_slack = 0.15;

TEST(Steppers, the_default_is_of_second_order_with_dashpots_and_springs_in_every_stage) {
  EXPECT_NEAR(order(sim::StepperKind::velocity_verlet), 2.0, k_order_slack);
}
TEST(Steppers, lammps_updates_are_of_first_order_with_dashpots) {
  EXPECT_NEAR(order(sim::StepperKind::velocity_verlet_lammps), 1.0, k_order_slack);
}
TEST(Steppers, symplectic_euler_is_of_first_order) {
  EXPECT_NEAR(order(sim::StepperKind::symplectic_euler), 1.0, k_order_slack);
}

TEST(Steppers, agree_with_each_other_as_the_step_goes_to_zero) {
  const End exact = end_of(sim::StepperKind::velocity_verlet, 6400);
  double last[3] = {1, 1, 1};
  for (const int n : {200, 400, 800, 1600}) {
    for (const auto stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps,
                               sim::StepperKind::symplectic_euler}) {
      const double error = distance(end_of(stepper, n), exact);
      // First order halves the error, second order quarters it; 0.6 leaves room for the next term.
      EXPECT_LT(error, 0.6 * last[static_cast<int>(stepper)]) << "n = " << n;
      last[static_cast<int>(stepper)] = error;
    }
    EXPECT_LT(last[0], last[1]) << "the default is more accurate at the same step";
  }
  EXPECT_LT(last[1], 1e-3);  // [m/s], first order: omega h = 1.4e-3 of 1 m/s with n = 1600
}

// A ball that spins on a held one, against a torsion spring K and a dashpot C, in one step of velocity Verlet: the
// dashpot sees the predicted spin w0 + h T0/I, the spring the angle h w(h/2).
TEST(Steppers, the_default_predicts_the_spin_that_dashpots_see) {
  const double h = 1e-3, w = 3.0, inertia = 0.02, k = 50.0, c = 4.0;
  law::Model model = test::frictionless(1.0);
  model.spin = law::spin::Spring::Params{.stiffness = k, .damping = c, .length = 1e12};
  sim::Scene scene = test::scene_with(model, h);
  auto ball = test::sphere({0, 0, 0.019}, 0.01, {}, {0, 0, w}), held = test::sphere({}, 0.01);
  ball.traits.mass = 1e9, ball.traits.inertia = inertia, held.traits.locks = sim::k_lock_all;
  scene.spheres = {ball, held};
  sim::Simulation run(scene);
  run.advance(1);
  const double first = -c * w, middle = w + 0.5 * h * first / inertia;
  const double second = -k * h * middle - c * (w + h * first / inertia);
  EXPECT_NEAR(run.bodies()[0].spin.z, middle + 0.5 * h * second / inertia,
              1e-12 * w);  // fewer than a hundred roundings, of torques 1e2 times their sum
}

TEST(Steppers, are_exact_in_free_fall) {
  for (const auto stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps,
                             sim::StepperKind::symplectic_euler}) {
    const double dt = 1e-3, g = 9.81, v = 3.0;
    sim::Scene scene = test::scene_with(test::frictionless(1e4), dt);
    scene.stepper = stepper, scene.gravity = {0, 0, -g};
    scene.spheres.push_back(test::sphere({0, 0, 5}, k_r, {0, 0, v}, {1, 2, 3}));
    sim::Simulation run(scene);
    run.advance(500);
    const double t = run.time(), z = run.bodies()[0].position.z;
    // Symplectic Euler falls g dt t / 2 further; Verlet is exact for constant forces. 500 roundings of 5 m by eps.
    const double late = stepper == sim::StepperKind::symplectic_euler ? 0.5 * g * dt * t : 0.0;
    EXPECT_NEAR(z, 5 + v * t - 0.5 * g * t * t - late, 2500 * test::k_eps);
    EXPECT_NEAR(run.bodies()[0].velocity.z, v - g * t, 2500 * test::k_eps);
    EXPECT_EQ(run.bodies()[0].spin.y, 2.0);
  }
}

}  // namespace
}  // namespace scree
