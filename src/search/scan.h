// Which members of a grid are near a body? The kernel's text is kernel/contact/scan.h, since it is compiled with the
// contact kernels, once for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "state/body.h"
#include "state/cell.h"
#include "state/columns.h"

namespace scree::search {

inline constexpr std::size_t k_widest_pack = 8;

/// What a distance test needs of bodies, copied out in the order of bins: a search reads memory in a row. Behind the
/// last there is room for a pack.
struct Members {
  state::Column<double> x, y, z, radius;
  state::Column<state::Slot> slot;
  void resize(std::size_t count) {
    for (auto* column : {&x, &y, &z, &radius}) column->resize(count + k_widest_pack);
    slot.resize(count + k_widest_pack);
  }
};

/// Members [first, last) through one image, and where the body that looks stands for them.
struct Stretch {
  Vec3d from;
  std::uint32_t first, last;
  state::Image image;
};

/// The body that looks.
struct Looker {
  double radius, skin;     ///< [m]
  state::Slot first_slot;  ///< members of lower slots are not its matter
};

/// Write slot and image of every member nearer than the sum of radii and the skin, in their order; returns how many.
/// There is room for a pack more than the stretches have members.
using ScanKernel = std::size_t (*)(const Members&, std::span<const Stretch>, const Looker&, state::Slot* slots,
                                   state::Image* images);

}  // namespace scree::search
