// The scalar reference with the names of kernel/pack.h: one lane, a double.
#pragma once

#include "base/vec3.h"

namespace scree::SCREE_ISA {

using Pack = double;
using Mask = bool;
inline constexpr int k_lanes = 1;

using scree::abs, scree::any, scree::both, scree::max, scree::min, scree::select, scree::sqrt;
using scree::lane_by_lane, scree::mul_add, scree::mul_sub, scree::neg_mul_add, scree::neg_mul_sub;
inline Pack load(const double* p) { return *p; }
inline Pack load_anywhere(const double* p) { return *p; }
inline void store(const Pack& x, double* p) { *p = x; }
inline Mask first_lanes(int count) { return count > 0; }
inline double sum(const Pack& p) { return p; }
inline unsigned bits(const Mask& condition) { return condition ? 1u : 0u; }

// Lists of slots: one slot for each lane.
inline unsigned at_least(const unsigned* slots, unsigned smallest) { return *slots >= smallest ? 1u : 0u; }
/// Write the slots whose bits are set contiguously, and arbitrary values up to a whole pack; return their number.
inline std::size_t put_chosen(const unsigned* slots, unsigned chosen, unsigned* to) {
  *to = *slots;
  return chosen;
}

/// Lines of numbers, one for each lane: lane i reads line slots[i].
struct LaneLines {
  const double* lines;
  int stride;
  const unsigned* slots;
};
/// Four numbers of each line.
inline RowOf<Pack> load_row(const LaneLines& l, int row) {
  const double* p = l.lines + static_cast<std::size_t>(*l.slots) * l.stride + 4 * row;
  return {{p[0], p[1], p[2]}, p[3]};
}
/// The first three rows of each line.
struct ThreeRows {
  RowOf<Pack> first, second, third;
};
inline ThreeRows load_three(const LaneLines& lines) {
  return {load_row(lines, 0), load_row(lines, 1), load_row(lines, 2)};
}
/// a - b of the vectors of a row, and the sum of the fourth numbers.
inline RowOf<Pack> load_difference(const LaneLines& a, const LaneLines& b, int row) {
  const RowOf<Pack> p = load_row(a, row), q = load_row(b, row);
  return {p.vector - q.vector, p.fourth + q.fourth};
}
/// The first three rows of two lines.
struct RowsOfTwo {
  RowOf<Pack> first, second;     ///< as from load_difference
  RowOf<Pack> third_a, third_b;  ///< separately, with the fourth number of the first row
};
inline RowsOfTwo load_two(const LaneLines& a, const LaneLines& b) {
  return {load_difference(a, b, 0),
          load_difference(a, b, 1),
          {load_row(a, 2).vector, load_row(a, 0).fourth},
          {load_row(b, 2).vector, load_row(b, 0).fourth}};
}
using VectorRows = Vec3<Pack>;
inline const VectorRows& rows_of(const Vec3<Pack>& v) { return v; }
/// Store lane i as the line (force, 0, torque, 0) at out + 8 i.
inline void store_lines(const Vec3<Pack>& f, const Vec3<Pack>& t, double* out) {
  out[0] = f.x, out[1] = f.y, out[2] = f.z, out[3] = 0.0;
  out[4] = t.x, out[5] = t.y, out[6] = t.z, out[7] = 0.0;
}

}  // namespace scree::SCREE_ISA
