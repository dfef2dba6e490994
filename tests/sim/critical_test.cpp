// The step that is chosen, beside the length of the run.
#include "sim/critical.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace scree::sim {
namespace {

Scene ball(double radius, double end) {
  Scene scene = test::scene_with(test::frictionless(1e4, 0.5), k_unset);
  scene.time.end = end;
  scene.spheres.push_back(test::sphere({0, 0, 0}, radius));
  return scene;
}

TEST(ChosenStep, is_never_longer_than_the_run) {
  const double critical = critical_steps(ball(5e6, 0.0)).front().step;
  EXPECT_GT(0.1 * critical, 0.01);
  EXPECT_EQ(chosen_step(ball(5e6, 0.01)), 0.01);
  EXPECT_EQ(chosen_step(ball(5e6, critical)), 0.1 * critical);
}

TEST(ChosenStep, is_refused_if_nobody_could_wait_for_the_end) {
  const double step = chosen_step(ball(0.01, 1.0));
  EXPECT_NO_THROW(chosen_step(ball(0.01, 0.99e15 * step)));
  EXPECT_THROW(chosen_step(ball(0.01, 1.01e15 * step)), BuildError);
  EXPECT_THROW(chosen_step(ball(0.01, 1e25 * step)), BuildError);
}

}  // namespace
}  // namespace scree::sim
