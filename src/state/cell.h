// The box: open or periodic along each axis. Images are small integer shifts, coded in one byte.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "base/vec3.h"

namespace scree::state {

/// An image: by how many box lengths (-1, 0, 1 along each axis) the distance a - b is shifted. 13 is "none".
using Image = std::uint8_t;
inline constexpr Image k_no_image = 13;
inline constexpr int k_images = 27;
constexpr Image image_code(int sx, int sy, int sz) { return static_cast<Image>(sx + 1 + 3 * (sy + 1) + 9 * (sz + 1)); }
constexpr std::array<int, 3> image_shift(Image code) { return {code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1}; }
constexpr Image opposite(Image code) { return static_cast<Image>(2 * k_no_image - code); }

struct Cell {
  std::array<bool, 3> periodic{false, false, false};
  Vec3d low, length{1, 1, 1};

  /// Shift of each image code as a row of four numbers.
  std::array<std::array<double, 4>, k_images> shifts() const {
    std::array<std::array<double, 4>, k_images> table{};
    for (int code = 0; code < k_images; ++code) {
      const auto s = image_shift(static_cast<Image>(code));
      table[code] = {s[0] * length.x, s[1] * length.y, s[2] * length.z, 0.0};
    }
    return table;
  }
  /// Whole box lengths to subtract so that the position lies in the box; 0 along open axes.
  std::array<int, 3> turns(const Vec3d& p) const {
    return {periodic[0] ? static_cast<int>(std::floor((p.x - low.x) / length.x)) : 0,
            periodic[1] ? static_cast<int>(std::floor((p.y - low.y) / length.y)) : 0,
            periodic[2] ? static_cast<int>(std::floor((p.z - low.z) / length.z)) : 0};
  }
  /// The shortest of all images of a difference of positions.
  Vec3d shortest(Vec3d d) const {
    if (periodic[0]) d.x -= length.x * std::round(d.x / length.x);
    if (periodic[1]) d.y -= length.y * std::round(d.y / length.y);
    if (periodic[2]) d.z -= length.z * std::round(d.z / length.z);
    return d;
  }
};

}  // namespace scree::state
