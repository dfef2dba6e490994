// Impacts of rigid bodies: Newton's restitution whatever else moves at the contact, free flight in between, and chains
// of them in one step.
#include <cmath>

#include <gtest/gtest.h>

#include "support/rigid_scene.h"

namespace scree {
namespace {

// [m/s], of a closing speed of 1 m/s: the solver's 1e-12 and the passes over new contacts leave 1e-6 of the rebound
constexpr double k_rebound = 1e-5;

/// Speed along z after the first rebound; NaN if there is none.
double rebound_speed(sim::Simulation& run, int max_steps) {
  for (int i = 0; i < max_steps; ++i) {
    const double before = test::only_body(run).velocity.z;
    run.advance(1);
    const double after = test::only_body(run).velocity.z;
    if (after > before + 1e-6) return after;
  }
  return std::nan("");
}

TEST(NonsmoothImpact, a_sliding_or_spinning_sphere_rebounds_as_one_that_does_neither) {
  const double radius = 0.1;
  struct Throw {
    double e, mu;
    Vec3d velocity, spin;
  };
  // Without gravity the closing speed is 1 m/s.
  for (const Throw& t : {Throw{1.0, 0.2, {4, 0, -1}, {}}, Throw{0.9, 0.3, {0, 0, -1}, {0, 40, 0}},
                         Throw{0.5, 0.1, {4, 0, -1}, {}}, Throw{0.1, 0.2, {4, 0, -1}, {}}})
    for (const double h : {5e-3, 1e-3, 1e-4})
      for (int phase = 0; phase < 10; ++phase) {
        const double height = radius + 0.003 + 0.1 * phase * h;  // where in its step it meets the floor
        sim::Simulation run = test::started(
            test::head({.step = h, .mu = t.mu, .restitution = t.e, .gravity = {}}) +
            test::ball_text({.position = {0, 0, height}, .velocity = t.velocity, .spin = t.spin, .radius = radius}));
        EXPECT_NEAR(rebound_speed(run, static_cast<int>(0.02 / h)), t.e, k_rebound)
            << "mu " << t.mu << " h " << h << " phase " << phase;
      }
}

// It spins on after the impact, which takes sigma (1 + e) m v / I of 50 rad/s.
TEST(NonsmoothImpact, a_ball_that_spins_about_the_normal_rebounds_as_one_that_does_not) {
  for (const double h : {5e-3, 1e-3}) {
    sim::Simulation run =
        test::started(test::head({.step = h, .mu = 0.2, .sigma = 0.002, .restitution = 0.5, .gravity = {}}) +
                      test::ball_text({.position = {0, 0, 0.103}, .velocity = {0, 0, -1}, .spin = {0, 0, 50}}));
    EXPECT_NEAR(rebound_speed(run, static_cast<int>(0.02 / h)), 0.5, k_rebound) << h;
    // [rad/s]: k_rebound over R = 0.1 m
    EXPECT_NEAR(test::only_body(run).spin.z, 50.0 - 0.002 * 1.5 / (0.4 * 0.01), 1e-4);
  }
}

TEST(NonsmoothImpact, compliance_does_not_soften_a_rebound) {
  for (const char* stiffness : {"1e5 N/m", "1e7 N/m"}) {
    std::string text = test::head({.step = 1e-3, .restitution = 0.8, .gravity = {}}) +
                       test::ball_text({.position = {0, 0, 0.1035}, .velocity = {0, 0, -1}});
    const std::string rigid = "law = \"rigid\"";
    text.replace(text.find(rigid), rigid.size(), rigid + ", stiffness = \"" + stiffness + "\"");
    sim::Simulation run = test::started(text);
    EXPECT_NEAR(rebound_speed(run, 20), 0.8, 1e-9) << stiffness;  // one contact without friction is solved to 1e-12 m/s
  }
}

TEST(NonsmoothImpact, a_tumbling_body_keeps_its_angular_momentum_in_flight) {
  // About its middle axis a body tumbles; |L| must stay to rounding at any step, and the energy must not grow.
  for (const double h : {5e-3, 1e-3}) {
    sim::Simulation run = test::started(test::head({.step = h, .gravity = {}, .floor = false}) + R"(
[[ellipsoid]]
position = [0, 0, 0]
axes = ["0.2 m", "0.3 m", "0.5 m"]
spin = ["1 rad/s", "20 rad/s", "0.5 rad/s"]
material = "stone"
)");
    const auto momentum = [&] {
      const auto& bodies = run.world().bodies;
      return state::times_inertia(bodies.shapes[0], state::axes_of(bodies.orientations[0]), bodies.lines[0].spin());
    };
    const Vec3d start = momentum();
    const double energy = run.report().ledger.kinetic_rotation;
    run.advance(std::llround(2.0 / h));
    EXPECT_LT(norm(momentum() - start), 1e-11 * norm(start)) << h;  // 2000 steps of some 1e-16, all one way: 1e-12
    EXPECT_LT(run.report().ledger.kinetic_rotation, 1.001 * energy) << h;
  }
}

TEST(NonsmoothImpact, a_row_of_spheres_is_met_to_its_end_within_one_step) {
  // The gaps are wider than the envelope: every pair but the first is met through this step's impulses only.
  for (const double e : {0.0, 0.9}) {
    const double radius = 0.1, gap = 0.06 * radius, h = 5e-3;
    std::string text = test::head({.step = h, .restitution = e, .gravity = {}, .floor = false});
    for (int i = 0; i < 6; ++i)
      text += test::ball_text({.position = {i * (2 * radius + gap), 0, 0},
                               .velocity = {i == 0 ? 3 * radius / h : 0.0, 0, 0},
                               .radius = radius});
    sim::Simulation run = test::started(text);
    run.advance(1);
    double deepest = 0.0, momentum = 0.0;
    const auto bodies = run.bodies();
    for (std::size_t i = 0; i + 1 < bodies.size(); ++i)
      deepest = std::max(deepest, 2 * radius - norm(bodies[i + 1].position - bodies[i].position));
    for (const auto& b : bodies) momentum += b.mass * b.velocity.x;
    EXPECT_LT(deepest, 1e-3 * radius) << e;  // 0.1 % of the distance, 0.1 m, that the first sphere moves in the step
    EXPECT_EQ(run.report().solver->missed, 0) << e;
    EXPECT_NEAR(momentum, 3 * radius / h, 1e-9 * momentum) << e;  // impulses are opposite; rounding leaves 1e-15
  }
}

}  // namespace
}  // namespace scree
