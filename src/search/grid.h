// Cell grids for finding near pairs. One grid for each size class (radii within a factor of two), so that a mixture of
// sizes does not become quadratic: a body looks for partners of its own class and of the larger ones, 27 cells in each.
//
// Along an open axis the grid is a torus: cells far apart may share a bin, which costs a distance test and is never wrong.
// So a stray body far away costs nothing. Along a periodic axis the cells tile the box, and stepping over a face gives the
// image; that stays right for boxes of one or two cells. In a sheared box the cells are sheared with it: they are cubes in the coordinates of
// `state::Cell::upright`, and so much longer as a way of 1 is stretched there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "state/world.h"

namespace scree::search {

/// What a distance test needs of a body, copied out in the order of bins: a search reads memory in a row.
struct Member {
  double x, y, z, radius;
  state::Slot slot;
};

struct Level {
  double largest_radius = 0.0;
  std::array<double, 3> inverse_cell{};  ///< [1/m]
  std::array<int, 3> bins{1, 1, 1};
  std::array<int, 3> span{1, 1, 1};      ///< how many cells to each side are near; 2 in a box that is narrower than the reach
  std::vector<std::uint32_t> first;      ///< of each bin, into `members`; one more at the end
  std::vector<Member> members;
  std::size_t count = 0;                 ///< of the members, known before they are filled in
};

inline constexpr std::uint32_t k_batch = 64;  // members that are looked at together: nearly always all of a row of bins

/// The bin of a cell: along an open axis the grid is a torus.
inline int around(int cell, int bins) { return cell >= 0 && cell < bins ? cell : (cell % bins + bins) % bins; }

class Grid {
 public:
  /// Bins all bodies; sets their `level`. Pairs closer than R_a + R_b + skin will be found, through all images
  /// that a code can tell: those over up to two edges of a narrow box.
  Grid(std::span<state::BodyLine> bodies, const state::Cell& cell, double skin);

  /// Call found(j, image) for every near body j of body i, where image belongs to x_i - x_j. Each pair is reported from one
  /// of its bodies only: from the one in the smaller class, or in the same class from the one with the smaller slot.
  template <class F>
  void near(state::Slot i, F found) const;

 private:
  std::array<int, 3> cell_of(const Level& level, const state::BodyLine& body) const;
  void sort_into_bins(Level& level, int index);

  std::span<const state::BodyLine> bodies_;
  state::Cell cell_;
  double skin_;
  Vec3d origin_;
  std::vector<Level> levels_;
};

template <class F>
void Grid::near(state::Slot i, F found) const {
  const state::BodyLine& body = bodies_[i];
  for (std::size_t l = body.level; l < levels_.size(); ++l) {
    const Level& level = levels_[l];
    if (level.members.empty()) continue;
    const state::Slot first_slot = l == body.level ? i + 1 : 0;  // of its own class a body looks at later slots only
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
    // Three bins in a row along x are one stretch of members unless the row goes over the edge.
    const bool whole_row = level.span[0] == 1 && bin[0][0] + 1 == bin[0][1] && bin[0][1] + 1 == bin[0][2];
    const auto scan = [&](std::size_t first_bin, std::size_t last_bin, int sx, int sy, int sz) {
      // A partner beyond the upper face stands at x_j + L, so x_i - x_j is shifted by -L.
      const Vec3d from = body.position() - cell_.edges({sx, sy, sz});
      const state::Image image = state::image_code(-sx, -sy, -sz);
      const std::uint32_t last = level.first[last_bin + 1];
      for (std::uint32_t k = level.first[first_bin]; k < last;) {
        // One in ten is near, and no processor guesses which: so all are written down, and those that are not are written over.
        std::uint32_t near_ones[k_batch];
        std::size_t count = 0;
        for (const std::uint32_t until = std::min<std::uint32_t>(last, k + k_batch); k < until; ++k) {
          const Member& other = level.members[k];
          const double dx = from.x - other.x, dy = from.y - other.y, dz = from.z - other.z;
          const double reach = body.radius + other.radius + skin_;
          near_ones[count] = other.slot;
          count += static_cast<unsigned>(dx * dx + dy * dy + dz * dz < reach * reach) & static_cast<unsigned>(other.slot >= first_slot);
        }
        for (std::size_t n = 0; n < count; ++n) found(near_ones[n], image);
      }
    };
    for (int z = 0; z <= 2 * level.span[2]; ++z)
      for (int y = 0; y <= 2 * level.span[1]; ++y) {
        const std::size_t row = (static_cast<std::size_t>(bin[2][z]) * level.bins[1] + bin[1][y]) * level.bins[0];
        if (whole_row) {
          scan(row + bin[0][0], row + bin[0][2], 0, step[1][y], step[2][z]);
        } else {
          for (int x = 0; x <= 2 * level.span[0]; ++x) scan(row + bin[0][x], row + bin[0][x], step[0][x], step[1][y], step[2][z]);
        }
      }
  }
}

}  // namespace scree::search
