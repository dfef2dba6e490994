// Threads that there is no work for are not started.
#include "sim/threads.h"

#include <gtest/gtest.h>

#include "contact/block.h"
#include "support/scenes.h"

namespace scree::sim {
namespace {

Scene row_of_spheres(int count) {
  Scene scene = test::scene_with(test::frictionless(1e4), 1e-4);
  for (int i = 0; i < count; ++i) scene.spheres.push_back(test::sphere({0.021 * i, 0, 0}, 0.01));
  return scene;
}

TEST(Threads, of_an_explicit_run_are_at_most_as_many_as_blocks) {
  for (const int count : {1, 128, 900, 3000}) {
    const std::size_t size = contact::block_size(static_cast<std::size_t>(count)),
                      blocks = (static_cast<std::size_t>(count) + size - 1) / size;
    EXPECT_EQ(useful_threads(Simulation(row_of_spheres(count)), 1024), static_cast<int>(blocks)) << count;
    EXPECT_EQ(useful_threads(Simulation(row_of_spheres(count)), 1), 1);
  }
}

TEST(Threads, are_chosen_for_the_bodies_that_streams_will_insert) {
  Scene scene = row_of_spheres(1);
  Stream stream;
  stream.region = {{-1, -1, 1}, {1, 1, 2}}, stream.radii = {0.01, 0.01}, stream.count = 899, stream.batch = 1,
  stream.interval = 0.1, stream.start = 1.0;
  scene.streams.push_back(stream);
  EXPECT_EQ(useful_threads(Simulation(scene), 1024), 2);
}

TEST(Threads, of_steppers_that_divide_bodies_have_some_dozens_of_bodies_each) {
  Scene scene = row_of_spheres(320);
  scene.stepper = StepperKind::trapezoid;
  EXPECT_EQ(useful_threads(Simulation(scene), 1024), 10);
}

}  // namespace
}  // namespace scree::sim
