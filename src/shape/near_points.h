// The points at which a body is near another body or a wall, with normals and the points on both surfaces. There is one
// routine for each row of pair_table.h, and all callers use that table: the smooth steppers, which treat each feature
// of a pair as a separate contact, and the nonsmooth steppers, which need all points up to a margin.
//
// Every gap is the distance between its two points, and the smallest gap is the distance of the bodies. If the bodies
// overlap, the largest overlap is the least separating translation. For two boxes both statements hold to half a per
// cent of the gap, because nearly parallel faces are treated as parallel.
#pragma once

#include "shape/placed_shape.h"
#include "shape/near_point.h"

namespace scree::shape {

// One point of a pair, for any gap; a gap larger than `margin` may be a lower bound. `apart` = x_a - x_b. `start`: the
// normal of the previous evaluation, for iterative routines; zero if there is none.
NearPoint sphere_at_sphere(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin,
                           const Vec3d& start);
NearPoint ellipsoid_at_ellipsoid(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin,
                                 const Vec3d& start);
NearPoint sphere_at_box(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin,
                        const Vec3d& start);
NearPoint ellipsoid_at_box(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin,
                           const Vec3d& start);

// All points of a pair at once, with gaps up to `margin`.
NearPoints boxes_near(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, double margin);
NearPoints ellipsoid_near_cylinder(const PlacedShape& body, const PlacedWall& cylinder, double margin);

// The point of a body and a wall with this feature, for any gap.
NearPoint sphere_at_plane(const PlacedShape& body, const PlacedWall& plane, int feature);
NearPoint ellipsoid_at_plane(const PlacedShape& body, const PlacedWall& plane, int feature);
NearPoint corner_at_plane(const PlacedShape& body, const PlacedWall& plane, int feature);
NearPoint sphere_at_cylinder(const PlacedShape& body, const PlacedWall& cylinder, int feature);
NearPoint corner_at_cylinder(const PlacedShape& body, const PlacedWall& cylinder, int feature);

// Distance of the body's centre from a wall; negative behind the wall [m].
inline double height_above_plane(const PlacedWall& wall) { return dot(wall.centre - wall.point, wall.direction); }
double height_in_cylinder(const PlacedWall& wall);

}  // namespace scree::shape
