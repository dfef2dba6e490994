// How the residual of the energy ledger falls with the step.
//
// Forces act by the trapezoid over a step and losses are meant to be booked by the trapezoid too (law/contract.h), so
// with the default stepper the residual should be of second order; LAMMPS's order of updates shows dashpots a velocity
// half a step old: first order. When a contact begins and ends within a step is chance, so the residual is the root
// mean square over 64 phases.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/scenes.h"

namespace scree {
namespace {

constexpr double k_r = 0.01, k_k = 1e4, k_gap = 1e-4, k_speed = 1.0;
// effective mass, half period
const double k_m = 0.5 * test::ball_mass(k_r), k_time = std::numbers::pi / std::sqrt(k_k / k_m);

enum class Stop { in_mid_contact, after_contact };
/// Root mean square of residual / turnover of an oblique collision of two turning spheres, in steps of k_time / n.
double residual(const law::Model& model, sim::StepperKind stepper, int n, Stop stop) {
  const double dt = k_time / n;
  double sum = 0.0;
  constexpr int k_phases = 64;
  for (int phase = 0; phase < k_phases; ++phase) {
    sim::Scene scene = test::scene_with(model, dt);
    scene.stepper = stepper;
    scene.spheres.push_back(test::sphere({0, 0, 0}, k_r, {0.5 * k_speed, 0.3, 0}, {20, 10, -20}));
    scene.spheres.push_back(test::sphere({2 * k_r + k_gap + dt * k_speed * phase / k_phases, 0, 0}, k_r,
                                         {-0.5 * k_speed, -0.1, 0.2}, {-10, 20, 30}));
    sim::Simulation run(scene);
    test::run_to(run, k_gap / k_speed + (stop == Stop::in_mid_contact ? 0.7 : 3.0) * k_time);
    EXPECT_EQ(run.contact_count(), stop == Stop::in_mid_contact ? 1 : 0);
    const auto ledger = run.report().ledger;
    sum += std::pow(ledger.residual() / ledger.turnover, 2);
  }
  return std::sqrt(sum / k_phases);
}
/// Order of convergence between 50 and 400 steps in a half period.
double order(const law::Model& model, sim::StepperKind stepper, Stop stop) {
  const double coarse = residual(model, stepper, 50, stop), fine = residual(model, stepper, 400, stop);
  return std::log2(coarse / fine) / 3.0;
}

struct Stage {
  const char* name;
  double slide, roll, spin, dashpot;  ///< limits; fraction of critical damping
};
law::Model model_of(const Stage& stage) {
  law::Model model = test::frictionless(k_k, 0.5);
  model.kinematics = law::kinematics::Rate::Params{.slip_arm = law::kinematics::contact};
  const double c = stage.dashpot * std::sqrt(k_k * k_m);
  if (stage.slide > 0)
    model.slide = law::slide::CoulombSpring::Params{.stiffness = 0.3 * k_k, .coefficient = stage.slide, .damping = c};
  if (stage.roll > 0)
    model.roll = law::roll::Spring::Params{
        .stiffness = 0.3 * k_k, .damping = c, .coefficient = stage.roll, .arm = law::effective_radius};
  if (stage.spin > 0)
    model.spin = law::spin::Spring::Params{.stiffness = 0.3 * k_k * k_r * k_r,
                                           .damping = 0.1 * c * k_r * k_r,
                                           .coefficient = stage.spin,
                                           .arm = law::smaller_radius};
  return model;
}

class LedgerOrder : public ::testing::TestWithParam<Stage> {};
// 1.6: second order but for the scatter of the phases, well away from 1.
TEST_P(LedgerOrder, is_two_once_the_contact_is_over) {
  EXPECT_GT(order(model_of(GetParam()), sim::StepperKind::velocity_verlet, Stop::after_contact), 1.6);
}
TEST_P(LedgerOrder, is_two_in_the_middle_of_the_contact) {
  EXPECT_GT(order(model_of(GetParam()), sim::StepperKind::velocity_verlet, Stop::in_mid_contact), 1.6);
}
TEST_P(LedgerOrder, is_one_with_the_updates_of_lammps) {
  EXPECT_NEAR(order(model_of(GetParam()), sim::StepperKind::velocity_verlet_lammps, Stop::after_contact), 1.0, 0.15);
}
INSTANTIATE_TEST_SUITE_P(Of, LedgerOrder,
                         ::testing::Values(Stage{"normal", 0, 0, 0, 0}, Stage{"slipping", 0.3, 0, 0, 0},
                                           Stage{"sticking", 100, 0, 0, 0},
                                           Stage{"slipping_with_dashpot", 0.3, 0, 0, 0.3},
                                           Stage{"rolling", 0, 0.3, 0, 0.3}, Stage{"spinning", 0, 0, 0.3, 0.3},
                                           Stage{"all", 0.3, 0.3, 0.3, 0.3}),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(HertzLedger, is_of_second_order_once_the_contact_is_over) {
  law::Model model;
  model.normal = law::normal::Hertz::Params{.stiffness = 1e7, .restitution = 0.7};
  EXPECT_GT(order(model, sim::StepperKind::velocity_verlet, Stop::after_contact), 1.6);
}
// The patch of Marshall's law grows and shrinks with the overlap, and its spring with it.
TEST(MarshallLedger, is_of_second_order_once_the_contact_is_over) {
  law::Model model = test::frictionless(k_k);
  model.spin = law::spin::Marshall::Params{.stiffness = 1e5, .coefficient = 0.5, .damping = 0.0};
  EXPECT_GT(order(model, sim::StepperKind::velocity_verlet, Stop::after_contact), 1.6);
}

TEST(ElasticLedger, an_elastic_collision_keeps_its_energy_to_second_order_at_any_time) {
  const law::Model model = test::frictionless(k_k);
  for (const auto stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps})
    for (const Stop stop : {Stop::in_mid_contact, Stop::after_contact}) EXPECT_GT(order(model, stepper, stop), 1.6);
}

/// The stretch of the sliding spring between a fixed ball at the origin and one of practically infinite mass, after one
/// step.
Vec3d stretch_after_a_step(const Vec3d& start, const Vec3d& velocity, const Vec3d& spin, double step) {
  law::Model model = test::frictionless(1.0);
  model.kinematics = law::kinematics::Rate::Params{.slip_arm = law::kinematics::contact};
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 1.0, .coefficient = 1e12, .damping = 0.0};
  sim::Scene scene = test::scene_with(model, step);
  auto mover = test::sphere(start, 0.01, velocity, spin), held = test::sphere({}, 0.01);
  mover.traits.mass = mover.traits.inertia = 1e24, held.traits.locks = sim::k_lock_all;
  scene.spheres = {mover, held};
  sim::Simulation run(scene);
  run.advance(1);
  return run.frame().contacts.at(0).stretch;
}
// A ball that passes over the other: its motion is tangential with respect to the normal in the middle of the step.
TEST(MiddleOfTheStep, has_the_normal_by_which_springs_advance) {
  const double step = 1e-3, path = 0.02 * 0.019;
  const Vec3d start{0, 0, 0.019}, moved{path, 0, 0}, middle = start + 0.5 * moved, n = 1.0 / norm(middle) * middle;
  const Vec3d expected = moved - dot(moved, n) * n;
  // The engine turns the normal of the end back by v_t h / 2 r, which is off by (path / r)^3 / 5 = 1e-5.
  EXPECT_LT(norm(stretch_after_a_step(start, 1.0 / step * moved, {}, step) - expected), 1e-5 * path);
}
// A ball that turns and leaves: its arm in the middle of the step is the radius less half of the overlap there.
TEST(MiddleOfTheStep, has_the_arms_by_which_springs_advance) {
  const double step = 1e-3, w = 2.0, away = 4e-4, overlap = 1e-3;
  const double arm = 0.01 - 0.5 * (overlap - 0.5 * away);
  const Vec3d expected{-step * w * arm, 0, 0};  // w x n along x
  // places of 2 cm round by 3e-18 m, the stretch is 2e-5 m
  EXPECT_LT(norm(stretch_after_a_step({0, 0, 0.02 - overlap}, {0, 0, away / step}, {0, w, 0}, step) - expected),
            1e-9 * norm(expected));
}

}  // namespace
}  // namespace scree
