// The scalar reference under the names that base/pack.h gives to SIMD packs: one lane, double itself.
#pragma once

#include "base/vec3.h"

namespace scree::SCREE_ISA {

using Pack = double;
using Mask = bool;
inline constexpr int k_lanes = 1;

using scree::abs, scree::any, scree::both, scree::max, scree::min, scree::select, scree::sqrt;
using scree::lane_by_lane, scree::mul_add, scree::mul_sub, scree::neg_mul_add;
inline Pack load(const double* p) { return *p; }
inline void store(const Pack& x, double* p) { *p = x; }
inline Mask first_lanes(int count) { return count > 0; }
inline double sum(const Pack& p) { return p; }
inline unsigned bits(const Mask& condition) { return condition ? 1u : 0u; }

/// Rows first, first + 1, ... of four numbers of the lines that `slots` names: lane i comes from line slots[i].
template <int Rows>
void load_rows(const double* lines, int stride, const unsigned* slots, int first, Pack out[][4]) {
  const double* p = lines + static_cast<std::size_t>(*slots) * stride + 4 * first;
  for (int row = 0; row < Rows; ++row)
    for (int k = 0; k < 4; ++k) out[row][k] = p[4 * row + k];
}
using VectorRows = Vec3<Pack>;
inline const VectorRows& rows_of(const Vec3<Pack>& v) { return v; }
/// The other way: lane i becomes the line (force, 0, torque, 0) at out + 8 i.
inline void store_lines(const Vec3<Pack>& f, const Vec3<Pack>& t, double* out) {
  out[0] = f.x, out[1] = f.y, out[2] = f.z, out[3] = 0.0;
  out[4] = t.x, out[5] = t.y, out[6] = t.z, out[7] = 0.0;
}

}  // namespace scree::SCREE_ISA
