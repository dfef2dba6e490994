// A pack of SIMD lanes as a number type for laws: several contacts at once, one in each lane.
//
// Built on Google Highway with static dispatch: a file that includes this is compiled once per instruction set, and
// SCREE_ISA names the namespace, so that packs of different widths are different types and no symbol of a wide build
// can be taken for a narrow one (tests/isa_symbols.sh holds that). docs/decisions/simd.md says why it is done this way.
// Every operation is correctly rounded and nothing is contracted: a lane has the bits of the scalar. So an instruction
// set without a fused multiply-add has no packs here; it takes the scalar text with the C library's fma.
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
// At most eight lanes: one cache line of doubles.
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
  // Copied as a register. A struct that is copied as a whole stays in memory if it is const (GCC 12), with all the
  // stores that nobody reads.
  Pack(const Pack& p) : v{p.v.raw} {}
  Pack& operator=(const Pack& p) {
    v.raw = p.v.raw;
    return *this;
  }
};

inline Pack load(const double* p) { return hn::Load(Lanes(), p); }
inline Pack load_anywhere(const double* p) { return hn::LoadU(Lanes(), p); }  // aligned to nothing
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

// Lists of slots: as many at once as a pack has lanes, aligned to nothing.
/// Which are at least `least`, as bits. Slots are below 2^31.
inline unsigned at_least(const std::uint32_t* slots, std::uint32_t least) {
  const hn::Rebind<std::int32_t, Lanes> d;
  std::uint8_t b[8] = {};
  hn::StoreMaskBits(d,
                    hn::Gt(hn::LoadU(d, reinterpret_cast<const std::int32_t*>(slots)),
                           hn::Set(d, static_cast<std::int32_t>(least) - 1)),
                    b);
  return b[0];
}
/// Write those whose bits are set, one behind the other, and anything up to a whole pack; returns how many they are.
inline std::size_t put_chosen(const std::uint32_t* slots, unsigned chosen, std::uint32_t* to) {
  const hn::Rebind<std::uint32_t, Lanes> d;
  const std::uint8_t b[8] = {static_cast<std::uint8_t>(chosen)};
  hn::StoreU(hn::Compress(hn::LoadU(d, slots), hn::LoadMaskBits(d, b)), d, to);
  return static_cast<std::size_t>(__builtin_popcount(chosen));
}

// Rows of four numbers <-> lanes. A body is read as rows (position, velocity, spin), and eight bodies are turned into
// lanes by a transposition in registers: three times as fast as the gather instruction (docs/decisions/simd.md).
namespace rows {
using Register = hn::Vec<Lanes>;
using FourLanes = hn::CappedTag<double, 4>;
// Of two registers of 128-bit blocks, those of even or of odd place: p's, then q's.
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
/// Where the rows of one register are: those of lane i, and with eight lanes also those of lane i + 2, which go into
/// its upper half.
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
// Of two registers of 128-bit blocks, block by block: p's even one, then q's of the same place; or the odd ones.
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
    asm("" : "+r"(line));  // one address for all rows; left alone, the compiler makes each anew
    return line;
  }
};
namespace rows {
inline TwoLines two_lines(const LaneLines& lines, int i) {
  return {lines.at(i), k_lanes == 8 ? lines.at(i + 2) : nullptr};
}
/// Four registers of rows, of lanes 0, 1 and the two from the middle on, turned into lanes. By value and without loops
/// or arrays: what goes through an array is stored even if nobody reads it there.
inline RowOf<Pack> turned(Register r0, Register r1, Register r2, Register r3) {
  const Lanes d;
  const auto xz_low = hn::InterleaveLower(d, r0, r1), yw_low = hn::InterleaveUpper(d, r0, r1);
  const auto xz_high = hn::InterleaveLower(d, r2, r3), yw_high = hn::InterleaveUpper(d, r2, r3);
  return {{even_blocks(xz_low, xz_high), even_blocks(yw_low, yw_high), odd_blocks(xz_low, xz_high)},
          odd_blocks(yw_low, yw_high)};
}
inline constexpr int k_middle = k_lanes / 2;
/// p - q, but for what stands beside it the sum.
inline Register difference(Register p, Register q) {
  alignas(64) static constexpr double k_signs[8] = {-1, -1, -1, 1, -1, -1, -1, 1};
  return hn::MulAdd(q, hn::Load(Lanes(), k_signs), p);
}
/// The vector of one row, beside it the fourth number of the other.
inline Register beside(Register vector, Register fourth) {
  alignas(64) static constexpr double k_beside[8] = {0, 0, 0, 1, 0, 0, 0, 1};
  return hn::IfThenElse(hn::Gt(hn::Load(Lanes(), k_beside), hn::Zero(Lanes())), fourth, vector);
}
}  // namespace rows

/// Four numbers of each line.
inline RowOf<Pack> load_row(const LaneLines& lines, int row) {
  if constexpr (k_lanes >= 4) {
    const auto at = [&](int i) { return rows::two_lines(lines, i).row(row); };
    return rows::turned(at(0), at(1), at(rows::k_middle), at(rows::k_middle + 1));
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
    return {rows::turned(p.row(0), q.row(0), r.row(0), s.row(0)), rows::turned(p.row(1), q.row(1), r.row(1), s.row(1)),
            rows::turned(p.row(2), q.row(2), r.row(2), s.row(2))};
  } else {
    return {load_row(lines, 0), load_row(lines, 1), load_row(lines, 2)};
  }
}

// What two lines make of a row together is made before the rows are turned: half as much to turn.
/// a - b of a row, beside it the sum of the fourth numbers.
inline RowOf<Pack> load_difference(const LaneLines& a, const LaneLines& b, int row) {
  if constexpr (k_lanes >= 4) {
    const auto at = [&](int i) {
      return rows::difference(rows::two_lines(a, i).row(row), rows::two_lines(b, i).row(row));
    };
    return rows::turned(at(0), at(1), at(rows::k_middle), at(rows::k_middle + 1));
  } else {
    RowOf<Pack> p = load_row(a, row), q = load_row(b, row);
    return {p.vector - q.vector, p.fourth + q.fourth};
  }
}

/// The first three rows of two lines.
struct RowsOfTwo {
  RowOf<Pack> first, second;     ///< as load_difference has them
  RowOf<Pack> third_a, third_b;  ///< each by itself, beside it the fourth number of the first
};
inline RowsOfTwo load_two(const LaneLines& a, const LaneLines& b) {
  if constexpr (k_lanes >= 4) {
    struct Registers {
      rows::Register first, second, third_a, third_b;
    };
    const auto at = [&](int i) {  // all of a lane at once: the addresses of sixteen lines do not fit in registers
      const rows::TwoLines p = rows::two_lines(a, i), q = rows::two_lines(b, i);
      const auto first_a = p.row(0), first_b = q.row(0);
      return Registers{rows::difference(first_a, first_b), rows::difference(p.row(1), q.row(1)),
                       rows::beside(p.row(2), first_a), rows::beside(q.row(2), first_b)};
    };
    Registers p = at(0), q = at(1), r = at(rows::k_middle), s = at(rows::k_middle + 1);
    return {rows::turned(p.first, q.first, r.first, s.first), rows::turned(p.second, q.second, r.second, s.second),
            rows::turned(p.third_a, q.third_a, r.third_a, s.third_a),
            rows::turned(p.third_b, q.third_b, r.third_b, s.third_b)};
  } else {
    return {load_difference(a, b, 0),
            load_difference(a, b, 1),
            {load_row(a, 2).vector, load_row(a, 0).fourth},
            {load_row(b, 2).vector, load_row(b, 0).fourth}};
  }
}
/// A vector turned into rows (x, y, z, 0): register q holds row q and, with eight lanes, row q + 4.
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
/// Lane i becomes the line (force, 0, torque, 0) at out + 8 i. Whole lines are stored at once, since a load that spans
/// two fresh stores has to wait for the cache.
inline void store_lines(const VectorRows& force, const VectorRows& torque, double* out) {
  const Lanes d;
  for (int q = 0; q < 4; ++q) {
    const auto f = force.r[q], t = torque.r[q];
    if constexpr (k_lanes == 8) {
      hn::Store(hn::ConcatLowerLower(d, t, f), d, out + 8 * q);
      hn::Store(hn::ConcatUpperUpper(d, t, f), d, out + 8 * (q + 4));
    } else if constexpr (k_lanes == 4) {
      hn::Store(f, d, out + 8 * q), hn::Store(t, d, out + 8 * q + 4);
    } else {  // registers of two: (x, y) and (z, 0) of the one row, then of the other
      hn::Store(f, d, out + 8 * (q / 2) + 2 * (q % 2)), hn::Store(t, d, out + 8 * (q / 2) + 4 + 2 * (q % 2));
    }
  }
}

}  // namespace scree::SCREE_ISA
