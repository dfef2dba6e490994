// The box: open or periodic along each axis, rectangular or sheared. Its edge vectors are those of LAMMPS,
//
//   a = (lx, 0, 0)   b = (xy, ly, 0)   c = (xz, yz, lz).
//
// The edge of an open axis is only a unit of length. Several cells have the same lattice of images; the world stores
// one with small tilts (`reduce`), so that few images are near. Images are small integer shifts, coded in one byte.
// Without tilt, all results have the same bits as those of a rectangular box.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "base/floor_to_int.h"
#include "base/vec3.h"

namespace scree::state {

/// An image: the number of edges (-2 .. 2 along each axis) by which the distance a - b is shifted. Two are needed:
/// bodies inside the cell may be nearly one edge apart, and the reach of bodies in a narrow cell may exceed another
/// edge.
using Image = std::uint8_t;
inline constexpr int k_max_shift = 2;
inline constexpr int k_images_a_row = 2 * k_max_shift + 1;
inline constexpr int k_images = k_images_a_row * k_images_a_row * k_images_a_row;
inline constexpr Image k_no_image = k_images / 2;

/// An integer number of each edge.
using ImageFlags = std::array<std::int32_t, 3>;
constexpr Image image_code(int sx, int sy, int sz) {
  return static_cast<Image>(sx + k_max_shift +
                            k_images_a_row * (sy + k_max_shift + k_images_a_row * (sz + k_max_shift)));
}
constexpr bool has_code(const ImageFlags& s) {
  for (const std::int32_t n : s)
    if (n < -k_max_shift || n > k_max_shift) return false;
  return true;
}
constexpr ImageFlags image_shift(Image code) {
  return {code % k_images_a_row - k_max_shift, code / k_images_a_row % k_images_a_row - k_max_shift,
          code / (k_images_a_row * k_images_a_row) - k_max_shift};
}
constexpr Image opposite(Image code) { return static_cast<Image>(2 * k_no_image - code); }

struct Tilt {
  double xy = 0.0, xz = 0.0, yz = 0.0;  ///< [m]
  bool any() const { return xy != 0.0 || xz != 0.0 || yz != 0.0; }
  friend bool operator==(const Tilt&, const Tilt&) = default;
};

/// Transformation of integer numbers of edges by a change of edges a' = a, b' = b - p a, c' = c - q b - r a.
struct Rebase {
  std::int32_t p = 0, q = 0, r = 0;
  bool any() const { return p != 0 || q != 0 || r != 0; }
  ImageFlags operator()(const ImageFlags& n) const {
    return {n[0] + p * n[1] + (q * p + r) * n[2], n[1] + q * n[2], n[2]};
  }
};

struct Cell {
  std::array<bool, 3> periodic{false, false, false};
  Vec3d low, length{1, 1, 1};
  Tilt tilt;

  bool is_periodic() const { return periodic[0] || periodic[1] || periodic[2]; }
  double volume() const { return length.x * length.y * length.z; }
  /// Integer numbers of edges as a vector [m].
  Vec3d edges(const ImageFlags& n) const {
    return {n[0] * length.x + n[1] * tilt.xy + n[2] * tilt.xz, n[1] * length.y + n[2] * tilt.yz, n[2] * length.z};
  }
  /// Shift of each image code, as a row of four numbers [m].
  std::array<std::array<double, 4>, k_images> shifts() const {
    std::array<std::array<double, 4>, k_images> table{};
    for (int code = 0; code < k_images; ++code) {
      const Vec3d s = edges(image_shift(static_cast<Image>(code)));
      table[static_cast<std::size_t>(code)] = {s.x, s.y, s.z, 0.0};
    }
    return table;
  }
  /// Position in a rectangular cell of the same edge lengths, relative to its low corner: fractional coordinates times
  /// the edge lengths. Periodic images differ by whole lengths in it.
  Vec3d upright(const Vec3d& p) const {
    const Vec3d d = p - low;
    if (!tilt.any()) return d;
    const double y = d.y - tilt.yz / length.z * d.z;
    return {d.x - tilt.xy / length.y * y - tilt.xz / length.z * d.z, y, d.z};
  }
  /// Largest change of each coordinate of `upright` per unit of distance: the norms of the gradients, 1 without tilt.
  Vec3d stretch() const {
    const double u = tilt.xy / length.y, v = tilt.yz / length.z, w = u * v - tilt.xz / length.z;
    return {std::sqrt(1.0 + u * u + w * w), std::sqrt(1.0 + v * v), 1.0};
  }
  /// Distance of opposite faces [m].
  Vec3d heights() const {
    const Vec3d s = stretch();
    return {length.x / s.x, length.y / s.y, length.z / s.z};
  }
  /// Numbers of edges to subtract so that the position is inside the box; 0 along open axes.
  ImageFlags image_flags(const Vec3d& p) const {
    const Vec3d u = upright(p);
    return {periodic[0] ? floor_to_int(u.x / length.x) : 0, periodic[1] ? floor_to_int(u.y / length.y) : 0,
            periodic[2] ? floor_to_int(u.z / length.z) : 0};
  }

  /// Call f(image) for every image of a difference of positions that is not longer than `reach`. Since the edge matrix
  /// is triangular, axes are treated one by one, the last one first. Valid for any tilt.
  template <class F>
  void each_image(const Vec3d& d, double reach, F f) const {
    // Counted relative to the first image: adding 1 to a number beyond 2^53 does not change it.
    const auto each = [&](std::size_t k, double x, double l, auto&& g) {
      if (!periodic[k]) return g(0.0);
      const double first = std::ceil((-reach - x) / l), more = std::floor((reach - x) / l) - first;
      for (double i = 0.0; i <= more; ++i) g(first + i);
    };
    each(2, d.z, length.z, [&](double c) {
      const double y = d.y + c * tilt.yz;
      each(1, y, length.y, [&](double b) {
        const double x = d.x + c * tilt.xz + b * tilt.xy;
        each(0, x, length.x, [&](double a) {
          const Vec3d image{x + a * length.x, y + b * length.y, d.z + c * length.z};
          if (norm2(image) <= reach * reach) f(image);
        });
      });
    });
  }
  /// The shortest of all images of a difference of positions.
  Vec3d shortest(Vec3d d) const {
    const auto take = [&](int k, double x, double l) {
      return periodic[static_cast<std::size_t>(k)] ? std::round(x / l) : 0.0;
    };
    const double c = take(2, d.z, length.z);
    if (c != 0.0) d.z -= length.z * c, d.y -= tilt.yz * c, d.x -= tilt.xz * c;
    const double b = take(1, d.y, length.y);
    if (b != 0.0) d.y -= length.y * b, d.x -= tilt.xy * b;
    const double a = take(0, d.x, length.x);
    if (a != 0.0) d.x -= length.x * a;
    if (!tilt.any()) return d;
    Vec3d best = d;
    each_image(d, norm(d), [&](const Vec3d& image) {
      if (norm2(image) < norm2(best)) best = image;
    });
    return best;
  }
  /// Distance from a body to its own nearest image; infinite in an open box [m].
  double to_own_image() const;

  /// Choose other edges of the same lattice if a tilt is far from the smallest possible one: the previous periodic edge
  /// can shorten an edge. LAMMPS flips its boxes at the same tilts. [LAMMPS 29Sep2021, fix_nh.cpp, DELTAFLIP]
  Rebase reduce() {
    // fraction of the edge; above 0.5, since a cell that oscillates about 0.5 would flip at every rebuild
    constexpr double k_flip = 0.6;
    const auto times = [](double t, double l) {
      return std::abs(t) > k_flip * l ? static_cast<std::int32_t>(std::lround(t / l)) : 0;
    };
    Rebase change;
    if (!tilt.any()) return change;
    if (periodic[1] && periodic[2])
      change.q = times(tilt.yz, length.y), tilt.yz -= change.q * length.y, tilt.xz -= change.q * tilt.xy;
    if (periodic[0] && periodic[2]) change.r = times(tilt.xz, length.x), tilt.xz -= change.r * length.x;
    if (periodic[0] && periodic[1]) change.p = times(tilt.xy, length.x), tilt.xy -= change.p * length.x;
    return change;
  }
};

inline double Cell::to_own_image() const {
  double nearest = HUGE_VAL;
  for (std::size_t k = 0; k < 3; ++k) {  // the shortest edge is an upper bound
    ImageFlags one{};
    one[k] = 1;
    if (periodic[k]) nearest = std::fmin(nearest, norm(edges(one)));
  }
  if (!std::isfinite(nearest) || !tilt.any()) return nearest;
  each_image({}, nearest, [&](const Vec3d& image) {
    if (norm2(image) > 0.0) nearest = std::fmin(nearest, norm(image));
  });
  return nearest;
}

}  // namespace scree::state
