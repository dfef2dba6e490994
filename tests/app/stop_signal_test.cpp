// A request to stop is heard from the first listener on, and not forgotten by one within it.
#include <gtest/gtest.h>

#include <csignal>
#include <utility>

#include "app/stop_signal.h"

namespace scree::app {
namespace {

TEST(StopSignal, that_came_before_the_first_step_is_still_heard_there) {
  {
    const StopSignal while_the_world_is_made;
    EXPECT_FALSE(StopSignal::requested());
    std::raise(SIGTERM);
    {
      const StopSignal of_the_run;
      EXPECT_TRUE(StopSignal::requested());
      EXPECT_EQ(StopSignal::which(), SIGTERM);
    }
    EXPECT_TRUE(StopSignal::requested());
  }
  const StopSignal another_run;
  EXPECT_FALSE(StopSignal::requested());
}

TEST(StopSignal, has_the_name_of_the_first_one_and_those_that_the_system_repeats_do_no_harm) {
  for (const auto& [number, name] :
       {std::pair{SIGHUP, "SIGHUP"}, std::pair{SIGPIPE, "SIGPIPE"}, std::pair{SIGXCPU, "SIGXCPU"}}) {
    const StopSignal listening;
    EXPECT_EQ(StopSignal::name(), "");
    for (int i = 0; i < 3; ++i) std::raise(number);
    std::raise(SIGTERM);
    EXPECT_EQ(StopSignal::name(), name);
  }
}

TEST(StopSignal, that_was_ignored_stays_ignored_and_handlers_come_back) {
  std::signal(SIGHUP, SIG_IGN);
  {
    const StopSignal listening;
    std::raise(SIGHUP);
    EXPECT_FALSE(StopSignal::requested());
  }
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
  EXPECT_EQ(std::signal(SIGPIPE, SIG_DFL), SIG_DFL);
}

}  // namespace
}  // namespace scree::app
