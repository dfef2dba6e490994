// Finds the members of a grid that are near a body (search/scan.h).
#pragma once

#include "kernel/lanes.h"
#include "search/scan.h"

namespace scree::SCREE_ISA {

/// Branch-free: one member in ten is near, which branch prediction cannot predict. Every pack is written, and entries
/// that are not near are overwritten.
SCREE_KERNEL
inline std::size_t scan(const search::Members& members, std::span<const search::MemberRange> ranges,
                        const search::QueryBody& body, state::Slot* slots, state::Image* images) {
  const Pack radius(body.radius), skin(body.skin);
  std::size_t n = 0;
  for (const search::MemberRange& s : ranges) {
    const Vec3<Pack> from{Pack(s.from.x), Pack(s.from.y), Pack(s.from.z)};
    for (std::uint32_t k = s.first; k < s.last; k += k_lanes) {
      const auto column = [&](const state::Column<double>& c) { return load_anywhere(c.data() + k); };
      const Vec3<Pack> apart = from - Vec3<Pack>{column(members.x), column(members.y), column(members.z)};
      const Pack reach = radius + column(members.radius) + skin;
      const unsigned near = bits(both(norm2(apart) < reach * reach, first_lanes(static_cast<int>(s.last - k))));
      __builtin_memset(images + n, s.image, k_lanes);
      n += put_chosen(members.slot.data() + k, near & at_least(members.slot.data() + k, body.first_slot), slots + n);
    }
  }
  return n;
}

}  // namespace scree::SCREE_ISA
