// The points at which a body is near another body or a wall: gaps up to a margin, with normals and the points on both
// surfaces. One routine for each row of pair_table.h, through which everything else calls them.
//
// This is the whole of what a stepper asks of shapes that has to know contacts before they close. What is farther apart
// than the margin has no points. Every gap is the distance of the two points it stands between, and the smallest one is
// the distance of the bodies; if they overlap, the largest overlap is the least translation that parts them. Of two boxes
// both hold up to half a per cent (of the gap): faces that are nearly parallel are taken for parallel.
#pragma once

#include "shape/body_shape.h"
#include "shape/box.h"
#include "shape/near_point.h"

namespace scree::shape {

/// The shape of a body and how it stands in the world.
struct Figure {
  BodyShape kind = BodyShape::sphere;
  Vec3d half;         ///< semi-axes, or half the edges of a box; the radius of a sphere is half.x [m]
  Axes<double> axes;  ///< of the body, in the world (`body_axes`); a sphere needs none
};
/// A wall, and the place of the body that is near it; both in one frame, through no periodic face.
struct WallFigure {
  Vec3d centre;         ///< of the body [m]
  Vec3d point;          ///< of the wall [m]
  Vec3d direction;      ///< unit: normal of a plane, axis of a cylinder
  double radius = 0.0;  ///< of a cylinder [m]
};

NearPoints spheres_near(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);
NearPoints ellipsoids_near(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);
NearPoints sphere_near_box(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);
NearPoints ellipsoid_near_box(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);
NearPoints boxes_near(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start);

NearPoints sphere_near_plane(const Figure& body, const WallFigure& plane, double margin);
NearPoints ellipsoid_near_plane(const Figure& body, const WallFigure& plane, double margin);
NearPoints box_near_plane(const Figure& body, const WallFigure& plane, double margin);
NearPoints sphere_near_cylinder(const Figure& body, const WallFigure& cylinder, double margin);
NearPoints ellipsoid_near_cylinder(const Figure& body, const WallFigure& cylinder, double margin);
NearPoints box_near_cylinder(const Figure& body, const WallFigure& cylinder, double margin);

}  // namespace scree::shape
