// The points at which a body is near another body or a wall, with normals and the points on both surfaces. One routine
// for each row of pair_table.h, through which everything else calls them: the smooth steppers, which follow each
// feature of a pair as a contact of its own, and the nonsmooth ones, which want all points up to a margin.
//
// Every gap is the distance of the two points it stands between, and the smallest one is the distance of the bodies; if
// they overlap, the largest overlap is the least translation that parts them. Of two boxes both hold up to half a per
// cent (of the gap): faces that are nearly parallel are taken for parallel.
#pragma once

#include "shape/figure.h"
#include "shape/near_point.h"

namespace scree::shape {

// One point of a pair, whatever its gap; one that is larger than `margin` may be a lower bound. `apart` = x_a - x_b.
// `start`: the normal of the last time, for routines that search; zero if there is none.
NearPoint sphere_at_sphere(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);
NearPoint ellipsoid_at_ellipsoid(const Figure& a, const Figure& b, const Vec3d& apart, double margin,
                                 const Vec3d& start);
NearPoint sphere_at_box(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);
NearPoint ellipsoid_at_box(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);

// All points of a pair at once, with gaps up to `margin`.
NearPoints boxes_near(const Figure& a, const Figure& b, const Vec3d& apart, double margin);
NearPoints ellipsoid_near_cylinder(const Figure& body, const WallFigure& cylinder, double margin);

// One point of a body and a wall, whatever its gap: that of the feature.
NearPoint sphere_at_plane(const Figure& body, const WallFigure& plane, int feature);
NearPoint ellipsoid_at_plane(const Figure& body, const WallFigure& plane, int feature);
NearPoint corner_at_plane(const Figure& body, const WallFigure& plane, int feature);
NearPoint sphere_at_cylinder(const Figure& body, const WallFigure& cylinder, int feature);
NearPoint corner_at_cylinder(const Figure& body, const WallFigure& cylinder, int feature);

// Height of the body's centre above a wall, negative behind it [m].
inline double height_above_plane(const WallFigure& wall) { return dot(wall.centre - wall.point, wall.direction); }
double height_in_cylinder(const WallFigure& wall);

}  // namespace scree::shape
