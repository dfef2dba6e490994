// Which members of a grid are near a body? The code of the kernel is in kernel/contact/scan.h, since it is compiled
// with the contact kernels, once for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "state/body.h"
#include "state/cell.h"
#include "state/columns.h"

namespace scree::search {

inline constexpr std::size_t k_widest_pack = 8;

/// The data of a distance test, copied in the order of bins, so that a search reads memory sequentially. Each column
/// has padding for one pack behind its end.
struct Members {
  state::Column<double> x, y, z, radius;
  state::Column<state::Slot> slot;
  void resize(std::size_t count) {
    for (auto* column : {&x, &y, &z, &radius}) column->resize(count + k_widest_pack);
    slot.resize(count + k_widest_pack);
  }
};

/// Members [first, last) with one image. `from`: position of the searching body, shifted by this image.
struct MemberRange {
  Vec3d from;
  std::uint32_t first, last;
  state::Image image;
};

/// The searching body.
struct QueryBody {
  double radius, skin;     ///< [m]
  state::Slot first_slot;  ///< members of lower slots are ignored
};

/// Write slot and image of every member nearer than the sum of radii and the skin, in order; return their number. The
/// output arrays must have space for all members of the ranges and one pack more.
using ScanKernel = std::size_t (*)(const Members&, std::span<const MemberRange>, const QueryBody&, state::Slot* slots,
                                   state::Image* images);

}  // namespace scree::search
