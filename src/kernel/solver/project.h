// The kernels of the first-order solvers, compiled once for each instruction set (kernel/solver_isa_kernels.cpp). They
// have a namespace inside that of the instruction set: contact kernels have classes of the same names (Apart, AnyArms),
// and two classes with one qualified name violate the one-definition rule (tests/one_definition.py).
#pragma once

#include "kernel/lanes.h"
#include "law/cone.h"
#include "kernel/solver_kernels.h"

namespace scree::SCREE_ISA::of_solvers {

using solve::Group, solve::ImpulseGroup, solve::Line, solve::k_group;

inline Vec3<Pack> load3(const double (&columns)[3][k_group], int lane) {
  return {load(columns[0] + lane), load(columns[1] + lane), load(columns[2] + lane)};
}
inline void store3(const Vec3<Pack>& v, double (&columns)[3][k_group], int lane) {
  store(v.x, columns[0] + lane), store(v.y, columns[1] + lane), store(v.z, columns[2] + lane);
}
inline void add_to(double* sums, int lane, const Pack& x) { store(load(sums + lane) + x, sums + lane); }

/// A vector divided into its parts along and across a unit normal.
struct Apart {
  Pack along;
  Vec3<Pack> across;
};
inline Apart apart(const Vec3<Pack>& v, const Vec3<Pack>& n) {
  const Pack along = dot(v, n);
  return {along, sub_scaled(v, along, n)};
}

/// Relative velocity of the contact points, and relative spin.
struct Relative {
  Vec3<Pack> points, spins;
};
/// Torques of a force at the contact: on a, and minus that on b.
struct Torques {
  Vec3<Pack> on_a, by_b;
};
struct AnyArms {
  Vec3<Pack> arm_a, arm_b;
  AnyArms(const Group& c, int lane, const Vec3<Pack>&) : arm_a(load3(c.arm_a, lane)), arm_b(load3(c.arm_b, lane)) {}
  Vec3<Pack> slip(const Vec3<Pack>& wa, const Vec3<Pack>& wb) const { return cross(wa, arm_a) - cross(wb, arm_b); }
  Torques torques(const Vec3<Pack>& force) const { return {cross(arm_a, force), cross(arm_b, force)}; }
};
struct RoundArms {  // arms -radius_a n and radius_b n: half of the products
  Vec3<Pack> n;
  Pack radius_a, radius_b;
  RoundArms(const Group& c, int lane, const Vec3<Pack>& normal)
      : n(normal), radius_a(load(c.radius_a + lane)), radius_b(load(c.radius_b + lane)) {}
  Vec3<Pack> slip(const Vec3<Pack>& wa, const Vec3<Pack>& wb) const {
    return cross(n, add_scaled(radius_a * wa, radius_b, wb));
  }
  Torques torques(const Vec3<Pack>& force) const {
    const Vec3<Pack> turn = cross(n, force);
    return {-(radius_a * turn), radius_b * turn};
  }
};
template <class Arms>
Relative relative_motion(const Line* motion, const Group& c, int lane, const Arms& arms) {
  LaneLines a{motion->number, 8, c.a + lane};
  LaneLines b{motion->number, 8, c.b + lane};
  const Vec3<Pack> wa = load_row(a, 1).vector, wb = load_row(b, 1).vector;
  return {load_difference(a, b, 0).vector + arms.slip(wa, wb), wa - wb};
}

template <bool Soft, class Arms>
SCREE_KERNEL
void project(const solve::ProjectPass& pass, std::size_t first, std::size_t last, solve::ProjectSums& sums) {
  const Pack momentum(pass.momentum), stride(pass.stride), origin_fraction(solve::k_origin_fraction);
  for (std::size_t i = first; i < last; ++i) {
    const Group& c = pass.groups[i];
    const ImpulseGroup &now = pass.now[i], &origin = pass.origin[i];
    for (int lane = 0; lane < k_group; lane += k_lanes) {
      const Vec3<Pack> n = load3(c.normal, lane);
      const Arms arms(c, lane, n);
      const Relative u = relative_motion(pass.motion, c, lane, arms);
      const Vec3<Pack> now_force = load3(now.force, lane), now_torque = load3(now.torque, lane);
      const Vec3<Pack> extrapolated_force = momentum * (now_force - load3(origin.force, lane)),
                       extrapolated_torque = momentum * (now_torque - load3(origin.torque, lane));
      const Apart force = apart(now_force + extrapolated_force, n), torque = apart(now_torque + extrapolated_torque, n);
      Apart slip = apart(u.points, n);
      const Apart turn = apart(u.spins, n);
      slip.along = slip.along + load(c.bias + lane);
      if constexpr (Soft) {
        slip.along = mul_add(load(c.compliance[0] + lane), force.along, slip.along);
        slip.across = add_scaled(slip.across, load(c.compliance[1] + lane), force.across);
      }
      const Pack step_n = load(c.step[0] + lane);
      const Pack x_n = neg_mul_add(stride * step_n, slip.along, force.along);
      const Vec3<Pack> x_t = sub_scaled(force.across, stride * load(c.step[1] + lane), slip.across);
      const Vec3<Pack> x_r = sub_scaled(torque.across, stride * load(c.step[2] + lane), turn.across);
      const Pack x_s = neg_mul_add(stride * load(c.step[3] + lane), turn.along, torque.along);
      const law::ByPart<Pack> weight{load(c.weight[0] + lane), load(c.weight[1] + lane), load(c.weight[2] + lane)};
      const law::Cone<Pack> cone{load(c.cone[0] + lane), load(c.cone[1] + lane), load(c.cone[2] + lane)};
      const auto p = law::onto_cone<Pack>(cone, weight, x_n, {norm(x_t), norm(x_r), abs(x_s)}, force.along);
      const Vec3<Pack> new_t = p.factor.slide * x_t, new_r = p.factor.roll * x_r;
      const Pack new_s = max(min(x_s, p.limit.spin), -p.limit.spin);
      const Pack d_n = p.normal - force.along, d_s = new_s - torque.along;
      const Vec3<Pack> d_t = new_t - force.across, d_r = new_r - torque.across;
      const Pack stiff = load(c.stiff + lane);
      const Pack moved =
          mul_add(d_n, d_n,
                  mul_add(weight.slide, norm2(d_t), mul_add(weight.roll, norm2(d_r), weight.spin * (d_s * d_s)))) *
          stiff;
      if (pass.each) {
        store(sqrt(moved * stiff), pass.each + i * k_group + lane);
        continue;
      }
      const Vec3<Pack> new_force = add_scaled(new_t, p.normal, n), new_torque = add_scaled(new_r, new_s, n);
      add_to(sums.change, lane, moved), add_to(sums.residual, lane, moved * stiff);
      if constexpr (Soft)
        add_to(sums.soft, lane,
               mul_add(load(c.compliance[0] + lane), d_n * d_n, load(c.compliance[1] + lane) * norm2(d_t)));
      add_to(
          sums.uphill, lane,
          dot(add_scaled(slip.across, slip.along, n), new_force - now_force) + dot(u.spins, new_torque - now_torque));
      store3(new_force, pass.next[i].force, lane), store3(new_torque, pass.next[i].torque, lane);
      if (pass.next_origin) {
        store3(add_scaled(now_force, origin_fraction, extrapolated_force), pass.next_origin[i].force, lane);
        store3(add_scaled(now_torque, origin_fraction, extrapolated_torque), pass.next_origin[i].torque, lane);
      }
      double* lines = pass.lines[i * 2 * k_group + static_cast<std::size_t>(lane)].number;
      const Torques turning = arms.torques(new_force);
      store_lines(rows_of(new_force), rows_of(turning.on_a + new_torque), lines);
      store_lines(rows_of(-new_force), rows_of(-(turning.by_b + new_torque)), lines + 8 * k_group);
    }
  }
}

SCREE_KERNEL
inline void gather(const solve::GatherPass& pass, std::size_t first, std::size_t last, Line& energy) {
  constexpr int k_parts = 8 / k_lanes;
  const Pack momentum(pass.momentum), origin_fraction(solve::k_origin_fraction);
  for (std::size_t i = first; i < last; ++i) {
    Pack sum[k_parts];
    for (int k = 0; k < k_parts; ++k) sum[k] = Pack(0.0);
    for (std::uint32_t l = pass.first[i]; l < pass.first[i + 1]; ++l) {
      const double* line = pass.lines[pass.line[l]].number;
      for (int k = 0; k < k_parts; ++k) sum[k] = sum[k] + load(line + k * k_lanes);
    }
    Line off, answer;  // off: next - trial; answer: M^-1 off, then M^-1 times the next trial
    const auto respond = [&](const Line& impulse) {
      for (int k = 0; k < 8; k += k_lanes)
        store(load(pass.inverse[i].number + k) * load(impulse.number + k), answer.number + k);
      if (!pass.matrix) return;
      const Vec3d turned = pass.matrix[i] * Vec3d{impulse.number[4], impulse.number[5], impulse.number[6]};
      answer.number[4] = turned.x, answer.number[5] = turned.y, answer.number[6] = turned.z;
    };
    for (int k = 0; k < k_parts; ++k)
      store(sum[k] - load(pass.trial[i].number + k * k_lanes), off.number + k * k_lanes);
    respond(off);
    for (int k = 0; k < 8; k += k_lanes) add_to(energy.number, k, load(off.number + k) * load(answer.number + k));
    Line& trial = pass.next_trial[i];
    for (int k = 0; k < k_parts; ++k) {
      store(sum[k], pass.next[i].number + k * k_lanes);
      const Pack now = load(pass.now[i].number + k * k_lanes),
                 origin = mul_add(origin_fraction, load(pass.trial[i].number + k * k_lanes) - now, now);
      store(mul_add(momentum, sum[k] - origin, sum[k]), trial.number + k * k_lanes);
    }
    respond(trial);
    for (int k = 0; k < 8; k += k_lanes)
      store(load(pass.free[i].number + k) + load(answer.number + k), pass.motion[i].number + k);
  }
}

}  // namespace scree::SCREE_ISA::of_solvers
