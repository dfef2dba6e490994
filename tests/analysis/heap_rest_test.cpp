// The criterion of rest of a heap, and the report of a run whose heap is not at rest.
#include "analysis/heap_rest.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scree::analysis {
namespace {

constexpr double k_gravity = 9.81, k_radius = 0.003, k_mass = 2.8e-4;

/// 200 bodies at rest in the region.
std::vector<sim::BodyView> heap() {
  std::vector<sim::BodyView> bodies(200);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    sim::BodyView& b = bodies[i];
    b.radius = k_radius, b.mass = k_mass, b.inertia = 0.4 * k_mass * k_radius * k_radius;
    b.position = {0.001 * static_cast<double>(i % 20), 0.001 * static_cast<double>(i / 20), k_radius};
  }
  return bodies;
}
HeapRest rest_of(std::span<const sim::BodyView> bodies, std::vector<sim::StreamCount> streams = {}) {
  return measure_heap_rest(bodies, streams, {}, 0.1, 2 * k_radius, k_gravity);
}
/// The speed at which the kinetic energy of translation is a given fraction of m g d.
double speed(double fraction) { return std::sqrt(2 * fraction * k_gravity * 2 * k_radius); }

TEST(HeapRest, is_reached_when_nothing_moves_and_all_bodies_have_come) {
  const HeapRest rest = rest_of(heap(), {{.asked = 200, .due = 200, .delivered = 200}});
  EXPECT_TRUE(rest.at_rest);
  EXPECT_EQ(rest.moving, 0);
  EXPECT_EQ(rest.why, "");
}
TEST(HeapRest, allows_one_body_in_a_hundred_to_move) {
  auto bodies = heap();
  bodies[0].velocity = bodies[1].velocity = {speed(0.011), 0, 0};
  EXPECT_TRUE(rest_of(bodies).at_rest);
  EXPECT_EQ(rest_of(bodies).moving, 2);
  bodies[2].velocity = {0, 0, -speed(0.011)};
  EXPECT_FALSE(rest_of(bodies).at_rest);
  EXPECT_EQ(rest_of(bodies).why, "the heap is not at rest: 3 of 200 bodies in the region move");
}
TEST(HeapRest, does_not_count_bodies_that_spin_on_the_spot_or_creep) {
  auto bodies = heap();
  for (auto& b : bodies) b.spin = {0, 0, 1e3}, b.velocity = {speed(0.009), 0, 0};
  EXPECT_EQ(rest_of(bodies).moving, 0);
}
TEST(HeapRest, does_not_look_at_held_bodies_nor_beyond_the_region) {
  auto bodies = heap();
  for (auto& b : bodies) b.velocity = {1, 0, 0}, b.locks = sim::k_lock_all;
  EXPECT_EQ(rest_of(bodies).moving, 0);
  for (auto& b : bodies) b.locks = 0, b.position.x = 0.2;
  EXPECT_EQ(rest_of(bodies).moving, 0);
  for (auto& b : bodies) b.position = {0, 0, -2 * k_radius};
  EXPECT_EQ(rest_of(bodies).moving, 0);
}
TEST(HeapRest, is_not_reached_while_bodies_are_still_to_come) {
  const HeapRest rest =
      rest_of(heap(), {{.asked = 200, .due = 200, .delivered = 200}, {.asked = 50, .due = 20, .delivered = 15}});
  EXPECT_FALSE(rest.at_rest);
  EXPECT_EQ(rest.to_come, 35);
  EXPECT_EQ(rest.why, "the heap is not at rest: 35 bodies of streams are still to come");
}

}  // namespace
}  // namespace scree::analysis
