// Paths of one contact out of CSV files, and what is said of wrong ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/text/path_file.h"

namespace scree::io {
namespace {

using ::testing::HasSubstr;

std::string problems_of(std::string_view text) {
  const auto read = path_in(text, "p.csv");
  const auto* problems = std::get_if<InputErrors>(&read);
  return problems != nullptr ? problems->text() : "none";
}

TEST(PathFile, units_stand_in_the_first_line_and_absent_columns_are_zero) {
  const auto read = path_in(
      "# a comment\ntime [ms], overlap [um], slide_x [nm], tilt_y [degrees]\n0.5, 1, 20, 90\n\n1, 2, 40, 0\n", "p.csv");
  const auto& path = std::get<std::vector<contact::Waypoint>>(read);
  ASSERT_EQ(path.size(), 2u);
  EXPECT_DOUBLE_EQ(path[0].time, 5e-4);
  EXPECT_DOUBLE_EQ(path[0].overlap, 1e-6);
  EXPECT_DOUBLE_EQ(path[0].slide.x, 2e-8);
  EXPECT_NEAR(path[0].tilt.y, 1.5707963267948966, 1e-15);  // 4 eps: UDUNITS stores a degree with 15 digits
  EXPECT_EQ(path[0].roll.x, 0.0);
  EXPECT_DOUBLE_EQ(path[1].overlap, 2e-6);
}

TEST(PathFile, all_mistakes_are_reported_with_their_place) {
  const std::string said = problems_of("time, overlap, slide_x\n1, 1e-6\n2, x, 0\n2, 1e-6, 0\n1.5, 1e-6, inf\n");
  EXPECT_THAT(said, HasSubstr("p.csv:2:1: this line has 2 numbers, and the first line names 3 columns"));
  EXPECT_THAT(said, HasSubstr("p.csv:3:4: overlap = \"x\" is not a finite number"));
  EXPECT_THAT(said, HasSubstr("p.csv:5:12: slide_x = \"inf\" is not a finite number"));
  EXPECT_THAT(problems_of("time,overlap\n1,1\n2,1\n2,1\n"),
              HasSubstr("p.csv:4:1: time = 2 s is not later than 2 s of line 3"));
  EXPECT_THAT(problems_of("time,overlap\n-1,1\n"), HasSubstr("p.csv:2:1: the first time is -1 s"));
}

TEST(PathFile, a_line_at_time_zero_may_only_declare_a_new_contact) {
  const auto read = path_in("time,overlap,spin\n0,0,0\n1,1e-6,0\n", "p.csv");
  const auto* path = std::get_if<std::vector<contact::Waypoint>>(&read);
  ASSERT_NE(path, nullptr);
  ASSERT_EQ(path->size(), 1u);
  EXPECT_EQ(path->front().time, 1.0);
  EXPECT_THAT(problems_of("time,overlap,spin\n0,1e-6,0\n1,1e-6,0\n"),
              HasSubstr("p.csv:2:1: overlap = 1e-06 m at time 0, when the contact is new; there it must be 0"));
  EXPECT_THAT(problems_of("time,overlap,spin\n0,0,2\n1,1e-6,0\n"), HasSubstr("p.csv:2:1: spin = 2 rad at time 0"));
  EXPECT_THAT(problems_of("time,overlap\n0,0\n0,0\n"),
              HasSubstr("p.csv:3:1: time = 0 s is not later than 0 s of line 2"));
  EXPECT_THAT(problems_of("time,overlap\n0,0\n"), HasSubstr("there is no waypoint in the file"));
}

TEST(PathFile, a_byte_order_mark_is_skipped) {
  EXPECT_EQ(problems_of("\xEF\xBB\xBFtime,overlap\r\n1,1e-6\r\n"), "none");
  EXPECT_THAT(problems_of("\xEF\xBB\xBFtime,overlapp\n1,1e-6\n"), HasSubstr("p.csv:1:6: \"overlapp\""));
}

TEST(PathFile, columns_are_named_and_nearly_right_names_are_understood) {
  EXPECT_THAT(problems_of("time, overlap, slidex\n1,1,1\n"),
              HasSubstr("p.csv:1:16: \"slidex\" is not a coordinate of a contact"));
  EXPECT_THAT(problems_of("time, overlap, slidex\n1,1,1\n"), HasSubstr("Did you mean \"slide_x\"?"));
  EXPECT_THAT(problems_of("time\n1\n"), HasSubstr("there is no column overlap"));
  EXPECT_THAT(problems_of("time, time, overlap\n1,1,1\n"), HasSubstr("there are two columns time"));
  EXPECT_THAT(problems_of("time [kg], overlap\n1,1\n"), HasSubstr("p.csv:1:1: the unit of time, [kg], is a mass"));
  EXPECT_THAT(problems_of(""), HasSubstr("there is no waypoint in the file"));
  EXPECT_THAT(problems_of("time, overlap\n"), HasSubstr("there is no waypoint in the file"));
}

}  // namespace
}  // namespace scree::io
