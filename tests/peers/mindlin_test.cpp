// Friction that follows Hertz's patch in LAMMPS and in Scree: `walton` is mindlin_rescale/force, without scaling
// mindlin/force, both without their dashpot (factor 0); `tsuji` is mindlin with all of it (factor 1).
// [walton.md, chapter 4] The comparison and its tolerance are those of peer_test.cpp.
#include "comparison.h"

namespace scree::peers {
namespace {

constexpr double k_other_law = 1e-5;  // forms that differ do so by more than 1e4 times the agreement of equal ones
constexpr Slide k_mindlins[] = {Slide::mindlin, Slide::mindlin_force, Slide::mindlin_rescale_force};
/// A recipe with one of them. [walton.md, chapter 4]
Recipe with_mindlin(Recipe r, Slide slide) {
  r.normal = Normal::hertz, r.slide = slide;
  r.fraction = slide == Slide::mindlin ? 1.0 : 0.0;
  if (r.twist == Twist::marshall) r.twist = Twist::sds;  // LAMMPS's marshall takes its stiffness from the slide law
  return r;
}

TEST(TwoSpheresAsInLammps, oblique_collisions_with_three_forms_of_mindlins_friction_run_alike) {
  double worst = 0.0;
  for (const Slide slide : k_mindlins)
    for (std::uint64_t i = 0; i < 12; ++i) {
      Case c = random_collision(3000 + i, i % 4 == 3 ? Start::overlapping : Start::apart);
      c.recipe.damping = Damping::viscoelastic, c.recipe.k_slide *= 10.0;  // 8 G_eff is of the size of Hertz's K
      c.recipe = with_mindlin(c.recipe, slide);
      const Comparison result = compare(c);
      expect_agreement(result.gaps, "case " + std::to_string(i) + ": " + for_lammps(c.recipe));
      EXPECT_EQ(result.max_contacts, 1) << "case " << i << " never touches";
      worst = std::max(worst, result.gaps.worst());
    }
  show("36 oblique collisions with Mindlin's friction", worst);
}

/// A bouncing and sliding sphere: the normal force rises and falls under a stretched spring. The normal does not
/// rotate, so that the transport of springs does not matter, and campello with one coefficient is mindlin without a
/// dashpot.
Case sliding_and_bouncing(Slide slide) {
  Recipe r;
  r.k = 8.0, r.k_slide = 10.0, r.gamma = 0.1, r.damping = Damping::viscoelastic, r.rolls = false, r.twist = Twist::none;
  return on_floor(with_mindlin(r, slide), {.position = {0, 0, 0.52},
                                           .velocity = {0.05, 0.02, -0.06},
                                           .spin = {0.1, -0.1, 0.2},
                                           .radius = 0.45,
                                           .density = 1.7});
}
TEST(AFloorAsInLammps, a_sphere_slides_and_bounces_alike_with_three_forms_of_mindlins_friction) {
  for (const Slide slide : k_mindlins) {
    const Case c = sliding_and_bouncing(slide);
    const Comparison result = compare(c);
    expect_agreement(result.gaps, for_lammps(c.recipe));
    EXPECT_EQ(result.max_contacts, 1);
    show(for_lammps(c.recipe).c_str(), result.gaps);
  }
}
// The comparison above is able to distinguish the forms.
TEST(AFloorAsInLammps, forms_of_mindlins_friction_differ_measurably) {
  Case c = sliding_and_bouncing(Slide::mindlin_force);
  c.our_slide = slide_for_scree(with_mindlin(c.recipe, Slide::mindlin_rescale_force));
  EXPECT_GT(compare(c).gaps.worst(), k_other_law);
  c.our_slide = slide_for_scree(with_mindlin(c.recipe, Slide::mindlin));
  EXPECT_GT(compare(c).gaps.worst(), k_other_law);
}
// LAMMPS adds a fraction of the normal dashpot to the tangential force; `walton` has no dashpot.
TEST(AFloorAsInLammps, walton_differs_from_mindlin_rescale_force_with_a_dashpot) {
  for (const Slide slide : {Slide::mindlin_force, Slide::mindlin_rescale_force}) {
    Case c = sliding_and_bouncing(slide);
    expect_agreement(compare(c).gaps, for_lammps(c.recipe));
    c.recipe.fraction = 1.0;
    c.our_slide = slide_for_scree(with_mindlin(c.recipe, slide));
    EXPECT_GT(compare(c).gaps.worst(), k_other_law) << for_lammps(c.recipe);
  }
}
TEST(AFloorAsInLammps, campello_is_mindlin_without_a_dashpot) {
  Case c = sliding_and_bouncing(Slide::mindlin);
  c.recipe.fraction = 0.0;
  c.our_slide = law::slide::Campello::Params{.effective_shear = c.recipe.k_slide / 8,
                                             .static_coefficient = c.recipe.mu_slide,
                                             .kinetic_coefficient = c.recipe.mu_slide,
                                             .first_step = law::slide::first_step_counted};
  const Comparison result = compare(c);
  expect_agreement(result.gaps, for_lammps(c.recipe));
  show("campello and mindlin on a floor", result.gaps);
}

}  // namespace
}  // namespace scree::peers
