// Names with commas, quotes and line ends on their way through tables.
#include "io/text/csv_text.h"

#include <gtest/gtest.h>

#include <sstream>

namespace scree::io {
namespace {

TEST(CsvText, is_quoted_only_where_it_must_be) {
  EXPECT_EQ(csv_field("glass"), "glass");
  EXPECT_EQ(csv_field("glass [kg/m^3]; 3 mm"), "glass [kg/m^3]; 3 mm");
  EXPECT_EQ(csv_field("glass, 3 mm"), "\"glass, 3 mm\"");
  EXPECT_EQ(csv_field("the \"old\" one"), "\"the \"\"old\"\" one\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(CsvText, comes_back_as_it_was) {
  const std::vector<std::vector<std::string>> rows = {{"id", "material", "x [m]"},
                                                      {"1", "glass, 3 mm", "0.5"},
                                                      {"2", "\"", ""},
                                                      {"", "", ""},
                                                      {"3", "two\r\nlines, \"\"", "-1e-3"},
                                                      {"alone"}};
  for (const char* end : {"\n", "\r\n"}) {
    std::stringstream file;
    for (const auto& row : rows)
      for (std::size_t i = 0; i < row.size(); ++i) file << csv_field(row[i]) << (i + 1 < row.size() ? "," : end);
    std::vector<std::string> fields;
    for (const auto& row : rows) {
      ASSERT_TRUE(read_csv_record(file, fields));
      EXPECT_EQ(fields, row);
    }
    EXPECT_FALSE(read_csv_record(file, fields));
  }
}

TEST(CsvText, a_last_record_without_its_line_end_is_read) {
  std::istringstream file("a,b\n1,\"2");
  std::vector<std::string> fields;
  EXPECT_TRUE(read_csv_record(file, fields));
  EXPECT_TRUE(read_csv_record(file, fields));
  EXPECT_EQ(fields, (std::vector<std::string>{"1", "2"}));
  EXPECT_FALSE(read_csv_record(file, fields));
}

}  // namespace
}  // namespace scree::io
