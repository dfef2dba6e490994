// Contacts with a non-spherical body or a wall that is not a plane, as listed in shape/pair_table.h.
//
// They are evaluated one contact at a time in scalar arithmetic, by the same code for every instruction set: the search
// for the common normal of two ellipsoids is iterative, and the number of iterations depends on the pair. The results
// are written to the columns of a chunk, so that laws run on packs as for spheres.
#pragma once

#include "kernel/contact_kernels.h"
#include "shape/placed_shape.h"
#include "shape/sphere_contact.h"

namespace scree::contact {

/// One contact of any shapes. At a wall, b is the index of the wall and `shape_b` is not set.
struct ShapedContact {
  shape::PlacedShape shape_a, shape_b;
  law::ContactGeometry<double> geometry{};  ///< overlap <= 0: the surfaces are apart
  Vec3d arm_a, arm_b;                       ///< from the centres to the contact points; arm_b is 0 at a wall [m]
  /// from the centre of b, or the foot of a's centre on the wall, to the centre of a [m]
  Vec3d branch;
  double mean_curvature_a = 0.0, mean_curvature_b = 0.0;  ///< [1/m]
  bool touches = false;
  bool converged = true;
};
/// `image`: image of the pair; at a wall, the feature of the pair. `start`: the last normal, or zero.
ShapedContact shaped_contact(const KernelInputs& world, shape::Kind kind, std::uint32_t a, std::uint32_t b,
                             std::uint8_t image, const Vec3d& start);

/// Put the kernels of these pairs (narrow, sort_pairs, kinematics) into a table.
void put_shaped_kernels(Kernels& table) noexcept;

}  // namespace scree::contact
