#include "shape/near_points.h"

#include <limits>

#include "shape/box_meets.h"
#include "shape/cylinder.h"
#include "shape/ellipsoids_meet.h"
#include "shape/pair_table.h"
#include "shape/plain_products.h"

namespace scree::shape {
namespace {

Ellipsoid<double> ellipsoid_of(const Figure& f) {
  if (f.kind == BodyShape::sphere) {
    const double square = f.half.x * f.half.x;
    return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {square, square, square}};
  }
  return {{f.axes.axis[0], f.axes.axis[1], f.axes.axis[2]},
          {f.half.x * f.half.x, f.half.y * f.half.y, f.half.z * f.half.z}};
}
Box<double> box_of(const Figure& f) {
  return {{f.axes.axis[0], f.axes.axis[1], f.axes.axis[2]}, {f.half.x, f.half.y, f.half.z}};
}

NearPoints within(double margin, const NearPoint& point) {
  NearPoints found;
  if (point.gap <= margin) found.add(point);
  return found;
}

NearPoint swapped(const NearPoint& p) { return {-p.normal, p.arm_b, p.arm_a, p.gap, p.feature, p.converged}; }

/// The point of a body at `arm` from its centre, above a plane.
void add_above(const WallFigure& plane, const Vec3d& arm, int feature, double margin, NearPoints& found) {
  const double gap = dot(plane.centre - plane.point, plane.direction) + inner(arm, plane.direction);
  if (gap <= margin) found.add({plane.direction, arm, {}, gap, static_cast<std::uint8_t>(feature), true});
}

Cylinder cylinder_of(const WallFigure& wall) { return {wall.point, wall.direction, wall.radius}; }
void add_inside(const WallFigure& wall, const AtCylinder& at, int feature, double margin, NearPoints& found) {
  if (at.gap <= margin)
    found.add({at.normal, at.arm, wall.centre + at.arm - at.gap * at.normal - wall.point, at.gap,
               static_cast<std::uint8_t>(feature), at.converged});
}

}  // namespace

NearPoints near_points(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start) {
  if (!(inner(apart, apart) < std::numeric_limits<double>::infinity())) return {};  // no answer for such numbers
  const BodyPair& pair = pair_of(a.kind, b.kind);
  if (pair.order == Order::either || a.kind == pair.a) return pair.near(a, b, apart, margin, start);
  NearPoints found;
  for (const NearPoint& point : pair.near(b, a, -apart, margin, -start)) found.add(swapped(point));
  return found;
}

NearPoints spheres_near(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d&) {
  const double radius_a = a.half.x, radius_b = b.half.x, distance = length(apart);
  const bool known = distance > 0.0;  // two spheres about one point may part in any direction
  const Vec3d n = known ? (1.0 / distance) * apart : Vec3d{0, 0, 1};
  return within(margin, {n, -radius_a * n, radius_b * n, distance - radius_a - radius_b, 0, known});
}

NearPoints ellipsoids_near(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start) {
  const EllipsoidMeeting met = ellipsoids_meet(ellipsoid_of(a), ellipsoid_of(b), apart, start, margin);
  return within(margin, {met.normal, met.arm_a, met.arm_b, -met.overlap, 0, met.converged});
}

NearPoints sphere_near_box(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d&) {
  return within(margin, sphere_meets_box(a.half.x, box_of(b), apart));
}

NearPoints ellipsoid_near_box(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d&) {
  return within(margin, ellipsoid_meets_box(ellipsoid_of(a), box_of(b), apart, margin));
}

NearPoints boxes_near(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d&) {
  return boxes_meet(box_of(a), box_of(b), apart, margin);
}

NearPoints sphere_near_plane(const Figure& body, const WallFigure& plane, double margin) {
  NearPoints found;
  add_above(plane, -body.half.x * plane.direction, 0, margin, found);
  return found;
}
NearPoints ellipsoid_near_plane(const Figure& body, const WallFigure& plane, double margin) {
  NearPoints found;
  add_above(plane, -support_arm(ellipsoid_of(body), plane.direction), 0, margin, found);
  return found;
}
NearPoints box_near_plane(const Figure& body, const WallFigure& plane, double margin) {
  NearPoints found;
  const Box<double> box = box_of(body);
  for (int k = 0; k < k_corners; ++k) add_above(plane, corner(box, k), k, margin, found);
  return found;
}

NearPoints sphere_near_cylinder(const Figure& body, const WallFigure& wall, double margin) {
  NearPoints found;
  add_inside(wall, sphere_in_cylinder(cylinder_of(wall), wall.centre, body.half.x), 0, margin, found);
  return found;
}
NearPoints ellipsoid_near_cylinder(const Figure& body, const WallFigure& wall, double margin) {
  NearPoints found;
  const EllipsoidAtCylinder met = ellipsoid_in_cylinder(cylinder_of(wall), wall.centre, ellipsoid_of(body));
  for (int k = 0; k < met.count; ++k) add_inside(wall, met.at[static_cast<std::size_t>(k)], k, margin, found);
  return found;
}
NearPoints box_near_cylinder(const Figure& body, const WallFigure& wall, double margin) {
  NearPoints found;
  const Box<double> box = box_of(body);
  for (int k = 0; k < k_corners; ++k)
    add_inside(wall, corner_in_cylinder(cylinder_of(wall), wall.centre, box, k), k, margin, found);
  return found;
}

}  // namespace scree::shape
