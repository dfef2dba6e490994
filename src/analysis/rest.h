// How far a packing is from rest. Rattlers fly about for ever where nothing slows them down, so the backbone is told by
// itself.
//
//   kinetic energy a body, of all free bodies and of the backbone (translation and rotation)
//       [Santos2020, II.B: below 1e-12 k_n d^2]
//   unbalanced force: mean of |contact forces + weight + applied forces| over the bodies of the backbone, over the mean
//       normal force of its contacts
//
// Applied are a body's own constant force and forces beyond contact (drag, Magnus's force, near fields); files of
// frames do not tell them, and they are left out there. Locked directions balance by themselves. Loads of joints and
// drives are not in the balance.
#pragma once

#include "analysis/network.h"

namespace scree::analysis {

struct Rest {
  double kinetic = 0.0, kinetic_of_backbone = 0.0;  ///< a body [J]; 0 without any
  double unbalanced = k_unset;                      ///< [1]; unset without contacts that press
};
/// `mean_force` is that of the carrying contacts [N].
Rest measure_rest(const sim::Frame& frame, const Backbone& backbone, double mean_force, const Vec3d& gravity);

}  // namespace scree::analysis
