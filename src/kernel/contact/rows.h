// What all kernels share: bodies and walls read as rows, columns of a chunk read as vectors. Compiled for every
// instruction set.
//
// Pack is double in the scalar build and a pack of lanes in the others. Padding lanes at the end of a chunk repeat its
// last contact: they are computed and thrown away.
#pragma once

#include "kernel/lanes.h"
#include "kernel/contact_kernels.h"

namespace scree::SCREE_ISA {

using contact::Chunk;
using contact::Scenery;
using contact::TallyLanes;
using state::k_body_stride;
using state::k_lead_stride;

/// The lines of bodies, leads and walls, to be read row by row.
inline LaneLines bodies_at(const Scenery& world, const std::uint32_t* slots) {
  return {reinterpret_cast<const double*>(world.bodies), k_body_stride, slots};
}
inline LaneLines leads_at(const Scenery& world, const std::uint32_t* slots) {
  return {reinterpret_cast<const double*>(world.leads), k_lead_stride, slots};
}
inline LaneLines walls_at(const Scenery& world, const std::uint32_t* slots) {
  return {reinterpret_cast<const double*>(world.walls), contact::k_wall_stride, slots};
}

using Row = RowOf<Pack>;

enum LeadRow { velocity_lead, spin_lead };
enum BodyRow { position_row };           // then velocities and spins: load_two, load_three
enum WallRow { point_row, normal_row };  // then velocities

inline Vec3<Pack> load3(const contact::ChunkColumn c[3], int i) {
  return {load(c[0] + i), load(c[1] + i), load(c[2] + i)};
}
inline void store3(const Vec3<Pack>& v, contact::ChunkColumn c[3], int i) {
  store(v.x, c[0] + i), store(v.y, c[1] + i), store(v.z, c[2] + i);
}

/// d = x_a - x_b through the pair's image. Most pairs have none, and a pack of such pairs reads no table.
inline Vec3<Pack> through_image(const Scenery& world, const Vec3<Pack>& d, const std::uint8_t* image) {
  constexpr std::uint8_t no = state::k_no_image;
  static constexpr std::uint8_t none[8] = {no, no, no, no, no, no, no, no};
  if (__builtin_memcmp(image, none, k_lanes) == 0) return d;
  std::uint32_t codes[k_lanes];
  for (int lane = 0; lane < k_lanes; ++lane) codes[lane] = image[lane];
  return d + load_row({&world.shifts[0][0], 4, codes}, 0).vector;
}

/// The velocity of a against b where contacts feel that their space is strained: over their distance it moves, too.
inline Vec3<Pack> with_strain(const Scenery& world, const Vec3<Pack>& velocity, const Vec3<Pack>& d) {
  return world.strain_rate ? velocity + world.strain_rate->linear(d) : velocity;
}

}  // namespace scree::SCREE_ISA
