// One driven contact against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "workbench/impact.h"
#include "workbench/paths.h"
#include "workbench/presets.h"

namespace scree::contact {
namespace {

// limit k_mu k_press k_overlap = 0.3 N, slips at 1.5 um
constexpr double k_stiffness = 2e5, k_press = 1e6, k_mu = 0.3, k_overlap = 1e-6;

/// The index of a law by its name.
int law_named(law::Stage stage, std::string_view name) {
  const auto laws = law::laws_of(stage);
  const auto at = std::find_if(laws.begin(), laws.end(), [&](const law::Descriptor& law) { return law.name == name; });
  return static_cast<int>(at - laws.begin());
}
const int k_hooke = law_named(law::Stage::normal, "hooke"), k_hertz = law_named(law::Stage::normal, "hertz");

law::Model coulomb() {
  law::Model m;
  m.normal = law::normal::Hooke::Params{.stiffness = k_press, .damping = 0.0};
  m.slide = law::slide::CoulombSpring::Params{.stiffness = k_stiffness, .coefficient = k_mu, .damping = 0.0};
  return m;
}
Driven at_end(const law::Model& model, const DrivenPair& pair, const std::vector<Waypoint>& points) {
  DrivenContact contact(model, pair);
  for (const Waypoint& w : points) contact.drive_to(w);
  return contact.now();
}

TEST(DrivenContact, a_cycle_of_shear_loses_four_limits_times_the_slip_distance) {
  const double limit = k_mu * k_press * k_overlap, slips = limit / k_stiffness, amplitude = 3 * slips;
  for (const int cycles : {2, 3}) {
    const PathSpec spec{
        .kind = PathKind::shear, .overlap = k_overlap, .amplitude = amplitude, .cycles = cycles, .steps = 4000};
    const Driven end = at_end(coulomb(), pair_of(Grain{}), path(spec));
    // With l the path that sticks: the first loading slips by A - l, each of the 2 n - 1 half cycles after it by 2 (A -
    // l), and the motion back to the middle, where the path ends, by A - 2 l.
    const double path = (4.0 * cycles - 1.0) * (amplitude - slips) + amplitude - 2.0 * slips;
    EXPECT_NEAR(end.slide.slip_loss, limit * path, 2e-3 * limit * path);  // slip begins within a step of 1/4000 cycle
    EXPECT_NEAR(end.slide.open(), 0.0, 1e-12 * end.slide.work);           // sums of some ten thousand terms
    EXPECT_EQ(end.slide.mode, Mode::slip);
  }
}

TEST(DrivenContact, slips_at_limit_over_stiffness) {
  // The probe goes on by steps of 2 %.
  const double due = k_mu * k_press * k_overlap / k_stiffness;
  EXPECT_NEAR(slip_distance(coulomb(), pair_of(Grain{}), k_overlap, PathKind::shear), due, 0.02 * due);
}

TEST(DrivenContact, without_friction_it_slips_wherever_it_moves) {
  const auto frictionless = [](int law) { return preset_model(Grain{.friction = 0.0}, slide_stage, law); };
  for (int law = 0; law < law::Slides::size; ++law) {
    DrivenContact contact(frictionless(law), pair_of(Grain{}));
    contact.drive_to({.time = 1, .overlap = k_overlap});
    EXPECT_EQ(contact.drive_to({.time = 2, .overlap = k_overlap, .slide = {1e-7, 0, 0}}).slide.mode, Mode::slip) << law;
    EXPECT_EQ(norm(contact.now().loads.slide), 0.0) << law;
    // As for any law that slips at once: a thousandth of the effective radius.
    EXPECT_EQ(slip_distance(frictionless(law), pair_of(Grain{}), k_overlap, PathKind::shear),
              1e-3 * 0.5 * Grain{}.radius)
        << law;
  }
}

TEST(DrivenContact, the_energy_balance_of_a_path_between_corners_closes_to_second_order_in_the_step) {
  // Hertz's force over one leg in: the trapezoid of overlap^(3/2) is wrong by h^2/12 [f'(d) - f'(0)], over the work 2/5
  // d^(5/2): 5/16 of the square of the step's fraction.
  const law::Model hertz = without_dashpots(preset_model(Grain{}, normal_stage, k_hertz));
  for (const int steps : {10, 100}) {
    const auto points = path_by_legs({{.time = 1.0, .overlap = k_overlap}}, steps);
    ASSERT_EQ(points.size(), static_cast<std::size_t>(steps));
    EXPECT_EQ(points.back().overlap, k_overlap);
    const Driven end = at_end(hertz, pair_of(Grain{}), points);
    const double due = 5.0 / 16.0 / (steps * steps);
    // f'' is infinite at the start, which adds a term of order 5/2
    EXPECT_NEAR(end.press.open() / end.press.stored, due, 0.2 * due);
  }
}

TEST(DrivenContact, a_rigid_rotation_of_the_pair_takes_no_work_and_keeps_the_load) {
  for (int law = 0; law < law::Slides::size; ++law) {
    const Grain grain;
    const law::Model model = without_dashpots(preset_model(grain, slide_stage, law));
    const PathSpec spec{.kind = PathKind::turn,
                        .overlap = grain.overlap,
                        .amplitude = 0.4 * slip_distance(model, pair_of(grain), grain.overlap, PathKind::shear),
                        .cycles = 1};
    const std::vector<Waypoint> points = path(spec);
    DrivenContact contact(model, pair_of(grain));
    Driven before;
    for (const Waypoint& w : points) {
      contact.drive_to(w);
      if (norm2(w.tilt) == 0.0) before = contact.now();
    }
    const Driven& after = contact.now();
    EXPECT_EQ(after.slide.work, before.slide.work) << law;
    // Laws that project what they carry shorten it by (1 - angle^2/2) a step: 1000 steps of 2 pi 0.3/1000.
    EXPECT_NEAR(norm(after.loads.slide), norm(before.loads.slide), 2e-3 * norm(before.loads.slide)) << law;
  }
}

TEST(DrivenContact, on_a_plane_a_tracked_law_rolls_and_slides_as_on_two_spheres_of_the_same_effective_radius) {
  const Grain grain;
  const law::Model model = preset_model(grain, slide_stage, law_named(law::Stage::slide, "fang-negrut"));
  const double inf = std::numeric_limits<double>::infinity();
  const DrivenPair two = pair_of(grain), plane{0.5 * grain.radius, inf, 0.5 * two.mass_a, inf};
  const auto points = path({.kind = PathKind::shear, .overlap = grain.overlap, .amplitude = 5e-7});
  const Driven a = at_end(without_dashpots(model), two, points), b = at_end(without_dashpots(model), plane, points);
  // The steps are the same; what differs is how the path on the second body is computed, which rounds.
  EXPECT_NEAR(a.slide.slip_loss, b.slide.slip_loss, 1e-9 * a.slide.slip_loss);
}

TEST(DrivenContact, the_energy_of_its_springs_is_dissipated_when_the_bodies_separate) {
  DrivenContact contact(coulomb(), pair_of(Grain{}));
  contact.drive_to({.time = 1, .overlap = k_overlap});
  contact.drive_to({.time = 2, .overlap = k_overlap, .slide = {1e-7, 0, 0}});
  const double stored = contact.now().slide.stored;
  constexpr double k_round = 1e-12;  // relative: the path of 1e-7 m is a sum of steps, each rounded
  EXPECT_NEAR(stored, 0.5 * k_stiffness * 1e-14, k_round * stored);
  contact.drive_to({.time = 3, .overlap = -k_overlap, .slide = {1e-7, 0, 0}});
  EXPECT_EQ(contact.now().slide.stored, 0.0);
  EXPECT_NEAR(contact.now().slide.slip_loss, stored, k_round * stored);
  EXPECT_EQ(norm(contact.now().loads.slide), 0.0);
}

TEST(Impact, rebounds_with_the_restitution_that_was_given) {
  const Grain grain{.restitution = 0.8};
  for (const int law : {k_hooke, k_hertz}) {  // exact relations
    const Impact head_on = impact(preset_model(grain, normal_stage, law), pair_of(grain), {.speed = 0.1, .angle = 0.0});
    // the dashpot's pull in the last of 2000 steps
    EXPECT_NEAR(head_on.normal_restitution, grain.restitution, 2e-3) << law;
  }
}

TEST(Impact, gross_sliding_turns_the_velocity_by_coulombs_law_and_the_ledger_closes) {
  // |tan angle| > 7/2 mu (1 + e): slip never ends, and the slip velocity falls by 7/2 mu (1 + e) of the normal speed.
  const Grain grain{.restitution = 1.0};
  const double angle = 1.3, e = 1.0, due = 1.0 - 3.5 * grain.friction * (1.0 + e) / std::tan(angle);
  const Impact hit = impact(preset_model(grain, slide_stage, law_named(law::Stage::slide, "coulomb-spring")),
                            pair_of(grain), {.speed = 0.1, .angle = angle});
  EXPECT_NEAR(-hit.slide_restitution, due, 2e-3);  // contact begins and ends within one of 2000 steps, as above
  const Driven& end = hit.points.back().driven;
  double taken = 0.0;
  for (const auto account : k_accounts) taken += (end.*account).dissipated();
  EXPECT_NEAR(hit.energy_before - hit.energy_after, taken, 1e-3 * taken);  // one step of 2000, and half of it
}

}  // namespace
}  // namespace scree::contact
