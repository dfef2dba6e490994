// Contacts of bodies that are no spheres alone, and of bodies at walls that are no planes: what shape/pair_table.h
// lists.
//
// One contact at a time in plain numbers, the same code for every instruction set: the search for the common normal of
// two ellipsoids is iterative, and takes its own number of steps for each pair. What it finds goes into the columns of
// a chunk, so that the laws run on packs as for spheres.
#pragma once

#include "kernel/contact_kernels.h"
#include "shape/figure.h"
#include "shape/touch.h"

namespace scree::contact {

/// One contact of any shapes. At a wall, b is the index of the wall and `figure_b` is not set.
struct ShapedMeeting {
  shape::Figure figure_a, figure_b;
  law::Touch<double> touch{};  ///< overlap <= 0: apart
  Vec3d arm_a, arm_b;          ///< from the centres to the contact points; arm_b is 0 at a wall [m]
  /// from the centre of b, or the foot of a's centre on the wall, to the centre of a [m]
  Vec3d branch;
  double mean_curvature_a = 0.0, mean_curvature_b = 0.0;  ///< [1/m]
  bool touches = false;
  bool converged = true;
};
/// `image`: of the pair; at a wall, which feature of the pair. `start`: last normal, or zero.
ShapedMeeting shaped_meeting(const Scenery& world, shape::Kind kind, std::uint32_t a, std::uint32_t b,
                             std::uint8_t image, const Vec3d& start);

/// The kernels of these pairs (narrow, sort_pairs, kinematics), put into a table.
void put_shaped_kernels(Kernels& table) noexcept;

}  // namespace scree::contact
