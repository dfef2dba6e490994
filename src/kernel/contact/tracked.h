// Kinematics `tracked` of spheres: the rotation of this step maps the old normal with each body, and the path of the
// contact point over each body is the arc between that and the new normal (law/kinematics/tracked.h).
#pragma once

#include "kernel/followed.h"
#include "kernel/contact/touch.h"
#include "law/kinematics/tracked.h"

namespace scree::SCREE_ISA {

using law::kinematics::Tracked;

/// Paths and rotations of a pack of contacts.
struct Paths {
  Vec3<Pack> path_a, path_b;  ///< path_b in b's frame
  Pack half_spin;             ///< tan(psi/2)
  Pack curvature_a, curvature_b;
  Turn<Pack> turn_a;
  Vec3<Pack> lean;  ///< rotation of the carried normal into the new one
};

inline void put_followed(const Tracked::Constants& c, Chunk& chunk, int i,
                         const shape::SphereContact<Pack>& contact_of_pair, const Paths& p,
                         const Rate::Velocities<Pack>& mean) {
  const Vec3<Pack>& n = contact_of_pair.geometry.normal;
  const Vec3<Pack> path_b = Tracked::in_frame_of_a(c, p.path_b, p.half_spin, n);
  const Pack per_step(chunk.step > 0.0 ? 1.0 / chunk.step : 0.0);
  const auto f = contact::followed(contact_of_pair.geometry, p.path_a, path_b, p.half_spin, p.curvature_a,
                                   p.curvature_b, per_step);
  store3(f.slide, chunk.slide, i), store3(f.roll, chunk.roll, i);
  store(f.spin, chunk.spin + i);
  store3(p.path_a, chunk.path_a, i), store3(path_b, chunk.path_b, i);
  store(p.curvature_a, chunk.curvature_a + i), store(p.curvature_b, chunk.curvature_b + i);

  store(p.turn_a.w, chunk.turn[0] + i);
  store3(p.turn_a.v, chunk.turn + 1, i);
  store3(p.lean, chunk.lean, i);

  // The motion of the paths in excess of that of the points where the loads act: its work does not change any spring.
  const Pack separation = dot(mean.apart, n);
  const Vec3<Pack> turning_a = cross(mean.spin_a, n), turning_b = cross(mean.spin_b, n);
  const Vec3<Pack> moved = sub_scaled(mean.apart, separation, n) -
                           (contact_of_pair.force_arm_a * turning_a + contact_of_pair.force_arm_b * turning_b);
  store3(cross(f.slide - moved, n), chunk.arm_mismatch, i);
  store3(f.roll_a - turning_a, chunk.roll_excess_a, i), store3(f.roll_b + turning_b, chunk.roll_excess_b, i);
}

inline Vec3<Pack> load_normal(const double* history, std::size_t stride, int i) {
  return {load(history + i), load(history + stride + i), load(history + 2 * stride + i)};
}
inline void store_normal(const Vec3<Pack>& n, double* history, std::size_t stride, int i) {
  store(n.x, history + i), store(n.y, history + stride + i), store(n.z, history + 2 * stride + i);
}

SCREE_KERNEL
inline std::uint32_t spheres_tracked(const void* constants, const KernelInputs& world, Chunk& chunk, double* history,
                                     std::size_t stride, std::uint32_t* ended) {
  const auto& c = *static_cast<const Tracked::Constants*>(constants);
  chunk.tracked = true, chunk.means = false;
  std::uint32_t gone = 0;
  const Pack step(chunk.step);
  for (int i = 0; i < chunk.count; i += k_lanes) {
    auto [xa, va, wa] = load_three(bodies_at(world, chunk.a + i));
    auto [xb, vb, wb] = load_three(bodies_at(world, chunk.b + i));
    const Vec3<Pack> d = through_image(world, xa.vector - xb.vector, chunk.image + i);
    gone = append_ended(ended, gone, chunk, i, spheres_touch(norm2(d), xa.fourth + xb.fourth));
    auto contact_of_pair = shape::spheres_meet(d, xa.fourth, xb.fourth, va.fourth, vb.fourth);
    // each load acts at the surface of its body [spec, P12]
    contact_of_pair.force_arm_a = xa.fourth, contact_of_pair.force_arm_b = xb.fourth;
    const Vec3<Pack> n = contact_of_pair.geometry.normal;
    put_touch(chunk, i, contact_of_pair);
    store(Tracked::of_pair(c, va.fourth, vb.fourth), chunk.pair_mass + i);
    const Pack inertia = Tracked::of_pair(c, wa.fourth, wb.fourth);
    store(inertia, chunk.roll_inertia + i), store(inertia, chunk.spin_inertia + i);

    const Vec3<Pack> old = load_normal(history, stride, i);
    const Mask known = norm2(old) > Pack(0.5);  // a new contact has no old normal and no path
    const Turn<Pack> turn_a = turn_by(step * wa.vector), turn_b = turn_by(step * wb.vector);
    const auto by_a = Tracked::carried(turn_a, old, n), by_b = Tracked::carried(turn_b, old, n);
    const Pack half = select(known, Tracked::half_spin(turn_a, by_a, turn_b, by_b, n), Pack(0.0));
    const Pack over = Pack(1.0) / (xa.fourth * xb.fourth);
    const Rate::Velocities<Pack> mean{with_strain(world, va.vector - vb.vector, d), wa.vector, wb.vector};
    put_followed(c, chunk, i, contact_of_pair,
                 {(xa.fourth * by_a.arc) * by_a.aside, -((xb.fourth * by_b.arc) * by_b.aside), half, over * xb.fourth,
                  over * xa.fourth, turn_a, by_a.lean},
                 mean);
    put_separation(world, chunk, i, mean.apart, n, true);
    store_normal(n, history, stride, i);
  }
  return gone;
}

SCREE_KERNEL
inline std::uint32_t planes_tracked(const void* constants, const KernelInputs& world, Chunk& chunk, double* history,
                                    std::size_t stride, std::uint32_t* ended) {
  const auto& c = *static_cast<const Tracked::Constants*>(constants);
  chunk.tracked = true, chunk.means = false;
  std::uint32_t gone = 0;
  const Pack step(chunk.step), zero(0.0);
  const Vec3<Pack> still{zero, zero, zero};
  const Turn<Pack> no_turn{Pack(1.0), still};
  for (int i = 0; i < chunk.count; i += k_lanes) {
    auto [x, v, w] = load_three(bodies_at(world, chunk.a + i));
    auto [point, normal, wall_v] = load_three(walls_at(world, chunk.b + i));
    const Pack height = dot(x.vector - point.vector, normal.vector);
    gone = append_ended(ended, gone, chunk, i, plane_touches(height, x.fourth));
    const auto contact_of_pair = shape::sphere_meets_plane(height, normal.vector, x.fourth, v.fourth);
    const Vec3<Pack> n = contact_of_pair.geometry.normal;
    put_touch(chunk, i, contact_of_pair);
    store(contact_of_pair.geometry.mass, chunk.pair_mass + i);
    const Pack inertia = Pack(1.0) / w.fourth;
    store(inertia, chunk.roll_inertia + i), store(inertia, chunk.spin_inertia + i);

    const Vec3<Pack> old = load_normal(history, stride, i);
    const Mask known = norm2(old) > Pack(0.5);
    const Turn<Pack> turn = turn_by(step * w.vector);
    const auto by_a = Tracked::carried(turn, old, n), by_plane = Tracked::carried(no_turn, old, n);
    const Pack half = select(known, Tracked::half_spin(turn, by_a, no_turn, by_plane, n), zero);
    const Rate::Velocities<Pack> mean{v.vector - wall_v.vector, w.vector, still};
    // The projection of the centre on the plane moves by the tangential displacement of the centre.
    const Vec3<Pack> foot = select(known, step * sub_scaled(mean.apart, dot(mean.apart, n), n), still);
    put_followed(c, chunk, i, contact_of_pair,
                 {(x.fourth * by_a.arc) * by_a.aside, foot, half, Pack(1.0) / x.fourth, zero, turn, by_a.lean}, mean);
    put_separation(world, chunk, i, mean.apart, n, false);
    store_normal(n, history, stride, i);
  }
  return gone;
}

}  // namespace scree::SCREE_ISA
