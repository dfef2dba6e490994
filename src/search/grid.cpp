#include "search/grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::search {
namespace {

/// Size class: 0 for radii below twice the smallest, 1 below four times, ...
int size_class(double radius, double smallest) {
  if (radius < 2.0 * smallest) return 0;  // most worlds have no other
  int exponent = 0;
  std::frexp(radius / smallest, &exponent);
  return std::max(0, exponent - 1);
}

int floor_to_int(double x) {
  const double near = std::clamp(x, -1e9, 1e9);
  const int cut = static_cast<int>(near);
  return cut - (near < cut);
}

}  // namespace

Grid::Grid(std::span<state::BodyLine> bodies, const state::Cell& cell, double skin)
    : bodies_(bodies), cell_(cell), skin_(skin) {
  double smallest = std::numeric_limits<double>::infinity();
  Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (const auto& body : bodies) {
    smallest = std::min(smallest, body.radius);
    const Vec3d u = cell.upright(body.position());
    low = {std::min(low.x, u.x), std::min(low.y, u.y), std::min(low.z, u.z)};
    high = {std::max(high.x, u.x), std::max(high.y, u.y), std::max(high.z, u.z)};
  }
  if (!cell.periodic[0]) origin_.x = low.x;
  if (!cell.periodic[1]) origin_.y = low.y;
  if (!cell.periodic[2]) origin_.z = low.z;

  for (auto& body : bodies) {
    body.level = static_cast<std::uint8_t>(size_class(body.radius, smallest));
    if (body.level >= levels_.size()) levels_.resize(body.level + 1);
    Level& level = levels_[body.level];
    level.largest_radius = std::max(level.largest_radius, body.radius);
    ++level.count;
  }
  const std::array<double, 3> extent{high.x - low.x, high.y - low.y, high.z - low.z};
  const std::array<double, 3> box{cell.length.x, cell.length.y, cell.length.z};
  const Vec3d stretch = cell.stretch();
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    Level& level = levels_[l];
    // Between two classes of sizes there may be an empty one, of no radius at all; its bins may be of any size.
    const double reach_of_level = level.count == 0 ? 1.0 : 2.0 * level.largest_radius + skin_;
    // About one bin for each body is enough; more only costs memory, and a sparse cloud would ask for any number.
    const double most = std::cbrt(2.0 * static_cast<double>(level.count) + 64.0);
    double volume = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
      const double reach = reach_of_level * stretch.*k_axes[axis];
      const double wanted = (cell.periodic[axis] ? std::floor(box[axis] / reach) : std::ceil(extent[axis] / reach) + 1.0);
      level.bins[axis] = static_cast<int>(std::clamp(wanted, cell.periodic[axis] ? 1.0 : 3.0, 1e6));
      volume *= level.bins[axis];
      if (cell.periodic[axis] && level.count > 0 && reach > box[axis]) level.span[axis] = state::k_most_shift;
    }
    while (volume > most * most * most) {
      int& widest = *std::max_element(level.bins.begin(), level.bins.end());
      if (widest <= 3) break;
      volume /= widest;
      widest = std::max(3, (widest + 1) / 2);
      volume *= widest;
    }
    for (int axis = 0; axis < 3; ++axis)
      level.inverse_cell[axis] = cell.periodic[axis] ? level.bins[axis] / box[axis] : 1.0 / (reach_of_level * stretch.*k_axes[axis]);
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

void Grid::sort_into_bins(Level& level, int index) {
  std::vector<std::pair<state::Slot, std::uint32_t>> where;  // slot, bin
  where.reserve(level.count), level.members.resize(level.count);
  const std::size_t bins = static_cast<std::size_t>(level.bins[0]) * level.bins[1] * level.bins[2];
  level.first.assign(bins + 1, 0);
  for (state::Slot i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].level != index) continue;
    auto c = cell_of(level, bodies_[i]);
    for (int axis = 0; axis < 3; ++axis)
      c[axis] = around(c[axis], level.bins[axis]);
    const auto bin = static_cast<std::uint32_t>((static_cast<std::size_t>(c[2]) * level.bins[1] + c[1]) * level.bins[0] + c[0]);
    where.emplace_back(i, bin);
    ++level.first[bin + 1];
  }
  for (std::size_t b = 0; b < bins; ++b) level.first[b + 1] += level.first[b];
  std::vector<std::uint32_t> next(level.first.begin(), level.first.end() - 1);
  for (const auto& [slot, bin] : where) {
    const auto& body = bodies_[slot];
    level.members[next[bin]++] = {body.x, body.y, body.z, body.radius, slot};
  }
}

}  // namespace scree::search
