// The inner loop of Gauss-Seidel sweeps (solve/gauss_seidel.h), compiled once for each instruction set.
#pragma once

#include "kernel/solver/project.h"

namespace scree::SCREE_ISA::of_solvers {

/// motion += M^-1 by. Bodies that cannot move are not written: several contacts of one colour may share them.
inline void apply_impulse(const solve::SweepPass& pass, std::uint32_t body, const Line& by) {
  if (!pass.moves[body]) return;
  double* v = pass.motion[body].number;
  const double* inverse = pass.inverse[body].number;
  const Vec3d spin{v[4], v[5], v[6]};
  for (int k = 0; k < 8; k += k_lanes) store(mul_add(load(inverse + k), load(by.number + k), load(v + k)), v + k);
  if (!pass.matrix) return;
  const Vec3d turned = spin + pass.matrix[body] * Vec3d{by.number[4], by.number[5], by.number[6]};
  v[4] = turned.x, v[5] = turned.y, v[6] = turned.z;
}

/// For groups of one colour, in which no two contacts share a body that can move: gamma <- P(gamma - pace B u),
/// followed at once by the motion of the bodies.
SCREE_KERNEL
inline void sweep(const solve::SweepPass& pass, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    const Group& c = pass.groups[i];
    ImpulseGroup& g = pass.impulses[i];
    Line lines[2 * k_group];
    for (int lane = 0; lane < k_group; lane += k_lanes) {
      const Vec3<Pack> n = load3(c.normal, lane);
      const AnyArms arms(c, lane, n);
      const Relative u = relative_motion(pass.motion, c, lane, arms);
      const Vec3<Pack> old_force = load3(g.force, lane), old_torque = load3(g.torque, lane);
      const Apart force = apart(old_force, n), torque = apart(old_torque, n);
      Apart slip = apart(u.points, n);
      const Apart turn = apart(u.spins, n);
      slip.along = mul_add(load(c.compliance[0] + lane), force.along, slip.along + load(c.bias + lane));
      slip.across = add_scaled(slip.across, load(c.compliance[1] + lane), force.across);
      const Pack pace = load(pass.pace + i * k_group + static_cast<std::size_t>(lane));
      const Pack x_n = neg_mul_add(pace * load(c.step[0] + lane), slip.along, force.along);
      const Vec3<Pack> x_t = sub_scaled(force.across, pace * load(c.step[1] + lane), slip.across);
      const Vec3<Pack> x_r = sub_scaled(torque.across, pace * load(c.step[2] + lane), turn.across);
      const Pack x_s = neg_mul_add(pace * load(c.step[3] + lane), turn.along, torque.along);
      const law::ByPart<Pack> weight{load(c.weight[0] + lane), load(c.weight[1] + lane), load(c.weight[2] + lane)};
      const law::Cone<Pack> cone{load(c.cone[0] + lane), load(c.cone[1] + lane), load(c.cone[2] + lane)};
      const auto p = law::onto_cone<Pack>(cone, weight, x_n, {norm(x_t), norm(x_r), abs(x_s)}, force.along);
      const Vec3<Pack> new_force = add_scaled(p.factor.slide * x_t, p.normal, n),
                       new_torque = add_scaled(p.factor.roll * x_r, p.factor.spin * x_s, n);
      store3(new_force, g.force, lane), store3(new_torque, g.torque, lane);
      const Vec3<Pack> d_force = new_force - old_force, d_torque = new_torque - old_torque;
      const Torques turning = arms.torques(d_force);
      store_lines(rows_of(d_force), rows_of(turning.on_a + d_torque), lines[lane].number);
      store_lines(rows_of(-d_force), rows_of(-(turning.by_b + d_torque)), lines[k_group + lane].number);
    }
    for (int lane = 0; lane < k_group; ++lane)
      apply_impulse(pass, c.a[lane], lines[lane]), apply_impulse(pass, c.b[lane], lines[k_group + lane]);
  }
}

}  // namespace scree::SCREE_ISA::of_solvers
