#include "search/grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/floor_to_int.h"

namespace scree::search {
namespace {

constexpr std::size_t k_min_parallel_bodies = 4000;  // bodies

/// Size class: 0 for radii below twice the smallest, 1 below four times, ...
int size_class(double radius, double smallest) {
  if (radius < 2.0 * smallest) return 0;  // most worlds have no other class
  int exponent = 0;
  std::frexp(radius / smallest, &exponent);
  return std::max(0, exponent - 1);
}

}  // namespace

Grid::Grid(std::span<state::BodyLine> bodies, const state::Cell& cell, double skin, ScanKernel scan)
    : bodies_(bodies), cell_(cell), skin_(skin), scan_(scan) {
  double smallest = std::numeric_limits<double>::infinity();
  double low_x = 1e300, low_y = 1e300, low_z = 1e300, high_x = -1e300, high_y = -1e300, high_z = -1e300;
#pragma omp parallel for schedule(static) reduction(min                              \
                                                    : smallest, low_x, low_y, low_z) \
    reduction(max                                                                    \
              : high_x, high_y, high_z) if (bodies.size() > k_min_parallel_bodies)
  for (const auto& body : bodies) {
    smallest = std::min(smallest, body.radius);
    const Vec3d u = cell.upright(body.position());
    low_x = std::min(low_x, u.x), low_y = std::min(low_y, u.y), low_z = std::min(low_z, u.z);
    high_x = std::max(high_x, u.x), high_y = std::max(high_y, u.y), high_z = std::max(high_z, u.z);
  }
  if (!cell.periodic[0]) origin_.x = low_x;
  if (!cell.periodic[1]) origin_.y = low_y;
  if (!cell.periodic[2]) origin_.z = low_z;

  for (auto& body : bodies) {
    body.level = static_cast<std::uint8_t>(size_class(body.radius, smallest));
    if (body.level >= levels_.size()) levels_.resize(body.level + 1);
    Level& level = levels_[body.level];
    level.largest_radius = std::max(level.largest_radius, body.radius);
    ++level.count;
  }
  const std::array<double, 3> extent{high_x - low_x, high_y - low_y, high_z - low_z};
  const std::array<double, 3> box{cell.length.x, cell.length.y, cell.length.z};
  const Vec3d stretch = cell.stretch();
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    Level& level = levels_[l];
    // A class between two others may be empty, with no radius; its bins may have any size.
    const double reach_of_level = level.count == 0 ? 1.0 : 2.0 * level.largest_radius + skin_;
    // About one bin for each body is enough. More bins only cost memory, and a sparse system would need any number of
    // them.
    const double largest = std::cbrt(2.0 * static_cast<double>(level.count) + 64.0);
    double volume = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
      const double reach = reach_of_level * stretch.*k_axes[axis];
      const double wanted =
          (cell.periodic[axis] ? std::floor(box[axis] / reach) : std::ceil(extent[axis] / reach) + 1.0);
      level.bins[axis] = static_cast<int>(std::clamp(wanted, cell.periodic[axis] ? 1.0 : 3.0, 1e6));
      volume *= level.bins[axis];
      if (cell.periodic[axis] && level.count > 0 && reach > box[axis]) level.span[axis] = state::k_max_shift;
    }
    while (volume > largest * largest * largest) {
      int& widest = *std::max_element(level.bins.begin(), level.bins.end());
      if (widest <= 3) break;
      volume /= widest;
      widest = std::max(3, (widest + 1) / 2);
      volume *= widest;
    }
    for (int axis = 0; axis < 3; ++axis)
      level.inverse_cell[axis] =
          cell.periodic[axis] ? level.bins[axis] / box[axis] : 1.0 / (reach_of_level * stretch.*k_axes[axis]);
    sort_into_bins(level, static_cast<int>(l));
  }
}

std::array<int, 3> Grid::cell_of(const Level& level, const state::BodyLine& body) const {
  const Vec3d u = cell_.upright(body.position());
  std::array<int, 3> c = {floor_to_int((u.x - origin_.x) * level.inverse_cell[0]),
                          floor_to_int((u.y - origin_.y) * level.inverse_cell[1]),
                          floor_to_int((u.z - origin_.z) * level.inverse_cell[2])};
  for (int axis = 0; axis < 3; ++axis)
    if (cell_.periodic[axis]) c[axis] = std::clamp(c[axis], 0, level.bins[axis] - 1);
  return c;
}

/// Counting sort. The expensive parts, finding bins and copying members, run on all threads.
void Grid::sort_into_bins(Level& level, int index) {
  const std::size_t n = bodies_.size(), bins = static_cast<std::size_t>(level.bins[0]) * level.bins[1] * level.bins[2];
  std::vector<std::uint32_t> bin_of(n), place(n);
#pragma omp parallel for schedule(static) if (n > k_min_parallel_bodies)
  for (std::size_t i = 0; i < n; ++i) {
    if (bodies_[i].level != index) continue;
    auto c = cell_of(level, bodies_[i]);
    for (int axis = 0; axis < 3; ++axis) c[axis] = around(c[axis], level.bins[axis]);
    bin_of[i] =
        static_cast<std::uint32_t>((static_cast<std::size_t>(c[2]) * level.bins[1] + c[1]) * level.bins[0] + c[0]);
  }
  const bool all = level.count == n;
  level.first.assign(bins + 1, 0);
  for (std::size_t i = 0; i < n; ++i)
    if (all || bodies_[i].level == index) ++level.first[bin_of[i] + 1];
  std::partial_sum(level.first.begin(), level.first.end(), level.first.begin());
  std::vector<std::uint32_t> next(level.first.begin(), level.first.end() - 1);
  for (std::size_t i = 0; i < n; ++i)
    if (all || bodies_[i].level == index) place[i] = next[bin_of[i]]++;
  level.members.resize(level.count);
#pragma omp parallel for schedule(static) if (n > k_min_parallel_bodies)
  for (std::size_t i = 0; i < n; ++i) {
    const auto& body = bodies_[i];
    if (body.level != index) continue;
    const std::uint32_t m = place[i];
    level.members.x[m] = body.x, level.members.y[m] = body.y, level.members.z[m] = body.z;
    level.members.radius[m] = body.radius, level.members.slot[m] = static_cast<state::Slot>(i);
  }
}

}  // namespace scree::search
