// Head-on and oblique collisions against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/scenes.h"
#include "support/single_contact.h"

namespace scree {
namespace {

using std::numbers::pi;
constexpr double k_ra = 0.01, k_rb = 0.015;
const double k_ma = test::ball_mass(k_ra), k_mb = test::ball_mass(k_rb), k_m = k_ma * k_mb / (k_ma + k_mb);
const double k_r = k_ra * k_rb / (k_ra + k_rb);

struct Collision {
  double duration, restitution;
};
/// Two spheres meet at the relative speed v, in steps of dt; they start half a step before they touch.
Collision collide(const law::Model& model, double v, double dt) {
  sim::Scene scene = test::scene_with(model, dt);
  scene.spheres.push_back(test::sphere({0, 0, 0}, k_ra, {0.7 * v, 0, 0}));
  scene.spheres.push_back(test::sphere({k_ra + k_rb + 0.5 * v * dt, 0, 0}, k_rb, {-0.3 * v, 0, 0}));
  sim::Simulation run(scene);
  std::int64_t touching = 0;
  for (int i = 0; i < 100000; ++i) {
    run.advance(1);
    touching += run.contact_count();
    if (touching > 0 && run.contact_count() == 0) break;
  }
  const auto bodies = run.bodies();
  return {static_cast<double>(touching) * dt, (bodies[1].velocity.x - bodies[0].velocity.x) / v};
}

/// Restitution of a linear spring with damping ratio z: exp(-pi z / sqrt(1 - z^2)).
double restitution(double z) { return std::exp(-pi * z / std::sqrt(1 - z * z)); }

constexpr double k_k = 1e4, k_v = 0.5;
constexpr int k_steps = 2000;      // in the elastic collision time
constexpr double k_verlet = 1e-5;  // of the restitution: (w dt)^2 = (pi / 2000)^2 = 2.5e-6, times four

/// Duration pi / sqrt(k/m - (c/2m)^2) and restitution exp(-pi z/sqrt(1 - z^2)) of spring and dashpot c.
void expect_linear_collision(const law::normal::Hooke::Params& params, double c) {
  law::Model model;
  model.normal = params;
  const double w0 = std::sqrt(k_k / k_m), z = c / (2 * std::sqrt(k_k * k_m)), dt = pi / w0 / k_steps;
  const Collision got = collide(model, k_v, dt);
  EXPECT_NEAR(got.duration, pi / (w0 * std::sqrt(1 - z * z)), 1.5 * dt);  // begins and ends within a step
  // The dashpot's force jumps by c v at both ends, each known to half a step: c dt / m in all. Verlet adds (w dt)^2.
  EXPECT_NEAR(got.restitution, restitution(z), c * dt / k_m + w0 * dt * w0 * dt);
}

// c = 2 L sqrt(m k) with the mass of the ball itself.
TEST(LinearCollision, on_a_plane_has_the_restitution_that_was_asked_for) {
  const double e = 0.5, dt = pi / std::sqrt(k_k / k_ma) / (10 * k_steps);
  sim::Scene scene = test::scene_with(test::frictionless(k_k, e), dt);
  scene.planes.push_back(test::floor_plane());
  scene.spheres.push_back(test::sphere({0, 0, k_ra + 0.5 * k_v * dt}, k_ra, {0, 0, -k_v}));
  sim::Simulation run(scene);
  run.advance(12 * k_steps);
  ASSERT_EQ(run.contact_count(), 0);
  EXPECT_NEAR(run.bodies()[0].velocity.z / k_v, e, 2e-4);  // c dt / m = 7e-5: the dashpot begins and ends within a step
}

TEST(LinearCollision, with_a_dashpot_takes_the_half_period_of_the_damped_oscillator) {
  const double c = 0.3 * std::sqrt(k_k * k_m);
  expect_linear_collision({.stiffness = k_k, .damping = c}, c);
}
TEST(LinearCollision, with_damping_by_mass_does_the_same_for_the_effective_mass) {
  const double by_mass = 0.5 * std::sqrt(k_k / k_m);
  expect_linear_collision({.stiffness = k_k, .damping_by_mass = by_mass}, by_mass * k_m);
}
TEST(LinearCollision, has_the_restitution_that_was_asked_for) {
  for (const double e : {0.2, 0.5, 0.8, 0.95}) {
    expect_linear_collision({.stiffness = k_k, .restitution = e}, 2 * test::damping_ratio(e) * std::sqrt(k_k * k_m));
    law::Model model;
    model.normal = law::normal::Hooke::Params{.stiffness = k_k, .restitution = e};
    const double dt = pi / std::sqrt(k_k / k_m) / k_steps;
    EXPECT_NEAR(collide(model, k_v, dt).restitution, e,
                2 * test::damping_ratio(e) * std::sqrt(k_k / k_m) * dt + k_verlet);
  }
}
TEST(LinearCollision, with_tsujis_polynomial_has_the_restitution_of_that_dashpot) {
  for (const double e : {0.3, 0.7}) {
    const double alpha = 1.2728 - 4.2783 * e + 11.087 * e * e - 22.348 * e * e * e + 27.467 * std::pow(e, 4) -
                         18.022 * std::pow(e, 5) + 4.8218 * std::pow(e, 6);
    expect_linear_collision({.stiffness = k_k, .restitution_tsuji = e}, alpha * std::sqrt(k_k * k_m));
  }
}
TEST(LinearCollision, without_dashpot_has_a_restitution_of_one) {
  expect_linear_collision({.stiffness = k_k, .restitution = 1.0}, 0.0);
}

constexpr double k_pascal = 1e7;
/// Elastic Hertz collision [Timoshenko; LandauLifshitz 9]: m v^2/2 = 2/5 K sqrt(R) d^(5/2) gives the depth d, and
/// T = 2 d/v Int_0^1 dx / sqrt(1 - x^(5/2)) = 2 d/v (2/5) sqrt(pi) Gamma(2/5) / Gamma(9/10) = 2.943 d/v.
double hertz_duration(double v) {
  const double depth = std::pow(5 * k_m * v * v / (4 * k_pascal * std::sqrt(k_r)), 0.4);
  return 2 * depth / v * 0.4 * std::sqrt(pi) * std::tgamma(0.4) / std::tgamma(0.9);
}

TEST(HertzCollision, lasts_2_943_times_depth_over_speed) {
  EXPECT_NEAR(2 * 0.4 * std::sqrt(pi) * std::tgamma(0.4) / std::tgamma(0.9), 2.9432, 1e-4);  // the printed digits
  law::Model model;
  model.normal = law::normal::Hertz::Params{.stiffness = k_pascal, .restitution = 1.0};
  for (const double v : {0.01, 0.1, 1.0}) {
    const double expected = hertz_duration(v), dt = expected / k_steps;
    const Collision got = collide(model, v, dt);
    EXPECT_NEAR(got.duration, expected, 1.5 * dt);
    EXPECT_NEAR(got.restitution, 1.0, std::pow(pi / k_steps, 2));
  }
}
TEST(HertzCollision, has_the_restitution_that_was_asked_for_at_any_speed) {
  law::Model model;
  for (const double e : {0.3, 0.6, 0.9}) {
    model.normal = law::normal::Hertz::Params{.stiffness = k_pascal, .restitution = e};
    for (const double v : {0.01, 0.1, 1.0}) {
      const double dt = hertz_duration(v) / k_steps;
      // The dashpot c = sqrt(5) L sqrt(m K a) grows as overlap^(1/4): over the first step (overlap v dt) it is about
      // 0.2 of its full size, and that step is known to half. So the error is below 2 x 0.2 x c dt / m, c/m ~ 2 L pi /
      // T.
      EXPECT_NEAR(collide(model, v, dt).restitution, e, 0.4 * 2 * test::damping_ratio(e) * pi / k_steps + k_verlet)
          << "e = " << e << ", v = " << v;
    }
  }
}
TEST(HertzCollision, with_a_viscoelastic_dashpot_rebounds_less_the_faster_it_is) {
  law::Model model;
  model.normal = law::normal::Hertz::Params{.stiffness = k_pascal, .viscoelastic = 2e5};
  double last = 1.0;
  for (const double v : {0.01, 0.1, 1.0}) {
    const double e = collide(model, v, hertz_duration(v) / k_steps).restitution;
    EXPECT_LT(e, last - 0.01);
    EXPECT_GT(e, 0.0);
    last = e;
  }
}

// A sphere hits a plane so obliquely that it slides all the while: friction's impulse is mu Int |F_n| dt. For the
// linear law the force pulls at the end of a damped collision, and |F_n| counts that part too: with the fastest
// separation v* (where F = 0), Int |F| dt = m (v + v*) + m (v* - e v).
TEST(ObliqueCollision, in_gross_sliding_changes_speed_and_spin_by_mu_times_the_normal_impulse) {
  const double mu = 0.2, r = 0.01, m = test::ball_mass(r), vn = 0.5, vt = 4.0;
  for (const double e : {1.0, 0.5}) {
    law::Model model = test::frictionless(k_k, e);
    model.slide = law::slide::CoulombSpring::Params{.stiffness = k_k, .coefficient = mu, .damping = 0.0};
    const double b = test::damping_ratio(e) * std::sqrt(k_k / m), w = std::sqrt(k_k / m - b * b), dt = pi / w / 4000;
    // overlap = v/w exp(-bt) sin wt has no acceleration where tan wt = 2 b w / (b^2 - w^2).
    const double turn = std::atan2(2 * b * w, b * b - w * w),
                 fastest = -vn * std::exp(-b * turn / w) * (std::cos(turn) - b / w * std::sin(turn));
    const double impulse = m * (vn + fastest) + m * (fastest - e * vn);
    if (e == 1.0) {
      EXPECT_NEAR(impulse, 2 * m * vn, 1e-12 * m * vn);  // ten operations
    }

    sim::Scene scene = test::scene_with(model, dt);
    scene.planes.push_back(test::floor_plane());
    scene.spheres.push_back(test::sphere({0, 0, r + 0.5 * vn * dt}, r, {vt, 0, -vn}));
    sim::Simulation run(scene);
    run.advance(4000 * 3);
    const auto ball = run.bodies()[0];
    EXPECT_EQ(run.contact_count(), 0);
    // Until friction is on its limit the spring lacks half of mu k overlap over the time overlap mu k/(k_t vt) = mu
    // overlap/vt, a fraction (mu vn/vt) of the collision at most; the dashpot's jumps as in the head-on collision.
    const double fraction = mu * vn / vt + 2 * b * dt;
    EXPECT_NEAR(ball.velocity.z, e * vn, (2 * b * dt + k_verlet) * vn);
    EXPECT_NEAR(vt - ball.velocity.x, mu * impulse / m, fraction * mu * impulse / m);
    EXPECT_NEAR(ball.spin.y, 2.5 * mu * impulse / (m * r), fraction * 2.5 * mu * impulse / (m * r));
    // Whatever the law: the angular momentum about the line of contact stays.
    // thousands of steps of rounding, 1e-16 each
    EXPECT_NEAR(m * r * ball.velocity.x + test::ball_inertia(m, r) * ball.spin.y, m * r * vt, 1e-12 * m * r * vt);
  }
}

}  // namespace
}  // namespace scree
