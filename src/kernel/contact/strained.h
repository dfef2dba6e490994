// Kick and drift of bodies in a strained cell, kinetic tensors of bodies and virials of contacts. Sums are formed by
// rows of four numbers or by eight lanes for every instruction set: the motion of the cell depends on them, so their
// bits must not depend on the machine.
#pragma once

#include "kernel/contact/kick_drift.h"

namespace scree::SCREE_ISA {

typedef double Eight __attribute__((vector_size(64), may_alias));
typedef long long FourFlags __attribute__((vector_size(32)));
inline constexpr FourFlags k_vector_flags = {-1, -1, -1, 0};

/// The row with a new vector; its fourth number does not change.
inline Four put_into(const Four& row, const Four& vector) { return k_vector_flags ? vector : row; }

SCREE_KERNEL
inline void begin_strained(const contact::StrainedPush& p, state::BodyLine* bodies, const state::LoadLine* loads,
                           std::size_t count, contact::VelocityBox& box) {
  const Linear press(p.press), drift(p.drift);
  const Affine carry(p.carry);
  const double time = p.kick;
  Four low = row(box.low), high = row(box.high);
  for (std::size_t i = 0; i < count; ++i) {
    Four* line = reinterpret_cast<Four*>(bodies + i);
    const Four* load = reinterpret_cast<const Four*>(loads + i);
    Four v = line[1], w = line[2];
    const double inverse_mass = v[3], inverse_inertia = w[3];
    v = put_into(v, mul_add(time * inverse_mass, load[0], press(v)));
    w = mul_add(time * inverse_inertia, load[1], w);
    low = smaller(v, low), high = larger(v, high);
    line[0] = put_into(line[0], carry(line[0]) + drift(v)), line[1] = v, line[2] = w;
  }
  row(box.low) = low, row(box.high) = high;
}

SCREE_KERNEL
inline void end_strained(const contact::StrainedPush& p, state::BodyLine* bodies, const state::LoadLine* loads,
                         const double* mass, const double* inertia, std::size_t count, contact::Motion& motion) {
  Four diagonal = row(motion.diagonal), others = row(motion.others), spin_diagonal = row(motion.spin_diagonal),
       spin_others = row(motion.spin_others);
  const Linear press(p.press);
  const double time = p.kick;
  const auto turned = [](const Four& r) { return Four{r[1], r[2], r[0], r[3]}; };
  for (std::size_t i = 0; i < count; ++i) {
    Four* line = reinterpret_cast<Four*>(bodies + i);
    const Four* load = reinterpret_cast<const Four*>(loads + i);
    Four v = line[1], w = line[2];
    v = mul_add(time * v[3], load[0], v), w = mul_add(time * w[3], load[1], w);
    v = put_into(v, press(v));
    const Four momentum = mass[i] * v, turning = inertia[i] * w;
    diagonal = mul_add(momentum, v, diagonal), others = mul_add(momentum, turned(v), others);
    spin_diagonal = mul_add(turning, w, spin_diagonal), spin_others = mul_add(turning, turned(w), spin_others);
    line[1] = v, line[2] = w;
  }
  row(motion.diagonal) = diagonal, row(motion.others) = others, row(motion.spin_diagonal) = spin_diagonal,
  row(motion.spin_others) = spin_others;
}

/// Add the virial of a chunk of sphere-sphere contacts, after its stages have run. Lanes beyond its count add zero.
SCREE_KERNEL
inline void add_virial(const Chunk& c, contact::VirialLanes& lanes) {
  const auto at = [](const contact::ChunkColumn& column, int i) { return *reinterpret_cast<const Eight*>(column + i); };
  Eight sums[15];
  for (int k = 0; k < 15; ++k) sums[k] = *reinterpret_cast<const Eight*>(lanes.sums[k]);
  const Eight zero = {}, lane = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int i = 0; i < c.count; i += 8) {
    // lanes beyond the count are undefined
    const auto only_used = [used = lane < zero + static_cast<double>(c.count - i), zero](const Eight& x) {
      return used ? x : zero;
    };
    const Eight distance = only_used(at(c.distance, i)), force = only_used(at(c.force, i));
    const Eight spring = only_used(at(c.elastic, i));
    const Eight n[3] = {only_used(at(c.nx, i)), only_used(at(c.ny, i)), only_used(at(c.nz, i))};
    Eight branch[3], whole[3];
    for (int k = 0; k < 3; ++k) branch[k] = distance * n[k], whole[k] = force * n[k] + only_used(at(c.friction[k], i));
    for (int p = 0, k = 0; p < 3; ++p)
      for (int q = 0; q < 3; ++q, ++k) sums[k] += branch[p] * whole[q];
    for (int p = 0, k = 9; p < 3; ++p)
      for (int q = p; q < 3; ++q, ++k) sums[k] += branch[p] * (spring * n[q]);
  }
  for (int k = 0; k < 15; ++k) *reinterpret_cast<Eight*>(lanes.sums[k]) = sums[k];
}

}  // namespace scree::SCREE_ISA
