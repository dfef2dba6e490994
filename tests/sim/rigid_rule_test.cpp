// A model as the stepper `nonsmooth` sees it, and which models it, or the smooth ones, cannot run.
#include "sim/rigid_rule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/critical.h"
#include "support/scenes.h"

namespace scree::sim {
namespace {

law::Model rigid_model() {
  law::Model model;
  model.normal = law::normal::Rigid::Params{.restitution = 0.25};
  model.slide = law::slide::Coulomb::Params{.coefficient = 0.5};
  model.roll = law::roll::Coulomb::Params{.length = 1e-3};
  model.spin = law::spin::Coulomb::Params{.length = 2e-3};
  return model;
}

TEST(RigidRule, has_the_parameters_of_all_stages) {
  const RigidRule rule = rigid_rule(rigid_model());
  EXPECT_EQ(rule.restitution, 0.25);
  EXPECT_TRUE(std::isinf(rule.stiffness_at(0.01)));
  EXPECT_EQ(rule.slide.at_rest, 0.5);
  EXPECT_EQ(rule.roll.at_rest.fixed, 1e-3);
  EXPECT_EQ(rule.spin.at_rest.fixed, 2e-3);
}

TEST(RigidRule, of_a_smooth_model_has_its_limits_and_its_restitution_and_no_stiffness) {
  const RigidRule rule = rigid_rule(test::all_stages({.stiffness = 1e4, .restitution = 0.6, .mu = 0.5}));
  EXPECT_EQ(rule.restitution, 0.6);
  EXPECT_TRUE(std::isinf(rule.stiffness_at(0.01)));
  EXPECT_EQ(rule.slide.at_rest, 0.5);
  EXPECT_EQ(rule.slide.moving, 0.5);
}

TEST(RigidRule, is_inelastic_if_a_smooth_law_does_not_give_a_restitution_as_such) {
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1e4, .damping = 0.0};  // elastic as a spring
  EXPECT_EQ(rigid_rule(model).restitution, 0.0);
  model.normal = law::normal::Hertz::Params{.stiffness = 1e4, .restitution_tsuji = 0.5};
  EXPECT_EQ(rigid_rule(model).restitution, 0.0);
  model.normal = law::normal::Hertz::Params{.stiffness = 1e4, .restitution = 0.5};
  EXPECT_EQ(rigid_rule(model).restitution, 0.5);
}

TEST(RigidRule, has_zero_limits_for_stages_that_are_absent) {
  law::Model model;
  model.normal = law::normal::Rigid::Params{};
  const RigidRule rule = rigid_rule(model);
  EXPECT_EQ(rule.slide.at_rest, 0.0);
  EXPECT_EQ(rule.slide.moving, 0.0);
  for (const law::LimitLength& limit : {rule.roll.at_rest, rule.roll.moving, rule.spin.at_rest, rule.spin.moving})
    EXPECT_EQ(limit.per_radius + limit.per_smaller + limit.fixed, 0.0);
}

TEST(RigidRule, does_not_confuse_roll_and_spin_when_one_is_absent) {
  law::Model model = rigid_model();
  model.roll = std::monostate{};
  EXPECT_EQ(rigid_rule(model).roll.at_rest.fixed, 0.0);
  EXPECT_EQ(rigid_rule(model).spin.at_rest.fixed, 2e-3);
}

TEST(RigidRule, does_not_exist_for_a_law_without_a_limit) {
  law::Model model = rigid_model();
  model.roll = law::roll::Zhou::Params{.length = 1e-3};
  try {
    rigid_rule(model);
    FAIL() << "a rule was made of zhou";
  } catch (const BuildError& error) {
    EXPECT_NE(error.what.find("roll (law \"zhou\") is not supported by the stepper \"nonsmooth\""), std::string::npos)
        << error.what;
  }
}

TEST(Refusals, do_not_occur_for_a_model_that_fits_its_stepper) {
  EXPECT_TRUE(refusals(rigid_model(), StepperKind::nonsmooth, false).empty());
  const law::Model smooth = test::all_stages({});
  for (const auto stepper : {StepperKind::velocity_verlet, StepperKind::velocity_verlet_lammps,
                             StepperKind::symplectic_euler, StepperKind::nonsmooth})
    EXPECT_TRUE(refusals(smooth, stepper, false).empty()) << static_cast<int>(stepper);
}

TEST(Refusals, name_every_rigid_law_under_a_smooth_stepper) {
  const auto list = refusals(rigid_model(), StepperKind::symplectic_euler, false);
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list[0].stage, "normal");
  EXPECT_EQ(list[0].why,
            "has no stiffness, which the stepper \"symplectic-euler\" needs; set stepper = \"nonsmooth\", or use "
            "\"hooke\", \"hertz\" or \"prescribed\"");
  EXPECT_EQ(list[3].stage, "spin");
}

TEST(Refusals, of_two_coefficients_depend_on_the_choice_of_friction) {
  law::Model model = rigid_model();
  model.slide = law::slide::Coulomb::Params{.coefficient = 0.5, .kinetic_fraction = 0.8};
  model.roll = law::roll::Coulomb::Params{.coefficient = 0.1, .kinetic_fraction = 0.8, .arm = law::smaller_radius};
  ASSERT_EQ(refusals(model, StepperKind::nonsmooth, false).size(), 2U);
  EXPECT_NE(refusals(model, StepperKind::nonsmooth, false)[1].why.find("nonsmooth.friction = \"static-kinetic\""),
            std::string::npos);
  EXPECT_TRUE(refusals(model, StepperKind::nonsmooth, true).empty());
}

Scene falling(const law::Model& model, StepperKind stepper) {
  Scene scene = test::scene_with(model, 1e-5);
  scene.stepper = stepper;
  scene.spheres.push_back(test::sphere({0, 0, 1}, 0.1));
  scene.planes.push_back(test::floor_plane());
  return scene;
}

TEST(Refusals, apply_to_scenes_built_in_code) {
  EXPECT_THROW(Simulation(falling(rigid_model(), StepperKind::velocity_verlet)), BuildError);
  EXPECT_NO_THROW(Simulation(falling(test::all_stages({}), StepperKind::velocity_verlet)));
}

TEST(CriticalSteps, do_not_exist_under_the_stepper_nonsmooth) {
  EXPECT_FALSE(critical_steps(falling(test::all_stages({}), StepperKind::velocity_verlet)).empty());
  Scene scene = falling(test::all_stages({}), StepperKind::nonsmooth);
  EXPECT_TRUE(critical_steps(scene).empty());
  EXPECT_EQ(chosen_step(scene), 1e-5);
  scene.time.step = k_unset;
  EXPECT_THROW(chosen_step(scene), BuildError);
}

}  // namespace
}  // namespace scree::sim
