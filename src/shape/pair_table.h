// THE table of shapes: which bodies meet which bodies and walls, at how many points, by which routine, and which contacts
// the smooth steppers make of them. Search, contacts, saved states, the nonsmooth steppers and `scree shapes` read it.
//
// To add a body shape: its enumerator (body_shape.h), its geometry in a header of its own, and a row for each shape and
// wall that it meets; a wall form likewise. A pair that has no routine is not in the table, and the program does not
// compile until it is (k_row_of_bodies, k_row_of_wall).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "shape/contact_kind.h"
#include "shape/near_points.h"

namespace scree::shape {

enum class WallForm : std::uint8_t { plane, cylinder };

/// Does a routine take its bodies in either order, or only as the row has them?
enum class Order { either, of_row };

struct BodyPair {
  BodyShape a, b;
  Order order;
  int points;  ///< at most
  NearPoints (*near)(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);
  std::optional<Kind> smooth;  ///< none: the smooth steppers refuse the pair
  std::string_view routine;           ///< for people
};
struct WallPair {
  BodyShape body;
  WallForm wall;
  int points;  ///< at most
  NearPoints (*near)(const Figure& body, const WallFigure& wall, double margin);
  std::optional<Kind> smooth;
  std::string_view routine;
};

inline constexpr std::string_view k_body_shape_words[] = {"sphere", "ellipsoid", "box"};
inline constexpr std::string_view k_wall_form_words[] = {"plane", "cylinder (inside)"};
inline constexpr std::size_t k_body_shapes = std::size(k_body_shape_words), k_wall_forms = std::size(k_wall_form_words);

inline constexpr std::array k_body_pairs = {
    BodyPair{BodyShape::sphere, BodyShape::sphere, Order::either, 1, spheres_near, Kind::sphere_sphere,
             "closed form"},
    BodyPair{BodyShape::sphere, BodyShape::ellipsoid, Order::either, 1, ellipsoids_near, Kind::ellipsoids,
             "common normal, by Newton's method"},
    BodyPair{BodyShape::ellipsoid, BodyShape::ellipsoid, Order::either, 1, ellipsoids_near, Kind::ellipsoids,
             "common normal, by Newton's method"},
    BodyPair{BodyShape::sphere, BodyShape::box, Order::of_row, 1, sphere_near_box, Kind::sphere_box,
             "nearest feature of the box, closed form"},
    BodyPair{BodyShape::ellipsoid, BodyShape::box, Order::of_row, 1, ellipsoid_near_box, Kind::ellipsoid_box,
             "nearest feature of the box"},
    BodyPair{BodyShape::box, BodyShape::box, Order::either, 8, boxes_near, std::nullopt,
             "separating axis, then clipped faces or two edges"},
};
inline constexpr std::array k_wall_pairs = {
    WallPair{BodyShape::sphere, WallForm::plane, 1, sphere_near_plane, Kind::sphere_plane, "closed form"},
    WallPair{BodyShape::ellipsoid, WallForm::plane, 1, ellipsoid_near_plane, Kind::ellipsoid_plane,
             "support point, closed form"},
    WallPair{BodyShape::box, WallForm::plane, 8, box_near_plane, Kind::corner_plane, "every corner"},
    WallPair{BodyShape::sphere, WallForm::cylinder, 1, sphere_near_cylinder, std::nullopt, "closed form"},
    WallPair{BodyShape::ellipsoid, WallForm::cylinder, 2, ellipsoid_near_cylinder, std::nullopt,
             "farthest points of its shadow, by a secular equation"},
    WallPair{BodyShape::box, WallForm::cylinder, 8, box_near_cylinder, std::nullopt, "every corner"},
};

namespace detail {
constexpr std::size_t index(BodyShape shape) { return static_cast<std::size_t>(shape); }
constexpr std::size_t index(WallForm form) { return static_cast<std::size_t>(form); }

/// Rows by the shapes; each combination must be there exactly once.
inline constexpr auto k_row_of_bodies = [] {
  std::array<std::array<int, k_body_shapes>, k_body_shapes> row{};
  for (auto& of_a : row) of_a.fill(-1);
  for (int r = 0; r < static_cast<int>(k_body_pairs.size()); ++r) {
    const BodyPair& pair = k_body_pairs[static_cast<std::size_t>(r)];
    for (int* place : {&row[index(pair.a)][index(pair.b)], &row[index(pair.b)][index(pair.a)]}) {
      if (*place != -1 && *place != r) throw "two rows for one pair of bodies";
      *place = r;
    }
  }
  for (const auto& of_a : row)
    for (const int r : of_a)
      if (r < 0) throw "no row for a pair of bodies";
  return row;
}();
inline constexpr auto k_row_of_wall = [] {
  std::array<std::array<int, k_wall_forms>, k_body_shapes> row{};
  for (auto& of_body : row) of_body.fill(-1);
  for (int r = 0; r < static_cast<int>(k_wall_pairs.size()); ++r) {
    const WallPair& pair = k_wall_pairs[static_cast<std::size_t>(r)];
    int& place = row[index(pair.body)][index(pair.wall)];
    if (place != -1) throw "two rows for a body and a wall";
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
constexpr const WallPair& pair_of(BodyShape body, WallForm wall) {
  return k_wall_pairs[static_cast<std::size_t>(detail::k_row_of_wall[detail::index(body)][detail::index(wall)])];
}
/// Is p the first body of a contact of the two, by their shapes? Nothing if their ids decide.
constexpr std::optional<bool> is_first_by_shape(BodyShape p, BodyShape q) {
  const BodyPair& pair = pair_of(p, q);
  if (pair.order == Order::either) return std::nullopt;
  return p == pair.a;
}

/// The points at which two bodies are near each other: gaps up to `margin` >= 0 [m]. `apart` = x_a - x_b. `start`: the
/// normal of the last time, for routines that search; zero if there is none.
NearPoints near_points(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start = {});
/// The same of a body and a wall; the feature is the number of the point.
inline NearPoints near_wall(const Figure& body, WallForm form, const WallFigure& wall, double margin) {
  return pair_of(body.kind, form).near(body, wall, margin);
}

}  // namespace scree::shape
