// The box that LAMMPS's formats want around a frame.
#pragma once

#include "sim/views.h"

namespace scree::io {

/// The cell along periodic axes. Along open ones the bounds that came with the frame if all centres lie in them (a
/// data file has some, and may mean a periodic axis, across which bodies reach), else the tightest ones that enclose
/// all bodies; 0..1 if there is no body. A frame of a run has no bounds along open axes. low < high along open axes
/// always.
sim::Box box_around(const sim::Frame& frame);

/// By how much the box around a tilted cell is larger than its bounds, which is what dumps tell. [LAMMPS manual,
/// Howto_triclinic]
struct TiltedBounds {
  Vec3d low, high;
};
TiltedBounds bounds_around(const state::Tilt& tilt);

/// Where a body is that a file puts so many edges away from where it tells it. Periodic or not: a data file does not
/// say that.
Vec3d unwrapped(const sim::CellSpec& cell, const state::Boxes& image, Vec3d position);

}  // namespace scree::io
