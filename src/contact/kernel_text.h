// The loops around the laws, written once and compiled for every instruction set (contact/isa_kernels.cpp).
//
// Pack is double in the scalar build and a pack of lanes in the others. Padding lanes at the end of a chunk repeat its last
// contact: they are computed and thrown away.
#pragma once

#include "contact/kernels.h"
#if SCREE_SCALAR
#include "base/pack_scalar.h"
#else
#include "base/pack.h"
#endif

/// Everything that a kernel calls is compiled into it: a pack that crosses a call goes through memory.
#define SCREE_KERNEL __attribute__((flatten))

namespace scree::SCREE_ISA {

using contact::Chunk;
using contact::Scenery;
using contact::Tally;
using state::k_body_stride;
using state::k_lead_stride;

inline const double* numbers(const state::BodyLine* lines) { return reinterpret_cast<const double*>(lines); }
inline const double* numbers(const state::LeadLine* lines) { return reinterpret_cast<const double*>(lines); }
inline const double* numbers(const contact::WallLine* lines) { return reinterpret_cast<const double*>(lines); }

/// A row of four numbers: a vector and what stands beside it.
struct Row {
  Vec3<Pack> vector;
  Pack fourth;
};
template <int Count>
struct Rows {
  Pack numbers[Count][4];
  Row operator[](int i) const { return {{numbers[i][0], numbers[i][1], numbers[i][2]}, numbers[i][3]}; }
};
/// The first rows of the lines of a body, a lead or a wall.
template <int Count>
Rows<Count> body_rows(const double* lines, int stride, const std::uint32_t* slots) {
  Rows<Count> r;
  load_rows<Count>(lines, stride, slots, 0, r.numbers);
  return r;
}
enum BodyRow { position_row, velocity_row, spin_row };
enum WallRow { point_row, normal_row, wall_velocity_row };

inline Vec3<Pack> load3(const contact::ChunkColumn c[3], int i) { return {load(c[0] + i), load(c[1] + i), load(c[2] + i)}; }
inline void store3(const Vec3<Pack>& v, contact::ChunkColumn c[3], int i) {
  store(v.x, c[0] + i), store(v.y, c[1] + i), store(v.z, c[2] + i);
}

/// x_a - x_b through the pair's image. Most pairs have none, and a pack of such pairs reads no table.
inline Vec3<Pack> apart(const Scenery& world, const Row& a, const Row& b, const std::uint8_t* image) {
  Vec3<Pack> d = a.vector - b.vector;
  static constexpr std::uint8_t none[8] = {13, 13, 13, 13, 13, 13, 13, 13};
  static_assert(none[0] == state::k_no_image);
  if (__builtin_memcmp(image, none, k_lanes) == 0) return d;
  alignas(64) double s[3][8];
  for (int lane = 0; lane < k_lanes; ++lane)
    for (int k = 0; k < 3; ++k) s[k][lane] = world.shifts[image[lane]][k];
  return d + Vec3<Pack>{load(s[0]), load(s[1]), load(s[2])};
}

// Narrow phase ------------------------------------------------------------------------------------------------------

/// Append the lanes that hit. Every lane is written and the end moves by 0 or 1: no branch to mispredict.
inline std::uint32_t append(std::uint32_t* found, std::uint32_t n, std::uint32_t first, unsigned hits) {
  for (unsigned lane = 0; lane < k_lanes; ++lane) found[n] = first + lane, n += hits >> lane & 1u;
  return n;
}

// A sphere that just stands on a plane touches it; two spheres at exactly R_a + R_b do not: as in LAMMPS.
inline Mask spheres_touch(const Pack& distance2, const Pack& reach) { return distance2 < reach * reach; }
inline Mask plane_touches(const Pack& height, const Pack& reach) { return height <= reach; }

/// How far apart pairs i, i + 1, ... of a list are (squared distance of centres, or height above the plane), and the sum of radii.
struct Apart {
  Pack distance, sum;
};
struct Spheres {
  static Apart apart_of(const Scenery& world, const contact::PairColumns& pairs, std::uint32_t i) {
    const Row a = body_rows<1>(numbers(world.bodies), k_body_stride, pairs.a + i)[position_row];
    const Row b = body_rows<1>(numbers(world.bodies), k_body_stride, pairs.b + i)[position_row];
    return {norm2(apart(world, a, b, pairs.image + i)), a.fourth + b.fourth};
  }
  static Mask touch(const Pack& distance, const Pack& reach) { return spheres_touch(distance, reach); }
};
struct Planes {
  static Apart apart_of(const Scenery& world, const contact::PairColumns& pairs, std::uint32_t i) {
    const Row a = body_rows<1>(numbers(world.bodies), k_body_stride, pairs.a + i)[position_row];
    const auto wall = body_rows<2>(numbers(world.walls), contact::k_wall_stride, pairs.b + i);
    return {dot(a.vector - wall[point_row].vector, wall[normal_row].vector), a.fourth};
  }
  static Mask touch(const Pack& distance, const Pack& reach) { return plane_touches(distance, reach); }
};

template <class Kind>
SCREE_KERNEL std::uint32_t narrow(const Scenery& world, const contact::PairColumns& pairs, std::uint32_t* found) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < pairs.count; i += k_lanes) {
    const Apart p = Kind::apart_of(world, pairs, i);
    const unsigned hits = bits(both(Kind::touch(p.distance, p.sum), first_lanes(static_cast<int>(pairs.count - i))));
    if (hits != 0) n = append(found, n, i, hits);  // rare: these pairs were apart a step ago
  }
  return n;
}

template <class Kind>
SCREE_KERNEL contact::Sorted sort_pairs(const Scenery& world, const contact::PairColumns& pairs, double margin, std::uint32_t* touching, std::uint32_t* near) {
  contact::Sorted n;
  for (std::uint32_t i = 0; i < pairs.count; i += k_lanes) {
    const Apart p = Kind::apart_of(world, pairs, i);
    const unsigned live = bits(first_lanes(static_cast<int>(pairs.count - i)));
    const unsigned touch = bits(Kind::touch(p.distance, p.sum)) & live;
    n.touching = append(touching, n.touching, i, touch);
    n.near = append(near, n.near, i, bits(Kind::touch(p.distance, p.sum + Pack(margin))) & live & ~touch);
  }
  return n;
}

// Kinematics --------------------------------------------------------------------------------------------------------

using law::kinematics::Rate;

/// What every kind of pair has in common once the geometry and the velocities are there.
inline void put_motion(const Rate::Constants& c, Chunk& chunk, int i, const shape::Meeting<Pack>& meeting,
                       const Rate::Velocities<Pack>& now, const Rate::Velocities<Pack>& mean) {
  const auto& t = meeting.touch;
  store(t.normal.x, chunk.nx + i), store(t.normal.y, chunk.ny + i), store(t.normal.z, chunk.nz + i);
  store(t.overlap, chunk.overlap + i), store(t.radius, chunk.radius + i);
  store(t.smaller_radius, chunk.smaller_radius + i), store(t.mass, chunk.mass + i);
  if (any(t.overlap > Pack(chunk.overlap_alarm) * t.smaller_radius)) chunk.alarmed = true;
  store(meeting.force_arm_a, chunk.arm_a + i), store(meeting.force_arm_b, chunk.arm_b + i);

  const Pack share(c.contact_share);
  const Pack arm_a = neg_mul_add(share, meeting.slip_arm_a - meeting.force_arm_a, meeting.slip_arm_a);
  const Pack arm_b = neg_mul_add(share, meeting.slip_arm_b - meeting.force_arm_b, meeting.slip_arm_b);
  const auto rates = Rate::rates(t.normal, arm_a, arm_b, t.radius, now);
  store(rates.separation, chunk.separation + i), store(rates.spin, chunk.spin + i);
  store3(rates.slide, chunk.slide, i), store3(rates.roll, chunk.roll, i);
  const Vec3<Pack> extra =
      add_scaled((arm_a - meeting.force_arm_a) * now.spin_a, arm_b - meeting.force_arm_b, now.spin_b);
  store3(extra, chunk.lever, i);
  if (chunk.synchronised) {
    // Springs advance by the mean motion of the step, so it is taken in the geometry of the middle of the step: the normal
    // turns by half of dn = v_t dt / r, and the arms change by a quarter of the overlap's change. Without this the springs,
    // and with them the energies, would be of first order only.
    const Pack half_step(0.5 * chunk.step), separation = dot(mean.apart, t.normal);
    const Vec3<Pack> middle = sub_scaled(t.normal, half_step * meeting.inverse_distance, sub_scaled(mean.apart, separation, t.normal));
    const Pack shorter = Pack(0.5) * half_step * separation * meeting.arm_shrinks * share;
    const auto means = Rate::rates(middle, arm_a - shorter, arm_b - shorter, t.radius, mean);
    store(means.separation, chunk.mean_separation + i), store(means.spin, chunk.mean_spin + i);
    store3(means.slide, chunk.mean_slide, i), store3(means.roll, chunk.mean_roll, i);
  }
}

/// Contacts i, i + 1, ... that do not touch any more.
inline std::uint32_t append_ended(std::uint32_t* ended, std::uint32_t n, const Chunk& chunk, int i, const Mask& touch) {
  const unsigned gone = ~bits(touch) & bits(first_lanes(chunk.count - i));
  return gone != 0 ? append(ended, n, static_cast<std::uint32_t>(i), gone) : n;
}

SCREE_KERNEL inline std::uint32_t spheres_by_rate(const void* constants, const Scenery& world, Chunk& chunk, std::uint32_t* ended) {
  const auto& c = *static_cast<const Rate::Constants*>(constants);
  std::uint32_t gone = 0;
  for (int i = 0; i < chunk.count; i += k_lanes) {
    // One body after the other: the addresses of eight fit in registers, those of sixteen do not.
    const auto a = body_rows<3>(numbers(world.bodies), k_body_stride, chunk.a + i);
    const auto b = body_rows<3>(numbers(world.bodies), k_body_stride, chunk.b + i);
    const Row xa = a[position_row], va = a[velocity_row], wa = a[spin_row];
    const Row xb = b[position_row], vb = b[velocity_row], wb = b[spin_row];
    const Vec3<Pack> d = apart(world, xa, xb, chunk.image + i);
    gone = append_ended(ended, gone, chunk, i, spheres_touch(norm2(d), xa.fourth + xb.fourth));
    const auto meeting = shape::spheres_meet(d, xa.fourth, xb.fourth, va.fourth, vb.fourth);
    const Rate::Velocities<Pack> mean{va.vector - vb.vector, wa.vector, wb.vector};
    if (!chunk.synchronised) {
      put_motion(c, chunk, i, meeting, mean, mean);
      continue;
    }
    const auto lead_a = body_rows<2>(numbers(world.leads), k_lead_stride, chunk.a + i);
    const auto lead_b = body_rows<2>(numbers(world.leads), k_lead_stride, chunk.b + i);
    put_motion(c, chunk, i, meeting,
               {mean.apart + (lead_a[0].vector - lead_b[0].vector), wa.vector + lead_a[1].vector, wb.vector + lead_b[1].vector}, mean);
  }
  return gone;
}

SCREE_KERNEL inline std::uint32_t planes_by_rate(const void* constants, const Scenery& world, Chunk& chunk, std::uint32_t* ended) {
  const auto& c = *static_cast<const Rate::Constants*>(constants);
  std::uint32_t gone = 0;
  const Vec3<Pack> still{Pack(0.0), Pack(0.0), Pack(0.0)};
  for (int i = 0; i < chunk.count; i += k_lanes) {
    const auto a = body_rows<3>(numbers(world.bodies), k_body_stride, chunk.a + i);
    const Row x = a[position_row], v = a[velocity_row], w = a[spin_row];
    const auto wall = body_rows<3>(numbers(world.walls), contact::k_wall_stride, chunk.b + i);
    const Row point = wall[point_row], normal = wall[normal_row], wall_v = wall[wall_velocity_row];
    const Pack height = dot(x.vector - point.vector, normal.vector);
    gone = append_ended(ended, gone, chunk, i, plane_touches(height, x.fourth));
    const auto meeting = shape::sphere_meets_plane(height, normal.vector, x.fourth, v.fourth);
    const Rate::Velocities<Pack> mean{v.vector - wall_v.vector, w.vector, still};
    if (!chunk.synchronised) {
      put_motion(c, chunk, i, meeting, mean, mean);
      continue;
    }
    const auto lead = body_rows<2>(numbers(world.leads), k_lead_stride, chunk.a + i);
    put_motion(c, chunk, i, meeting, {mean.apart + lead[0].vector, w.vector + lead[1].vector, still}, mean);
  }
  return gone;
}

// Stages ------------------------------------------------------------------------------------------------------------

inline law::Touch<Pack> touch_at(const Chunk& c, int i) {
  return {{load(c.nx + i), load(c.ny + i), load(c.nz + i)}, load(c.overlap + i), load(c.radius + i),
          load(c.smaller_radius + i), load(c.mass + i)};
}
inline law::Motion<Pack> motion_at(const Chunk& c, int i) {
  const Pack step(c.step);
  const bool two = c.synchronised;
  return {load(c.separation + i),
          step * load((two ? c.mean_separation : c.separation) + i),
          load3(c.slide, i),
          step * load3(two ? c.mean_slide : c.slide, i),
          load3(c.roll, i),
          step * load3(two ? c.mean_roll : c.roll, i),
          load(c.spin + i),
          step * load((two ? c.mean_spin : c.spin) + i),
          step};
}
inline law::Pressed<Pack> pressed_at(const Chunk& c, int i) {
  return {load(c.force + i), load(c.magnitude + i), load(c.damping + i), Pack(0.0), Pack(0.0)};
}

/// Sums over the live lanes of a chunk.
struct Sum {
  Pack stored{Pack(0.0)}, lost{Pack(0.0)}, dragged{Pack(0.0)};
  void add(int left, const Pack& s, const Pack& l, const Pack& d) {  // `left` contacts from here to the end of the chunk
    if (left >= k_lanes) [[likely]] {
      stored = stored + s, lost = lost + l, dragged = dragged + d;
    } else {
      const Mask live = first_lanes(left);
      stored = stored + select(live, s, Pack(0.0));
      lost = lost + select(live, l, Pack(0.0));
      dragged = dragged + select(live, d, Pack(0.0));
    }
  }
  void put(Tally& tally, contact::Stage stage) const {
    tally.stored[stage] += sum(stored);
    tally.lost[stage] += sum(lost);
    tally.dragged[stage] += sum(dragged);
  }
};

template <class L>
SCREE_KERNEL void press(const void* constants, Chunk& c, double*, std::size_t, Tally& tally) {
  const auto& k = *static_cast<const typename L::Constants*>(constants);
  Sum energy;
  for (int i = 0; i < c.count; i += k_lanes) {
    const auto pressed = L::respond(k, touch_at(c, i), motion_at(c, i));
    store(pressed.force, c.force + i), store(pressed.magnitude, c.magnitude + i), store(pressed.damping, c.damping + i);
    energy.add(c.count - i, pressed.stored, Pack(0.0), pressed.dragged);
  }
  energy.put(tally, contact::normal_stage);
}

/// Load a history from its columns, run f on it, store it again.
template <class H, class F>
auto with_history(double* columns, std::size_t stride, int i, F f) {
  H history;
  std::size_t k = 0;
  history.each([&](auto& x) { x = load(columns + stride * k++ + i); });
  const auto result = f(history);
  k = 0;
  history.each([&](auto& x) { store(x, columns + stride * k++ + i); });
  return result;
}

template <class L>
SCREE_KERNEL void slide(const void* constants, Chunk& c, double* columns, std::size_t stride, Tally& tally) {
  const auto& k = *static_cast<const typename L::Constants*>(constants);
  Sum energy;
  for (int i = 0; i < c.count; i += k_lanes) {
    const auto slid = with_history<typename L::template History<Pack>>(columns, stride, i, [&](auto& history) {
      return L::respond(k, touch_at(c, i), motion_at(c, i), pressed_at(c, i), history);
    });
    store3(slid.force, c.friction, i);
    energy.add(c.count - i, slid.stored, slid.lost, slid.dragged);
  }
  energy.put(tally, contact::slide_stage);
}

template <class L>
SCREE_KERNEL void roll(const void* constants, Chunk& c, double* columns, std::size_t stride, Tally& tally) {
  const auto& k = *static_cast<const typename L::Constants*>(constants);
  Sum energy;
  for (int i = 0; i < c.count; i += k_lanes) {
    const auto rolled = with_history<typename L::template History<Pack>>(columns, stride, i, [&](auto& history) {
      return L::respond(k, touch_at(c, i), motion_at(c, i), pressed_at(c, i), history);
    });
    if constexpr (requires { rolled.torque_a; })
      store3(rolled.torque_a, c.torque, i);
    else
      store3(rolled.torque, c.torque, i);
    energy.add(c.count - i, rolled.stored, rolled.lost, rolled.dragged);
  }
  energy.put(tally, contact::roll_stage);
}

/// Spin comes last and adds to the torque of rolling.
template <class L>
SCREE_KERNEL void spin(const void* constants, Chunk& c, double* columns, std::size_t stride, Tally& tally) {
  const auto& k = *static_cast<const typename L::Constants*>(constants);
  Sum energy;
  for (int i = 0; i < c.count; i += k_lanes) {
    const auto touch = touch_at(c, i);
    const auto spun = with_history<typename L::template History<Pack>>(columns, stride, i, [&](auto& history) {
      return L::respond(k, touch, motion_at(c, i), pressed_at(c, i), history);
    });
    store3(add_scaled(load3(c.torque, i), spun.torque, touch.normal), c.torque, i);
    energy.add(c.count - i, spun.stored, spun.lost, spun.dragged);
  }
  energy.put(tally, contact::spin_stage);
}

// Loads to bodies ---------------------------------------------------------------------------------------------------

inline void add_line(const double* part, state::LoadLine* line) {
  double* whole = reinterpret_cast<double*>(line);
  for (int k = 0; k < 8; k += k_lanes) store(load(whole + k) + load(part + k), whole + k);
}
inline void subtract_line(const double* part, state::LoadLine* line) {
  double* whole = reinterpret_cast<double*>(line);
  for (int k = 0; k < 8; k += k_lanes) store(load(whole + k) - load(part + k), whole + k);
}

SCREE_KERNEL inline void scatter(Chunk& c, const contact::LoadTargets& a, const contact::LoadTargets& b, Tally& tally) {
  Pack lever(0.0);
  for (int i = 0; i < c.count; i += k_lanes) {
    const Vec3<Pack> n{load(c.nx + i), load(c.ny + i), load(c.nz + i)};
    const Vec3<Pack> friction = load3(c.friction, i);
    const Vec3<Pack> own = load3(c.torque, i);
    const Vec3<Pack> turn = cross(n, friction);
    lever = lever - select(first_lanes(c.count - i), dot(turn, load3(c.lever, i)), Pack(0.0));
    const Vec3<Pack> force = add_scaled(friction, load(c.force + i), n);
    alignas(64) double on_a[k_lanes][8], by_b[k_lanes][8];  // whole lines: force, torque; b gets the opposite of its own
    const VectorRows force_rows = rows_of(force);
    store_lines(force_rows, rows_of(sub_scaled(own, load(c.arm_a + i), turn)), on_a[0]);
    store_lines(force_rows, rows_of(add_scaled(own, load(c.arm_b + i), turn)), by_b[0]);
    const int lanes = c.count - i < k_lanes ? c.count - i : k_lanes;
    for (int lane = 0; lane < lanes; ++lane) {
      add_line(on_a[lane], a.line(c.target_a[i + lane]));
      subtract_line(by_b[lane], b.line(c.target_b[i + lane]));
    }
  }
  tally.lever += sum(lever) * c.step;
}

// Bodies ------------------------------------------------------------------------------------------------------------

/// A row of four numbers as one value; the compiler makes of it what the instruction set has.
typedef double Four __attribute__((vector_size(32), may_alias));

/// Rows of a body: (x, radius), (v, 1/m), (w, 1/I), (x0, -). The fourth number of a load is always zero, so that 1/m and 1/I stay.
SCREE_KERNEL inline void push(const contact::Push& p, state::BodyLine* bodies, const state::LoadLine* loads, state::LeadLine* leads,
                              std::size_t count, contact::Moved& moved) {
  const Four g = {p.gravity.x, p.gravity.y, p.gravity.z, 0.0}, vector_part = {1.0, 1.0, 1.0, 0.0};
  Four low = *reinterpret_cast<const Four*>(moved.low), high = *reinterpret_cast<const Four*>(moved.high);
  double farthest2 = moved.farthest2;
  for (std::size_t i = 0; i < count; ++i) {
    Four* line = reinterpret_cast<Four*>(bodies + i);
    const Four* load = reinterpret_cast<const Four*>(loads + i);
    const Four force = load[0], torque = load[1];
    Four v = line[1], w = line[2];
    const double inverse_mass = v[3], inverse_inertia = w[3];
    if (p.end != 0.0) {
      v += (p.end * inverse_mass) * force + p.end * g;
      w += (p.end * inverse_inertia) * torque;
    }
    if (p.drift != 0.0) {
      const Four gain_v = (p.begin * inverse_mass) * force + p.begin * g, gain_w = (p.begin * inverse_inertia) * torque;
      v += gain_v, w += gain_w;
      if (p.leads) {
        Four* lead = reinterpret_cast<Four*>(leads + i);
        lead[0] = gain_v, lead[1] = gain_w;
      }
      const Four x = line[0] + (p.drift * v) * vector_part;
      const Four d = x - line[3];
      low = d < low ? d : low, high = d > high ? d : high;
      const double d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      farthest2 = d2 > farthest2 ? d2 : farthest2;
      line[0] = x;
    }
    line[1] = v, line[2] = w;
  }
  moved.farthest2 = farthest2;
  *reinterpret_cast<Four*>(moved.low) = low, *reinterpret_cast<Four*>(moved.high) = high;
}

// The table ---------------------------------------------------------------------------------------------------------

template <class... L>
void fill_normal(law::List<L...>, contact::StageKernel* table) { ((*table++ = &press<L>), ...); }
template <class... L>
void fill_slide(law::List<L...>, contact::StageKernel* table) { ((*table++ = &slide<L>), ...); }
template <class... L>
void fill_roll(law::List<L...>, contact::StageKernel* table) { ((*table++ = &roll<L>), ...); }
template <class... L>
void fill_spin(law::List<L...>, contact::StageKernel* table) { ((*table++ = &spin<L>), ...); }

inline contact::Kernels make_kernels(const char* name, std::size_t length) {
  contact::Kernels k;
  k.name = {name, length};
  k.lanes = k_lanes;
  k.narrow[0] = &narrow<Spheres>, k.narrow[1] = &narrow<Planes>;
  k.sort_pairs[0] = &sort_pairs<Spheres>, k.sort_pairs[1] = &sort_pairs<Planes>;
  k.kinematics[0][0] = &spheres_by_rate, k.kinematics[1][0] = &planes_by_rate;
  fill_normal(law::Normals{}, k.normal);
  fill_slide(law::Slides{}, k.slide);
  fill_roll(law::Rolls{}, k.roll);
  fill_spin(law::Spins{}, k.spin);
  k.scatter = &scatter;
  k.push = &push;
  return k;
}

}  // namespace scree::SCREE_ISA
