// What bodies and contacts press with, as tensors, while a cell is strained.
#pragma once

#include "base/vec3.h"

namespace scree::contact {

/// Sums over contacts of bodies of (x_a - x_b)_i f_j, where f is the force on a [J].
struct Virial {
  double all[3][3]{};      ///< of the whole force
  double springs[3][3]{};  ///< of the normal springs alone: what is stored when the cell is strained
};
/// The same while it is summed, by eight lanes each: nine of `all`, six of `springs`, which is symmetric.
struct alignas(64) VirialLanes {
  double sums[15][8]{};
  void add_to(Virial& virial) const {
    const auto sum = [](const double(&l)[8]) {
      return ((l[0] + l[4]) + (l[1] + l[5])) + ((l[2] + l[6]) + (l[3] + l[7]));
    };
    for (int p = 0, k = 0; p < 3; ++p)
      for (int q = 0; q < 3; ++q, ++k) virial.all[p][q] += sum(sums[k]);
    for (int p = 0, k = 9; p < 3; ++p)
      for (int q = p; q < 3; ++q, ++k) {
        virial.springs[p][q] += sum(sums[k]);
        virial.springs[q][p] = virial.springs[p][q];
      }
  }
};

/// Sums over bodies: of m v v the components (xx, yy, zz, -) and (xy, yz, zx, -), and the same of I w w [J].
struct alignas(32) Motion {
  double diagonal[4]{}, others[4]{}, spin_diagonal[4]{}, spin_others[4]{};
  void add(const Motion& m) {
    for (int k = 0; k < 3; ++k)
      diagonal[k] += m.diagonal[k], others[k] += m.others[k], spin_diagonal[k] += m.spin_diagonal[k],
          spin_others[k] += m.spin_others[k];
  }
};

/// An upper triangular map of vectors, in rows of four whose fourth is padding: v -> on v + by_y v_y + by_z v_z + to.
struct alignas(32) Triangular {
  double on[4]{}, by_y[4]{}, by_z[4]{}, to[4]{};
  /// Without `to`.
  template <class R>
  Vec3<R> linear(const Vec3<R>& v) const {
    return {R(on[0]) * v.x + R(by_y[0]) * v.y + R(by_z[0]) * v.z, R(on[1]) * v.y + R(by_z[1]) * v.z, R(on[2]) * v.z};
  }
};
/// Half a step of bodies in a strained cell. It begins with press and kick, and goes on by the cell and by the
/// velocity; it ends with kick and press.
struct StrainedPush {
  Triangular press;   ///< of velocities
  double kick = 0.0;  ///< time [s]
  Triangular carry;   ///< of places: with the cell through the whole step
  Triangular drift;   ///< of velocities: the way of the step, carried with the cell through its second half
};

}  // namespace scree::contact
