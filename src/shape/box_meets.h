// Where a box meets a sphere, an ellipsoid or another box: contacts of least translation, apart as well as overlapping.
//
// Round bodies. With d = x_a - x_b, a the round body, h the support functions and n from the box b to a, the contact is
// where
//   f(n) = d.n - h_a(n) - h_b(n)
// is largest, as of two ellipsoids (ellipsoids_meet.h). h_b has a kink wherever a component of n along an axis of the
// box is zero, so that Newton's method has no second derivative to use. But on each feature of the box the kinks are
// gone, and f is largest in closed form:
// * face: n is its normal;
// * edge: n is at right angles to it, and what is left is the distance of a point from an ellipse, the shadow of a
//   along the edge;
// * corner: the distance of a point from an ellipsoid.
// A feature is the right one if its n lies in the cone of normals of the feature and the point on a next to it does not
// stand out beyond its ends: then f is stationary. Apart, f is largest at its only stationary point. Overlapping by
// less than r = c^2 / a (least semi-axis squared by the largest), a stationary point is the contact too: a ball of
// radius r rolls freely inside the ellipsoid, hence inside the sum of it and the mirrored box, which is a union of such
// ellipsoids; the rest of the proof is that of ellipsoids_meet.h, with the box adding nothing to r. For a sphere r is
// its radius, so its centre is outside of the box. Deeper, all 26 features are tried, the largest f is taken, and it is
// told as not converged, since a longer way out may have been taken for the shortest.
//
// Two boxes. Their sum is a polytope whose faces are those of the boxes and the parallelograms of two edges: the least
// translation of overlapping boxes is along one of 15 axes [Gottschalk1996]. At a face the points are the corners of
// the other body's face, clipped to the column over it; every such point has its height as its true distance. At two
// edges there is one point. A face is taken before edges wherever its points tell the gap to half a per cent. Boxes
// apart may be nearest at corners; where the axis of the widest gap does not show that it is the distance, all corners
// and edges are asked.
#pragma once

#include "shape/box.h"
#include "shape/near_point.h"

namespace scree::shape {

/// Of a round body on a box, the feature tells face, edge or corner: three digits to the base 3, one for each axis (the
/// first the lowest), 0 between the faces, 1 at the face on the positive side, 2 on the negative side.
enum class BoxPart { face = 1, edge = 2, corner = 3 };
constexpr BoxPart part_of(std::uint8_t feature) {
  return static_cast<BoxPart>((feature % 3 != 0) + (feature / 3 % 3 != 0) + (feature / 9 % 3 != 0));
}

/// A sphere (or a point, of radius 0); inside the box the nearest face counts. `apart` = centre of the sphere - centre
/// of the box. Closed form, so that gaps of any size are right.
NearPoint sphere_meets_box(double radius, const Box<double>& box, const Vec3d& apart);

/// An ellipsoid. A gap that is wider than the margin is told as some width that is not too wide, at a normal that
/// separates.
NearPoint ellipsoid_meets_box(const Ellipsoid<double>& a, const Box<double>& box, const Vec3d& apart,
                              double margin = 0.0);

/// Points of two boxes with gaps up to the margin; none if they are farther apart. Their features, 0 to 168:
///   24 (3 [face of b] + axis of the face) + 0..3 a corner of the other face, 4..19 one of its edges at a side of the
///       column, 20..23 a corner
///   of the column; 144 + 3 i + j axis i of a across axis j of b; 153 + k corner k of a, 161 + k corner k of b.
/// Opposite faces have the same code: a contact cannot go from one to the other without passing the whole body.
NearPoints boxes_meet(const Box<double>& a, const Box<double>& b, const Vec3d& apart, double margin = 0.0);

/// The nearest points of two boxes that do not overlap, by all their corners and edges.
NearPoint boxes_apart(const Box<double>& a, const Box<double>& b, const Vec3d& apart);

}  // namespace scree::shape
