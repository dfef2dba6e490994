// Parts of `scree sweep` that need no runs: choices of runs, the time that is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/sweep/sweep_plan.h"
#include "app/sweep/sweep_progress.h"

namespace scree::app {
namespace {

using testing::ElementsAre, testing::EndsWith, testing::HasSubstr;

TEST(SweepChoice, is_numbers_and_spans_of_them_in_order_and_each_once) {
  EXPECT_THAT(*numbers_in("3,5-7", 9), ElementsAre(3, 5, 6, 7));
  EXPECT_THAT(*numbers_in("0002,1-3", 9), ElementsAre(1, 2, 3));
  for (const char* wrong : {"", ",", "0", "10", "3-2", "1-", "-1", "a", "1,,2", "1 2", "8-10"})
    EXPECT_FALSE(numbers_in(wrong, 9).has_value()) << wrong;
}

TEST(SweepTimeLeft, is_unknown_before_anything_is_known) { EXPECT_LT(seconds_left({}, {}, 10, 2), 0.0); }

TEST(SweepTimeLeft, takes_the_waiting_runs_to_be_as_long_as_the_known_ones) {
  const double finished[] = {10.0, 20.0};
  EXPECT_DOUBLE_EQ(seconds_left(finished, {}, 4, 2), 4 * 15.0 / 2);
}

TEST(SweepTimeLeft, goes_by_the_speed_of_runs_under_way) {
  // A quarter in 5 s: 15 s to go, and 20 s for each of the three that wait.
  const UnderWay one[] = {{.seconds = 5.0, .done = 0.25, .left = 0.75}};
  EXPECT_DOUBLE_EQ(seconds_left({}, one, 3, 1), 15.0 + 60.0);
  // With many cores it is as long as the longest run.
  EXPECT_DOUBLE_EQ(seconds_left({}, one, 0, 8), 15.0);
  // One that went on from a checkpoint did not do all of its share in these seconds.
  const UnderWay resumed[] = {{.seconds = 5.0, .done = 0.25, .left = 0.25}};
  EXPECT_DOUBLE_EQ(seconds_left({}, resumed, 0, 1), 5.0);
}

TEST(SweepProgress, says_of_the_last_run_that_none_is_left_and_no_time) {
  const Sweep sweep{.keys = {"random.seed"}, .runs = {{{"1"}}, {{"2"}}}};
  SweepProgress progress(sweep, 2, 1, false);
  const RunningPoint half_done{.number = 1,
                               .started = std::chrono::steady_clock::now() - std::chrono::seconds(10),
                               .fraction = 0.5,
                               .first_fraction = 0.0};
  testing::internal::CaptureStderr();
  progress.tick({half_done}, 1);
  progress.ended(1, {.state = PointState::finished, .wall_seconds = 20.0});
  progress.tick({half_done}, 0);
  progress.ended(2, {.state = PointState::finished, .wall_seconds = 20.0});
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_THAT(told, HasSubstr("(random.seed = 1); 1 of 2 done, 0:30 left\n"));
  EXPECT_THAT(told, EndsWith("run 0002 finished (random.seed = 2); 2 of 2 done\n"));
}

}  // namespace
}  // namespace scree::app
