// Cell grids that find near pairs. Each size class (radii within a factor of two) has its own grid, so that a mixture
// of sizes does not make the search quadratic: a body searches its own class and those of larger bodies, 27 cells in
// each.
//
// Along an open axis the grid is a torus: distant cells may share a bin, which costs a distance test and causes no
// error. A stray body far away therefore costs nothing. Along a periodic axis the cells tile the box, and a step across
// a face gives the image; this also holds for boxes of one or two cells. In a sheared box the cells are sheared with
// it: they are cubes in the coordinates of `state::Cell::upright`, longer by the factor by which these coordinates
// stretch a distance.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/scan.h"

namespace scree::search {

struct Level {
  double largest_radius = 0.0;
  std::array<double, 3> inverse_cell{};  ///< [1/m]
  std::array<int, 3> bins{1, 1, 1};
  /// number of cells to search on each side; 2 in a box that is narrower than the reach
  std::array<int, 3> span{1, 1, 1};
  std::vector<std::uint32_t> first;  ///< first member of each bin in `members`; one more entry at the end
  Members members;
  std::size_t count = 0;  ///< number of members, known before `members` is filled
};

/// The bin of a cell: along an open axis the grid is a torus.
inline int around(int cell, int bins) { return cell >= 0 && cell < bins ? cell : (cell % bins + bins) % bins; }

class Grid {
 public:
  /// Bins all bodies; sets their `level`. Pairs closer than R_a + R_b + skin are found through all images that an image
  /// code can represent, that is, over up to two edges of a narrow box.
  Grid(std::span<state::BodyLine> bodies, const state::Cell& cell, double skin, ScanKernel scan);

  /// Call found(j, image) for every near body j of body i; `image` is the image of x_i - x_j. Each pair is reported by
  /// one of its bodies only: the one in the class of smaller bodies, or within a class the one with the lower slot.
  template <class F>
  void near(state::Slot i, F found) const;

 private:
  template <class F>
  void each_range(const Level& level, const state::BodyLine& body, F f) const;
  std::array<int, 3> cell_of(const Level& level, const state::BodyLine& body) const;
  void sort_into_bins(Level& level, int index);

  std::span<const state::BodyLine> bodies_;
  state::Cell cell_;
  double skin_;
  ScanKernel scan_;
  Vec3d origin_;
  std::vector<Level> levels_;
};

template <class F>
void Grid::near(state::Slot i, F found) const {
  constexpr std::uint32_t k_members = 256, k_ranges = 27;  // limits of one scan; nearly always sufficient for all
  state::Slot slots[k_members + k_widest_pack];
  state::Image images[k_members + k_widest_pack];
  MemberRange ranges[k_ranges];
  const state::BodyLine& body = bodies_[i];
  for (std::size_t l = body.level; l < levels_.size(); ++l) {
    const Level& level = levels_[l];
    // within its own class, a body reports higher slots only
    const QueryBody query{body.radius, skin_, l == body.level ? i + 1 : 0};
    std::size_t count = 0;
    std::uint32_t members = 0;
    const auto scan = [&] {
      const std::size_t near = scan_(level.members, {ranges, count}, query, slots, images);
      for (std::size_t n = 0; n < near; ++n) found(slots[n], images[n]);
      count = 0, members = 0;
    };
    each_range(level, body, [&](MemberRange range) {
      while (range.first < range.last) {
        MemberRange& next = ranges[count++] = range;
        next.last = std::min(range.last, range.first + (k_members - members));
        members += next.last - next.first, range.first = next.last;
        if (count == k_ranges || members == k_members) scan();
      }
    });
    if (count > 0) scan();
  }
}

/// Call f(range) for all ranges of members of a level that may be near a body.
template <class F>
void Grid::each_range(const Level& level, const state::BodyLine& body, F f) const {
  if (level.count == 0) return;
  const std::array<int, 3> home = cell_of(level, body);
  // For each axis: the bins of the cells before, at and after `home`, and the number of box lengths by which this step
  // shifts.
  int bin[3][state::k_images_a_row], step[3][state::k_images_a_row];
  for (int axis = 0; axis < 3; ++axis)
    for (int o = -level.span[axis]; o <= level.span[axis]; ++o) {
      const int n = level.bins[axis], c = home[axis] + o, at = o + level.span[axis];
      const int turn = c < 0 ? -((n - 1 - c) / n) : c >= n ? c / n : 0;
      bin[axis][at] = cell_.periodic[axis] ? c - turn * n : around(c, n);
      step[axis][at] = cell_.periodic[axis] ? turn : 0;
    }
  const auto range = [&](std::size_t first_bin, std::size_t last_bin, int sx, int sy, int sz) {
    // A partner beyond the upper face is at x_j + L, so x_i - x_j is shifted by -L.
    f(MemberRange{body.position() - cell_.edges({sx, sy, sz}), level.first[first_bin], level.first[last_bin + 1],
                  state::image_code(-sx, -sy, -sz)});
  };
  // Three bins in a row along x are one range of members unless the row crosses the edge of the grid.
  const bool whole_row = level.span[0] == 1 && bin[0][0] + 1 == bin[0][1] && bin[0][1] + 1 == bin[0][2];
  for (int z = 0; z <= 2 * level.span[2]; ++z)
    for (int y = 0; y <= 2 * level.span[1]; ++y) {
      const std::size_t row = (static_cast<std::size_t>(bin[2][z]) * level.bins[1] + bin[1][y]) * level.bins[0];
      if (whole_row) {
        range(row + bin[0][0], row + bin[0][2], 0, step[1][y], step[2][z]);
      } else {
        for (int x = 0; x <= 2 * level.span[0]; ++x)
          range(row + bin[0][x], row + bin[0][x], step[0][x], step[1][y], step[2][z]);
      }
    }
}

}  // namespace scree::search
