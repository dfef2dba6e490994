// The stepper `trapezoid`: its order of accuracy, what it conserves, rotation of bodies, agreement
// with velocity Verlet.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/simulation.h"
#include "state/pose.h"
#include "support/trapezoid_scenes.h"

namespace scree {
namespace {

using test::falling_pile;
using test::with_trapezoid;

/// A ball on a plane that bounces on its contact without leaving it and sticks to it while it rolls back and forth:
/// smooth in time.
sim::Scene swinging_ball(double step) {
  law::Model model = test::frictionless(1e4, 0.8);
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 4e3, .coefficient = 5.0, .damping = 0.5};
  sim::Scene scene = test::scene_with(model, step);
  scene.gravity = {0, 0, -9.81};
  scene.planes.push_back(test::floor_plane());
  const double rest = test::ball_mass(0.05) * 9.81 / 1e4;
  scene.spheres.push_back(test::sphere({0, 0, 0.05 - rest}, 0.05, {0.004, 0.002, 0.02}, {0, 0.1, 0}));
  return scene;
}

std::vector<double> end_of(const sim::Scene& scene, double time) {
  sim::Simulation run(scene);
  test::run_to(run, time);
  const auto body = run.bodies().front();
  return {body.position.x, body.position.y,    body.position.z,   body.velocity.x,
          body.velocity.z, 0.05 * body.spin.x, 0.05 * body.spin.y};
}

struct OrderCase {
  const char* name;
  double phi, order;
};
class Order : public ::testing::TestWithParam<OrderCase> {};
TEST_P(Order, of_a_smooth_motion_is_two_for_the_trapezoid_and_one_otherwise) {
  const auto [name, phi, order] = GetParam();
  constexpr double k_time = 0.02, k_step = 2e-5;
  std::vector<std::vector<double>> ends;
  for (const double fraction : {1.0, 0.5, 0.25})
    ends.push_back(end_of(with_trapezoid(swinging_ball(fraction * k_step), phi), k_time));
  // Successive differences fall by 2^order. The next term of their expansion is smaller by h omega = 2e-5 s x 164/s
  // (the stick spring, 4e3 N/m on 2/7 of the mass), which shifts the measured order by some multiple of 0.003.
  constexpr double k_order_slack = 0.05;
  for (std::size_t k = 0; k < ends[0].size(); ++k) {
    const double measured = std::log2(std::abs(ends[0][k] - ends[1][k]) / std::abs(ends[1][k] - ends[2][k]));
    EXPECT_NEAR(measured, order, k_order_slack) << "quantity " << k;
  }
}
INSTANTIATE_TEST_SUITE_P(Phi, Order,
                         ::testing::Values(OrderCase{"explicit", 0.0, 1.0}, OrderCase{"trapezoid", 0.5, 2.0},
                                           OrderCase{"backward", 1.0, 1.0}),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(Trapezoid, and_velocity_verlet_converge_to_the_same_motion) {
  const auto implicit = end_of(with_trapezoid(swinging_ball(2e-6), 0.5), 0.02),
             explicit_one = end_of(swinging_ball(2e-6), 0.02);
  // Both are of second order: (omega h)^2 / 8 x omega T x 0.1 m/s = (164 x 2e-6)^2 / 8 x 3 x 0.1 = 4e-9. The bound
  // leaves two decades for the constants; a term of first order, omega h x 0.1 m/s = 3e-5, would exceed it.
  constexpr double k_second_order = 1e-7;  // [m], [m/s]
  for (std::size_t k = 0; k < implicit.size(); ++k) EXPECT_NEAR(implicit[k], explicit_one[k], k_second_order);
}

TEST(Trapezoid, keeps_the_ledger_of_a_pile_closed) {
  sim::Simulation run(with_trapezoid(falling_pile(2e-5), 0.5, 1e-10));
  run.advance(4000);
  const step::Ledger& ledger = run.report().ledger;
  EXPECT_GT(run.contact_count(), 20);
  // A scheme of second order misses a fraction of (omega h)^2 of the energy of a collision: a pair of 4.2 g balls has
  // omega = sqrt(1e4 / 0.0021) = 2200/s, (2200 x 2e-5)^2 = 1.9e-3.
  EXPECT_LT(std::abs(ledger.residual()), 2e-3 * ledger.turnover);
  EXPECT_GT(ledger.dissipated.sum(), 0.2 * ledger.turnover);
}

TEST(Trapezoid, keeps_momentum_to_the_tolerance_of_its_sweeps) {
  // The two bodies of a pair feel loads of two different sweeps, so action and reaction differ by what is left of the
  // error of the sweeps; these differences have random signs and do not add up to more than the tolerance itself.
  const auto drift = [](double tolerance) {
    sim::Scene scene = with_trapezoid(falling_pile(), 0.5, tolerance);
    scene.gravity = {}, scene.planes.clear();
    for (auto& s : scene.spheres) s.traits.velocity = -10.0 * (s.position - Vec3d{0, 0, 0.04});
    sim::Simulation run(scene);
    const auto momentum = [&] {
      Vec3d sum;
      for (const auto& body : run.bodies()) sum += body.mass * body.velocity;
      return sum;
    };
    const Vec3d before = momentum();
    std::int64_t largest = 0;
    for (int i = 0; i < 20; ++i) run.advance(50), largest = std::max(largest, run.contact_count());
    EXPECT_GT(largest, 20);
    double scale = 0.0;
    for (const auto& body : run.bodies()) scale += body.mass * norm(body.velocity);
    return norm(momentum() - before) / scale;
  };
  for (const double tolerance : {1e-12, 1e-4}) EXPECT_LT(drift(tolerance), tolerance);
}

TEST(Trapezoid, turns_a_free_body_of_any_shape_with_its_angular_momentum_kept) {
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e4), 1e-3), 0.5);
  sim::OneSolid stone;
  stone.half = {0.03, 0.02, 0.01}, stone.traits.spin = {3, 40, 2};
  scene.solids.push_back(stone);
  for (const auto rotation : {sim::RotationKind::quaternion, sim::RotationKind::rodrigues}) {
    scene.rotation = rotation;
    sim::Simulation run(scene);
    const auto momentum = [&] {
      const auto& bodies = run.world().bodies;
      return state::times_inertia(bodies.shapes[0], state::axes_of(bodies.orientations[0]), bodies.lines[0].spin());
    };
    const Vec3d before = momentum();
    const double energy = run.report().ledger.kinetic_rotation;
    run.advance(1000);
    // 1000 steps, each solved to the tolerance of the sweeps.
    EXPECT_LT(norm(momentum() - before), 1000 * test::k_tight_sweeps * norm(before));
    // Of second order: about 6 turns of 150 steps, so that (h w)^2 = (1e-3 x 40)^2 = 1.6e-3; the error oscillates with
    // the precession at a fraction of it.
    EXPECT_NEAR(run.report().ledger.kinetic_rotation, energy, 1e-3 * energy);
  }
}

// The rotation of a step is that of Rodrigues's vector h w: 2 atan(h w / 2).
TEST(Trapezoid, turns_a_spinning_body_by_rodrigues_vector) {
  const double step = 1e-3, w = 20.0;
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e4), step), 0.5);
  sim::OneSolid ball;
  ball.half = {0.02, 0.02, 0.02}, ball.traits.spin = {0, 0, w};
  scene.solids.push_back(ball);
  sim::Simulation run(scene);
  run.advance(100);
  const auto& q = run.world().bodies.orientations[0];
  // 100 steps of 0.02 rad, each to the tolerance of the sweeps: 2e-13 rad; the rest is rounding of 100 products.
  constexpr double k_swept = 1e-12;  // [rad]
  EXPECT_NEAR(2.0 * std::atan2(q[3], q[0]), 100 * 2.0 * std::atan(0.5 * step * w), k_swept);
}

// A ball hits an ellipsoid off its centre: the angular momentum that the ball loses is what the ellipsoid gains.
TEST(Trapezoid, turns_a_body_of_any_shape_by_the_torque_on_it) {
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e4), 1e-5), 0.5, 1e-10);
  sim::OneSolid stone;
  stone.half = {0.03, 0.02, 0.01};
  scene.solids.push_back(stone);
  scene.spheres.push_back(test::sphere({0.015, 0, 0.0192}, 0.01, {0, 0, -1}));
  sim::Simulation run(scene);
  const auto parts = [&] {
    const auto& bodies = run.world().bodies;
    Vec3d orbit, spin;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      orbit += cross(bodies.lines[i].position(), bodies.mass[i] * bodies.lines[i].velocity());
      spin += state::times_inertia(bodies.shapes[i], state::axes_of(bodies.orientations[i]), bodies.lines[i].spin());
    }
    return std::pair{orbit, spin};
  };
  const Vec3d before = parts().first;
  run.advance(600);
  const auto [orbit, spin] = parts();
  ASSERT_GT(norm(spin), 0.2 * norm(before)) << "it missed";
  // Of second order in the step: the pair has omega = sqrt(1e4 / 0.0036) = 1700/s, (1700 x 1e-5)^2 = 3e-4.
  EXPECT_LT(norm(orbit + spin - before), 1e-3 * norm(spin));
}

TEST(Trapezoid, turns_a_driven_body_by_its_spin) {
  sim::Scene scene = with_trapezoid(test::scene_with(test::frictionless(1e4), 1e-3), 0.5);
  sim::OneSolid drum;
  drum.half = {0.03, 0.02, 0.01}, drum.traits.spin = {0, 0, 100}, drum.traits.locks = sim::k_lock_all;
  scene.solids.push_back(drum);
  sim::Simulation run(scene);
  run.advance(1000);
  const auto q = run.bodies()[0].orientation;
  // The step turns a driven body by the exact exponential. 1000 products of quaternions round by some eps each (1e-12),
  // and 16 turns by the 14 decimals of pi below (1e-13); the approximation of a free body would be off by 0.08 rad.
  constexpr double k_rounding_of_1000_turns = 1e-9;  // [rad]
  EXPECT_NEAR(std::remainder(2.0 * std::atan2(q[3], q[0]) - 100.0, 2.0 * 3.14159265358979), 0.0,
              k_rounding_of_1000_turns);
}

}  // namespace
}  // namespace scree
