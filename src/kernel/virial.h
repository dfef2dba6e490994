// Virials of contacts and kinetic tensors of bodies, for strained cells.
#pragma once

#include "base/vec3.h"

namespace scree::contact {

/// Sums over contacts of bodies of (x_a - x_b)_i f_j, where f is the force on a [J].
struct Virial {
  double all[3][3]{};      ///< of the total force
  double springs[3][3]{};  ///< of the normal springs only: the energy stored by a strain of the cell
};
/// The same during the summation, in eight lanes each: nine components of `all`, six of `springs`, which is symmetric.
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

/// Sums over bodies of the components (xx, yy, zz, -) and (xy, yz, zx, -) of m v v, and the same of I w w [J].
struct alignas(32) Motion {
  double diagonal[4]{}, others[4]{}, spin_diagonal[4]{}, spin_others[4]{};
  void add(const Motion& m) {
    for (int k = 0; k < 3; ++k)
      diagonal[k] += m.diagonal[k], others[k] += m.others[k], spin_diagonal[k] += m.spin_diagonal[k],
          spin_others[k] += m.spin_others[k];
  }
};

/// An upper triangular affine map of vectors, in rows of four whose fourth number is padding: v -> on v + by_y v_y +
/// by_z v_z + to.
struct alignas(32) Triangular {
  double on[4]{}, by_y[4]{}, by_z[4]{}, to[4]{};
  /// The linear part, without `to`.
  template <class R>
  Vec3<R> linear(const Vec3<R>& v) const {
    return {R(on[0]) * v.x + R(by_y[0]) * v.y + R(by_z[0]) * v.z, R(on[1]) * v.y + R(by_z[1]) * v.z, R(on[2]) * v.z};
  }
};
/// Half a step of bodies in a strained cell. The first half applies `press` and the kick, then moves positions with the
/// cell and by the velocity; the second half applies the kick, then `press`.
struct StrainedPush {
  Triangular press;   ///< change of velocities by the strain rate of the cell
  double kick = 0.0;  ///< duration of the kick [s]
  Triangular carry;   ///< map of positions by the cell during the whole step
  Triangular drift;   ///< map from velocity to the displacement of the step, deformed with the cell in its second half
};

}  // namespace scree::contact
