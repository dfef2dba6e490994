// A cone or a layer of equal spheres, packed at random and nearly without overlap: a heap whose angle is known
// beforehand.
//
// Points fall at random into the body at the density of a loose packing; then overlapping pairs are pushed apart a few
// dozen times while every sphere is kept inside the body. Deterministic: the generator is std::mt19937_64, whose bits
// are fixed.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <unordered_map>
#include <vector>

#include "sim/simulation.h"

namespace scree::test {

struct HeapShape {
  double angle = 0.0;        // [deg]; 0: a layer
  double foot_radius = 0.0;  // of the cone or of the layer [m]
  double thickness = 0.0;    // of the layer [m]; unused for a cone
  double diameter = 1.0;     // of a sphere [m]
  Vec3d centre{};
  std::uint64_t seed = 1;
};

namespace detail {

/// Lowest and highest height of a centre at distance r from the axis.
inline std::array<double, 2> room(const HeapShape& s, double r) {
  const double slope = std::tan(s.angle * std::numbers::pi / 180);
  const double surface = s.angle > 0 ? (s.foot_radius - r) * slope : s.thickness;
  return {0.5 * s.diameter, std::max(0.5 * s.diameter, surface - 0.5 * s.diameter)};
}

inline void keep_inside(const HeapShape& s, Vec3d& p) {
  const double r = std::hypot(p.x, p.y);
  if (r > s.foot_radius) p.x *= s.foot_radius / r, p.y *= s.foot_radius / r;
  const auto [low, high] = room(s, std::min(r, s.foot_radius));
  p.z = std::clamp(p.z, low, high);
}

/// One sweep: each body of an overlapping pair moves by half of the overlap.
inline void push_apart(const HeapShape& s, std::vector<Vec3d>& points) {
  const double d = s.diameter;
  std::unordered_map<std::int64_t, std::vector<int>> cells;
  const auto key = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return ((x + 4096) << 28) + ((y + 4096) << 14) + z + 4096;
  };
  const auto cell = [&](double x) { return static_cast<std::int64_t>(std::floor(x / d)); };
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    cells[key(cell(points[i].x), cell(points[i].y), cell(points[i].z))].push_back(i);
  }
  std::vector<Vec3d> moved = points;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    for (int n = 0; n < 27; ++n) {
      const Vec3d& p = points[i];
      const auto found = cells.find(key(cell(p.x) + n % 3 - 1, cell(p.y) + n / 3 % 3 - 1, cell(p.z) + n / 9 - 1));
      if (found == cells.end()) continue;
      for (const int j : found->second) {
        const Vec3d gap = points[i] - points[j];
        const double distance = norm(gap);
        if (j != i && distance < d && distance > 0) moved[i] += (0.4 * (d - distance) / distance) * gap;
      }
    }
    keep_inside(s, moved[i]);
  }
  points = std::move(moved);
}

}  // namespace detail

inline std::vector<sim::BodyView> synthetic_heap(const HeapShape& s) {
  constexpr double k_solid_fraction = 0.56;
  constexpr int k_sweeps = 60;
  std::mt19937_64 random(s.seed);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1.0p-53; };
  const double top = s.angle > 0 ? s.foot_radius * std::tan(s.angle * std::numbers::pi / 180) : s.thickness;
  const double volume = std::numbers::pi * s.foot_radius * s.foot_radius * top / (s.angle > 0 ? 3.0 : 1.0);
  const auto count =
      static_cast<std::size_t>(k_solid_fraction * volume / (std::numbers::pi / 6 * std::pow(s.diameter, 3)));
  std::vector<Vec3d> points;
  while (points.size() < count) {
    const Vec3d p{(2 * uniform() - 1) * s.foot_radius, (2 * uniform() - 1) * s.foot_radius, top * uniform()};
    const double r = std::hypot(p.x, p.y);
    const double surface = s.angle > 0 ? top * (1 - r / s.foot_radius) : top;
    if (r < s.foot_radius && p.z < surface) points.push_back(p);
  }
  for (int k = 0; k < k_sweeps; ++k) detail::push_apart(s, points);
  std::sort(points.begin(), points.end(), [](const Vec3d& p, const Vec3d& q) { return p.z < q.z; });

  std::vector<sim::BodyView> bodies;
  for (const Vec3d& p : points) {
    sim::BodyView b;
    b.id = static_cast<std::int64_t>(bodies.size()) + 1;
    b.radius = 0.5 * s.diameter;
    b.position = p + s.centre;
    bodies.push_back(b);
  }
  return bodies;
}

}  // namespace scree::test
