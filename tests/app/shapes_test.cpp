// `scree shapes` prints the table of pairs, and what it says of steppers is what their descriptors refuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/commands.h"
#include "shape/pair_table.h"
#include "sim/steppers.h"

namespace scree::app {
namespace {

TEST(ShapesCommand, has_a_row_for_every_pair_with_its_number_of_points) {
  const std::string text = shapes_text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
            1 + static_cast<std::ptrdiff_t>(shape::k_body_pairs.size() + shape::k_wall_pairs.size()));
  EXPECT_THAT(text, testing::ContainsRegex("ellipsoid +cylinder \\(inside\\) +2 +nonsmooth +farthest"));
  EXPECT_THAT(text, testing::ContainsRegex("sphere +box +1 +all +nearest"));
}

TEST(ShapesCommand, smooth_steppers_refuse_what_the_table_has_no_contacts_for) {
  using shape::BodyShape, shape::WallShape;
  for (const sim::ListedStepper& listed : sim::k_steppers) {
    const sim::StepperDescriptor& d = listed.descriptor;
    const auto takes = [&](const auto& pair) { return d.is_rigid() || pair.smooth.has_value(); };
    EXPECT_EQ(d.takes(sim::Feature::box_pairs), takes(shape::pair_of(BodyShape::box, BodyShape::box))) << d.word;
    for (const BodyShape body : {BodyShape::sphere, BodyShape::ellipsoid, BodyShape::box})
      EXPECT_EQ(d.takes(sim::Feature::cylinders), takes(shape::pair_of(body, WallShape::cylinder))) << d.word;
  }
}

}  // namespace
}  // namespace scree::app
