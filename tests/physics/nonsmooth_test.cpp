// The nonsmooth stepper on one body: sliding, rolling and spinning against closed forms. [docs/specs/tasora.md, 5]
#include <gtest/gtest.h>

#include <cmath>

#include "support/rigid_scene.h"

namespace scree {
namespace {

constexpr double k_g = 9.8;  // [m/s^2]
// [m/s]: what a solver's tolerance of 1e-12 leaves, with room; one step changes velocities by 1e-5 and more
constexpr double k_still = 1e-9;
constexpr double k_velocity = 1e-9;      // [m/s], and [rad/s] of R = 0.1 m: as k_still, after up to 500 steps
constexpr double k_position = 1e-9;      // [m]: a second of steps with errors of k_velocity
constexpr double k_acceleration = 1e-8;  // [m/s^2]: a difference of two velocities over 0.25 s
constexpr double k_spin_up = 1e-7;       // [rad/s^2]: k_acceleration over R = 0.1 m
constexpr double k_gap = 1e-12;          // [m]: h x 1e-12 m/s, and the rounding of a height of 0.1 m

// --- From sliding to rolling ---

struct Slide {
  double rolls = 0.0, speed = 0.0;  ///< when it first rolls without slip [s], and how fast then
  double stops = 0.0, distance = 0.0;
};
/// R = 0.1 m, m = 1 kg, mu = 0.3, thrown along the floor at 2 m/s without spin.
Slide slide_out(double h, double rho, double end) {
  sim::Simulation run = test::started(test::head({.step = h, .mu = 0.3, .rho = rho}) +
                                      test::ball_text({.position = {0, 0, 0.1}, .velocity = {2, 0, 0}}));
  Slide s;
  const auto steps = std::llround(end / h);
  for (std::int64_t i = 0; i < steps; ++i) {
    run.advance(1);
    const sim::BodyView b = test::only_body(run);
    if (s.rolls == 0.0 && run.contact_count() > 0 && std::abs(b.velocity.x - 0.1 * b.spin.y) < k_still)
      s.rolls = run.time(), s.speed = b.velocity.x;
    if (s.rolls > 0.0 && s.stops == 0.0 && std::abs(b.velocity.x) < k_still) s.stops = run.time();
    s.distance = b.position.x;
  }
  return s;
}

TEST(Nonsmooth, a_sliding_sphere_rolls_after_2_v0_over_7_mu_g_with_five_sevenths_of_its_speed) {
  const double rolls = 2.0 * 2.0 / (7.0 * 0.3 * k_g);
  for (const double h : {0.01, 0.001, 0.0002}) {
    const Slide s = slide_out(h, 0.0, 0.25);
    // Found at the end of a step; one step more, since the first one lifts the sphere off the floor.
    EXPECT_NEAR(s.rolls, rolls, 2.0 * h) << h;
    EXPECT_NEAR(s.speed, 10.0 / 7.0, k_velocity) << h;  // angular momentum about the contact: exact for every step
  }
}

TEST(Nonsmooth, with_rolling_friction_the_sliding_sphere_comes_to_rest_at_the_distance_of_the_closed_form) {
  const double mass = 1.0, radius = 0.1, mu = 0.3, rho = 0.002, inertia = 0.4 * mass * radius * radius, v0 = 2.0;
  const double rolls = v0 / (mu * k_g + (mu * radius - rho) * mass * k_g * radius / inertia),
               speed = v0 - mu * k_g * rolls;
  const double slowing = rho * k_g * radius * mass / (inertia + mass * radius * radius),
               stops = rolls + speed / slowing;
  const double distance = v0 * rolls - 0.5 * mu * k_g * rolls * rolls + 0.5 * speed * speed / slowing;
  EXPECT_NEAR(speed, 1.4, 1e-12);  // ten operations; the numbers of the case are chosen so
  struct Reference {
    double h, speed, stops, distance;
  };  // of an independent implementation [spec, 5]
  for (const Reference& r : {Reference{0.01, 1.39945, 10.220, 7.33684}, Reference{0.001, 1.39989, 10.206, 7.34593}}) {
    const Slide s = slide_out(r.h, rho, 10.4);
    EXPECT_NEAR(s.rolls, rolls, 2.0 * r.h);
    EXPECT_NEAR(s.speed, r.speed, 5e-6);               // half of the last digit of the reference; also below
    EXPECT_NEAR(s.stops, r.stops, 1e-9 + 1.01 * r.h);  // the last step may leave 1e-9 m/s on one side or the other
    EXPECT_NEAR(s.distance, r.distance, 5e-6);
    EXPECT_NEAR(s.stops, stops, 2.5 * r.h);  // and of first order against the closed form
    EXPECT_NEAR(s.distance, distance, 1.5 * r.h);
  }
}

// --- Inclines ---

TEST(Nonsmooth, a_sphere_on_an_incline_rests_up_to_the_smaller_of_mu_and_rho_over_r) {
  for (const double mu : {0.05, 0.2, 0.6, 1.0})
    for (const double rho : {0.001, 0.01, 0.03, 0.08}) {
      const double critical = std::min(mu, rho / 0.1);
      for (const double fraction : {1.0 - 1e-6, 1.0 + 1e-6}) {
        sim::Simulation run = test::started(
            test::head({.step = 0.01, .mu = mu, .rho = rho, .gravity = test::tilted_gravity(fraction * critical)}) +
            test::ball_text({.position = {0, 0, 0.1}}));
        run.advance(20);
        const double v = test::only_body(run).velocity.x;
        // Just above, it accelerates by 5/7 g (tan - critical) cos or more: at least 20 x 0.01 x 0.7 x 9.8 x 1e-6 x
        // critical / sqrt(2).
        if (fraction < 1.0)  // [m/s]: 20 steps of at most 1e-12 in random directions, 4.5e-12
          EXPECT_LT(std::abs(v), 1e-11) << mu << " " << rho;
        else
          EXPECT_GT(v, 0.5e-6 * critical) << mu << " " << rho;
      }
    }
}

TEST(Nonsmooth, above_the_threshold_a_sphere_accelerates_by_the_closed_form) {
  const double radius = 0.1, inertia_fraction = 0.4;
  int rolled = 0, slid = 0, unturned = 0;
  for (const double h : {0.01, 0.001})
    for (const double mu : {0.1, 0.3, 0.8})
      for (const double rho : {0.0, 0.002, 0.02, 0.04})
        for (const double tangent : {0.3, 0.9}) {
          if (tangent <= std::min(mu, rho / radius)) continue;
          const Vec3d g = test::tilted_gravity(tangent);
          const double down = g.x, press = -g.z;
          double a = 5.0 / 7.0 * (down - rho / radius * press), turn = a / radius;
          // Where friction cannot make it roll at that rate it slides; where it cannot even overcome rho, it slides
          // without turning.
          if (a < 0.0 || down - a > mu * press)
            a = down - mu * press,
            turn = std::max(0.0, (mu * radius - rho) * press / (inertia_fraction * radius * radius)), ++slid,
            unturned += turn == 0.0;
          else
            ++rolled;
          sim::Simulation run = test::started(test::head({.step = h, .mu = mu, .rho = rho, .gravity = g}) +
                                              test::ball_text({.position = {0, 0, radius}}));
          const auto quarter = std::llround(0.25 / h);
          run.advance(quarter);
          const sim::BodyView before = test::only_body(run);
          run.advance(quarter);
          const sim::BodyView after = test::only_body(run);
          EXPECT_NEAR((after.velocity.x - before.velocity.x) / 0.25, a, k_acceleration)
              << h << " " << mu << " " << rho << " " << tangent;
          EXPECT_NEAR((after.spin.y - before.spin.y) / 0.25, turn, k_spin_up)
              << h << " " << mu << " " << rho << " " << tangent;
        }
  EXPECT_GT(rolled, 5);
  EXPECT_GT(slid, 5);
  EXPECT_GT(unturned, 1);
}

// --- Spinning ---

TEST(Nonsmooth, a_spinning_sphere_stops_after_j_w_over_sigma_m_g_and_without_sigma_never) {
  const double w0 = 10.0, sigma = 0.001, stops = 0.4 * 0.01 * w0 / (sigma * k_g);
  EXPECT_NEAR(stops, 4.08163, 5e-6);  // half of the last digit of the reference
  for (const double h : {0.01, 0.001}) {
    sim::Simulation run = test::started(test::head({.step = h, .mu = 0.3, .rho = 0.01, .sigma = sigma}) +
                                        test::ball_text({.position = {0, 0, 0.1}, .spin = {0, 0, w0}}));
    double stopped = 0.0;
    while (stopped == 0.0 && run.time() < 5.0) {
      run.advance(1);
      if (std::abs(test::only_body(run).spin.z) < 1e-8) stopped = run.time();
    }
    EXPECT_NEAR(stopped, std::ceil(stops / h) * h, 1e-9) << h;  // [s]: the sum of up to 4082 steps of h
  }
  sim::Simulation free = test::started(test::head({.step = 0.01, .mu = 0.3, .rho = 0.01}) +
                                       test::ball_text({.position = {0, 0, 0.1}, .spin = {0, 0, w0}}));
  free.advance(500);
  EXPECT_NEAR(test::only_body(free).spin.z, w0, k_velocity);
}

// --- The gap that the convex problem opens ---

TEST(Nonsmooth, a_driven_body_stays_at_a_gap_of_exactly_h_times_the_weighted_velocities_at_its_contact) {
  const double mu = 0.5, rho = 0.01, sigma = 0.02, radius = 0.1;
  for (const double h : {0.01, 0.005, 0.001})
    for (const double slip : {0.0, 1.0})
      for (const double roll : {0.0, 3.0})
        for (const double spin : {0.0, 2.0}) {
          // Velocity of the contact point: v - R w_y.
          test::RigidBall ball{.position = {0, 0, radius},
                               .velocity = {slip + radius * roll, 0, 0},
                               .spin = {0, roll, spin},
                               .radius = radius};
          ball.more = "lock = [\"x\", \"y\", \"rx\", \"ry\", \"rz\"]";
          sim::Simulation run =
              test::started(test::head({.step = h, .mu = mu, .rho = rho, .sigma = sigma}) + test::ball_text(ball));
          run.advance(std::llround(0.5 / h));  // the kick of the first step is a flight of 2 A_r / g < 0.12 s
          const double rate = mu * slip + rho * roll + sigma * spin;
          EXPECT_NEAR(test::only_body(run).position.z - radius, h * rate, k_gap)
              << h << " " << slip << " " << roll << " " << spin;
          EXPECT_NEAR(run.report().solver->opening, h * rate, k_gap) << h << " " << slip << " " << roll << " " << spin;
        }
}

TEST(Nonsmooth, a_ball_sinks_into_a_compliant_contact_by_its_weight_over_the_stiffness) {
  std::string text = test::head({.step = 5e-3}) + test::ball_text({.position = {0, 0, 0.1}});
  const std::string rigid = "law = \"rigid\"";
  text.replace(text.find(rigid), rigid.size(), rigid + ", stiffness = \"5e4 N/m\"");
  sim::Simulation run = test::started(text);
  run.advance(400);
  // [m]: the stiff contact converges to rest by a factor a step; 400 steps leave rounding and h x the tolerance
  EXPECT_NEAR(test::only_body(run).position.z, 0.1 - 9.8 / 5e4, 1e-10);
}

// --- Restitution ---

TEST(Nonsmooth, a_bouncing_ball_reaches_e_squared_of_its_height) {
  const double height = 1.0, h = 1e-4;
  for (const double e : {0.3, 0.5, 0.9}) {
    sim::Simulation run =
        test::started(test::head({.step = h, .restitution = e}) + test::ball_text({.position = {0, 0, 0.1 + height}}));
    double last = 0.0, peak = 0.0, closing = 0.0;
    int bounces = 0;
    while (bounces < 3 && run.steps_done() < 50000) {
      run.advance(1);
      const sim::BodyView b = test::only_body(run);
      if (last < 0.0 && b.velocity.z > 0.0) {
        EXPECT_NEAR(b.velocity.z, -e * last, k_velocity);  // Newton's law to the solver's tolerance
        // The contact is in the problem before it closes: the ball turns up to h v too high, and one step of weight
        // late.
        if (bounces > 0) {
          EXPECT_NEAR(peak, height * std::pow(e, 2 * bounces), 3.0 * h * std::sqrt(2.0 * k_g * height))
              << e << " " << bounces;
        }
        ++bounces, peak = 0.0, closing = last;
      }
      peak = std::max(peak, b.position.z - 0.1), last = b.velocity.z;
    }
    EXPECT_EQ(bounces, 3);
    EXPECT_LT(closing, 0.0);
  }
  sim::Simulation dead = test::started(test::head({.step = 1e-3}) + test::ball_text({.position = {0, 0, 0.6}}));
  dead.advance(1000);
  EXPECT_NEAR(test::only_body(dead).position.z, 0.1, k_position);
  EXPECT_NEAR(test::only_body(dead).velocity.z, 0.0, k_velocity);
}

}  // namespace
}  // namespace scree
