// Rosettes of streams: read as they are written, refused where they cannot stand, and made as the page says.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "io/scene/scene_reader.h"
#include "sim/place.h"
#include "sim/simulation.h"

namespace scree::io {
namespace {

constexpr double k_d = 0.045;  // [m]

std::string nozzle(const std::string& lines) {
  return R"(
stepper = "nonsmooth"
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "1 s"
step = "5 ms"
[[material]]
name = "stone"
density = "2028 kg/m^3"
[[contact]]
between = ["stone", "stone"]
normal = { law = "rigid" }
[[stream]]
low = ["-0.1 m", "-0.1 m", "0.95 m"]
high = ["0.1 m", "0.1 m", "1.05 m"]
count = 20
interval = "50 ms"
radius = "22.5 mm"
material = "stone"
velocity = [0, 0, "-1 m/s"]
)" + lines;
}

TEST(Rosette, of_seven_has_six_around_one_at_its_spacing_and_each_batch_a_yaw_of_its_own) {
  const ReadResult read = read_scene_text(
      nozzle("batch = 7\narrangement = \"rosette\"\nspacing = \"47.25 mm\"\njitter = \"0.4 mm\"\n"), "nozzle", {});
  ASSERT_TRUE(read.scene) << read.problems.text();
  const sim::Stream& stream = read.scene->streams.front();
  EXPECT_EQ(stream.arrangement, sim::Arrangement::rosette);
  EXPECT_EQ(stream.spacing, 0.04725);
  EXPECT_EQ(stream.jitter, 0.0004);
  const double near = 2.0 * std::sqrt(3.0) * stream.jitter;  // two shifts
  double first_yaw = 0.0;
  for (const std::int64_t batch : {0, 1}) {
    const Vec3d middle = sim::stream_candidate(stream, 7 * batch, 0).position;
    EXPECT_NEAR(middle.z, 1.0, stream.jitter);
    for (std::int64_t k = 1; k < 7; ++k) {
      const Vec3d at = sim::stream_candidate(stream, 7 * batch + k, 0).position,
                  next = sim::stream_candidate(stream, 7 * batch + k % 6 + 1, 0).position;
      EXPECT_NEAR(norm(at - middle), stream.spacing, near);
      EXPECT_NEAR(norm(at - next), stream.spacing, near);
    }
    const Vec3d arm = sim::stream_candidate(stream, 7 * batch + 1, 0).position - middle;
    const double yaw = std::atan2(arm.y, arm.x);
    if (batch == 0)
      first_yaw = yaw;
    else
      EXPECT_GT(std::abs(yaw - first_yaw), 0.1);
  }
  EXPECT_EQ(sim::rosette_rings(1), 0);
  EXPECT_EQ(sim::rosette_rings(7), 1);
  EXPECT_EQ(sim::rosette_rings(8), 2);
  EXPECT_EQ(sim::rosette_rings(19), 2);
  EXPECT_EQ(sim::rosette_rings(37), 3);
}

TEST(Rosette, leaves_the_nozzle_in_whole_batches_at_their_times) {
  const ReadResult read = read_scene_text(
      nozzle("batch = 7\narrangement = \"rosette\"\nspacing = \"47.25 mm\"\njitter = \"0.4 mm\"\n"), "nozzle", {});
  ASSERT_TRUE(read.scene) << read.problems.text();
  sim::Simulation run(*read.scene);
  EXPECT_EQ(run.body_count(), 7);
  run.advance(12);  // 60 ms
  EXPECT_EQ(run.body_count(), 14);
  run.advance(12);
  EXPECT_EQ(run.body_count(), 20);  // 120 ms, the third batch is cut by the count
  // They fall freely and side by side: nothing touches.
  EXPECT_EQ(run.contact_count(), 0);
  const auto bodies = run.bodies();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_GE(norm(bodies[i].position - bodies[j].position), k_d);
}

void expect_problem(const std::string& lines, const std::string& sentence) {
  const ReadResult read = read_scene_text(nozzle(lines), "nozzle", {});
  ASSERT_FALSE(read.scene) << lines;
  EXPECT_NE(read.problems.text().find(sentence), std::string::npos) << read.problems.text();
}

TEST(Rosette, is_refused_where_it_does_not_fit) {
  expect_problem("batch = 7\narrangement = \"rosette\"\n", "spacing");
  expect_problem("batch = 7\nspacing = \"47 mm\"\n", "stream.spacing is for arrangement = \"rosette\"");
  expect_problem("batch = 7\njitter = \"1 mm\"\n", "stream.jitter is for arrangement = \"rosette\"");
  expect_problem("batch = 7\narrangement = \"rosette\"\nspacing = \"45 mm\"\njitter = \"1 mm\"\n",
                 "may leave no room for neighbours");
  expect_problem("batch = 19\narrangement = \"rosette\"\nspacing = \"47.25 mm\"\n",
                 "a rosette of 19 bodies needs a box of 0.234 x 0.234 x 0.045 m between");
  expect_problem("arrangement = \"rosete\"\n", "rosette");
}

}  // namespace
}  // namespace scree::io
