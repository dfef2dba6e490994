// Common parts of all contact kernels: bodies and walls read as rows, columns of a chunk read as vectors. Compiled for
// every instruction set.
//
// Pack is double in the scalar build and a pack of lanes in the others. Padding lanes at the end of a chunk repeat its
// last contact; their results are discarded.
#pragma once

#include "kernel/lanes.h"
#include "kernel/contact_kernels.h"

namespace scree::SCREE_ISA {

using contact::Chunk;
using contact::KernelInputs;
using contact::TallyLanes;
using state::k_body_stride;
using state::k_prediction_stride;

/// The lines of bodies, velocity predictions and walls, to be read row by row.
inline LaneLines bodies_at(const KernelInputs& world, const std::uint32_t* slots) {
  return {reinterpret_cast<const double*>(world.bodies), k_body_stride, slots};
}
inline LaneLines predictions_at(const KernelInputs& world, const std::uint32_t* slots) {
  return {reinterpret_cast<const double*>(world.predictions), k_prediction_stride, slots};
}
inline LaneLines walls_at(const KernelInputs& world, const std::uint32_t* slots) {
  return {reinterpret_cast<const double*>(world.walls), contact::k_wall_stride, slots};
}

using Row = RowOf<Pack>;

enum PredictionRow { velocity_gain, spin_gain };
enum BodyRow { position_row };           // then velocities and spins: load_two, load_three
enum WallRow { point_row, normal_row };  // then velocities

inline Vec3<Pack> load3(const contact::ChunkColumn c[3], int i) {
  return {load(c[0] + i), load(c[1] + i), load(c[2] + i)};
}
inline void store3(const Vec3<Pack>& v, contact::ChunkColumn c[3], int i) {
  store(v.x, c[0] + i), store(v.y, c[1] + i), store(v.z, c[2] + i);
}

/// d = x_a - x_b, shifted by the image of the pair. Most pairs have no image, and a pack of such pairs reads no table.
inline Vec3<Pack> through_image(const KernelInputs& world, const Vec3<Pack>& d, const std::uint8_t* image) {
  constexpr std::uint8_t no = state::k_no_image;
  static constexpr std::uint8_t none[8] = {no, no, no, no, no, no, no, no};
  if (__builtin_memcmp(image, none, k_lanes) == 0) return d;
  std::uint32_t codes[k_lanes];
  for (int lane = 0; lane < k_lanes; ++lane) codes[lane] = image[lane];
  return d + load_row({&world.shifts[0][0], 4, codes}, 0).vector;
}

/// The velocity of a relative to b, including the strain rate of the cell over their distance if contacts experience
/// it.
inline Vec3<Pack> with_strain(const KernelInputs& world, const Vec3<Pack>& velocity, const Vec3<Pack>& d) {
  return world.strain_rate ? velocity + world.strain_rate->linear(d) : velocity;
}

}  // namespace scree::SCREE_ISA
