// Progress in a log: at most ten lines, whatever the number of pieces, and each one true.
#include "app/run/log_progress.h"

#include <gtest/gtest.h>

#include <vector>

namespace scree::app {
namespace {

std::vector<std::string> lines(int pieces) {
  LogProgress log("sweep");
  std::vector<std::string> told;
  for (int done = 1; done <= pieces; ++done)
    if (const auto line = log.line(static_cast<double>(done) / pieces)) told.push_back(*line);
  return told;
}

TEST(ProgressInALog, has_a_line_for_every_tenth_of_the_work) {
  for (const int pieces : {10, 30, 1000, 12345}) {
    const auto told = lines(pieces);
    ASSERT_EQ(told.size(), 10u) << pieces;
    for (std::size_t i = 0; i < 10; ++i)
      EXPECT_EQ(told[i], "sweep: " + std::to_string(10 * (i + 1)) + " %\n") << pieces;
  }
}
TEST(ProgressInALog, of_few_pieces_has_a_line_for_each) {
  EXPECT_EQ(lines(3), (std::vector<std::string>{"sweep: 33 %\n", "sweep: 66 %\n", "sweep: 100 %\n"}));
  EXPECT_EQ(lines(1), std::vector<std::string>{"sweep: 100 %\n"});
}
TEST(ProgressInALog, says_nothing_at_the_start_and_nothing_twice) {
  LogProgress log("sweep");
  EXPECT_FALSE(log.line(0.0));
  EXPECT_FALSE(log.line(0.099));
  EXPECT_TRUE(log.line(0.1));
  EXPECT_FALSE(log.line(0.1));
  EXPECT_FALSE(log.line(0.05));
}

}  // namespace
}  // namespace scree::app
