// The grid finds exactly the pairs that testing every body against every other finds.
#include "search/grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "kernel/contact_kernels.h"
#include "support/scenes.h"

namespace scree::search {
namespace {

using Pair = std::tuple<state::Slot, state::Slot, int>;  // i < j, and the image of x_i - x_j
using Lines = state::Column<state::BodyLine>;

Pair named(state::Slot i, state::Slot j, state::Image image) {
  return i < j ? Pair{i, j, image} : Pair{j, i, state::opposite(image)};
}
/// In whatever instruction set, the same pairs in the same order.
std::vector<Pair> by_grid(Lines& bodies, const state::Cell& cell, double skin) {
  std::vector<Pair> first;
  for (const contact::Kernels* kernels : contact::available_kernels()) {
    std::vector<Pair> pairs;
    const Grid grid(bodies, cell, skin, kernels->scan);
    for (state::Slot i = 0; i < bodies.size(); ++i)
      grid.near(i, [&](state::Slot j, state::Image image) { pairs.push_back(named(i, j, image)); });
    if (kernels == contact::available_kernels().front()) first = pairs;
    EXPECT_EQ(pairs, first) << kernels->name;
  }
  std::sort(first.begin(), first.end());
  return first;
}
/// Partners of bodies [0, some) among all, through every image: also those without a code, of which there must be
/// none.
std::vector<Pair> by_force(const Lines& bodies, const state::Cell& cell, double skin, std::size_t some) {
  std::vector<Pair> pairs;
  const Vec3d heights = cell.heights();
  // images along an axis; a reach is at most 0.3
  const int many = std::min({heights.x, heights.y, heights.z}) < 0.5 ? 7 : 3;
  for (state::Slot i = 0; i < some; ++i)
    for (state::Slot j = i + 1; j < bodies.size(); ++j)
      for (int code = 0; code < many * many * many; ++code) {
        const state::ImageFlags s{code % many - many / 2, code / many % many - many / 2,
                                  code / (many * many) - many / 2};
        if ((s[0] && !cell.periodic[0]) || (s[1] && !cell.periodic[1]) || (s[2] && !cell.periodic[2])) continue;
        const double reach = bodies[i].radius + bodies[j].radius + skin;
        if (norm2(bodies[i].position() - bodies[j].position() + cell.edges(s)) >= reach * reach) continue;
        EXPECT_TRUE(state::has_code(s)) << s[0] << " " << s[1] << " " << s[2];
        pairs.push_back({i, j, state::image_code(s[0], s[1], s[2])});
      }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}
Lines cloud(std::size_t count, const state::Cell& cell, double small, double large, std::uint64_t seed) {
  Lines lines;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(seed, i);
    state::BodyLine p{};
    p.x = cell.low.x + random.uniform() * cell.length.x;
    p.y = cell.low.y + random.uniform() * cell.length.y;
    p.z = cell.low.z + random.uniform() * cell.length.z;
    const Vec3d back = cell.edges(cell.image_flags(p.position()));
    p.x -= back.x, p.y -= back.y, p.z -= back.z;
    p.radius = test::log_uniform(random, small, large);
    p.id = static_cast<state::Id>(i + 1);
    lines.push_back(p);
  }
  return lines;
}
state::Cell cell_of(const Vec3d& length, std::array<bool, 3> periodic) {
  state::Cell cell;
  cell.low = {-0.3, 0.2, 5.0}, cell.length = length, cell.periodic = periodic;
  return cell;
}
constexpr double k_skin = 0.01;
void expect_all_pairs(Lines bodies, const state::Cell& cell) {
  const auto found = by_grid(bodies, cell, k_skin), all = by_force(bodies, cell, k_skin, bodies.size());
  EXPECT_EQ(found, all);
  EXPECT_FALSE(all.empty());
}

struct Case {
  const char* name;
  double ratio;
  std::array<bool, 3> periodic;
};
class RandomCloud : public ::testing::TestWithParam<Case> {};
TEST_P(RandomCloud, has_the_pairs_of_brute_force) {
  const auto& c = GetParam();
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const state::Cell cell = cell_of({1.0, 1.3, 0.8}, c.periodic);
    expect_all_pairs(cloud(800, cell, 0.04 / std::sqrt(c.ratio), 0.04 * std::sqrt(c.ratio), seed), cell);
  }
}
INSTANTIATE_TEST_SUITE_P(Of, RandomCloud,
                         ::testing::Values(Case{"one_size_open", 1, {false, false, false}},
                                           Case{"one_size_periodic", 1, {true, true, true}},
                                           Case{"one_size_periodic_in_two", 1, {true, true, false}},
                                           Case{"one_to_ten_open", 10, {false, false, false}},
                                           Case{"one_to_ten_periodic", 10, {true, true, true}},
                                           Case{"one_to_thirty_open", 30, {false, false, false}},
                                           Case{"one_to_thirty_periodic", 30, {true, true, true}},
                                           Case{"one_to_thirty_periodic_in_one", 30, {false, true, false}}),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(Grid, in_a_box_of_one_or_two_cells_finds_a_pair_through_each_of_its_images) {
  // Two bodies on an axis, 0.5 L apart, whose reach is just above 0.5 L: they meet through two images.
  const double radius = 0.05;
  for (const double length : {2 * radius + k_skin + 1e-9, 0.15, 0.21, 0.219, 0.3}) {
    const state::Cell cell = cell_of({length, length, length}, {true, true, true});
    Lines bodies = cloud(2, cell, radius, radius, 1);
    bodies[0].x = cell.low.x, bodies[1].x = cell.low.x + 0.5 * length;
    bodies[0].y = bodies[1].y, bodies[0].z = bodies[1].z;
    const bool near = 0.5 * length < 2 * radius + k_skin;
    const auto found = by_grid(bodies, cell, k_skin);
    EXPECT_EQ(found, by_force(bodies, cell, k_skin, 2)) << length;
    if (near) {
      EXPECT_GE(found.size(), 2u) << length;
    }
  }
}

TEST(Grid, in_thin_boxes_has_the_pairs_of_brute_force) {
  const double r = 0.05;
  for (const double thin : {2 * r + k_skin, 0.13, 0.2, 0.22, 0.25, 0.33, 0.34})
    for (int axis = 0; axis < 3; ++axis) {
      Vec3d length{0.7, 0.7, 0.7};
      (axis == 0 ? length.x : axis == 1 ? length.y : length.z) = thin;
      const state::Cell cell = cell_of(length, {true, true, true});
      expect_all_pairs(cloud(60, cell, r, r, 9), cell);
      expect_all_pairs(cloud(200, cell, 0.2 * r, r, 9), cell);
    }
}

TEST(Grid, in_sheared_boxes_has_the_pairs_of_brute_force) {
  const double r = 0.04;
  for (const double tilt : {0.1, 0.55, -0.6, 4.3})
    for (const std::array<bool, 3> periodic :
         {std::array{true, true, true}, {true, true, false}, {false, true, true}, {true, false, true}}) {
      state::Cell cell = cell_of({0.9, 0.7, 0.8}, periodic);
      cell.tilt = {periodic[1] ? tilt * 0.9 : 0.0, periodic[2] ? -0.7 * tilt * 0.9 : 0.0,
                   periodic[2] ? tilt * 0.7 : 0.0};
      cell.reduce();
      expect_all_pairs(cloud(150, cell, r, r, 5), cell);
      expect_all_pairs(cloud(150, cell, 0.2 * r, r, 6), cell);
    }
}

TEST(Grid, in_sheared_boxes_of_a_few_diameters_has_the_pairs_of_brute_force) {
  const double r = 0.05;
  for (const double thin : {2 * r, 0.11, 0.13, 0.2, 0.25})
    for (int axis = 0; axis < 4; ++axis)
      for (const double tilt : {0.5, -0.6, 0.31}) {
        Vec3d length{0.33, 0.33, 0.33};
        if (axis < 3)
          length.*k_axes[axis] = thin;
        else
          length = {thin, thin, thin};
        state::Cell cell = cell_of(length, {true, true, true});
        cell.tilt = {tilt * length.x, -0.8 * tilt * length.x, 0.9 * tilt * length.y};
        expect_all_pairs(cloud(25, cell, r, r, 9), cell);
        expect_all_pairs(cloud(40, cell, 0.2 * r, r, 9), cell);
      }
}

TEST(Grid, takes_bodies_exactly_on_the_faces_of_the_box) {
  const state::Cell cell = cell_of({1, 1, 1}, {true, true, true});
  Lines bodies = cloud(200, cell, 0.04, 0.06, 4);
  for (std::size_t i = 0; i < bodies.size(); i += 4) bodies[i].x = cell.low.x + (i % 8 ? cell.length.x : 0.0);
  for (std::size_t i = 1; i < bodies.size(); i += 4) bodies[i].z = cell.low.z + (i % 8 == 1 ? cell.length.z : 0.0);
  expect_all_pairs(bodies, cell);
}

TEST(Grid, finds_all_pairs_in_spite_of_a_distant_body) {
  const state::Cell cell = cell_of({1, 1, 1}, {false, false, false});
  Lines bodies = cloud(500, cell, 0.04, 0.04, 2);
  bodies[7].x = 1e7, bodies[8].y = -3e8, bodies[9].z = 1e12;
  expect_all_pairs(bodies, cell);
}

TEST(Grid, finds_nothing_among_one_body_or_none) {
  const state::Cell cell = cell_of({1, 1, 1}, {true, true, true});
  for (const std::size_t count : {0u, 1u}) {
    Lines bodies = cloud(count, cell, 0.1, 0.1, 1);
    EXPECT_TRUE(by_grid(bodies, cell, k_skin).empty());
  }
}

// A single grid with cells of the largest diameter would test some 27 x 20000 x 1e3 pairs here and take minutes; by
// size classes it takes a fraction of a second. The time is not asserted; the pairs of the first bodies are.
TEST(Grid, copes_with_twenty_thousand_bodies_of_one_to_ten) {
  const state::Cell cell = cell_of({2, 2, 2}, {true, false, true});
  Lines bodies = cloud(20000, cell, 0.008, 0.08, 3);
  auto found = by_grid(bodies, cell, k_skin);
  constexpr std::size_t k_some = 100;
  std::erase_if(found, [&](const Pair& p) { return std::get<0>(p) >= k_some; });
  EXPECT_EQ(found, by_force(bodies, cell, k_skin, k_some));
}

}  // namespace
}  // namespace scree::search
