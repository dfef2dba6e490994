// Whole packings: a crystal whose numbers are known, modes and mobilised contacts, and invariance when a packing is
// shifted or its bodies are renumbered.
#include "analysis/packing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "analysis/near_pairs.h"
#include "state/pose.h"
#include "support/scenes.h"
#include "synthetic_packing.h"

namespace scree::analysis {
namespace {

// Rounding. One value of order 1 after a few operations: 4 eps; after ten to a hundred: 40 eps and 400 eps. Means over
// some hundred contacts of components of order 1: at most 500 eps x a few tens of operations each.
constexpr double k_few = 1e-15, k_tens = 1e-14, k_hundreds = 1e-13, k_mean = 1e-12;

law::Model frictional(double slide, double roll, double spin_length) {
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1.0, .restitution = 0.5};
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 1.0, .coefficient = slide, .damping = 0.0};
  model.roll =
      law::roll::Spring::Params{.stiffness = 1.0, .damping = 0.0, .coefficient = roll, .arm = law::effective_radius};
  model.spin = law::spin::Spring::Params{.stiffness = 1.0, .damping = 0.0, .length = spin_length};
  return model;
}

TEST(Packings, a_face_centred_crystal_has_its_volume_fraction_twelve_neighbours_and_no_direction) {
  constexpr double k_overlap = 1e-9;  // of the diameter: neighbours touch in spite of rounding
  const sim::Frame frame = test::face_centred(3, 1.0 - k_overlap);
  const Packing p = measure_packing(frame, {.modes = Modes{}});
  // The lattice is smaller by (1 - overlap)^3: a fraction of 0.74 is larger by 2.2 overlaps.
  EXPECT_NEAR(p.volume_fraction, std::numbers::pi / (3.0 * std::sqrt(2.0)), 10.0 * k_overlap);
  EXPECT_EQ(p.contacts_from, ContactsFrom::distances);
  EXPECT_EQ(p.backbone.coordination, 12.0);
  EXPECT_EQ(p.backbone.rattlers, 0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(at(p.carrying.fabric, i, j), i == j ? 1.0 / 3.0 : 0.0, k_mean);
  EXPECT_FALSE(p.stress);
}

// p = N 6 k delta (d - delta) / (3 V): six contacts a sphere.
TEST(Packings, a_compressed_crystal_has_the_pressure_of_its_springs_along_every_axis) {
  constexpr double overlap = 0.01, stiffness = 1.0;
  const sim::Frame lattice = test::face_centred(3, 1.0 - overlap);
  sim::Scene scene = test::scene_with(test::frictionless(stiffness), 0.01, 6.0 / std::numbers::pi);
  scene.cell = lattice.cell;
  for (const sim::BodyView& b : lattice.bodies) scene.spheres.push_back(test::sphere(b.position, b.radius));
  const sim::Simulation simulation(scene);
  const Packing p = measure_packing(simulation.frame(), {});
  const double n = static_cast<double>(lattice.bodies.size()),
               expected = n * 6.0 * stiffness * overlap * (1.0 - overlap) / (3.0 * p.volume);
  EXPECT_EQ(p.contacts_from, ContactsFrom::engine);
  // An overlap of 0.01 is the difference of positions of up to 4.2: eps x 4.2 / 0.01 = 9e-14 of each force, and some
  // hundred times that at most for a sum over 648 contacts.
  constexpr double k_of_overlaps = 1e-11;
  EXPECT_NEAR(p.pressure(), expected, k_of_overlaps * expected);
  EXPECT_NEAR(p.stress->contact[2].z, expected, k_of_overlaps * expected);
  EXPECT_NEAR(p.stress->contact[0].y, 0.0, k_of_overlaps * expected);
  EXPECT_EQ(p.backbone.coordination, 12.0);
  EXPECT_NEAR(p.forces->mean, stiffness * overlap, k_mean);
  EXPECT_NEAR(p.forces->square, 1.0,
              10.0 * k_of_overlaps);  // all forces are equal; a square doubles the relative error
  EXPECT_EQ(p.forces->contacts, 6 * static_cast<std::int64_t>(lattice.bodies.size()));
  EXPECT_TRUE(p.modes_known);
  EXPECT_FALSE(p.modes.any());
}

TEST(Packings, contacts_by_distance_are_those_of_the_engine) {
  const sim::Frame thrown = test::thrown(200, 5.0, 7);
  sim::Scene scene = test::scene_with(test::frictionless(1.0), 0.01);
  scene.cell = thrown.cell;
  for (const sim::BodyView& b : thrown.bodies) scene.spheres.push_back(test::sphere(b.position, b.radius));
  const sim::Frame frame = sim::Simulation(scene).frame();
  const auto found = touching_spheres(thrown, region_of(thrown));
  ASSERT_EQ(found.size(), frame.contacts.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].a, frame.contacts[i].a);
    EXPECT_EQ(found[i].b, frame.contacts[i].b);
    EXPECT_NEAR(norm(found[i].branch - frame.contacts[i].branch), 0.0, k_tens);  // differences of positions of up to 5
  }
}

TEST(Packings, a_mode_is_active_above_the_threshold_of_the_paper) {
  const auto active = [](double slide, double roll, double spin_length) {
    sim::Scene scene = test::scene_with(frictional(slide, roll, spin_length), 0.01);
    return friction_rules(sim::surroundings_at(scene, 0.0).friction, 1.0, 0.01).front().active;
  };
  EXPECT_EQ(active(0.0, 0.0, 0.0), Modes{});
  EXPECT_EQ(active(0.009, 0.009, 0.009), Modes{});
  EXPECT_EQ(active(0.3, 0.0, 0.0), (Modes{.slide = true}));
  EXPECT_EQ(active(0.3, 0.3, 0.3), (Modes{true, true, true}));
  EXPECT_EQ(active(0.0, 0.01, 0.0), (Modes{.roll = true}));  // an arm of R_eff = d/4 at d = 1: the coefficient itself
  EXPECT_EQ(active(0.0, 0.0, 0.02), (Modes{.spin = true}));  // over d
  EXPECT_EQ(active(0.00995, 0.00995, 0.00995), Modes{}) << "half a percent below";
  sim::Scene without = test::scene_with(test::frictionless(1.0), 0.01);
  EXPECT_EQ(friction_rules(sim::surroundings_at(without, 0.0).friction, 1.0, 0.0).front().active, Modes{});
}

TEST(Packings, a_contact_is_mobilised_if_it_slips_or_its_load_is_at_the_limit) {
  sim::Scene scene = test::scene_with(frictional(0.5, 0.2, 0.1), 0.01);
  sim::Frame frame = test::grains(2);
  frame.surroundings = sim::surroundings_at(scene, 0.0);
  const auto add = [&](double slide, double roll, double spin, sim::Mode mode) {  // loads over their limits
    sim::ContactView c;
    c.a = 1, c.b = 2, c.normal = {1, 0, 0}, c.branch = {1, 0, 0}, c.normal_force = 2.0;
    c.friction = {0, slide * 0.5 * 2.0, 0}, c.roll_torque = {0, 0, roll * 0.2 * 0.25 * 2.0},
    c.spin_torque = -spin * 0.1 * 2.0;
    c.slide = c.roll = c.spin = mode;
    frame.contacts.push_back(c);
  };
  add(1.0, 0.5, 0.5, sim::Mode::stick), add(0.99, 1.0, 0.5, sim::Mode::stick), add(0.5, 0.5, 1.0, sim::Mode::stick),
      add(0.1, 0.1, 0.1, sim::Mode::slip);
  const Packing p = measure_packing(frame, {});
  EXPECT_EQ(p.all.slide.at_limit, 2);
  EXPECT_EQ(p.all.roll.at_limit, 2);
  EXPECT_EQ(p.all.spin.at_limit, 2);
  EXPECT_EQ(p.all.slide.fraction(), 0.5);
  EXPECT_EQ(p.all.slide.contacts, 4);
  EXPECT_NEAR(p.all.slide.mean_load(), (1.0 + 0.99 + 0.5 + 0.1) / 4.0, k_few);
}

TEST(Packings, a_law_with_a_limit_of_zero_is_never_mobilised) {
  sim::Scene scene = test::scene_with(frictional(0.3, 0.0, 0.0), 0.01);
  sim::Frame frame = test::grains(2);
  frame.surroundings = sim::surroundings_at(scene, 0.0);
  test::touch(frame, 1, 2);
  frame.contacts[0].slide = frame.contacts[0].roll = frame.contacts[0].spin = sim::Mode::slip;
  const Packing p = measure_packing(frame, {});
  EXPECT_EQ(p.all.slide.contacts, 1);
  EXPECT_EQ(p.all.roll.contacts, 0);
  EXPECT_FALSE(is_set(p.all.roll.fraction()));
}

void expect_same(const Packing& p, const Packing& q) {
  EXPECT_NEAR(p.volume_fraction, q.volume_fraction, k_hundreds);
  EXPECT_EQ(p.all.contacts, q.all.contacts);
  EXPECT_EQ(p.backbone.rattlers, q.backbone.rattlers);
  EXPECT_NEAR(p.backbone.coordination, q.backbone.coordination, k_hundreds);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(at(p.carrying.fabric, i, j), at(q.carrying.fabric, i, j), k_mean);
  ASSERT_EQ(p.radial.g.size(), q.radial.g.size());
}

TEST(Packings, a_packing_shifted_through_its_cell_has_the_same_measures) {
  const sim::Frame frame = test::thrown(250, 6.0, 11);
  const PackingQuestion question{.modes = Modes{.slide = true}};
  const Packing p = measure_packing(frame, question);
  EXPECT_GT(p.carrying.contacts, 50);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Random random(seed, 1);
    sim::Frame shifted = frame;
    const Vec3d by = test::vector(random, 20.0);
    for (sim::BodyView& b : shifted.bodies)
      b.position += by + 6.0 * Vec3d{std::floor(random.uniform(-2, 2)), std::floor(random.uniform(-2, 2)),
                                     std::floor(random.uniform(-2, 2))};
    expect_same(measure_packing(shifted, question), p);
  }
}

TEST(Packings, measures_do_not_depend_on_the_numbering_of_bodies) {
  const sim::Frame frame = test::thrown(250, 6.0, 12);
  const PackingQuestion question{.modes = Modes{.slide = true}};
  sim::Frame renamed = frame;
  std::reverse(renamed.bodies.begin(), renamed.bodies.end());
  for (std::size_t i = 0; i < renamed.bodies.size(); ++i) renamed.bodies[i].id = static_cast<std::int64_t>(i) + 1;
  expect_same(measure_packing(renamed, question), measure_packing(frame, question));
}

TEST(Packings, disks_have_an_area_fraction_and_two_dimensions) {
  constexpr double k_overlap = 2e-9;  // of the diameter of 1
  sim::Frame frame;
  frame.cell = {{true, true, false}, {{0, 0, 0}, {4, 4, 0}}, {}};
  for (std::int64_t i = 0; i < 16; ++i) {
    frame.bodies.push_back(
        test::grain(i + 1, {static_cast<double>(i % 4), static_cast<double>(i / 4), 0.0}, 0.5 * (1.0 + k_overlap)));
    frame.bodies.back().locks = 0b011100;
  }
  const Packing p = measure_packing(frame, {.modes = Modes{}});
  EXPECT_EQ(p.dimension(), Dimension::two);
  EXPECT_NEAR(p.volume_fraction, std::numbers::pi / 4.0, 5.0 * k_overlap);  // the area grows by 2 overlaps x pi/4
  EXPECT_EQ(p.backbone.coordination, 4.0);
  EXPECT_EQ(p.backbone.rattlers, 0);  // 4 contacts > 2 translations
  EXPECT_TRUE(p.radial.why.empty());
  EXPECT_NEAR(anisotropy(p.all.fabric, p.region.flat_axis), 0.0, k_mean) << "as many along x as along y";
}

TEST(Packings, the_area_of_an_ellipsoid_in_a_plane_is_its_section_through_the_centre) {
  const auto area_of = [](shape::BodyShape shape, const Vec3d& half, const Vec3d& turn) {
    sim::BodyView b = test::grain(1, {}, 2.0);
    b.shape = shape, b.half_axes = half, b.orientation = state::orientation_of(turn_by(turn));
    return volume_of(b, std::size_t{2});
  };
  using enum shape::BodyShape;
  constexpr double pi = std::numbers::pi;
  EXPECT_NEAR(area_of(ellipsoid, {2, 0.5, 0.25}, {0, 0, 1}), pi * 2 * 0.5, k_tens);
  EXPECT_NEAR(area_of(ellipsoid, {2, 0.5, 0.25}, {pi / 2, 0, 0}), pi * 2 * 0.25, k_tens)
      << "on its side: y is vertical";
  // Turned by t about x, the section has the semi-axes 2 and 1/sqrt(cos^2 t/0.25 + sin^2 t/0.0625).
  const double t = 0.7;
  EXPECT_NEAR(area_of(ellipsoid, {2, 0.5, 0.25}, {t, 0, 0}),
              pi * 2 / std::sqrt(std::pow(std::cos(t) / 0.5, 2) + std::pow(std::sin(t) / 0.25, 2)), k_hundreds);
  EXPECT_NEAR(area_of(box, {2, 0.5, 0.25}, {0, 0, 1}), 4 * 2 * 0.5, k_hundreds);
  EXPECT_NEAR(area_of(box, {2, 0.5, 0.25}, {pi / 2, 0, 0}), 4 * 2 * 0.25, k_hundreds);
  EXPECT_FALSE(is_set(area_of(box, {2, 0.5, 0.25}, {0.3, 0, 0})));
}

TEST(Packings, ellipsoids_and_boxes_have_their_volumes) {
  const auto volume = [](shape::BodyShape shape) {
    sim::BodyView b = test::grain(1, {}, 2.0);
    b.shape = shape, b.half_axes = {2, 0.5, 0.25};
    return volume_of(b, {});
  };
  EXPECT_NEAR(volume(shape::BodyShape::ellipsoid), std::numbers::pi / 3.0, k_few);  // 4/3 pi a b c
  EXPECT_NEAR(volume(shape::BodyShape::box), 2.0, k_few);                           // (2 a) (2 b) (2 c)
}

// Forces of 1, 2, 3 and 6 N: 1/3, 2/3, 1 and 2 over their mean. Tensile forces do not count.
TEST(Packings, the_distribution_of_forces_has_the_moments_of_the_compressive_forces) {
  std::vector<sim::ContactView> contacts(5);
  const double forces[] = {1, 2, 3, 6, -4};
  for (std::size_t i = 0; i < 5; ++i) contacts[i].normal_force = forces[i];
  const ForceDistribution d = distribute_forces(contacts, {});
  EXPECT_EQ(d.contacts, 4);
  EXPECT_NEAR(d.mean, 3.0, k_few);
  EXPECT_NEAR(d.square, (1 + 4 + 9 + 36) / 36.0, k_few);
  EXPECT_NEAR(d.cube, (1 + 8 + 27 + 216) / 108.0, k_few);
  EXPECT_NEAR(d.fourth, (1 + 16 + 81 + 1296) / 324.0, k_few);
  EXPECT_NEAR(d.largest, 2.0, k_few);
}

}  // namespace
}  // namespace scree::analysis
