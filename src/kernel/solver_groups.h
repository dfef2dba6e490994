// Contacts and impulses of a cone problem as solver kernels read them: in groups of eight, for every instruction set.
#pragma once

#include <cstdint>

#include "base/symmetric.h"

namespace scree::solve {

inline constexpr int k_group = 8;

/// Linear x, y, z, 0, angular x, y, z, 0: a motion, an impulse, or the diagonal of an inverse mass matrix.
struct alignas(64) Line {
  double number[8] = {};
};

struct alignas(64) Group {
  double normal[3][k_group], bias[k_group];
  double arm_a[3][k_group], arm_b[3][k_group];
  double radius_a[k_group], radius_b[k_group];  ///< if the arms are -radius_a n and radius_b n [m]
  double stiff[k_group];                        ///< N_nn of the contact's own block
  double step[4][k_group];                      ///< 1/N of the normal, sliding, rolling and spinning part
  double weight[3][k_group];                    ///< of the metric: N_tt / N_nn ...
  double cone[3][k_group];
  double compliance[2][k_group];  ///< normal, slide
  std::uint32_t a[k_group], b[k_group];
};

struct alignas(64) ImpulseGroup {
  double force[3][k_group], torque[3][k_group];
};

}  // namespace scree::solve
