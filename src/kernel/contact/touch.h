// Geometry of spheres: which listed pairs touch now, and the geometry columns of a chunk.
#pragma once

#include "kernel/contact/rows.h"

namespace scree::SCREE_ISA {

/// Append the lanes whose bits are set. Every lane is written and the end moves by 0 or 1: no branch to mispredict.
inline std::uint32_t append(std::uint32_t* found, std::uint32_t n, std::uint32_t first, unsigned hits) {
  for (unsigned lane = 0; lane < k_lanes; ++lane) found[n] = first + lane, n += hits >> lane & 1u;
  return n;
}

// A sphere with height = R at a plane touches it; two spheres at distance R_a + R_b do not: as in LAMMPS.
inline Mask spheres_touch(const Pack& distance2, const Pack& reach) { return distance2 < reach * reach; }
inline Mask plane_touches(const Pack& height, const Pack& reach) { return height <= reach; }

/// Squared distance of the centres, or height above the plane, of pairs i, i + 1, ... of a list, and the sum of radii.
struct Apart {
  Pack distance, sum;
};
struct Spheres {
  static Apart apart_of(const KernelInputs& world, const contact::PairColumns& pairs, std::uint32_t i) {
    Row d = load_difference(bodies_at(world, pairs.a + i), bodies_at(world, pairs.b + i), position_row);
    return {norm2(through_image(world, d.vector, pairs.image + i)), d.fourth};
  }
  static Mask touching(const Pack& distance, const Pack& reach) { return spheres_touch(distance, reach); }
};
struct Planes {
  static Apart apart_of(const KernelInputs& world, const contact::PairColumns& pairs, std::uint32_t i) {
    Row a = load_row(bodies_at(world, pairs.a + i), position_row);
    LaneLines wall = walls_at(world, pairs.b + i);
    return {dot(a.vector - load_row(wall, point_row).vector, load_row(wall, normal_row).vector), a.fourth};
  }
  static Mask touching(const Pack& distance, const Pack& reach) { return plane_touches(distance, reach); }
};

template <class Kind>
SCREE_KERNEL
std::uint32_t narrow(const KernelInputs& world, const contact::PairColumns& pairs, std::uint32_t* found) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < pairs.count; i += k_lanes) {
    const Apart p = Kind::apart_of(world, pairs, i);
    const unsigned hits = bits(both(Kind::touching(p.distance, p.sum), first_lanes(static_cast<int>(pairs.count - i))));
    if (hits != 0) n = append(found, n, i, hits);  // rare: these pairs were apart one step before
  }
  return n;
}

template <class Kind>
SCREE_KERNEL
contact::Sorted sort_pairs(const KernelInputs& world, const contact::PairColumns& pairs, double margin,
                           std::uint32_t* touching, std::uint32_t* near) {
  contact::Sorted n;
  for (std::uint32_t i = 0; i < pairs.count; i += k_lanes) {
    const Apart p = Kind::apart_of(world, pairs, i);
    const unsigned live = bits(first_lanes(static_cast<int>(pairs.count - i)));
    const unsigned hits = bits(Kind::touching(p.distance, p.sum)) & live;
    n.touching = append(touching, n.touching, i, hits);
    n.near = append(near, n.near, i, bits(Kind::touching(p.distance, p.sum + Pack(margin))) & live & ~hits);
  }
  return n;
}

/// Append the contacts i, i + 1, ... that no longer touch.
inline std::uint32_t append_ended(std::uint32_t* ended, std::uint32_t n, const Chunk& chunk, int i,
                                  const Mask& touching) {
  const unsigned gone = ~bits(touching) & bits(first_lanes(chunk.count - i));
  return gone != 0 ? append(ended, n, static_cast<std::uint32_t>(i), gone) : n;
}

using law::kinematics::Rate;

inline void check_alarm(Chunk& chunk, const law::ContactGeometry<Pack>& t) {
  if (any(t.overlap > Pack(chunk.overlap_alarm) * t.smaller_radius)) chunk.alarmed = true;
}
inline void put_touch(Chunk& chunk, int i, const shape::SphereContact<Pack>& contact_of_pair) {
  const auto& t = contact_of_pair.geometry;
  store(t.normal.x, chunk.nx + i), store(t.normal.y, chunk.ny + i), store(t.normal.z, chunk.nz + i);
  store(t.overlap, chunk.overlap + i), store(t.radius, chunk.radius + i);
  store(t.smaller_radius, chunk.smaller_radius + i), store(t.mass, chunk.mass + i);
  check_alarm(chunk, t);
  store(contact_of_pair.force_arm_a, chunk.arm_a + i), store(contact_of_pair.force_arm_b, chunk.arm_b + i);
  store(contact_of_pair.distance, chunk.distance + i);
}

/// The rate of separation at the time of the positions, and its mean over the step.
inline void put_separation(const KernelInputs& world, Chunk& chunk, int i, const Vec3<Pack>& mean_apart,
                           const Vec3<Pack>& n, bool two_bodies) {
  const Pack mean = dot(mean_apart, n);
  store(mean, chunk.mean_separation + i);
  if (!chunk.synchronised) {
    store(mean, chunk.separation + i);
    return;
  }
  Vec3<Pack> prediction = load_row(predictions_at(world, chunk.a + i), velocity_gain).vector;
  if (two_bodies) prediction = prediction - load_row(predictions_at(world, chunk.b + i), velocity_gain).vector;
  store(dot(mean_apart + prediction, n), chunk.separation + i);
}

}  // namespace scree::SCREE_ISA
