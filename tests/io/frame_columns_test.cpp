// The manual has every array of frames.
#include "io/frame/frame_columns.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace scree::io {
namespace {

TEST(FrameColumns, every_array_has_its_row_in_the_manual) {
  std::ifstream file(SCREE_SCENES "/../docs/outputs.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(page.empty());
  const auto demand = [&](const char* name, std::string_view, const auto&) {
    EXPECT_NE(page.find("`" + std::string(name) + "`"), std::string::npos) << name;
  };
  each_body_column(sim::BodyView{}, demand), each_shape_column(sim::BodyView{}, demand);
  each_contact_column(sim::ContactView{}, demand), each_rigid_column(sim::ContactView{}, demand);
}

}  // namespace
}  // namespace scree::io
