// Contact of a box with a sphere, an ellipsoid or another box, by the least separating translation. The routines also
// return the gap of bodies that do not overlap.
//
// Spheres and ellipsoids. With d = x_a - x_b, a the sphere or ellipsoid, h the support functions and n from the box b
// to a, the contact is at the maximum over n of
//   f(n) = d.n - h_a(n) - h_b(n),
// as for two ellipsoids (ellipsoid_contact.h). h_b has a kink wherever a component of n along an axis of the box is
// zero, so it has no second derivative for Newton's method. On each feature of the box there is no kink, and the
// maximum of f has a simple form:
// * face: n is its normal;
// * edge: n is perpendicular to it; the rest is the distance of a point from an ellipse, the projection of a along the
//   edge;
// * corner: the distance of a point from an ellipsoid.
// A feature is the correct one if its n lies in the cone of normals of the feature and the adjacent point on a does not
// lie beyond its ends; then f is stationary. If the bodies do not overlap, f has a single stationary point, its
// maximum. If they overlap by less than r = c^2 / a (smallest semi-axis squared over the largest), a stationary point
// is also the contact: a ball of radius r rolls freely inside the ellipsoid, hence inside the sum of the ellipsoid and
// the mirrored box, which is a union of such ellipsoids. The rest of the proof is in ellipsoid_contact.h; the box
// contributes nothing to r. For a sphere r is its radius, so its centre is then outside the box. For deeper overlaps
// all 26 features are evaluated and the largest f is used; the result is marked as not converged, because a longer
// translation may have been taken for the least one.
//
// Two boxes. Their sum is a polytope whose faces are those of the boxes and the parallelograms of two edges, so the
// least translation of overlapping boxes is along one of 15 axes [Gottschalk1996]. At a face the contact points are the
// corners of the other body's face, clipped to the prism over the reference face; the gap of every such point is its
// distance from the face. At two edges there is one point. A face has priority over edges if its points reproduce the
// gap to half a per cent. Boxes that do not overlap may be nearest at corners; if the axis of the largest gap does not
// prove that this gap is the distance, all corners and edges are tested.
#pragma once

#include "shape/box.h"
#include "shape/near_point.h"

namespace scree::shape {

/// Feature of a box in contact with a sphere or ellipsoid: a number of three base-3 digits, one per axis (axis 0 is the
/// lowest digit): 0 between the two faces, 1 at the positive face, 2 at the negative face.
enum class BoxPart { face = 1, edge = 2, corner = 3 };
constexpr BoxPart part_of(std::uint8_t feature) {
  return static_cast<BoxPart>((feature % 3 != 0) + (feature / 3 % 3 != 0) + (feature / 9 % 3 != 0));
}

/// A sphere (or a point, with radius 0) and a box; for a centre inside the box the nearest face is used. `apart` =
/// centre of the sphere - centre of the box. Closed form, correct for gaps of any size.
NearPoint sphere_meets_box(double radius, const Box<double>& box, const Vec3d& apart);

/// An ellipsoid and a box. If the gap exceeds the margin, the result is a lower bound of the gap above the margin, with
/// a normal that separates the bodies.
NearPoint ellipsoid_meets_box(const Ellipsoid<double>& a, const Box<double>& box, const Vec3d& apart,
                              double margin = 0.0);

/// Points of two boxes with gaps up to the margin; none if the boxes are farther apart. Features, 0 to 168:
///   24 (3 [if face of b] + axis of the face) + 0..3 a corner of the other face, 4..19 one of its edges at a side of
///       the prism over the face, 20..23 a corner of the prism;
///   144 + 3 i + j edge of a along its axis i with edge of b along its axis j;
///   153 + k corner k of a; 161 + k corner k of b.
/// Opposite faces share a code: a contact cannot move from one to the other without passing through the body.
NearPoints boxes_meet(const Box<double>& a, const Box<double>& b, const Vec3d& apart, double margin = 0.0);

/// The nearest points of two boxes that do not overlap, by a search over all corners and edges.
NearPoint boxes_apart(const Box<double>& a, const Box<double>& b, const Vec3d& apart);

}  // namespace scree::shape
