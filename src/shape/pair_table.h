// The table of shapes: for each pair of body shapes and each body shape and wall shape, the contact routine, the
// maximum number of points, and the kind of contact that the smooth steppers use. Neighbour search, contacts, saved
// states, the nonsmooth steppers and `scree shapes` use this table.
//
// To add a body shape: add its enumerator (body_shape.h), its geometry in a separate header, its surface properties
// (surface.h), and a row for each body shape and wall shape. To add a wall shape: add its enumerator, its row in
// k_wall_shapes, its geometry, and a row for each body shape. A missing pair is a compile-time error (k_row_of_bodies,
// k_row_of_wall).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "shape/contact_kind.h"
#include "shape/near_points.h"

namespace scree::shape {

/// Whether a routine accepts its bodies in either order or only in that of the row.
enum class Order { either, of_row };

/// A row sets either `point` or `all_points`; pairs of the smooth steppers have `point`.
struct BodyPair {
  BodyShape a, b;
  Order order;
  int points;  ///< maximum number
  NearPoint (*point)(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin, const Vec3d& start);
  NearPoints (*all_points)(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin);
  std::optional<Kind> smooth;  ///< none: the smooth steppers do not support the pair
  std::string_view routine;    ///< description for the user
};
struct WallPair {
  BodyShape body;
  WallShape wall;
  int points;  ///< maximum number; with `point`: number of features, each a contact with its own history
  NearPoint (*point)(const PlacedShape& body, const PlacedWall& wall, int feature);
  NearPoints (*all_points)(const PlacedShape& body, const PlacedWall& wall, double margin);
  std::optional<Kind> smooth;
  std::string_view routine;
};
struct WallShapeRow {
  std::string_view word;
  double (*height)(const PlacedWall& wall);  ///< distance of the body's centre from the wall; < 0 behind it [m]
  bool slides_along_itself;                  ///< translation perpendicular to `direction` leaves the wall unchanged
};

inline constexpr std::string_view k_body_shape_choices[] = {"sphere", "ellipsoid", "box"};
inline constexpr std::size_t k_body_shapes = std::size(k_body_shape_choices);
inline constexpr std::array k_wall_shapes = {WallShapeRow{"plane", height_above_plane, true},
                                             WallShapeRow{"cylinder (inside)", height_in_cylinder, false}};

inline constexpr std::array k_body_pairs = {
    BodyPair{BodyShape::sphere, BodyShape::sphere, Order::either, 1, sphere_at_sphere, nullptr, Kind::sphere_sphere,
             "closed form"},
    BodyPair{BodyShape::sphere, BodyShape::ellipsoid, Order::either, 1, ellipsoid_at_ellipsoid, nullptr,
             Kind::ellipsoids, "common normal, by Newton's method"},
    BodyPair{BodyShape::ellipsoid, BodyShape::ellipsoid, Order::either, 1, ellipsoid_at_ellipsoid, nullptr,
             Kind::ellipsoids, "common normal, by Newton's method"},
    BodyPair{BodyShape::sphere, BodyShape::box, Order::of_row, 1, sphere_at_box, nullptr, Kind::sphere_box,
             "nearest feature of the box, closed form"},
    BodyPair{BodyShape::ellipsoid, BodyShape::box, Order::of_row, 1, ellipsoid_at_box, nullptr, Kind::ellipsoid_box,
             "nearest feature of the box"},
    BodyPair{BodyShape::box, BodyShape::box, Order::either, 8, nullptr, boxes_near, std::nullopt,
             "separating axis, then clipped faces or two edges"},
};
inline constexpr std::array k_wall_pairs = {
    WallPair{BodyShape::sphere, WallShape::plane, 1, sphere_at_plane, nullptr, Kind::sphere_plane, "closed form"},
    WallPair{BodyShape::ellipsoid, WallShape::plane, 1, ellipsoid_at_plane, nullptr, Kind::ellipsoid_plane,
             "support point, closed form"},
    WallPair{BodyShape::box, WallShape::plane, 8, corner_at_plane, nullptr, Kind::corner_plane, "every corner"},
    WallPair{BodyShape::sphere, WallShape::cylinder, 1, sphere_at_cylinder, nullptr, std::nullopt, "closed form"},
    WallPair{BodyShape::ellipsoid, WallShape::cylinder, 2, nullptr, ellipsoid_near_cylinder, std::nullopt,
             "farthest points of its projection along the axis, by a secular equation"},
    WallPair{BodyShape::box, WallShape::cylinder, 8, corner_at_cylinder, nullptr, std::nullopt, "every corner"},
};

namespace detail {
constexpr std::size_t index(BodyShape shape) { return static_cast<std::size_t>(shape); }
constexpr std::size_t index(WallShape shape) { return static_cast<std::size_t>(shape); }

/// Row index by shapes; each combination must occur exactly once.
inline constexpr auto k_row_of_bodies = [] {
  std::array<std::array<int, k_body_shapes>, k_body_shapes> row{};
  for (auto& of_a : row) of_a.fill(-1);
  for (int r = 0; r < static_cast<int>(k_body_pairs.size()); ++r) {
    const BodyPair& pair = k_body_pairs[static_cast<std::size_t>(r)];
    for (int* place : {&row[index(pair.a)][index(pair.b)], &row[index(pair.b)][index(pair.a)]}) {
      if (*place != -1 && *place != r) throw "two rows for one pair of bodies";
      *place = r;
    }
    if (pair.smooth && !pair.point) throw "a pair of the smooth steppers without its routine for one point";
  }
  for (const auto& of_a : row)
    for (const int r : of_a)
      if (r < 0) throw "no row for a pair of bodies";
  return row;
}();
inline constexpr auto k_row_of_wall = [] {
  std::array<std::array<int, k_wall_shapes.size()>, k_body_shapes> row{};
  for (auto& of_body : row) of_body.fill(-1);
  for (int r = 0; r < static_cast<int>(k_wall_pairs.size()); ++r) {
    const WallPair& pair = k_wall_pairs[static_cast<std::size_t>(r)];
    int& place = row[index(pair.body)][index(pair.wall)];
    if (place != -1) throw "two rows for a body and a wall";
    if (pair.smooth && !pair.point) throw "a wall of the smooth steppers without its routine for one point";
    place = r;
  }
  for (const auto& of_body : row)
    for (const int r : of_body)
      if (r < 0) throw "no row for a body and a wall";
  return row;
}();
}  // namespace detail

constexpr const BodyPair& pair_of(BodyShape p, BodyShape q) {
  return k_body_pairs[static_cast<std::size_t>(detail::k_row_of_bodies[detail::index(p)][detail::index(q)])];
}
/// For built-in and added wall shapes.
const WallPair& pair_of(BodyShape body, WallShape wall);
const WallShapeRow& row_of(WallShape wall);
/// The row of a contact kind.
const BodyPair& body_pair_of(Kind kind);
const WallPair& wall_pair_of(Kind kind);
int kinds();  ///< number of kinds, built-in and added

/// Adds a wall shape at run time (used by tests), with its pairs in the order of the body shapes. All pairs need
/// `point`; this function sets their `wall` and `smooth`. Call it once per wall shape, before a world with such a wall
/// is built. Throws std::length_error if the table is full.
WallShape add_wall_shape(const WallShapeRow& shape, std::span<const WallPair, k_body_shapes> pairs);

/// True if the shapes determine that p is the first body of the contact; nullopt if the ids determine the order.
constexpr std::optional<bool> is_first_by_shape(BodyShape p, BodyShape q) {
  const BodyPair& pair = pair_of(p, q);
  if (pair.order == Order::either) return std::nullopt;
  return p == pair.a;
}

/// The points at which two bodies are near each other: gaps up to `margin` >= 0 [m]. `apart` = x_a - x_b. `start`: the
/// normal of the previous evaluation, for iterative routines; zero if there is none.
NearPoints near_points(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin,
                       const Vec3d& start = {});
/// The same for a body and a wall; the feature is the index of the point.
NearPoints near_wall(const PlacedShape& body, WallShape shape, const PlacedWall& wall, double margin);

}  // namespace scree::shape
