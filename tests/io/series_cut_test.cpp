// The series of a run that goes on: what is cut, what stays, and which rows are found to be missing.
#include "io/frame/series_cut.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/temporary_folder.h"

namespace scree::io {
namespace {

using support::put_text, support::TemporaryFolder, support::text_of;

const std::string k_header = SeriesColumns().header() + "\n";

std::string row(std::int64_t step) {
  std::string text = fmt::format("{}", step);
  for (int column = 1; column < 21; ++column) text += fmt::format(",{}", 0.5 * column);
  return text + "\n";
}
std::string rows(const std::vector<std::int64_t>& steps) {
  std::string text;
  for (const std::int64_t step : steps) text += row(step);
  return text;
}

struct Cut {
  Missing missing;
  std::string left;
  std::vector<std::int64_t> read{};
};
Cut cut(const std::string& text, const DueSteps& due) {
  const TemporaryFolder folder;
  put_text(folder / "series.csv", text);
  Cut result;
  result.missing = cut_series(folder / "series.csv", SeriesColumns(), due, [&](std::span<const double> numbers) {
    EXPECT_EQ(numbers.size(), 21u);
    EXPECT_EQ(numbers[20], 10.0);
    result.read.push_back(static_cast<std::int64_t>(numbers[0]));
  });
  result.left = text_of(folder / "series.csv");
  return result;
}

constexpr DueSteps k_due{.every = 10, .last = 35, .end = 95};  // rows of the steps 0, 10, 20, 30

TEST(DueSteps, are_the_multiples_of_an_interval_and_the_end) {
  for (const std::int64_t every : {1, 3, 10})
    for (const std::int64_t end : {1, 9, 10, 29, 30})
      for (std::int64_t last = 0; last <= end; ++last) {
        const DueSteps due{every, last, end};
        std::int64_t count = 0, before = -1;
        for (std::int64_t step = 0; step <= last; ++step) {
          if (step % every != 0 && step != end) continue;
          EXPECT_EQ(due.next_after(before), step);
          EXPECT_EQ(due.latest_at(step), step);
          EXPECT_EQ(due.count_to(step), ++count);
          before = step;
        }
        EXPECT_EQ(due.count(), count);
      }
}

TEST(Series, of_a_resumed_run_loses_the_rows_after_its_checkpoint_and_an_incomplete_one) {
  const Cut result = cut(k_header + rows({0, 10, 20, 30, 40, 50}) + "60,0.5,1", k_due);
  EXPECT_EQ(result.left, k_header + rows({0, 10, 20, 30}));
  EXPECT_EQ(result.read, (std::vector<std::int64_t>{0, 10, 20, 30}));
  EXPECT_EQ(result.missing.due, 4);
  EXPECT_EQ(result.missing.count, 0);
}

TEST(Series, reports_which_rows_it_lacks) {
  const Cut inside = cut(k_header + rows({0, 20, 30, 40}), k_due);
  EXPECT_EQ(inside.left, k_header + rows({0, 20, 30}));
  EXPECT_EQ(inside.missing.count, 1);
  EXPECT_EQ(inside.missing.first, 10);
  EXPECT_EQ(inside.missing.last, 10);
  const Cut ends = cut(k_header + rows({10, 20}), k_due);
  EXPECT_EQ(ends.missing.count, 2);
  EXPECT_EQ(ends.missing.first, 0);
  EXPECT_EQ(ends.missing.last, 30);
  const Cut all = cut("", k_due);
  EXPECT_EQ(all.left, k_header);
  EXPECT_EQ(all.missing.count, 4);
  const Cut last = cut(k_header + rows({0, 10, 20, 30}), {.every = 10, .last = 35, .end = 35});
  EXPECT_EQ(last.missing.due, 5);
  EXPECT_EQ(last.missing.first, 35) << "the last step of a run has a row of its own";
}

TEST(Series, has_a_row_more_where_a_rule_ended_the_run) {
  const Cut result = cut(k_header + rows({0, 10, 20, 30, 35}), k_due);
  EXPECT_EQ(result.left, k_header + rows({0, 10, 20, 30, 35}));
  EXPECT_EQ(result.missing.count, 0);
}

TEST(Series, keeps_lines_before_the_checkpoint_that_are_no_rows) {
  for (const std::string& line : {std::string("spilt coffee\n"), row(9000), row(5), std::string("20,1,2\n"),
                                  std::string(100000, '7') + "\n", std::string("\0\0\0\n", 4)}) {
    const Cut result = cut(k_header + rows({0, 10}) + line + rows({30, 40}), k_due);
    EXPECT_EQ(result.left, k_header + rows({0, 10}) + line + row(30));
    EXPECT_EQ(result.missing.count, 1);
    EXPECT_EQ(result.missing.first, 20);
  }
}

TEST(Series, of_other_columns_is_refused_and_stays_as_it_is) {
  for (const std::string& text :
       {std::string("a,b\n1,2\n"), SeriesColumns({.solver = true}).header() + "\n" + row(0), std::string("precious")}) {
    const TemporaryFolder folder;
    put_text(folder / "series.csv", text);
    EXPECT_THROW(cut_series(folder / "series.csv", SeriesColumns(), k_due, [](std::span<const double>) {}),
                 std::runtime_error);
    EXPECT_EQ(text_of(folder / "series.csv"), text);
  }
  EXPECT_EQ(cut(k_header.substr(0, 40), k_due).left, k_header) << "a header that was torn is written again";
}

TEST(Series, reports_the_step_of_its_last_complete_row) {
  const TemporaryFolder folder;
  EXPECT_EQ(last_step_of_series(folder / "series.csv"), -1);
  put_text(folder / "series.csv", k_header);
  EXPECT_EQ(last_step_of_series(folder / "series.csv"), -1);
  std::vector<std::int64_t> steps;
  for (std::int64_t step = 0; step <= 20000; step += 10) steps.push_back(step);
  put_text(folder / "series.csv", k_header + rows(steps) + "20010,0.");
  EXPECT_EQ(last_step_of_series(folder / "series.csv"), 20000);
}

}  // namespace
}  // namespace scree::io
