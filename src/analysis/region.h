// The space that a packing fills, and whether it is a packing of spheres or of disks. The one place where analysis asks
// for the cell.
//
// Along a periodic axis the region is the cell. Along an open axis it reaches from one wall to the wall that faces it,
// if there are two planes of the world that stand across this axis; otherwise as far as the bodies themselves, which is
// too little by about half a body on each side that is open. `bounds` tells which.
#pragma once

#include <array>
#include <optional>

#include "analysis/constraints.h"
#include "sim/views.h"
#include "state/cell.h"

namespace scree::analysis {

enum class Bounds { periodic, walls, bodies };
inline constexpr std::array<std::string_view, 3> k_bounds_words = {"periodic", "walls", "bodies"};

struct Region {
  state::Cell cell;  ///< `low` and `length` are meant along open axes, too
  std::array<Bounds, 3> bounds{Bounds::bodies, Bounds::bodies, Bounds::bodies};
  /// Disks: the axis along which no free body can move, nor turn about the two others. Unset: spheres.
  std::optional<std::size_t> flat_axis{};

  Dimension dimension() const { return flat_axis ? Dimension::two : Dimension::three; }
  bool is_periodic() const;  ///< along all axes of its dimension
};

/// With the walls that the frame knows of.
Region region_of(const sim::Frame& frame);

double volume(const Region& region);       ///< [m^3]; of disks the area [m^2]
Vec3d widths(const Region& region);        ///< distances of opposite faces [m]
double least_width(const Region& region);  ///< the least of the periodic ones; infinite without any [m]
Vec3d fraction(const Region& region, const Vec3d& position);  ///< of the edges, 0 to 1 inside; beyond that outside
/// [m^3]; of disks the area of the section through the centre across `flat_axis` [m^2]. Unset for a box of which no
/// edge lies along that axis.
double volume_of(const sim::BodyView& body, std::optional<std::size_t> flat_axis);

}  // namespace scree::analysis
