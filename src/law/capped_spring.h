// A spring and a dashpot in parallel with a capped total load: the common update of several slide and roll laws.
//
//   turn     s is turned into the current tangent plane, its length kept, unless the turn is negligible   [S11]
//   trial    F* = -k s* - c v,  s* = s + (displacement of this step)                                   [S3, S5]
//   cap      F = F* min(1, limit / |F*|), and s is set such that F = -k s - c v                            [S4]
//
// Labels S are those of docs/specs/santos.md.
//
// A law with two coefficients slips if |F*| exceeds `threshold` and then caps at `limit`; otherwise the two are equal.
//
// Energy. After the step F = -k s - c v holds in stick and in slip, so the dashpot power is c v.v. By the trapezoidal
// rule, the work done on the spring is k/2 (s_old + s).(s* - s_old). Its stored energy increases by
// k/2 (s_old + s).(s - s_old). The difference, k/2 (s_old + s).(s* - s), is dissipated by slip. It is zero in stick;
// in steady slip it is (|F| - c |v|) times the slip distance, and together with the dashpot |F| times that distance.
//
// If the dashpot force alone exceeds the limit, c |v| > limit, the update stretches s against the motion, although no
// work was done on the spring. From s = 0, `stored` increases by (c |v| - limit)^2 / 2k in the first such step, and
// `slip_loss` is negative by the same amount; it stays negative, (limit - c |v|) times the displacement, in the steps
// that follow. The motion can recover at most what a spring at the limit stores, limit^2 / 2k. LAMMPS behaves alike.
// [santos.md, S4, and LAMMPS]
#pragma once

#include <string_view>

#include "base/vec3.h"

namespace scree::law {

/// The text `creates_energy` (contract.h) of the laws with this spring. tests/law/slide_test.cpp and
/// roll_and_spin_test.cpp test the closed form.
inline constexpr std::string_view k_dashpot_creates_energy =
    "creates none while damping x rate is below the limit; above it, as in LAMMPS, the dashpot stretches the spring "
    "against the motion, and up to limit^2 / (2 stiffness) is released if the motion then slows down "
    "within damping / stiffness";

template <class R>
struct CappedSpring {
  Vec3<R> load;
  R stored;
  R slip_loss;
  R viscous_loss;
  R slips;         ///< 1 if the load was capped, otherwise 0
  Vec3<R> before;  ///< the old stretch, turned into the current tangent plane
};

/// If the force of the spring's normal component is below this fraction of the cap, the spring is not turned, as in
/// LAMMPS. [santos.md, S11]
inline constexpr double k_turn_threshold = 1e-10;

/// The normal turns by a small angle per step; then sqrt(1 + x) = 1 + x/2 - x^2/8 is exact to rounding: for x < 1e-5
/// the next term is below half an ulp.
inline constexpr double k_small_turn = 1e-5;

/// Turns a spring into the plane normal to n and keeps its length. A spring parallel to n becomes zero.
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

/// Advances the spring `s` by one step: returns the load and writes the new stretch to `s`.
template <class R>
CappedSpring<R> advance_capped_spring(Vec3<R>& s, const R& stiffness, const R& inverse_stiffness, const R& damping,
                                      const R& threshold, const R& limit, const Vec3<R>& n, const Vec3<R>& rate,
                                      const Vec3<R>& displacement, const R& step) {
  const Vec3<R> before = carried(s, n, stiffness, limit);
  const Vec3<R> trial = before + displacement;
  const Vec3<R> drag = damping * rate;
  Vec3<R> load = opposite_scaled(drag, stiffness, trial);
  s = trial;
  R slip_loss(0.0);

  const R size2 = norm2(load);
  const auto slips = size2 > threshold * threshold;
  if (any(slips)) {
    // A capped load without any stretch is set to zero, as LAMMPS does at set-up: the one exception to
    // F = -k s - c v. [santos.md, 5.1, set-up]
    const R shrink = select(norm2(trial) > R(0.0), limit / sqrt(size2), R(0.0));
    const Vec3<R> cap = shrink * load;
    const Vec3<R> set = select(norm2(trial) > R(0.0), -inverse_stiffness * (cap + drag), trial);
    load = select(slips, cap, load);
    s = select(slips, set, trial);
    slip_loss = R(0.5) * stiffness * dot(before + s, trial - s);
  }
  return {load,  R(0.5) * stiffness * norm2(s), slip_loss, step * dot(drag, rate), select(slips, R(1.0), R(0.0)),
          before};
}
template <class R>
CappedSpring<R> advance_capped_spring(Vec3<R>& s, const R& stiffness, const R& inverse_stiffness, const R& damping,
                                      const R& limit, const Vec3<R>& n, const Vec3<R>& rate,
                                      const Vec3<R>& displacement, const R& step) {
  return advance_capped_spring(s, stiffness, inverse_stiffness, damping, limit, limit, n, rate, displacement, step);
}

}  // namespace scree::law
