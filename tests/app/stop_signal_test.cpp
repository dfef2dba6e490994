// A wish to stop is heard from the first listener on, and not forgotten by one within it.
#include <gtest/gtest.h>

#include <csignal>

#include "app/stop_signal.h"

namespace scree::app {
namespace {

TEST(StopSignal, that_came_before_the_first_step_is_still_heard_there) {
  {
    const StopSignal while_the_world_is_made;
    EXPECT_FALSE(StopSignal::wished());
    std::raise(SIGTERM);
    {
      const StopSignal of_the_run;
      EXPECT_TRUE(StopSignal::wished());
      EXPECT_EQ(StopSignal::which(), SIGTERM);
    }
    EXPECT_TRUE(StopSignal::wished());
  }
  const StopSignal another_run;
  EXPECT_FALSE(StopSignal::wished());
}

}  // namespace
}  // namespace scree::app
