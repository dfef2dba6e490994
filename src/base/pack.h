// A pack of SIMD lanes as a number type for laws: several contacts at once, one in each lane.
//
// Built on Google Highway with static dispatch: a file that includes this is compiled once per instruction set, and
// SCREE_ISA names the namespace, so that packs of different widths are different types and no symbol of a wide build can be
// taken for a narrow one (tests/isa_symbols.sh holds that). docs/decisions/simd.md says why it is done this way.
// Every operation is correctly rounded and nothing is contracted: a lane has the bits of the scalar.
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
inline Mask operator<(const Pack& p, const Pack& q) { return {hn::Lt(p.v, q.v)}; }
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
/// The first `count` lanes.
inline Mask first_lanes(int count) { return {hn::FirstN(Lanes(), static_cast<std::size_t>(count))}; }
inline double sum(const Pack& p) { return hn::GetLane(hn::SumOfLanes(Lanes(), p.v)); }
inline double largest(const Pack& p) { return hn::GetLane(hn::MaxOfLanes(Lanes(), p.v)); }
/// Lane i as bit i.
inline unsigned bits(const Mask& condition) {
  std::uint8_t b[8] = {};
  hn::StoreMaskBits(Lanes(), condition.m, b);
  return b[0];
}

/// Row `row` of four numbers of the lines that `slots` names: lane i comes from line slots[i].
inline void load_rows(const double* lines, int stride, const std::uint32_t* slots, int row, Pack out[4]) {
  const hn::Rebind<std::int32_t, Lanes> narrow;
  const hn::Rebind<std::int64_t, Lanes> wide;
  const auto slot = hn::PromoteTo(wide, hn::LoadU(narrow, reinterpret_cast<const std::int32_t*>(slots)));
  const auto line = hn::Mul(slot, hn::Set(wide, stride));
  for (int k = 0; k < 4; ++k) out[k] = hn::GatherIndex(Lanes(), lines + 4 * row + k, line);
}
/// The other way: lane i becomes row i of `out`.
inline void store_rows(const Vec3<Pack>& v, double* out) {
  hn::StoreInterleaved4(v.x.v, v.y.v, v.z.v, hn::Zero(Lanes()), Lanes(), out);
}

}  // namespace scree::SCREE_ISA
