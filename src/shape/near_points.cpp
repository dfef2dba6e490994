#include "shape/near_points.h"

#include <limits>

#include "shape/box_meets.h"
#include "shape/cylinder.h"
#include "shape/ellipsoid_contact.h"
#include "shape/pair_table.h"
#include "shape/plain_products.h"

namespace scree::shape {
namespace {

NearPoint swapped(const NearPoint& p) { return {-p.normal, p.arm_b, p.arm_a, p.gap, p.feature, p.converged}; }

/// The point of a body at `arm` from its centre, above a plane.
NearPoint above(const PlacedWall& plane, const Vec3d& arm, int feature) {
  const double gap = dot(plane.centre - plane.point, plane.direction) + inner(arm, plane.direction);
  return {plane.direction, arm, {}, gap, static_cast<std::uint8_t>(feature), true};
}

Cylinder cylinder_of(const PlacedWall& wall) { return {wall.point, wall.direction, wall.radius}; }
NearPoint inside(const PlacedWall& wall, const AtCylinder& at, int feature) {
  return {at.normal,
          at.arm,
          wall.centre + at.arm - at.gap * at.normal - wall.point,
          at.gap,
          static_cast<std::uint8_t>(feature),
          at.converged};
}

void add_within(double margin, const NearPoint& point, NearPoints& found) {
  if (point.gap <= margin) found.add(point);
}

}  // namespace

NearPoints near_points(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin,
                       const Vec3d& start) {
  if (!(inner(apart, apart) < std::numeric_limits<double>::infinity())) return {};  // NaN or infinite input
  const BodyPair& pair = pair_of(a.kind, b.kind);
  const bool as_in_row = pair.order == Order::either || a.kind == pair.a;
  const PlacedShape &first = as_in_row ? a : b, &second = as_in_row ? b : a;
  const double sign = as_in_row ? 1.0 : -1.0;
  NearPoints points;
  if (pair.all_points)
    points = pair.all_points(first, second, sign * apart, margin);
  else
    add_within(margin, pair.point(first, second, sign * apart, margin, sign * start), points);
  if (as_in_row) return points;
  NearPoints turned;
  for (const NearPoint& point : points) turned.add(swapped(point));
  return turned;
}

NearPoints near_wall(const PlacedShape& body, WallShape shape, const PlacedWall& wall, double margin) {
  const WallPair& pair = pair_of(body.kind, shape);
  if (pair.all_points) return pair.all_points(body, wall, margin);
  NearPoints found;
  for (int k = 0; k < pair.points; ++k) add_within(margin, pair.point(body, wall, k), found);
  return found;
}

NearPoint sphere_at_sphere(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double, const Vec3d&) {
  const double radius_a = a.half.x, radius_b = b.half.x, distance = length(apart);
  const bool known = distance > 0.0;  // concentric spheres: any normal is valid
  const Vec3d n = known ? (1.0 / distance) * apart : Vec3d{0, 0, 1};
  return {n, -radius_a * n, radius_b * n, distance - radius_a - radius_b, 0, known};
}

NearPoint ellipsoid_at_ellipsoid(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin,
                                 const Vec3d& start) {
  const EllipsoidContact met = ellipsoids_meet(ellipsoid_of(a), ellipsoid_of(b), apart, start, margin);
  return {met.normal, met.arm_a, met.arm_b, -met.overlap, 0, met.converged};
}

NearPoint sphere_at_box(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double, const Vec3d&) {
  return sphere_meets_box(a.half.x, box_of(b), apart);
}

NearPoint ellipsoid_at_box(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin,
                           const Vec3d&) {
  return ellipsoid_meets_box(ellipsoid_of(a), box_of(b), apart, margin);
}

NearPoints boxes_near(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin) {
  return boxes_meet(box_of(a), box_of(b), apart, margin);
}

NearPoint sphere_at_plane(const PlacedShape& body, const PlacedWall& plane, int feature) {
  return above(plane, -body.half.x * plane.direction, feature);
}
NearPoint ellipsoid_at_plane(const PlacedShape& body, const PlacedWall& plane, int feature) {
  return above(plane, -support_arm(ellipsoid_of(body), plane.direction), feature);
}
NearPoint corner_at_plane(const PlacedShape& body, const PlacedWall& plane, int feature) {
  return above(plane, corner(box_of(body), feature), feature);
}

double height_in_cylinder(const PlacedWall& wall) {
  return sphere_in_cylinder(cylinder_of(wall), wall.centre, 0.0).gap;
}
NearPoint sphere_at_cylinder(const PlacedShape& body, const PlacedWall& wall, int feature) {
  return inside(wall, sphere_in_cylinder(cylinder_of(wall), wall.centre, body.half.x), feature);
}
NearPoints ellipsoid_near_cylinder(const PlacedShape& body, const PlacedWall& wall, double margin) {
  NearPoints found;
  const EllipsoidAtCylinder met = ellipsoid_in_cylinder(cylinder_of(wall), wall.centre, ellipsoid_of(body));
  for (int k = 0; k < met.count; ++k) add_within(margin, inside(wall, met.at[static_cast<std::size_t>(k)], k), found);
  return found;
}
NearPoint corner_at_cylinder(const PlacedShape& body, const PlacedWall& wall, int feature) {
  return inside(wall, corner_in_cylinder(cylinder_of(wall), wall.centre, box_of(body), feature), feature);
}

}  // namespace scree::shape
