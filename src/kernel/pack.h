// A pack of SIMD lanes as a number type for laws: several contacts at once, one in each lane.
//
// Built on Google Highway with static dispatch: a file that includes this header is compiled once for each instruction
// set, with SCREE_ISA as namespace. Packs of different widths are therefore different types, and the linker cannot
// replace a narrow function by a wide one (tests/isa_symbols.sh checks this). docs/decisions/rows-and-lanes.md explains
// the choice. Every operation is correctly rounded and the compiler contracts nothing, so each lane has the bits of the
// scalar code. Instruction sets without a fused multiply-add therefore have no packs; they use the scalar code with the
// C library's fma.
#pragma once

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include "base/vec3.h"

#ifndef SCREE_ISA
#error "kernel/pack.h is for the per-instruction-set kernels only; SCREE_ISA is set by CMake"
#endif

namespace scree::SCREE_ISA {

namespace hn = hwy::HWY_NAMESPACE;
// At most eight lanes, one cache line of doubles.
using Lanes = hn::CappedTag<double, 8>;
inline constexpr int k_lanes = static_cast<int>(hn::MaxLanes(Lanes()));

struct Mask {
  hn::Mask<Lanes> m;
};

struct Pack {
  hn::Vec<Lanes> v;
  Pack() : v(hn::Zero(Lanes())) {}
  Pack(hn::Vec<Lanes> raw) : v(raw) {}
  explicit Pack(double x) : v(hn::Set(Lanes(), x)) {}
  // Copied as a register. GCC 12 keeps a const struct that is copied as a whole in memory, with stores that are never
  // read.
  Pack(const Pack& p) : v{p.v.raw} {}
  Pack& operator=(const Pack& p) {
    v.raw = p.v.raw;
    return *this;
  }
};

inline Pack load(const double* p) { return hn::Load(Lanes(), p); }
inline Pack load_anywhere(const double* p) { return hn::LoadU(Lanes(), p); }  // no alignment
inline void store(const Pack& x, double* p) { hn::Store(x.v, Lanes(), p); }

inline Pack operator+(const Pack& p, const Pack& q) { return hn::Add(p.v, q.v); }
inline Pack operator-(const Pack& p, const Pack& q) { return hn::Sub(p.v, q.v); }
inline Pack operator*(const Pack& p, const Pack& q) { return hn::Mul(p.v, q.v); }
inline Pack operator/(const Pack& p, const Pack& q) { return hn::Div(p.v, q.v); }
inline Pack operator-(const Pack& p) { return hn::Neg(p.v); }
inline Pack mul_add(const Pack& x, const Pack& y, const Pack& z) { return hn::MulAdd(x.v, y.v, z.v); }
inline Pack mul_sub(const Pack& x, const Pack& y, const Pack& z) { return hn::MulSub(x.v, y.v, z.v); }
inline Pack neg_mul_add(const Pack& x, const Pack& y, const Pack& z) { return hn::NegMulAdd(x.v, y.v, z.v); }
inline Pack neg_mul_sub(const Pack& x, const Pack& y, const Pack& z) { return hn::NegMulSub(x.v, y.v, z.v); }
inline Mask operator<(const Pack& p, const Pack& q) { return {hn::Lt(p.v, q.v)}; }
inline Mask operator<=(const Pack& p, const Pack& q) { return {hn::Le(p.v, q.v)}; }
inline Mask operator>(const Pack& p, const Pack& q) { return {hn::Gt(p.v, q.v)}; }

inline Pack sqrt(const Pack& p) { return hn::Sqrt(p.v); }
inline Pack abs(const Pack& p) { return hn::Abs(p.v); }
inline Pack select(const Mask& condition, const Pack& yes, const Pack& no) {
  return hn::IfThenElse(condition.m, yes.v, no.v);
}
inline Pack min(const Pack& p, const Pack& q) { return select(p < q, p, q); }
inline Pack max(const Pack& p, const Pack& q) { return select(p > q, p, q); }
inline bool any(const Mask& condition) { return !hn::AllFalse(Lanes(), condition.m); }
inline Mask both(const Mask& p, const Mask& q) { return {hn::And(p.m, q.m)}; }
template <class F>
Pack lane_by_lane(F f, const Pack& p) {
  alignas(64) double x[k_lanes];
  store(p, x);
  for (double& lane : x) lane = f(lane);
  return load(x);
}
/// The first `count` lanes.
inline Mask first_lanes(int count) { return {hn::FirstN(Lanes(), static_cast<std::size_t>(count))}; }
inline double sum(const Pack& p) { return hn::GetLane(hn::SumOfLanes(Lanes(), p.v)); }
/// Lane i as bit i.
inline unsigned bits(const Mask& condition) {
  std::uint8_t b[8] = {};
  hn::StoreMaskBits(Lanes(), condition.m, b);
  return b[0];
}

// Lists of slots: one slot for each lane, without alignment.
/// Slots that are at least `smallest`, as bits. Slots are below 2^31.
inline unsigned at_least(const std::uint32_t* slots, std::uint32_t smallest) {
  const hn::Rebind<std::int32_t, Lanes> d;
  std::uint8_t b[8] = {};
  hn::StoreMaskBits(d,
                    hn::Gt(hn::LoadU(d, reinterpret_cast<const std::int32_t*>(slots)),
                           hn::Set(d, static_cast<std::int32_t>(smallest) - 1)),
                    b);
  return b[0];
}
/// Write the slots whose bits are set contiguously, and arbitrary values up to a whole pack; return their number.
inline std::size_t put_chosen(const std::uint32_t* slots, unsigned chosen, std::uint32_t* to) {
  const hn::Rebind<std::uint32_t, Lanes> d;
  const std::uint8_t b[8] = {static_cast<std::uint8_t>(chosen)};
  hn::StoreU(hn::Compress(hn::LoadU(d, slots), hn::LoadMaskBits(d, b)), d, to);
  return static_cast<std::size_t>(__builtin_popcount(chosen));
}

// Rows of four numbers <-> lanes. A body is read as rows (position, velocity, spin), and the rows of eight bodies are
// transposed into lanes in registers: three times as fast as the gather instruction (docs/decisions/rows-and-lanes.md).
namespace rows {
using Register = hn::Vec<Lanes>;
using FourLanes = hn::CappedTag<double, 4>;
// The even (odd) 128-bit blocks of two registers: those of p, then those of q.
template <class V>
V even_blocks(V p, V q) {
  if constexpr (sizeof(V) == 64)
    return V{__builtin_shufflevector(p.raw, q.raw, 0, 1, 4, 5, 8, 9, 12, 13)};
  else
    return hn::ConcatLowerLower(Lanes(), q, p);
}
template <class V>
V odd_blocks(V p, V q) {
  if constexpr (sizeof(V) == 64)
    return V{__builtin_shufflevector(p.raw, q.raw, 2, 3, 6, 7, 10, 11, 14, 15)};
  else
    return hn::ConcatUpperUpper(Lanes(), q, p);
}
/// Addresses of the rows of one register: the rows of lane i and, with eight lanes, also those of lane i + 2, which
/// fill its upper half.
struct TwoLines {
  const double *low, *high;
  template <class D = Lanes>
  hn::Vec<D> row(int k) const {
    if constexpr (k_lanes == 8)
      return hn::Combine(D(), hn::Load(FourLanes(), high + 4 * k), hn::Load(FourLanes(), low + 4 * k));
    else
      return hn::Load(D(), low + 4 * k);
  }
};
// The even (odd) 128-bit blocks of two registers, alternating: a block of p, then the block of q at the same position.
template <class V>
V even_pairs(V p, V q) {
  if constexpr (sizeof(V) == 64)
    return V{__builtin_shufflevector(p.raw, q.raw, 0, 1, 8, 9, 4, 5, 12, 13)};
  else
    return even_blocks(p, q);
}
template <class V>
V odd_pairs(V p, V q) {
  if constexpr (sizeof(V) == 64)
    return V{__builtin_shufflevector(p.raw, q.raw, 2, 3, 10, 11, 6, 7, 14, 15)};
  else
    return odd_blocks(p, q);
}
}  // namespace rows

/// Lines of numbers, one for each lane: lane i reads line slots[i].
struct LaneLines {
  const double* lines;
  int stride;
  const std::uint32_t* slots;
  const double* at(int i) const {
    const double* line = lines + static_cast<std::size_t>(slots[i]) * stride;
    asm("" : "+r"(line));  // one address for all rows; otherwise the compiler recomputes it for each row
    return line;
  }
};
namespace rows {
inline TwoLines two_lines(const LaneLines& lines, int i) {
  return {lines.at(i), k_lanes == 8 ? lines.at(i + 2) : nullptr};
}
/// Transpose four registers of rows, of lanes 0, 1, k_middle and k_middle + 1, into lanes. By value, without loops or
/// arrays: GCC stores the contents of an array even if they are never read.
inline RowOf<Pack> transposed(Register r0, Register r1, Register r2, Register r3) {
  const Lanes d;
  const auto xz_low = hn::InterleaveLower(d, r0, r1), yw_low = hn::InterleaveUpper(d, r0, r1);
  const auto xz_high = hn::InterleaveLower(d, r2, r3), yw_high = hn::InterleaveUpper(d, r2, r3);
  return {{even_blocks(xz_low, xz_high), even_blocks(yw_low, yw_high), odd_blocks(xz_low, xz_high)},
          odd_blocks(yw_low, yw_high)};
}
inline constexpr int k_middle = k_lanes / 2;
/// p - q for the vector of a row, p + q for its fourth number.
inline Register difference(Register p, Register q) {
  alignas(64) static constexpr double k_signs[8] = {-1, -1, -1, 1, -1, -1, -1, 1};
  return hn::MulAdd(q, hn::Load(Lanes(), k_signs), p);
}
/// The vector of one row with the fourth number of the other.
inline Register beside(Register vector, Register fourth) {
  alignas(64) static constexpr double k_beside[8] = {0, 0, 0, 1, 0, 0, 0, 1};
  return hn::IfThenElse(hn::Gt(hn::Load(Lanes(), k_beside), hn::Zero(Lanes())), fourth, vector);
}
}  // namespace rows

/// Four numbers of each line.
inline RowOf<Pack> load_row(const LaneLines& lines, int row) {
  if constexpr (k_lanes >= 4) {
    const auto at = [&](int i) { return rows::two_lines(lines, i).row(row); };
    return rows::transposed(at(0), at(1), at(rows::k_middle), at(rows::k_middle + 1));
  } else {
    const Lanes d;
    const double *p = lines.at(0) + 4 * row, *q = lines.at(1) + 4 * row;
    const auto xy0 = hn::Load(d, p), xy1 = hn::Load(d, q), zw0 = hn::Load(d, p + 2), zw1 = hn::Load(d, q + 2);
    return {{hn::InterleaveLower(d, xy0, xy1), hn::InterleaveUpper(d, xy0, xy1), hn::InterleaveLower(d, zw0, zw1)},
            hn::InterleaveUpper(d, zw0, zw1)};
  }
}

/// The first three rows of each line.
struct ThreeRows {
  RowOf<Pack> first, second, third;
};
inline ThreeRows load_three(const LaneLines& lines) {
  if constexpr (k_lanes >= 4) {
    const rows::TwoLines p = rows::two_lines(lines, 0), q = rows::two_lines(lines, 1),
                         r = rows::two_lines(lines, rows::k_middle), s = rows::two_lines(lines, rows::k_middle + 1);
    return {rows::transposed(p.row(0), q.row(0), r.row(0), s.row(0)),
            rows::transposed(p.row(1), q.row(1), r.row(1), s.row(1)),
            rows::transposed(p.row(2), q.row(2), r.row(2), s.row(2))};
  } else {
    return {load_row(lines, 0), load_row(lines, 1), load_row(lines, 2)};
  }
}

// Differences of rows are computed before the transposition, which halves the work of transposing.
/// a - b of the vectors of a row, and the sum of the fourth numbers.
inline RowOf<Pack> load_difference(const LaneLines& a, const LaneLines& b, int row) {
  if constexpr (k_lanes >= 4) {
    const auto at = [&](int i) {
      return rows::difference(rows::two_lines(a, i).row(row), rows::two_lines(b, i).row(row));
    };
    return rows::transposed(at(0), at(1), at(rows::k_middle), at(rows::k_middle + 1));
  } else {
    RowOf<Pack> p = load_row(a, row), q = load_row(b, row);
    return {p.vector - q.vector, p.fourth + q.fourth};
  }
}

/// The first three rows of two lines.
struct RowsOfTwo {
  RowOf<Pack> first, second;     ///< as from load_difference
  RowOf<Pack> third_a, third_b;  ///< separately, with the fourth number of the first row
};
inline RowsOfTwo load_two(const LaneLines& a, const LaneLines& b) {
  if constexpr (k_lanes >= 4) {
    struct Registers {
      rows::Register first, second, third_a, third_b;
    };
    const auto at =
        [&](int i) {  // all rows of a lane together: the addresses of sixteen lines do not fit into registers
          const rows::TwoLines p = rows::two_lines(a, i), q = rows::two_lines(b, i);
          const auto first_a = p.row(0), first_b = q.row(0);
          return Registers{rows::difference(first_a, first_b), rows::difference(p.row(1), q.row(1)),
                           rows::beside(p.row(2), first_a), rows::beside(q.row(2), first_b)};
        };
    Registers p = at(0), q = at(1), r = at(rows::k_middle), s = at(rows::k_middle + 1);
    return {rows::transposed(p.first, q.first, r.first, s.first),
            rows::transposed(p.second, q.second, r.second, s.second),
            rows::transposed(p.third_a, q.third_a, r.third_a, s.third_a),
            rows::transposed(p.third_b, q.third_b, r.third_b, s.third_b)};
  } else {
    return {load_difference(a, b, 0),
            load_difference(a, b, 1),
            {load_row(a, 2).vector, load_row(a, 0).fourth},
            {load_row(b, 2).vector, load_row(b, 0).fourth}};
  }
}
/// A vector transposed into rows (x, y, z, 0): register q holds row q and, with eight lanes, row q + 4.
struct VectorRows {
  rows::Register r[4];
};
inline VectorRows rows_of(const Vec3<Pack>& v) {
  const Lanes d;
  const auto zero = hn::Zero(d);
  const auto xy_low = hn::InterleaveLower(d, v.x.v, v.y.v), z_low = hn::InterleaveLower(d, v.z.v, zero);
  const auto xy_high = hn::InterleaveUpper(d, v.x.v, v.y.v), z_high = hn::InterleaveUpper(d, v.z.v, zero);
  if constexpr (k_lanes >= 4)
    return {{rows::even_pairs(xy_low, z_low), rows::even_pairs(xy_high, z_high), rows::odd_pairs(xy_low, z_low),
             rows::odd_pairs(xy_high, z_high)}};
  else
    return {{xy_low, z_low, xy_high, z_high}};
}
/// Store lane i as the line (force, 0, torque, 0) at out + 8 i. Whole lines are stored at once: a load that spans two
/// recent stores has to wait for the cache.
inline void store_lines(const VectorRows& force, const VectorRows& torque, double* out) {
  const Lanes d;
  for (int q = 0; q < 4; ++q) {
    const auto f = force.r[q], t = torque.r[q];
    if constexpr (k_lanes == 8) {
      hn::Store(hn::ConcatLowerLower(d, t, f), d, out + 8 * q);
      hn::Store(hn::ConcatUpperUpper(d, t, f), d, out + 8 * (q + 4));
    } else if constexpr (k_lanes == 4) {
      hn::Store(f, d, out + 8 * q), hn::Store(t, d, out + 8 * q + 4);
    } else {  // registers of two numbers: (x, y) and (z, 0) of one row, then of the other
      hn::Store(f, d, out + 8 * (q / 2) + 2 * (q % 2)), hn::Store(t, d, out + 8 * (q / 2) + 4 + 2 * (q % 2));
    }
  }
}

}  // namespace scree::SCREE_ISA
