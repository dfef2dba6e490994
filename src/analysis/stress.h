// Mean stress of a packing, from its contacts and from the motion of its bodies.
//
//   p_ij = 1/V ( sum over contacts f_i l_j  +  sum over free bodies m (v - v_mean)_i (v - v_mean)_j )
//
// Sign: compression is positive, so that this is the pressure tensor, minus the Cauchy stress. f is the force on body a
// (normal force and friction), l the branch vector from the centre of b, or from the foot point on the wall, to the
// centre of a: f . l > 0 under compression. Roll and spin torques contribute only through equilibrium. If torques are
// balanced the tensor is symmetric, and in a box of walls it equals the sum of force x position over the walls. The
// barostat `nph` of LAMMPS also adds I w w, which is not a flux of momentum and is left out here.
#pragma once

#include <vector>

#include "analysis/region.h"
#include "analysis/tensor.h"

namespace scree::analysis {

struct Stress {
  Tensor contact{}, kinetic{};  ///< [Pa]; for disks [N/m]
  Tensor sum() const { return contact + kinetic; }
};
Stress mean_stress(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts, const Region& region);

/// trace / dimension.
double pressure(const Tensor& stress, Dimension dimension);

}  // namespace scree::analysis
