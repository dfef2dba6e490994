// The region that a packing fills, and whether it is a packing of spheres or of disks. Other files of analysis use the
// region and not the cell.
//
// Along a periodic axis the region is the cell. Along an open axis it extends between two planes of the world that are
// perpendicular to the axis and face each other, if there are such planes; otherwise it is the range of the bodies
// themselves, which is too small by about half a body on each open side. `bounds` records which case holds.
#pragma once

#include <array>
#include <optional>

#include "analysis/constraints.h"
#include "sim/views.h"
#include "state/cell.h"

namespace scree::analysis {

enum class Bounds { periodic, walls, bodies };
inline constexpr std::array<std::string_view, 3> k_bounds_choices = {"periodic", "walls", "bodies"};

struct Region {
  state::Cell cell;  ///< `low` and `length` are valid along open axes, too
  std::array<Bounds, 3> bounds{Bounds::bodies, Bounds::bodies, Bounds::bodies};
  /// Disks: no free body can move along this axis or rotate about the two other axes. Unset: spheres.
  std::optional<std::size_t> flat_axis{};

  Dimension dimension() const { return flat_axis ? Dimension::two : Dimension::three; }
  bool is_periodic() const;  ///< along all axes of its dimension
};

/// Uses the walls of the surroundings of the frame, if it has them.
Region region_of(const sim::Frame& frame);

double volume(const Region& region);     ///< [m^3]; for disks the area [m^2]
Vec3d widths(const Region& region);      ///< distances of opposite faces [m]
double min_width(const Region& region);  ///< smallest width along the periodic axes; infinite without any [m]
Vec3d fraction(const Region& region, const Vec3d& position);  ///< coordinates along the edges, 0 to 1 inside
/// Volume of a body [m^3]; for disks the area of the cross-section through its centre perpendicular to `flat_axis`
/// [m^2]. Unset for a box without an edge along that axis.
double volume_of(const sim::BodyView& body, std::optional<std::size_t> flat_axis);

}  // namespace scree::analysis
