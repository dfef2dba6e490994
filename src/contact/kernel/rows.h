// What all kernels share: bodies and walls read as rows, columns of a chunk read as vectors. Compiled for every instruction set.
//
// Pack is double in the scalar build and a pack of lanes in the others. Padding lanes at the end of a chunk repeat its last
// contact: they are computed and thrown away.
#pragma once

#include "base/lanes.h"
#include "contact/kernels.h"

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
/// The first rows of the lines of a body, a lead, a wall or a shift.
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
  constexpr std::uint8_t no = state::k_no_image;
  static constexpr std::uint8_t none[8] = {no, no, no, no, no, no, no, no};
  if (__builtin_memcmp(image, none, k_lanes) == 0) return d;
  std::uint32_t codes[k_lanes];
  for (int lane = 0; lane < k_lanes; ++lane) codes[lane] = image[lane];
  return d + body_rows<1>(&world.shifts[0][0], 4, codes)[0].vector;
}

}  // namespace scree::SCREE_ISA
