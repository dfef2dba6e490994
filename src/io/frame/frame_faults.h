// Checks of frames from any file: a periodic edge without length, tilts and positions that are too many edges away,
// bodies without size, numbers that are not finite, one id for two bodies. Readers refuse such a frame, because
// analysis sorts bodies into bins and images.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/views.h"

namespace scree::io {

inline constexpr std::array<std::string_view, 3> k_axis_choices = {"x", "y", "z"};

/// One tilt of the cell: it inclines the edge of one axis along another axis.
struct Lean {
  std::string_view name;
  double tilt;  ///< [m]
  std::size_t edge, along;
};
inline std::array<Lean, 3> leans_of(const state::Tilt& tilt) {
  return {{{"xy", tilt.xy, 1, 0}, {"xz", tilt.xz, 2, 0}, {"yz", tilt.yz, 2, 1}}};
}

/// Why the tilts of a cell are too large to find images in it. `what` continues the name of the tilt.
struct TiltFault {
  std::size_t which;  ///< index in leans_of
  std::string what;
};
std::optional<TiltFault> tilt_fault(const sim::CellSpec& cell);

/// Why a position cannot be wrapped into the periodic cell, as a continuation of the name of the body; empty if it can.
std::string far_outside(const Vec3d& position, const sim::CellSpec& cell);

/// Why a cell is not valid, as a sentence.
struct CellFault {
  /// the line of the box in a dump: one line for each axis, with the tilts xy, xz, yz after the bounds
  std::size_t row;
  std::string sentence;
};
std::optional<CellFault> cell_fault(const sim::CellSpec& cell);

/// Why a body is not valid in this cell, as a sentence; empty if it is valid.
std::string body_fault(const sim::BodyView& body, const sim::CellSpec& cell);

/// An id that occurs in two rows (for example lines of a file).
struct Doubled {
  std::int64_t id = 0;
  int first = 0, second = 0;  ///< rows
};
/// For ids with their rows: every repeated id with its row and the previous row, sorted by id.
std::vector<Doubled> doubled_ids(std::vector<std::pair<std::int64_t, int>> ids);

}  // namespace scree::io
