// Stress of packings that can be summed by hand.
#include "analysis/stress.h"

#include <gtest/gtest.h>

#include "base/rotation.h"
#include "support/scenes.h"
#include "synthetic_packing.h"

namespace scree::analysis {
namespace {

// Rounding: one component of order 1 is a few products (4 eps); a sum over forty contacts and a rotation, 40 eps; the
// anisotropy, a root of squares of differences, some thousand eps.
constexpr double k_few = 1e-15, k_sums = 1e-14, k_roots = 1e-12;

Region cube(double edge) {
  sim::Frame frame;
  frame.cell = test::periodic_cell({}, {edge, edge, edge});
  return region_of(frame);
}

void expect_tensor(const Tensor& t, const Tensor& expected, double tolerance) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(at(t, i, j), at(expected, i, j), tolerance) << i << j;
}

// Two spheres pressed together along x by k delta in a cell of volume V: p_xx = k delta (2 R - delta) / V, all other
// components zero.
TEST(Stress, of_a_compressed_pair_is_force_times_branch_over_volume) {
  constexpr double stiffness = 1e4, radius = 0.01, overlap = 1e-4, edge = 0.1;
  sim::Scene scene = test::scene_with(test::frictionless(stiffness), 1e-5);
  scene.cell = test::periodic_cell({}, {edge, edge, edge});
  scene.spheres = {test::sphere({0.05, 0.05, 0.05}, radius),
                   test::sphere({0.05 + 2 * radius - overlap, 0.05, 0.05}, radius)};
  const sim::Simulation simulation(scene);
  const sim::Frame frame = simulation.frame();
  const Stress stress = mean_stress(frame, frame.contacts, region_of(frame));
  const double expected = stiffness * overlap * (2 * radius - overlap) / (edge * edge * edge);
  // The overlap is a difference of positions 10^3 times its size: 1e3 eps and a few more roundings.
  const double rounding = 1e-12 * expected;
  EXPECT_NEAR(stress.contact[0].x, expected, rounding);
  EXPECT_NEAR(pressure(stress.sum(), Dimension::three), expected / 3.0, rounding);
  EXPECT_NEAR(stress.contact[1].y, 0.0, rounding);
}

// Eight spheres in a box, all contacts with the same overlap: four forces k delta act on the area of each wall.
TEST(Stress, in_a_box_equals_the_force_on_its_walls_over_their_area) {
  constexpr double stiffness = 1e4, radius = 0.01, overlap = 1e-4, edge = 4 * radius - 3 * overlap;
  sim::Scene scene = test::scene_with(test::frictionless(stiffness), 1e-5);
  test::add_container(scene, {{}, {edge, edge, edge}});
  for (const double x : {radius - overlap, edge - radius + overlap})
    for (const double y : {radius - overlap, edge - radius + overlap})
      for (const double z : {radius - overlap, edge - radius + overlap})
        scene.spheres.push_back(test::sphere({x, y, z}, radius));
  const sim::Simulation simulation(scene);
  const sim::Frame frame = simulation.frame();
  const Region region = region_of(frame);
  ASSERT_EQ(region.bounds, (std::array{Bounds::walls, Bounds::walls, Bounds::walls}));
  EXPECT_DOUBLE_EQ(volume(region), edge * edge * edge);
  const double expected = 4.0 * stiffness * overlap / (edge * edge);
  // 36 contacts, each as above: ten times that.
  expect_tensor(mean_stress(frame, frame.contacts, region).contact,
                {Vec3d{expected, 0, 0}, Vec3d{0, expected, 0}, Vec3d{0, 0, expected}}, 1e-11 * expected);
}

TEST(Stress, contains_the_friction_of_contacts) {
  sim::Frame frame = test::grains(2);
  sim::ContactView c;
  c.a = 1, c.b = 2, c.normal = {1, 0, 0}, c.branch = {0.9, 0, 0}, c.normal_force = 2.0, c.friction = {0, 0.5, -0.3};
  // f_i l_j / V
  expect_tensor(mean_stress(frame, {c}, cube(2.0)).contact,
                {Vec3d{2.0 * 0.9 / 8, 0, 0}, Vec3d{0.5 * 0.9 / 8, 0, 0}, Vec3d{-0.3 * 0.9 / 8, 0, 0}}, k_few);
}

TEST(Stress, kinetic_part_is_that_of_velocities_relative_to_their_mean) {
  sim::Frame frame = test::grains(2);
  const Vec3d drift{3, -1, 2};
  frame.bodies[0].velocity = drift + Vec3d{1, 2, 0}, frame.bodies[1].velocity = drift - Vec3d{1, 2, 0};
  const Stress stress = mean_stress(frame, {}, cube(2.0));
  expect_tensor(stress.kinetic, {Vec3d{0.25, 0.5, 0}, Vec3d{0.5, 1.0, 0}, Vec3d{0, 0, 0}}, k_few);
  EXPECT_DOUBLE_EQ(pressure(stress.sum(), Dimension::three), 1.25 / 3.0);
}

TEST(Stress, rotates_with_the_packing_and_keeps_its_pressure_and_anisotropy) {
  sim::Frame frame = test::grains(20), turned = frame;
  Random random(3, 0);
  const auto turn = turn_by(Vec3d{0.4, -1.1, 0.7});
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    frame.bodies[i].velocity = test::vector(random, 1.0);
    turned.bodies[i].velocity = rotated(turn, frame.bodies[i].velocity);
  }
  for (int k = 0; k < 40; ++k) {
    sim::ContactView c;
    c.a = 1 + k % 10, c.b = 11 + k % 10, c.normal = test::direction(random), c.branch = 0.9 * c.normal,
    c.normal_force = random.uniform(0, 1), c.friction = 0.2 * cross(c.normal, test::direction(random));
    frame.contacts.push_back(c);
    c.normal = rotated(turn, c.normal), c.branch = rotated(turn, c.branch), c.friction = rotated(turn, c.friction);
    turned.contacts.push_back(c);
  }
  const Region region = cube(3.0);
  const Tensor p = mean_stress(frame, frame.contacts, region).sum(),
               q = mean_stress(turned, turned.contacts, region).sum();
  Tensor expected{};  // Q p Q^T: each row of p turned, then the columns
  const Vec3d unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (std::size_t i = 0; i < 3; ++i) add_product(expected, 1.0, rotated(turn, unit[i]), rotated(turn, p[i]));
  expect_tensor(q, expected, k_sums);
  EXPECT_NEAR(trace(q), trace(p), k_sums);
  EXPECT_NEAR(anisotropy(q), anisotropy(p), k_roots);
}

TEST(Tensors, the_anisotropy_of_a_uniaxial_one_is_its_deviator_over_its_mean) {
  EXPECT_NEAR(anisotropy({Vec3d{4, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}), 3.0 / 2.0, k_few);
  EXPECT_EQ(anisotropy({Vec3d{2, 0, 0}, Vec3d{0, 2, 0}, Vec3d{0, 0, 2}}), 0.0);
  // Disks in the plane of x and z: (4 - 1) over 5/2.
  EXPECT_NEAR(anisotropy({Vec3d{4, 0, 0}, Vec3d{0, 0, 0}, Vec3d{0, 0, 1}}, 1), 3.0 / 2.5, k_few);
  EXPECT_EQ(anisotropy({Vec3d{2, 0, 0}, Vec3d{0, 0, 0}, Vec3d{0, 0, 2}}, 1), 0.0);
}

}  // namespace
}  // namespace scree::analysis
