// A spring and dashpot side by side whose load is capped: the common heart of slide and roll laws, written once.
//
//   trial load   F* = -k s* - c v,  s* = (carried s) + (displacement of this step)       [santos.md, S3, S5]
//   capped       F  = F* min(1, limit / |F*|),  and s is set so that F = -k s - c v again  [S4]
//   (a law with two coefficients slips beyond one `threshold` and is capped at another limit; elsewhere they are one)
//   carried      before anything else s is turned into the tangent plane, its length kept  [S11]
//
// Energy. After the step F = -k s - c v holds in stick and in slip, so the dashpot's power is c v.v. The spring's work
// by the trapezoid is k/2 (s_old + s).(s* - s_old); its stored energy grows by k/2 (s_old + s).(s - s_old); the
// difference k/2 (s_old + s).(s* - s) is what sliding took. It vanishes in stick and is |F| times the slip in steady
// slip.
//
// A dashpot beyond the limit, c |v| > limit, leaves s against the motion, wound by nobody: `stored` jumps to (c |v| -
// limit)^2 / 2k and `lost` by as much below zero. [santos.md, S4, and LAMMPS]
#pragma once

#include <string_view>

#include "base/vec3.h"

namespace scree::law {

/// What laws with this spring say of energy (contract.h, creates_energy). tests/law/slide_test.cpp and
/// roll_and_spin_test.cpp have the closed form.
inline constexpr std::string_view k_wound_by_dashpot =
    "creates none while damping x rate is below the limit; beyond, as in LAMMPS, the dashpot winds the spring against "
    "the motion, and up to limit^2 / (2 stiffness) comes back where the motion then slows down "
    "within damping / stiffness";

template <class R>
struct CappedSpring {
  Vec3<R> load;
  R stored;
  R lost;
  R dragged;
  R slips;         ///< 1 if the load was capped, else 0
  Vec3<R> before;  ///< the stretch that was carried into this step
};

/// Below this share of the cap a spring's normal component is left alone, as LAMMPS does. [santos.md, S11]
inline constexpr double k_turn_threshold = 1e-10;

/// In one step a normal turns by a small angle, and then sqrt(1 + x) = 1 + x/2 - x^2/8 is exact: the next term is below
/// half an ulp for x < 1e-5.
inline constexpr double k_small_turn = 1e-5;

/// Turn a spring into the plane normal to n and keep its length. A spring along n is forgotten.
template <class R>
Vec3<R> carried(const Vec3<R>& s, const Vec3<R>& n, const R& stiffness, const R& limit) {
  const R along = dot(s, n);
  const auto turn = abs(along) * stiffness > R(k_turn_threshold) * limit;
  if (!any(turn)) return s;
  const Vec3<R> flat = sub_scaled(s, along, n);
  const R flat2 = norm2(flat);
  const R x = along * along / flat2;  // scale = |s| / |flat| = sqrt(1 + x)
  const auto small = x < R(k_small_turn);
  R scale = mul_add(x, neg_mul_add(R(0.125), x, R(0.5)), R(1.0));
  if (any(both(turn, x > R(k_small_turn))))
    scale = select(small, scale, select(flat2 > R(0.0), sqrt(R(1.0) + x), R(0.0)));
  return select(turn, scale * flat, s);
}

/// Advance the spring `s` by one step; returns the load and leaves the new stretch in `s`.
template <class R>
CappedSpring<R> advance_capped_spring(Vec3<R>& s, const R& stiffness, const R& inverse_stiffness, const R& damping,
                                      const R& threshold, const R& limit, const Vec3<R>& n, const Vec3<R>& rate,
                                      const Vec3<R>& displacement, const R& step) {
  const Vec3<R> before = carried(s, n, stiffness, limit);
  const Vec3<R> trial = before + displacement;
  const Vec3<R> drag = damping * rate;
  Vec3<R> load = opposite_scaled(drag, stiffness, trial);
  s = trial;
  R lost(0.0);

  const R size2 = norm2(load);
  const auto slips = size2 > threshold * threshold;
  if (any(slips)) {
    // A contact without any stretch cannot say in which direction it slips: no load. [santos.md, 5.1, set-up]
    const R shrink = select(norm2(trial) > R(0.0), limit / sqrt(size2), R(0.0));
    const Vec3<R> cap = shrink * load;
    const Vec3<R> set = select(norm2(trial) > R(0.0), -inverse_stiffness * (cap + drag), trial);
    load = select(slips, cap, load);
    s = select(slips, set, trial);
    lost = R(0.5) * stiffness * dot(before + s, trial - s);
  }
  return {load, R(0.5) * stiffness * norm2(s), lost, step * dot(drag, rate), select(slips, R(1.0), R(0.0)), before};
}
template <class R>
CappedSpring<R> advance_capped_spring(Vec3<R>& s, const R& stiffness, const R& inverse_stiffness, const R& damping,
                                      const R& limit, const Vec3<R>& n, const Vec3<R>& rate,
                                      const Vec3<R>& displacement, const R& step) {
  return advance_capped_spring(s, stiffness, inverse_stiffness, damping, limit, limit, n, rate, displacement, step);
}

}  // namespace scree::law
