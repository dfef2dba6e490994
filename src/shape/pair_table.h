// THE table of shapes: which bodies meet which bodies and walls, at how many points, by which routine, and which
// contacts the smooth steppers make of them. Search, contacts, saved states, the nonsmooth steppers and `scree shapes`
// read it.
//
// To add a body shape: its enumerator (body_shape.h), its geometry in a header of its own, what surfaces of it are like
// (surface.h), and a row for each shape and wall that it meets. To add a wall form: its enumerator, its row in
// k_wall_forms, its geometry, and a row for each body. A pair that has no routine is not in the table, and the program
// does not compile until it is (k_row_of_bodies, k_row_of_wall).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "shape/contact_kind.h"
#include "shape/near_points.h"

namespace scree::shape {

/// Does a routine take its bodies in either order, or only as the row has them?
enum class Order { either, of_row };

/// One of `point` and `all_points` is the routine; what the smooth steppers take has `point`.
struct BodyPair {
  BodyShape a, b;
  Order order;
  int points;  ///< at most
  NearPoint (*point)(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);
  NearPoints (*all_points)(const Figure& a, const Figure& b, const Vec3d& apart, double margin);
  std::optional<Kind> smooth;  ///< none: the smooth steppers refuse the pair
  std::string_view routine;    ///< for people
};
struct WallPair {
  BodyShape body;
  WallForm wall;
  int points;  ///< at most; with `point` the number of its features, each of which is a contact with a history
  NearPoint (*point)(const Figure& body, const WallFigure& wall, int feature);
  NearPoints (*all_points)(const Figure& body, const WallFigure& wall, double margin);
  std::optional<Kind> smooth;
  std::string_view routine;
};
struct WallFormRow {
  std::string_view word;
  double (*height)(const WallFigure& wall);  ///< of the body's centre above the surface; negative behind it [m]
  bool slides_along_itself;                  ///< a motion across `direction` brings it nearer to no body
};

inline constexpr std::string_view k_body_shape_words[] = {"sphere", "ellipsoid", "box"};
inline constexpr std::size_t k_body_shapes = std::size(k_body_shape_words);
inline constexpr std::array k_wall_forms = {WallFormRow{"plane", height_above_plane, true},
                                            WallFormRow{"cylinder (inside)", height_in_cylinder, false}};

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
    WallPair{BodyShape::sphere, WallForm::plane, 1, sphere_at_plane, nullptr, Kind::sphere_plane, "closed form"},
    WallPair{BodyShape::ellipsoid, WallForm::plane, 1, ellipsoid_at_plane, nullptr, Kind::ellipsoid_plane,
             "support point, closed form"},
    WallPair{BodyShape::box, WallForm::plane, 8, corner_at_plane, nullptr, Kind::corner_plane, "every corner"},
    WallPair{BodyShape::sphere, WallForm::cylinder, 1, sphere_at_cylinder, nullptr, std::nullopt, "closed form"},
    WallPair{BodyShape::ellipsoid, WallForm::cylinder, 2, nullptr, ellipsoid_near_cylinder, std::nullopt,
             "farthest points of its shadow, by a secular equation"},
    WallPair{BodyShape::box, WallForm::cylinder, 8, corner_at_cylinder, nullptr, std::nullopt, "every corner"},
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
    if (pair.smooth && !pair.point) throw "a pair of the smooth steppers without its routine for one point";
  }
  for (const auto& of_a : row)
    for (const int r : of_a)
      if (r < 0) throw "no row for a pair of bodies";
  return row;
}();
inline constexpr auto k_row_of_wall = [] {
  std::array<std::array<int, k_wall_forms.size()>, k_body_shapes> row{};
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
/// Of listed and of added forms.
const WallPair& pair_of(BodyShape body, WallForm wall);
const WallFormRow& row_of(WallForm wall);
/// The row of a kind of contact.
const BodyPair& body_pair_of(Kind kind);
const WallPair& wall_pair_of(Kind kind);
int kinds();  ///< how many there are: listed and added

/// A wall form of a program's own, as tests bring one: its pairs with all body shapes, in their order. `wall` and
/// `smooth` of the pairs are set here; all need `point`. Once, before any world has such a wall. Throws
/// std::length_error if the table is full.
WallForm add_wall_form(const WallFormRow& form, std::span<const WallPair, k_body_shapes> pairs);

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
NearPoints near_wall(const Figure& body, WallForm form, const WallFigure& wall, double margin);

}  // namespace scree::shape
