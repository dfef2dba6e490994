// Streams and sinks: exact numbers, at exact times, never into an occupied place.
#include <gtest/gtest.h>

#include <cmath>

#include "state/cell.h"
#include "support/scenes.h"

namespace scree {
namespace {

constexpr double k_r = 0.01, k_dt = 5e-5;

sim::Scene inlet(std::int64_t batch, std::int64_t count, double start, double interval) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4, 0.3), k_dt);
  sim::Stream stream;
  stream.region = {{-0.06, -0.06, 0.5}, {0.06, 0.06, 0.56}};
  stream.start = start, stream.interval = interval, stream.batch = batch, stream.count = count;
  stream.radii = {0.8 * k_r, k_r};
  stream.traits.velocity = {0, 0, -2};
  scene.streams.push_back(stream);
  return scene;
}
/// Overlap of the nearest two bodies, over the radius; negative if none touch.
double deepest(const std::vector<sim::BodyView>& bodies, const state::Cell& cell = {}) {
  double worst = -1e300;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      worst = std::max(
          worst,
          (bodies[i].radius + bodies[j].radius - norm(cell.shortest(bodies[i].position - bodies[j].position))) / k_r);
  return worst;
}

TEST(Stream, brings_batch_k_at_start_plus_k_intervals_and_stops_at_its_count) {
  const double start = 10 * k_dt, interval = 40.5 * k_dt * 20;  // batches do not fall on steps
  const std::int64_t batch = 7, count = 31;
  sim::Simulation run(inlet(batch, count, start, interval));
  EXPECT_EQ(run.body_count(), 0);
  for (int k = 0; k < 7; ++k) {
    const double due = start + k * interval;
    const auto before = std::min(count, batch * k), after = std::min(count, batch * (k + 1));
    const auto steps = static_cast<std::int64_t>(std::floor(due / k_dt - 0.501)) - run.steps_done();
    run.advance(steps);
    EXPECT_EQ(run.body_count(), before) << "just before batch " << k;
    run.advance(2);
    EXPECT_EQ(run.body_count(), after) << "just after batch " << k;
    EXPECT_EQ(run.report().bodies, after);
  }
  // bodies fall at equal speeds and are placed without overlap; slack for impacts
  EXPECT_LT(deepest(run.bodies()), 1e-3);
  std::int64_t id = 0;
  for (const auto& b : run.bodies()) EXPECT_EQ(b.id, ++id);
}

// The interval in steps exceeds the range of integers; a cast to one would be reported by
// -fsanitize=float-cast-overflow.
TEST(Stream, an_interval_longer_than_any_run_brings_its_first_batch_and_no_other) {
  for (const double interval : {1e15, 1e300}) {
    sim::Simulation run(inlet(7, 31, 10 * k_dt, interval));
    run.advance(1000);
    EXPECT_EQ(run.steps_done(), 1000);
    EXPECT_EQ(run.body_count(), 7);
  }
}

TEST(Stream, bodies_wait_before_a_blocked_inlet_and_all_come_in_the_end) {
  // The region has room for some fifty; two hundred are due at once and leave it at 2 m/s.
  sim::Simulation run(inlet(200, 200, 0.0, 1.0));
  EXPECT_GT(run.body_count(), 5);
  EXPECT_LT(run.body_count(), 100);
  std::int64_t last = run.body_count();
  double worst = -1;
  for (int i = 0; i < 300 && last < 200; ++i) {
    run.advance(20);
    EXPECT_GE(run.body_count(), last);
    last = run.body_count();
    worst = std::max(worst, deepest(run.bodies()));
  }
  EXPECT_EQ(last, 200);
  run.advance(100);
  EXPECT_EQ(run.body_count(), 200);
  // Equal speeds and free places: they overlap by rounding at most, 1e-16 m of 0.5 m over 1 cm for each step.
  EXPECT_LT(worst, 1e-9);
}

TEST(Stream, a_blocked_inlet_waits_until_the_lid_is_removed) {
  sim::Scene scene = inlet(5, 5, 0.0, 1.0);
  auto lid = test::sphere({0, 0, 0.53}, 0.2, {5, 0, 0});  // fills the region, leaves at 5 m/s
  lid.traits.locks = sim::k_lock_all;
  scene.spheres.push_back(lid);
  sim::Simulation run(scene);
  run.advance(100);
  EXPECT_EQ(run.body_count(), 1);
  test::run_to(run, 0.06);
  EXPECT_EQ(run.body_count(), 6);
}

TEST(Stream, detects_bodies_that_extend_into_the_region_through_a_periodic_face) {
  // A resting ball stands just beyond the upper x face and reaches through it; the inlet is the last slab before that
  // face.
  sim::Scene scene = test::scene_with(test::frictionless(1e4, 0.3), k_dt);
  scene.cell.periodic = {true, true, false};
  scene.cell.bounds = {{0, 0, 0}, {0.2, 0.02, 1}};
  scene.spheres.push_back(test::sphere({0.002, 0.01, 0.5}, k_r));
  sim::Stream stream;
  stream.region = {{0.1799999, 0, 0.4899999}, {0.2, 0.02, 0.51}};  // exactly one place, at the centre (0.19, 0.01, 0.5)
  stream.batch = stream.count = 1, stream.interval = 1.0, stream.radii = {0.9999 * k_r, 0.9999 * k_r};
  scene.streams.push_back(stream);
  sim::Simulation run(scene);
  run.advance(10);
  state::Cell cell;
  cell.periodic = scene.cell.periodic, cell.length = {0.2, 0.02, 1};
  EXPECT_EQ(run.body_count(), 1) << "the place is taken, so the body has to wait; overlap/R = "
                                 << deepest(run.bodies(), cell);
}

TEST(Sink, takes_out_what_falls_behind_it_and_nothing_else) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4, 0.3), k_dt);
  scene.gravity = {0, 0, -9.81};
  scene.sinks.push_back({"below", {0, 0, -0.1}, {0, 0, 1}});
  scene.planes.push_back(test::floor_plane(-10));
  for (int i = 0; i < 20; ++i) scene.spheres.push_back(test::sphere({0.03 * i, 0, 0}, k_r, {0, 0, i % 2 ? -1.0 : 3.0}));
  sim::Simulation run(scene);
  test::run_to(run, 0.3);
  ASSERT_EQ(run.body_count(), 10);
  for (const auto& b : run.bodies()) EXPECT_EQ(b.id % 2, 1);
  test::run_to(run, 1.0);
  EXPECT_EQ(run.body_count(), 0);
  run.advance(200);  // an empty world goes on
  EXPECT_EQ(run.contact_count(), 0);
}

}  // namespace
}  // namespace scree
