// The points at which two bodies of any form are near each other: gaps up to a margin, with normals and the points on both surfaces.
//
// This is the whole of what a stepper asks of shapes that has to know contacts before they close. Bodies farther apart than the margin
// have no points. Every gap is the distance of the two points it stands between, and the smallest one is the distance of the bodies; if
// they overlap, the largest overlap is the least translation that parts them. Of two boxes both hold up to half a per cent (of the gap): faces
// that are nearly parallel are taken for parallel. One point for each pair but boxes, which rest on several.
#pragma once

#include <cstdint>

#include "shape/box.h"
#include "shape/near_point.h"

namespace scree::shape {

enum class FigureKind : std::uint8_t { sphere, ellipsoid, box };

/// The form of a body and how it stands in the world.
struct Figure {
  FigureKind kind = FigureKind::sphere;
  Vec3d half;         ///< semi-axes, or half the edges of a box; the radius of a sphere is half.x [m]
  Axes<double> axes;  ///< of the body, in the world (`body_axes`); a sphere needs none
};

/// `apart` = x_a - x_b. `margin` >= 0: points with a wider gap are left out [m]. `start`: the normal of the last time, for ellipsoids, whose
/// contact is searched for; zero if there is none.
NearPoints near_points(const Figure& a, const Figure& b, const Vec3d& apart, double margin, const Vec3d& start = {});

/// A figure and a plane of unit normal `normal`, above which its centre stands at `height`. Of a box all corners within the margin, the
/// feature being the number of the corner.
NearPoints near_plane(const Figure& a, double height, const Vec3d& normal, double margin);

}  // namespace scree::shape
