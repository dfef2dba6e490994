// A pack of SIMD lanes as a number type for laws: several contacts at once, one in each lane.
//
// Built on Google Highway with static dispatch: a file that includes this is compiled once per instruction set, and
// SCREE_ISA names the namespace, so that packs of different widths are different types and no symbol of a wide build can be
// taken for a narrow one (tests/isa_symbols.sh holds that). docs/decisions/simd.md says why it is done this way.
// Every operation is correctly rounded and nothing is contracted: a lane has the bits of the scalar. So an instruction set without
// a fused multiply-add has no packs here; it takes the scalar text with the C library's fma.
#pragma once

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include "base/vec3.h"

#ifndef SCREE_ISA
#error "base/pack.h is for the per-instruction-set kernels only; SCREE_ISA is set by CMake"
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
};

inline Pack load(const double* p) { return hn::Load(Lanes(), p); }
inline void store(const Pack& x, double* p) { hn::Store(x.v, Lanes(), p); }

inline Pack operator+(const Pack& p, const Pack& q) { return hn::Add(p.v, q.v); }
inline Pack operator-(const Pack& p, const Pack& q) { return hn::Sub(p.v, q.v); }
inline Pack operator*(const Pack& p, const Pack& q) { return hn::Mul(p.v, q.v); }
inline Pack operator/(const Pack& p, const Pack& q) { return hn::Div(p.v, q.v); }
inline Pack operator-(const Pack& p) { return hn::Neg(p.v); }
inline Pack mul_add(const Pack& x, const Pack& y, const Pack& z) { return hn::MulAdd(x.v, y.v, z.v); }
inline Pack mul_sub(const Pack& x, const Pack& y, const Pack& z) { return hn::MulSub(x.v, y.v, z.v); }
inline Pack neg_mul_add(const Pack& x, const Pack& y, const Pack& z) { return hn::NegMulAdd(x.v, y.v, z.v); }
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
/// Row i; with eight lanes also row i + 2, in the upper half.
template <class D>
hn::Vec<D> row_pair(D d, const double* const line[], int i, int row) {
  if constexpr (k_lanes == 8)
    return hn::Combine(d, hn::Load(FourLanes(), line[i + 2] + 4 * row), hn::Load(FourLanes(), line[i] + 4 * row));
  else
    return hn::Load(d, line[i] + 4 * row);
}
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

/// Rows first, first + 1, ... of four numbers of the lines that `slots` names: lane i comes from line slots[i].
template <int Rows>
void load_rows(const double* lines, int stride, const std::uint32_t* slots, int first, Pack out[][4]) {
  const double* line[k_lanes];
  for (int i = 0; i < k_lanes; ++i) {
    line[i] = lines + static_cast<std::size_t>(slots[i]) * stride + 4 * first;
    asm("" : "+r"(line[i]));  // one address for all rows; left alone, the compiler makes each anew
  }
  const Lanes d;
  for (int row = 0; row < Rows; ++row, ++out) {
    if constexpr (k_lanes >= 4) {
      constexpr int half = k_lanes / 2;
      const auto r0 = rows::row_pair(d, line, 0, row), r1 = rows::row_pair(d, line, 1, row);
      const auto r2 = rows::row_pair(d, line, half, row), r3 = rows::row_pair(d, line, half + 1, row);
      const auto xz_low = hn::InterleaveLower(d, r0, r1), yw_low = hn::InterleaveUpper(d, r0, r1);
      const auto xz_high = hn::InterleaveLower(d, r2, r3), yw_high = hn::InterleaveUpper(d, r2, r3);
      (*out)[0] = rows::even_blocks(xz_low, xz_high), (*out)[1] = rows::even_blocks(yw_low, yw_high);
      (*out)[2] = rows::odd_blocks(xz_low, xz_high), (*out)[3] = rows::odd_blocks(yw_low, yw_high);
    } else {
      for (int half = 0; half < 2; ++half) {
        const auto p = hn::Load(d, line[0] + 4 * row + 2 * half), q = hn::Load(d, line[1] + 4 * row + 2 * half);
        (*out)[2 * half] = hn::InterleaveLower(d, p, q), (*out)[2 * half + 1] = hn::InterleaveUpper(d, p, q);
      }
    }
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
    return {{rows::even_pairs(xy_low, z_low), rows::even_pairs(xy_high, z_high), rows::odd_pairs(xy_low, z_low), rows::odd_pairs(xy_high, z_high)}};
  else
    return {{xy_low, z_low, xy_high, z_high}};
}
/// Lane i becomes the line (force, 0, torque, 0) at out + 8 i. Whole lines are stored at once, since a load that spans two fresh
/// stores has to wait for the cache.
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
