// Contacts of bodies that are no spheres alone: ellipsoids with each other, with spheres and with planes, corners of boxes on planes, spheres
// and ellipsoids on boxes.
//
// One contact at a time in plain numbers, the same code for every instruction set: the search for the common normal of two
// ellipsoids is iterative, and takes its own number of steps for each pair. What it finds goes into the columns of a chunk, so that
// the laws run on packs as for spheres.
#pragma once

#include "contact/kernels.h"
#include "shape/touch.h"

namespace scree::contact {

struct ShapedMeeting {
  shape::Meeting<double> meeting{};  ///< overlap <= 0: apart. Its arms are not used
  Vec3d arm_a, arm_b;              ///< from the centres to the contact points; arm_b is 0 at a plane [m]
  Vec3d branch;                    ///< from the centre of b, or the foot of a's centre on the plane, to the centre of a [m]
  double mean_curvature_a = 0.0, mean_curvature_b = 0.0;  ///< [1/m]
  bool touches = false;
  bool converged = true;
};
/// `image`: of the pair; at corner_plane, which corner. `start`: last normal, or zero.
ShapedMeeting shaped_meeting(const Scenery& world, shape::Kind kind, std::uint32_t a, std::uint32_t b, std::uint8_t image, const Vec3d& start);

/// The kernels of one kind of pair (narrow, sort_pairs, kinematics), put into a table.
void put_shaped_kernels(Kernels& table) noexcept;

}  // namespace scree::contact
