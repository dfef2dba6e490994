// Mean stress of a packing, from its contacts and from the motion of its bodies.
//
//   p_ij = 1/V ( sum over contacts f_i l_j  +  sum over free bodies m (v - v_mean)_i (v - v_mean)_j )
//
// Sign, said once: compression is positive, so this is the pressure tensor, minus Cauchy's stress. f is the force on a
// (pressing and friction), l the branch from b's centre, or from the foot on the wall, to a's: two bodies that press on
// each other give f . l > 0. Roll and spin torques are in it through equilibrium alone. Where torques are balanced the
// tensor is symmetric, and in a box of walls it is the sum of force x place over the walls. The barostat `nph` of
// LAMMPS also adds I w w, which is no momentum that crosses a plane; it is left out here.
#pragma once

#include <vector>

#include "analysis/region.h"
#include "analysis/tensor.h"

namespace scree::analysis {

struct Stress {
  Tensor contact{}, kinetic{};  ///< [Pa]; of disks [N/m]
  Tensor sum() const { return contact + kinetic; }
};
Stress mean_stress(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts, const Region& region);

/// trace / dimension.
double pressure(const Tensor& stress, Dimension dimension);

}  // namespace scree::analysis
