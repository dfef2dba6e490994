// Measures how far a packing is from rest. Rattlers can move for ever without dissipation, so that the backbone is also
// measured separately.
//
//   kinetic energy per body (translation and rotation), of all free bodies and of the backbone
//       [Santos2020, II.B: below 1e-12 k_n d^2]
//   unbalanced force: mean of |contact forces + weight + applied forces| over the bodies of the backbone, over the mean
//       normal force of its contacts
//
// Applied forces are the constant force on a body and non-contact forces (drag, Magnus force, near fields). Files of
// frames do not contain them; they are then left out. Locked directions count as balanced. Loads of joints and drives
// are not included.
#pragma once

#include "analysis/network.h"

namespace scree::analysis {

struct Rest {
  double kinetic = 0.0, kinetic_of_backbone = 0.0;  ///< per body [J]; 0 without bodies
  double unbalanced = k_unset;                      ///< [1]; unset without contacts under compression
};
/// `mean_force` is that of the carrying contacts [N].
Rest measure_rest(const sim::Frame& frame, const Backbone& backbone, double mean_force, const Vec3d& gravity);

}  // namespace scree::analysis
