// Contacts that are followed on both bodies: objectivity, the limit of small steps, the ledger. [fang-negrut.md]
#include <gtest/gtest.h>

#include <cmath>

#include "support/fang_negrut.h"

namespace scree {
namespace {

using test::fang_negrut;

// Two spheres that were pressed together fly apart on straight lines as the tangents of a common rotation, and both spin with it. After the
// time t the pair has turned by atan(w t) and the bodies by w t: the slip is (R_a + R_b) (w t - atan(w t)), of third order in the angle.
// What a rigid rotation does by itself, of first order, must leave no trace.
TEST(TrackedContact, a_pair_that_turns_rigidly_slips_only_by_what_it_is_not_rigid) {
  const double r = 0.01, w = 3.0, t = 0.01;
  for (const double step : {4e-4, 1e-4}) {
    sim::Scene scene = test::scene_with(fang_negrut({}), step);
    scene.stepper = sim::StepperKind::symplectic_euler;
    for (const double side : {1.0, -1.0}) {
      const Vec3d x{side * 0.99 * r, side * 0.2 * r, 0}, spin{0, 0, w};
      auto ball = test::sphere(x, 1.05 * r, cross(spin, x), spin);
      ball.traits.mass = ball.traits.inertia = 1e24;  // too heavy for its contact
      scene.spheres.push_back(ball);
    }
    sim::Simulation run(scene);
    run.advance(static_cast<std::int64_t>(std::lround(t / step)));
    const auto contacts = run.frame().contacts;
    ASSERT_EQ(contacts.size(), 1u);
    const double slip = 2 * 1.05 * r * (w * t - std::atan(w * t));
    EXPECT_NEAR(norm(contacts[0].stretch), slip, 1e-9 * slip + 1e-15 * static_cast<double>(std::lround(t / step)) * r) << step;
    EXPECT_EQ(contacts[0].slide, sim::Mode::stick);
  }
}
TEST(TrackedContact, a_pair_that_spins_as_one_about_its_normal_bears_nothing_at_all) {
  sim::Scene scene = test::scene_with(fang_negrut({}), 1e-6);
  scene.spheres = {test::sphere({0, 0, 0.0099}, 0.01, {}, {0, 0, 20}), test::sphere({0, 0, -0.0099}, 0.01, {}, {0, 0, 20})};
  sim::Simulation run(scene);
  run.advance(20);
  ASSERT_EQ(run.contact_count(), 1);
  const auto c = run.frame().contacts[0];
  EXPECT_LT(norm(c.friction), 1e-12 * std::abs(c.normal_force));
  EXPECT_LT(std::abs(c.spin_angle), 1e-13);
}

/// A collision off centre with spin, seen in any frame.
sim::Scene oblique(const Turn<double>& turn, const Vec3d& drift, const law::Model& model, double step) {
  sim::Scene scene = test::scene_with(model, step);
  const auto put = [&](const Vec3d& x, const Vec3d& v, const Vec3d& w, double r) {
    scene.spheres.push_back(test::sphere(rotated(turn, x), r, rotated(turn, v) + drift, rotated(turn, w)));
  };
  put({0, 0, 0.0101}, {0.1, 0.05, -0.5}, {20, -5, 30}, 0.01);
  put({0.003, 0, -0.0079}, {0, 0, 0.1}, {-10, 3, -40}, 0.008);
  return scene;
}
TEST(TrackedContact, a_turned_and_drifting_scene_gives_the_turned_result) {
  const law::Model model = fang_negrut({});
  sim::Simulation plain(oblique({}, {}, model, 1e-5));
  plain.advance(400);
  const auto expected = plain.bodies();
  EXPECT_GT(norm(expected[0].spin - Vec3d{20, -5, 30}), 0.1) << "they did not meet";
  for (std::uint64_t i = 0; i < 10; ++i) {
    Random random(47, i);
    const Turn<double> turn = turn_by(test::vector(random, 2));
    const Vec3d drift = test::vector(random, 1);
    sim::Simulation run(oblique(turn, drift, model, 1e-5));
    run.advance(400);
    const auto found = run.bodies();
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_LT(norm(found[k].velocity - drift - rotated(turn, expected[k].velocity)), 1e-10) << i;
      EXPECT_LT(norm(found[k].spin - rotated(turn, expected[k].spin)), 1e-8) << i;
    }
  }
}

// The same law on both kinematics: the difference goes to zero with the step. A law whose arms are those of the path (R, not R - overlap/2)
// is compared, so the overlap is small against the radius and its share is below the difference of the coarsest step.
TEST(TrackedContact, agrees_with_rates_as_the_step_goes_to_zero) {
  const auto after = [](const law::Choice<law::Kinematics>& kinematics, double step) {
    law::Model model = test::all_stages({.stiffness = 2e6, .radius = 0.005});
    model.kinematics = kinematics;
    sim::Simulation run(oblique({}, {}, model, step));
    run.advance(static_cast<std::int64_t>(std::lround(6.4e-4 / step)));
    return run.bodies()[0];
  };
  double last = 0.0;
  for (const double step : {4e-6, 2e-6, 1e-6, 5e-7}) {
    const auto rate = after(law::kinematics::Rate::Params{.slip_arm = law::kinematics::radius}, step), tracked = after(law::kinematics::Tracked::Params{}, step);
    EXPECT_GT(norm(rate.spin - Vec3d{20, -5, 30}), 1.0);
    const double apart = norm(rate.velocity - tracked.velocity) / norm(rate.velocity) + norm(rate.spin - tracked.spin) / norm(rate.spin);
    if (last > 0.0) {
      EXPECT_LT(apart, 0.75 * last) << step;
    }
    last = apart;
  }
  EXPECT_LT(last, 3e-3);
}

// Appendix A.2: in stick the torques on two unequal spheres differ, each by the path over its own surface.
TEST(TrackedContact, roll_torques_on_unequal_spheres_differ_in_stick_and_are_opposite_when_saturated) {
  const double r = 0.01;
  for (const bool sticks : {true, false}) {
    sim::Scene scene = test::scene_with(fang_negrut({.friction = sticks ? 50.0 : 1e-4, .slides = false}), 1e-6);
    auto small = test::sphere({0, 0, 0.99 * r}, r, {}, {0, 1, 0}), large = test::sphere({0, 0, -3 * r}, 3 * r);
    large.traits.locks = sim::k_lock_all;
    scene.spheres = {small, large};
    sim::Simulation run(scene);
    run.advance(20);
    const auto bodies = run.bodies();
    const Vec3d on_small = bodies[0].torque, on_large = bodies[1].torque;
    ASSERT_GT(norm(on_small), 0.0);
    if (sticks)
      EXPECT_LT(norm(on_large), 0.01 * norm(on_small));  // the contact point stays where it is on the large one, which does not turn
    else
      EXPECT_LT(norm(on_large), norm(on_small));
  }
}

// Steps of the tracked kinematics are booked against the loads at their end, so the residual is of first order in the step.
TEST(TrackedContact, ledger_of_a_collapse_closes_in_first_order_of_the_step) {
  double last = 0.0;
  for (const double step : {4e-6, 2e-6, 1e-6}) {
    sim::Scene scene = test::scene_with(fang_negrut({.stiffness = 2e4}), step);
    scene.gravity = {0, 0, -9.81};
    test::add_container(scene, {{0, 0, 0}, {0.1, 0.1, 1}});
    sim::BodyTraits traits;
    traits.velocity = {0.1, 0.2, -1}, traits.spin = {20, 30, 40};
    scene.randoms.push_back({{{0, 0, 0}, {0.1, 0.1, 0.12}}, 100, {0.006, 0.01}, 5, traits});
    sim::Simulation run(scene);
    test::run_to(run, 0.05);
    const auto l = run.report().ledger;
    EXPECT_GT(l.lost.roll, 0.0);
    EXPECT_GT(l.lost.spin, 0.0);
    const double share = l.residual() / l.turnover;
    EXPECT_LT(std::abs(share), 1e3 * step) << "lever " << l.lever / l.turnover;
    if (last != 0.0) {
      EXPECT_NEAR(share / last, 0.5, 0.1) << step;
    }
    last = share;
  }
}

}  // namespace
}  // namespace scree
