// Geometry of spheres: which listed pairs touch now, and what a touch puts into its chunk.
#pragma once

#include "kernel/contact/rows.h"

namespace scree::SCREE_ISA {

/// Append the lanes that hit. Every lane is written and the end moves by 0 or 1: no branch to mispredict.
inline std::uint32_t append(std::uint32_t* found, std::uint32_t n, std::uint32_t first, unsigned hits) {
  for (unsigned lane = 0; lane < k_lanes; ++lane) found[n] = first + lane, n += hits >> lane & 1u;
  return n;
}

// A sphere that just stands on a plane touches it; two spheres at exactly R_a + R_b do not: as in LAMMPS.
inline Mask spheres_touch(const Pack& distance2, const Pack& reach) { return distance2 < reach * reach; }
inline Mask plane_touches(const Pack& height, const Pack& reach) { return height <= reach; }

/// How far apart pairs i, i + 1, ... of a list are (squared distance of centres, or height above the plane), and the
/// sum of radii.
struct Apart {
  Pack distance, sum;
};
struct Spheres {
  static Apart apart_of(const Scenery& world, const contact::PairColumns& pairs, std::uint32_t i) {
    Row d = load_difference(bodies_at(world, pairs.a + i), bodies_at(world, pairs.b + i), position_row);
    return {norm2(through_image(world, d.vector, pairs.image + i)), d.fourth};
  }
  static Mask touch(const Pack& distance, const Pack& reach) { return spheres_touch(distance, reach); }
};
struct Planes {
  static Apart apart_of(const Scenery& world, const contact::PairColumns& pairs, std::uint32_t i) {
    Row a = load_row(bodies_at(world, pairs.a + i), position_row);
    LaneLines wall = walls_at(world, pairs.b + i);
    return {dot(a.vector - load_row(wall, point_row).vector, load_row(wall, normal_row).vector), a.fourth};
  }
  static Mask touch(const Pack& distance, const Pack& reach) { return plane_touches(distance, reach); }
};

template <class Kind>
SCREE_KERNEL
std::uint32_t narrow(const Scenery& world, const contact::PairColumns& pairs, std::uint32_t* found) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < pairs.count; i += k_lanes) {
    const Apart p = Kind::apart_of(world, pairs, i);
    const unsigned hits = bits(both(Kind::touch(p.distance, p.sum), first_lanes(static_cast<int>(pairs.count - i))));
    if (hits != 0) n = append(found, n, i, hits);  // rare: these pairs were apart a step ago
  }
  return n;
}

template <class Kind>
SCREE_KERNEL
contact::Sorted sort_pairs(const Scenery& world, const contact::PairColumns& pairs, double margin,
                           std::uint32_t* touching, std::uint32_t* near) {
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

/// Contacts i, i + 1, ... that do not touch any more.
inline std::uint32_t append_ended(std::uint32_t* ended, std::uint32_t n, const Chunk& chunk, int i, const Mask& touch) {
  const unsigned gone = ~bits(touch) & bits(first_lanes(chunk.count - i));
  return gone != 0 ? append(ended, n, static_cast<std::uint32_t>(i), gone) : n;
}

using law::kinematics::Rate;

inline void look_for_alarm(Chunk& chunk, const law::Touch<Pack>& t) {
  if (any(t.overlap > Pack(chunk.overlap_alarm) * t.smaller_radius)) chunk.alarmed = true;
}
inline void put_touch(Chunk& chunk, int i, const shape::Meeting<Pack>& meeting) {
  const auto& t = meeting.touch;
  store(t.normal.x, chunk.nx + i), store(t.normal.y, chunk.ny + i), store(t.normal.z, chunk.nz + i);
  store(t.overlap, chunk.overlap + i), store(t.radius, chunk.radius + i);
  store(t.smaller_radius, chunk.smaller_radius + i), store(t.mass, chunk.mass + i);
  look_for_alarm(chunk, t);
  store(meeting.force_arm_a, chunk.arm_a + i), store(meeting.force_arm_b, chunk.arm_b + i);
  store(meeting.distance, chunk.distance + i);
}

/// The rate of separation at the time of the positions, and its mean over the step.
inline void put_separation(const Scenery& world, Chunk& chunk, int i, const Vec3<Pack>& mean_apart, const Vec3<Pack>& n,
                           bool two_bodies) {
  const Pack mean = dot(mean_apart, n);
  store(mean, chunk.mean_separation + i);
  if (!chunk.synchronised) {
    store(mean, chunk.separation + i);
    return;
  }
  Vec3<Pack> lead = load_row(leads_at(world, chunk.a + i), velocity_lead).vector;
  if (two_bodies) lead = lead - load_row(leads_at(world, chunk.b + i), velocity_lead).vector;
  store(dot(mean_apart + lead, n), chunk.separation + i);
}

}  // namespace scree::SCREE_ISA
