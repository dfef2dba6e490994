// Cell grids for finding near pairs. One grid for each size class (radii within a factor of two), so that a mixture of
// sizes does not become quadratic: a body looks for partners of its own class and of the larger ones, 27 cells in each.
//
// Along an open axis the grid is a torus: cells far apart may share a bin, which costs a distance test and is never
// wrong. So a stray body far away costs nothing. Along a periodic axis the cells tile the box, and stepping over a face
// gives the image; that stays right for boxes of one or two cells. In a sheared box the cells are sheared with it: they
// are cubes in the coordinates of `state::Cell::upright`, and so much longer as a way of 1 is stretched there.
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
  /// how many cells to each side are near; 2 in a box that is narrower than the reach
  std::array<int, 3> span{1, 1, 1};
  std::vector<std::uint32_t> first;  ///< of each bin, into `members`; one more at the end
  Members members;
  std::size_t count = 0;  ///< of the members, known before they are filled in
};

/// The bin of a cell: along an open axis the grid is a torus.
inline int around(int cell, int bins) { return cell >= 0 && cell < bins ? cell : (cell % bins + bins) % bins; }

class Grid {
 public:
  /// Bins all bodies; sets their `level`. Pairs closer than R_a + R_b + skin will be found, through all images
  /// that a code can tell: those over up to two edges of a narrow box.
  Grid(std::span<state::BodyLine> bodies, const state::Cell& cell, double skin, ScanKernel scan);

  /// Call found(j, image) for every near body j of body i, where image belongs to x_i - x_j. Each pair is reported from
  /// one of its bodies only: from the one in the smaller class, or in the same class from the one with the smaller
  /// slot.
  template <class F>
  void near(state::Slot i, F found) const;

 private:
  template <class F>
  void each_stretch(const Level& level, const state::BodyLine& body, F f) const;
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
  constexpr std::uint32_t k_members = 256, k_stretches = 27;  // looked at by one call: nearly always all that there are
  state::Slot slots[k_members + k_widest_pack];
  state::Image images[k_members + k_widest_pack];
  Stretch stretches[k_stretches];
  const state::BodyLine& body = bodies_[i];
  for (std::size_t l = body.level; l < levels_.size(); ++l) {
    const Level& level = levels_[l];
    // of its own class a body looks at later slots only
    const Looker looker{body.radius, skin_, l == body.level ? i + 1 : 0};
    std::size_t count = 0;
    std::uint32_t members = 0;
    const auto scan = [&] {
      const std::size_t near = scan_(level.members, {stretches, count}, looker, slots, images);
      for (std::size_t n = 0; n < near; ++n) found(slots[n], images[n]);
      count = 0, members = 0;
    };
    each_stretch(level, body, [&](Stretch stretch) {
      while (stretch.first < stretch.last) {
        Stretch& next = stretches[count++] = stretch;
        next.last = std::min(stretch.last, stretch.first + (k_members - members));
        members += next.last - next.first, stretch.first = next.last;
        if (count == k_stretches || members == k_members) scan();
      }
    });
    if (count > 0) scan();
  }
}

/// f(stretch) for all members of a level that may be near a body.
template <class F>
void Grid::each_stretch(const Level& level, const state::BodyLine& body, F f) const {
  if (level.count == 0) return;
  const std::array<int, 3> home = cell_of(level, body);
  // For each axis: the bins of the cells before, at and after home, and by how many boxes stepping there shifts.
  int bin[3][state::k_images_a_row], step[3][state::k_images_a_row];
  for (int axis = 0; axis < 3; ++axis)
    for (int o = -level.span[axis]; o <= level.span[axis]; ++o) {
      const int n = level.bins[axis], c = home[axis] + o, at = o + level.span[axis];
      const int turn = c < 0 ? -((n - 1 - c) / n) : c >= n ? c / n : 0;
      bin[axis][at] = cell_.periodic[axis] ? c - turn * n : around(c, n);
      step[axis][at] = cell_.periodic[axis] ? turn : 0;
    }
  const auto stretch = [&](std::size_t first_bin, std::size_t last_bin, int sx, int sy, int sz) {
    // A partner beyond the upper face stands at x_j + L, so x_i - x_j is shifted by -L.
    f(Stretch{body.position() - cell_.edges({sx, sy, sz}), level.first[first_bin], level.first[last_bin + 1],
              state::image_code(-sx, -sy, -sz)});
  };
  // Three bins in a row along x are one stretch of members unless the row goes over the edge.
  const bool whole_row = level.span[0] == 1 && bin[0][0] + 1 == bin[0][1] && bin[0][1] + 1 == bin[0][2];
  for (int z = 0; z <= 2 * level.span[2]; ++z)
    for (int y = 0; y <= 2 * level.span[1]; ++y) {
      const std::size_t row = (static_cast<std::size_t>(bin[2][z]) * level.bins[1] + bin[1][y]) * level.bins[0];
      if (whole_row) {
        stretch(row + bin[0][0], row + bin[0][2], 0, step[1][y], step[2][z]);
      } else {
        for (int x = 0; x <= 2 * level.span[0]; ++x)
          stretch(row + bin[0][x], row + bin[0][x], step[0][x], step[1][y], step[2][z]);
      }
    }
}

}  // namespace scree::search
