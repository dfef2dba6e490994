// The chart of energies needs the same memory for any number of rows, and loses no peak.
#include "app/run/energy_history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace scree::app {
namespace {

TEST(EnergyHistory, shows_every_row_of_a_short_run) {
  Envelope envelope;
  for (std::size_t i = 0; i < Envelope::k_bins; ++i)
    envelope.add(static_cast<double>(i), std::sin(0.1 * static_cast<double>(i)));
  const Envelope::Points points = envelope.points();
  ASSERT_EQ(points.x.size(), Envelope::k_bins);
  for (std::size_t i = 0; i < Envelope::k_bins; ++i) {
    EXPECT_EQ(points.x[i], static_cast<double>(i));
    EXPECT_EQ(points.y[i], std::sin(0.1 * static_cast<double>(i)));
  }
}

TEST(EnergyHistory, of_a_million_rows_has_a_bounded_number_of_points_and_every_peak) {
  constexpr int k_rows = 1'000'000, k_peak = 654'321, k_dip = 123'456;
  Envelope envelope;
  for (int i = 0; i < k_rows; ++i) envelope.add(i, i == k_peak ? 100.0 : i == k_dip ? -100.0 : 0.5 * i / k_rows);
  const Envelope::Points points = envelope.points();
  EXPECT_LE(points.x.size(), 2 * Envelope::k_bins);
  EXPECT_GE(points.x.size(), Envelope::k_bins / 2);
  EXPECT_TRUE(std::is_sorted(points.x.begin(), points.x.end()));
  const auto at = [&](double value) {
    return points.x[static_cast<std::size_t>(std::find(points.y.begin(), points.y.end(), value) - points.y.begin())];
  };
  EXPECT_EQ(at(100.0), k_peak);
  EXPECT_EQ(at(-100.0), k_dip);
  EXPECT_EQ(points.x.front(), 0.0);
  EXPECT_EQ(points.x.back(), k_rows - 1);
}

TEST(EnergyHistory, has_a_gap_only_where_no_value_is_a_number) {
  Envelope envelope;
  for (std::size_t i = 0; i < 2 * Envelope::k_bins; ++i)
    envelope.add(static_cast<double>(i), i % 2 == 0 ? std::nan("") : 1.0);
  for (const double y : envelope.points().y) EXPECT_EQ(y, 1.0);
}

}  // namespace
}  // namespace scree::app
