// Friction that follows Hertz's patch (`campello`, `walton`) and kinematics `increment` in whole simulations.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "determinism/scenes.h"

namespace scree {
namespace {

using law::kinematics::Increment;
using law::kinematics::Rate;
constexpr double k_r = 0.01, k_modulus = 5e6, k_shear = 1.5e6;

law::Model hertz_with(const law::Choice<law::AllSlides>& slide, const law::Choice<law::Kinematics>& kinematics) {
  law::Model model;
  model.kinematics = kinematics;
  model.normal = law::normal::Hertz::Params{.effective_modulus = k_modulus, .damping_ratio = 0.1};
  model.slide = slide;
  return model;
}
const law::slide::Campello::Params k_campello{
    .effective_shear = k_shear, .static_coefficient = 0.5, .kinetic_coefficient = 0.4};
const law::slide::Walton::Params k_walton{.effective_shear = k_shear, .coefficient = 0.4};

/// Two unequal spheres that meet obliquely and spin.
sim::Scene oblique(const law::Model& model, double step) {
  sim::Scene scene = test::scene_with(model, step);
  scene.spheres = {test::sphere({0, 0, 0}, k_r, {0.1, 0, 0}, {160, -40, 240}),
                   test::sphere({0.024, 0.006, 0.001}, 1.5 * k_r, {-0.6, 0.1, 0}, {-80, 32, 24})};
  return scene;
}
Vec3d angular_momentum(const sim::Simulation& run) {
  Vec3d sum;
  for (const auto& b : run.bodies())
    sum += b.mass * cross(b.position, b.velocity) + test::ball_inertia(b.mass, b.radius) * b.spin;
  return sum;
}
constexpr double k_time = 2e-3, k_step = 1e-6;
std::int64_t steps_of(double step) { return static_cast<std::int64_t>(std::lround(k_time / step)); }

// campello.md, C12
TEST(IncrementInAPair, conserves_angular_momentum_with_the_arm_of_the_contact_and_nearly_so_with_the_radius) {
  const auto change = [](int arm) {
    sim::Simulation run(oblique(hertz_with(k_campello, Increment::Params{.force_arm = arm}), k_step));
    const Vec3d before = angular_momentum(run);
    run.advance(steps_of(k_step));
    EXPECT_EQ(run.contact_count(), 0) << "the collision is not over";
    EXPECT_GT(norm(run.bodies()[0].spin - Vec3d{160, -40, 240}), 10.0);
    return norm(angular_momentum(run) - before) / norm(before);
  };
  EXPECT_LT(change(law::kinematics::contact), 1e-12);  // 2000 steps of rounding, 1e-16 each, all one way: 2e-13
  const double radius = change(law::kinematics::radius);
  EXPECT_GT(radius, 1e-5);  // the overlap over the radius, of the angular momentum that friction transfers
  EXPECT_LT(radius, 0.05);
}

TEST(IncrementInAPair, agrees_with_rate_as_the_step_goes_to_zero) {
  const auto after = [](const law::Choice<law::Kinematics>& kinematics, double step) {
    sim::Simulation run(oblique(hertz_with(k_walton, kinematics), step));
    run.advance(steps_of(step));
    return run.bodies()[0];
  };
  double last = 0.0;
  for (const double step : {8e-6, 4e-6, 2e-6, 1e-6}) {
    const auto rate = after(Rate::Params{.slip_arm = law::kinematics::contact}, step);
    const auto increment = after(Increment::Params{.force_arm = law::kinematics::contact}, step);
    const double apart = norm(rate.velocity - increment.velocity) / norm(rate.velocity) +
                         norm(rate.spin - increment.spin) / norm(rate.spin);
    if (last > 0.0) {
      EXPECT_LT(apart, 0.75 * last) << step;
    }
    last = apart;
  }
  EXPECT_LT(last, 1e-3);  // a spin of 290 rad/s turns by 3e-4 rad in the finest step: first order
}

/// Every choice of law, kinematics and stepper in the same collision: the energy ledger closes, and all work of loads
/// is booked.
TEST(PatchFriction, closes_its_energy_ledger_through_a_collision) {
  using law::slide::Walton;
  Walton::Params unscaled = k_walton, kept = k_walton;
  unscaled.unloading = law::slide::unloading_unscaled, kept.magnitude = law::slide::magnitude_kept;
  const law::Choice<law::AllSlides> slides[] = {k_campello, k_walton, unscaled, kept};
  const law::Choice<law::Kinematics> kinematics[] = {Rate::Params{.slip_arm = law::kinematics::contact},
                                                     Increment::Params{}, law::kinematics::Tracked::Params{}};
  for (const auto& slide : slides)
    for (const auto& motion : kinematics)
      for (const auto stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps}) {
        sim::Scene scene = oblique(hertz_with(slide, motion), k_step);
        scene.stepper = stepper;
        sim::Simulation run(scene);
        run.advance(steps_of(k_step));
        const auto ledger = run.report().ledger;
        EXPECT_EQ(run.contact_count(), 0);
        EXPECT_GT(ledger.dissipated.slide, 0.01 * ledger.turnover);
        // measured 3e-5; slide takes 0.17
        EXPECT_LT(std::abs(ledger.residual()), 1e-4 * ledger.turnover) << slide.index() << ", " << motion.index();
        if (!std::holds_alternative<law::kinematics::Tracked::Params>(motion)) {
          EXPECT_EQ(ledger.arm_mismatch, 0.0);
        }
      }
}

TEST(PatchFriction, with_clipped_tension_closes_its_energy_ledger_too) {
  for (const auto stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps}) {
    law::Model model = hertz_with(k_walton, Rate::Params{.slip_arm = law::kinematics::contact});
    model.normal = law::normal::Hertz::Params{
        .effective_modulus = k_modulus, .damping_ratio = 0.6, .tension = law::tension_clipped};
    sim::Scene scene = oblique(model, k_step);
    scene.stepper = stepper;
    sim::Simulation run(scene);
    run.advance(steps_of(k_step));
    const auto ledger = run.report().ledger;
    EXPECT_EQ(run.contact_count(), 0);
    EXPECT_LT(std::abs(ledger.residual()), 3e-4 * ledger.turnover);  // stronger dashpots than above; not derived
  }
}

/// The loads of all contacts add up to those of bodies, with the arms of `increment`.
TEST(ObservedContacts, of_increment_add_up_to_the_loads_on_bodies) {
  for (const int arm : {law::kinematics::radius, law::kinematics::contact})
    for (const bool walton : {false, true}) {
      sim::Scene scene = test::collapse();
      scene.stepper = sim::StepperKind::velocity_verlet_lammps;
      for (auto& rule : scene.contacts) {
        rule.model = {};
        rule.model.kinematics = Increment::Params{.force_arm = arm};
        rule.model.normal = law::normal::Hertz::Params{.effective_modulus = 1e6, .damping = 0.0};
        rule.model.slide = k_campello;
        if (walton) rule.model.slide = k_walton;
      }
      sim::Simulation run(scene);
      run.advance(1500);
      const sim::Frame frame = run.frame();
      ASSERT_GT(frame.contacts.size(), 50u);
      std::map<std::int64_t, Vec3d> force, torque;
      int slips = 0, sticks = 0;
      for (const auto& c : frame.contacts) {
        const Vec3d f = c.normal_force * c.normal + c.friction, turn = cross(c.normal, c.friction);
        const double shorter = arm == law::kinematics::contact && c.plane < 0 ? 0.5 * c.overlap : 0.0;
        const auto arm_of = [&](std::int64_t id) {
          return frame.bodies[static_cast<std::size_t>(id - 1)].radius - shorter;
        };
        force[c.a] += f, torque[c.a] -= arm_of(c.a) * turn;
        if (c.plane < 0) force[c.b] -= f, torque[c.b] -= arm_of(c.b) * turn;
        (c.slide == sim::Mode::slip ? slips : sticks)++;
      }
      EXPECT_GT(slips, 5);
      EXPECT_GT(sticks, 5);
      double scale = 0.0, scale_torque = 0.0;
      for (const auto& b : frame.bodies)
        scale = std::max(scale, norm(b.force)), scale_torque = std::max(scale_torque, norm(b.torque));
      for (const auto& b : frame.bodies) {
        // sums of up to twelve contacts, whose loads are evaluated again from the same numbers
        EXPECT_LT(norm(b.force - force[b.id]), 1e-12 * scale) << b.id;
        EXPECT_LT(norm(b.torque - torque[b.id]), 1e-12 * scale_torque) << b.id;
      }
    }
}

}  // namespace
}  // namespace scree
