// Campello's friction at single states and steps. Its energies along paths are in walton_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "law/slide/campello.h"
#include "support/vectors.h"

namespace scree::law::slide {
namespace {

using test::k_few_ulps;
constexpr double k_radius = 0.2, k_overlap = 0.01, k_force = 30.0, k_shear = 3e3, k_mu_s = 0.5, k_mu_d = 0.4,
                 k_dt = 1e-3;
const double k_k = 8 * k_shear * std::sqrt(k_radius * k_overlap);  // 1073 N/m
const ContactGeometry<double> k_geometry{{0, 0, 1}, k_overlap, k_radius, 0.3, 2.0};
const NormalLoad<double> k_pressed{k_force, k_force, 6.0, 0, 0, k_force};

Campello::Constants constants(int first_step = first_step_ignored) {
  return Campello::prepare({.effective_shear = k_shear,
                            .static_coefficient = k_mu_s,
                            .kinetic_coefficient = k_mu_d,
                            .first_step = first_step});
}
Motion<double> sliding(const Vec3d& by) {
  Motion<double> motion{};
  motion.slide_step = by, motion.slide_rate = 1 / k_dt * by, motion.step = k_dt;
  return motion;
}
/// A contact that has been there before.
Campello::History<double> known(const Vec3d& stretch) { return {stretch, k_k}; }

TEST(Campello, sticks_to_the_static_limit_and_slips_at_the_kinetic_one) {
  auto history = known({});
  const auto force_after = [&](double way) {
    return -Campello::respond(constants(), k_geometry, sliding({way, 0, 0}), k_pressed, history).force.x;
  };
  const double at_rest = k_mu_s * k_force, moving = k_mu_d * k_force;
  EXPECT_NEAR(force_after(0.99 * at_rest / k_k), 0.99 * at_rest, k_few_ulps * at_rest);
  EXPECT_NEAR(force_after(0.02 * at_rest / k_k), moving, k_few_ulps * moving);
  EXPECT_NEAR(k_k * history.stretch.x, moving, k_few_ulps * moving);
  EXPECT_NEAR(force_after(0.1 / k_k), moving + 0.1, k_few_ulps * at_rest);  // below the static limit: it sticks again
  EXPECT_NEAR(force_after(-0.3 / k_k), moving - 0.2, k_few_ulps * at_rest);
}

TEST(Campello, has_no_dashpot) {
  auto history = known({0.001, 0, 0});
  Motion<double> motion = sliding({});
  motion.slide_rate = {100, 0, 0};
  const auto slid = Campello::respond(constants(), k_geometry, motion, k_pressed, history);
  EXPECT_NEAR(slid.force.x, -k_k * 0.001, k_few_ulps);
  EXPECT_EQ(slid.viscous_loss, 0.0);
}

TEST(Campello, projects_its_spring_on_the_tangent_plane_and_loses_what_that_takes) {
  auto history = known({0.004, 0.003, 0.012});
  const auto slid = Campello::respond(
      Campello::prepare({.effective_shear = k_shear, .static_coefficient = 1e3, .kinetic_coefficient = 1e3}),
      k_geometry, sliding({}), k_pressed, history);
  EXPECT_LT(norm(history.stretch - Vec3d{0.004, 0.003, 0}), k_few_ulps);
  EXPECT_NEAR(slid.stored, 0.5 * k_k * 25e-6, k_few_ulps);
  EXPECT_NEAR(slid.slip_loss, 0.5 * k_k * 144e-6, k_few_ulps);
}

TEST(Campello, does_not_count_the_step_in_which_the_overlap_appears_unless_asked_to) {  // C19
  for (const int first_step : {first_step_ignored, first_step_counted}) {
    Campello::History<double> history{};
    auto slid = Campello::respond(constants(first_step), k_geometry, sliding({1e-3, 0, 0}), k_pressed, history);
    const double counted = first_step == first_step_counted ? 1.0 : 0.0;
    EXPECT_NEAR(slid.force.x, -counted * k_k * 1e-3, k_few_ulps * 2);
    slid = Campello::respond(constants(first_step), k_geometry, sliding({1e-3, 0, 0}), k_pressed, history);
    EXPECT_NEAR(slid.force.x, -(1 + counted) * k_k * 1e-3, k_few_ulps * 3);
  }
}

TEST(Campello, counts_the_first_step_of_a_contact_that_was_there_at_the_start) {
  Campello::History<double> history{};
  (void)Campello::respond(constants(), k_geometry, Motion<double>{}, k_pressed, history);  // a set-up
  EXPECT_EQ(norm2(history.stretch), 0.0);
  const auto slid = Campello::respond(constants(), k_geometry, sliding({1e-3, 0, 0}), k_pressed, history);
  EXPECT_NEAR(slid.force.x, -k_k * 1e-3, k_few_ulps * 2);
}

TEST(Campello, books_the_energy_of_a_growing_patch_as_a_negative_loss) {  // C22
  Campello::History<double> history{{0.002, 0, 0}, 0.5 * k_k};
  const auto slid = Campello::respond(constants(), k_geometry, sliding({}), k_pressed, history);
  EXPECT_NEAR(slid.slip_loss, -0.5 * slid.stored, k_few_ulps * slid.stored);
}

TEST(Campello, loses_all_it_stored_when_the_overlap_is_gone) {
  auto history = known({0.002, 0, 0});
  ContactGeometry<double> geometry = k_geometry;
  geometry.overlap = 0.0;
  const auto slid = Campello::respond(constants(), geometry, sliding({}), {}, history);
  EXPECT_EQ(norm(slid.force), 0.0);
  EXPECT_NEAR(slid.slip_loss, 0.5 * k_k * 4e-6, k_few_ulps);
}

}  // namespace
}  // namespace scree::law::slide
