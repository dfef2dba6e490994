#include "shape/near_points.h"

#include <limits>

#include "shape/box_meets.h"
#include "shape/ellipsoids_meet.h"
#include "shape/plain_products.h"

namespace scree::shape {
namespace {

Ellipsoid<double> ellipsoid_of(const Figure& f) {
  if (f.kind == FigureKind::sphere) {
    const double square = f.half.x * f.half.x;
    return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {square, square, square}};
  }
  return {{f.axes.axis[0], f.axes.axis[1], f.axes.axis[2]}, {f.half.x * f.half.x, f.half.y * f.half.y, f.half.z * f.half.z}};
}
Box<double> box_of(const Figure& f) { return {{f.axes.axis[0], f.axes.axis[1], f.axes.axis[2]}, {f.half.x, f.half.y, f.half.z}}; }

NearPoint spheres_near(double radius_a, double radius_b, const Vec3d& apart) {
  const double distance = length(apart);
  const bool known = distance > 0.0;  // two spheres about one point may part in any direction
  const Vec3d n = known ? (1.0 / distance) * apart : Vec3d{0, 0, 1};
  return {n, -radius_a * n, radius_b * n, distance - radius_a - radius_b, 0, known};
}

/// All but two boxes and a box first.
NearPoint near_point(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start) {
  if (b.kind == FigureKind::box)
    return a.kind == FigureKind::sphere ? sphere_meets_box(a.half.x, box_of(b), apart) : ellipsoid_meets_box(ellipsoid_of(a), box_of(b), apart, margin);
  if (a.kind == FigureKind::sphere && b.kind == FigureKind::sphere) return spheres_near(a.half.x, b.half.x, apart);
  const EllipsoidMeeting met = ellipsoids_meet(ellipsoid_of(a), ellipsoid_of(b), apart, start, margin);
  return {met.normal, met.arm_a, met.arm_b, -met.overlap, 0, met.converged};
}

NearPoint swapped(const NearPoint& p) { return {-p.normal, p.arm_b, p.arm_a, p.gap, p.feature, p.converged}; }

}  // namespace

NearPoints near_points(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start) {
  NearPoints found;
  if (!(inner(apart, apart) < std::numeric_limits<double>::infinity())) return found;  // nothing to be said of such numbers
  if (a.kind == FigureKind::box && b.kind == FigureKind::box) return boxes_meet(box_of(a), box_of(b), apart, margin);
  const NearPoint p = a.kind == FigureKind::box ? swapped(near_point(b, a, -apart, margin, -start)) : near_point(a, b, apart, margin, start);
  if (p.gap <= margin) found.add(p);
  return found;
}

NearPoints near_plane(const Figure& a, double height, const Vec3d& normal, double margin) {
  NearPoints found;
  const auto put = [&](const Vec3d& arm, int feature) {
    const double gap = height + inner(arm, normal);
    if (gap <= margin) found.add({normal, arm, {}, gap, static_cast<std::uint8_t>(feature), true});
  };
  switch (a.kind) {
    case FigureKind::sphere: put(-a.half.x * normal, 0); break;
    case FigureKind::ellipsoid: put(-support_arm(ellipsoid_of(a), normal), 0); break;
    case FigureKind::box:
      for (int k = 0; k < k_corners; ++k) put(corner(box_of(a), k), k);
  }
  return found;
}

}  // namespace scree::shape
