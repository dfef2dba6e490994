// The box that LAMMPS's formats want around a frame.
#pragma once

#include "sim/views.h"

namespace scree::io {

/// The cell along periodic axes. Along open ones the bounds that came with the frame if all centres lie in them (those of a data
/// file, say), else the bodies' own; 0..1 if there are none. low < high along open axes always.
sim::Box box_around(const sim::Frame& frame);

}  // namespace scree::io
