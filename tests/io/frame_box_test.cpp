// The box that dumps and data files put around bodies along open axes.
#include "io/frame/frame_box.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/simulation.h"
#include "support/scenes.h"

namespace scree::io {
namespace {

constexpr double k_few_roundings = 1e-15;  // a few roundings of numbers up to 1

sim::BodyView ball(Vec3d position, double radius) {
  sim::BodyView b;
  b.position = position, b.radius = radius, b.half_axes = {radius, radius, radius};
  return b;
}
void expect_along(const sim::Box& box, std::size_t axis, double low, double high) {
  EXPECT_NEAR(box.low.*k_axes[axis], low, k_few_roundings);
  EXPECT_NEAR(box.high.*k_axes[axis], high, k_few_roundings);
}

TEST(FrameBox, of_a_run_encloses_the_bodies_with_their_radii_along_open_axes) {
  sim::Scene scene = test::scene_with(test::frictionless(1e3), 1e-5);
  scene.cell.periodic = {false, true, false}, scene.cell.bounds = {{0, -0.5, 0}, {0, 2.0, 0}};
  scene.spheres = {test::sphere({0.4, 0.5, 0.6}, 0.05), test::sphere({0.7, 1.9, 0.3}, 0.2)};
  const sim::Box box = box_around(sim::Simulation(scene).frame());
  expect_along(box, 0, 0.4 - 0.05, 0.7 + 0.2);
  expect_along(box, 1, -0.5, 2.0);
  expect_along(box, 2, 0.3 - 0.2, 0.6 + 0.05);
}

TEST(FrameBox, keeps_bounds_of_a_file_that_hold_all_centres) {
  sim::Frame frame;
  frame.cell.bounds = {{0, 0, 0}, {1, 1, 1}};
  frame.bodies = {ball({0.1, 0.5, 0.9}, 0.3)};  // it may reach across a periodic face, which a data file does not tell
  for (std::size_t k = 0; k < 3; ++k) expect_along(box_around(frame), k, 0.0, 1.0);
  frame.bodies.push_back(ball({0.5, 1.25, 0.5}, 0.25));
  expect_along(box_around(frame), 0, 0.0, 1.0);
  expect_along(box_around(frame), 1, 0.2, 1.5);
}

TEST(FrameBox, is_tight_around_bodies_that_are_no_spheres) {
  sim::Frame frame;
  sim::BodyView b = ball({}, 3.0);
  const double angle = 0.3, c = std::cos(angle), s = std::sin(angle);  // about z: the axes are (c, s, 0), (-s, c, 0)
  b.half_axes = {3.0, 1.0, 0.5}, b.orientation = {std::cos(0.5 * angle), 0, 0, std::sin(0.5 * angle)};
  b.shape = shape::BodyShape::ellipsoid, frame.bodies = {b};
  expect_along(box_around(frame), 0, -std::hypot(3.0 * c, 1.0 * s), std::hypot(3.0 * c, 1.0 * s));
  expect_along(box_around(frame), 1, -std::hypot(3.0 * s, 1.0 * c), std::hypot(3.0 * s, 1.0 * c));
  expect_along(box_around(frame), 2, -0.5, 0.5);
  frame.bodies[0].shape = shape::BodyShape::box;
  expect_along(box_around(frame), 0, -(3.0 * c + 1.0 * s), 3.0 * c + 1.0 * s);
  expect_along(box_around(frame), 1, -(3.0 * s + 1.0 * c), 3.0 * s + 1.0 * c);
  frame.bodies[0].orientation = {0, 0, 0, 0};
  expect_along(box_around(frame), 0, -3.0, 3.0);
}

TEST(FrameBox, of_no_bodies_is_the_unit_cube) {
  for (std::size_t k = 0; k < 3; ++k) expect_along(box_around(sim::Frame{}), k, 0.0, 1.0);
}

}  // namespace
}  // namespace scree::io
