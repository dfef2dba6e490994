// Hilbert's curve on small cubes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "search/curve.h"

namespace scree::search {
namespace {

class HilbertCurve : public ::testing::TestWithParam<int> {};

TEST_P(HilbertCurve, visits_every_cell_once_and_steps_to_a_neighbour_each_time) {
  const int bits = GetParam();
  const std::uint32_t n = 1u << bits;
  struct Cell {
    int x = -1, y = -1, z = -1;
  };
  std::vector<Cell> at(static_cast<std::size_t>(n) * n * n);
  for (std::uint32_t x = 0; x < n; ++x)
    for (std::uint32_t y = 0; y < n; ++y)
      for (std::uint32_t z = 0; z < n; ++z) {
        const std::uint64_t key = hilbert_key(x, y, z, bits);
        ASSERT_LT(key, at.size());
        ASSERT_EQ(at[key].x, -1) << "two cells have the key " << key;
        at[key] = {static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)};
      }
  for (std::size_t k = 1; k < at.size(); ++k) {
    const int steps =
        std::abs(at[k].x - at[k - 1].x) + std::abs(at[k].y - at[k - 1].y) + std::abs(at[k].z - at[k - 1].z);
    ASSERT_EQ(steps, 1) << "between keys " << k - 1 << " and " << k;
  }
}
INSTANTIATE_TEST_SUITE_P(Bits, HilbertCurve, ::testing::Values(1, 2, 3, 4, 5));

TEST(HilbertKey, has_room_for_the_finest_cube) {
  const std::uint32_t last = (1u << 21) - 1;
  for (const std::uint32_t x : {0u, last})
    for (const std::uint32_t y : {0u, last})
      for (const std::uint32_t z : {0u, last}) EXPECT_LT(hilbert_key(x, y, z, 21), 1ull << 63);
}

}  // namespace
}  // namespace scree::search
