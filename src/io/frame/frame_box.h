// The box around a frame, which the formats of LAMMPS require.
#pragma once

#include "sim/views.h"

namespace scree::io {

/// The cell along periodic axes. Along open axes: the bounds stored in the frame if they contain all centres (a data
/// file has bounds, and may mean a periodic axis, across whose faces bodies extend), else the tightest bounds of all
/// bodies, or 0..1 without bodies. A frame of a run stores no bounds along open axes. Along open axes low < high always
/// holds.
sim::Box box_around(const sim::Frame& frame);

/// By how much the bounding box of a tilted cell, which dumps contain, extends beyond the bounds of the cell. [LAMMPS
/// manual, Howto_triclinic]
struct TiltedBounds {
  Vec3d low, high;
};
TiltedBounds bounds_around(const state::Tilt& tilt);

/// The unwrapped position of a body with the given image flags. All axes count, periodic or not, because a data file
/// does not contain the boundary conditions.
Vec3d unwrapped(const sim::CellSpec& cell, const state::ImageFlags& image, Vec3d position);

}  // namespace scree::io
