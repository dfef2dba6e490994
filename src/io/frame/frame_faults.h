// What no frame can hold, whatever file it comes from: a periodic edge without length, tilts and places that cannot be
// counted in edges, bodies without size, numbers that are not finite, one id for two bodies. Readers refuse it here,
// since analysis sorts bodies into bins and images.
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

inline constexpr std::array<std::string_view, 3> k_axis_words = {"x", "y", "z"};

/// A tilt leans an edge, which is that of one axis, along another axis.
struct Lean {
  std::string_view name;
  double tilt;  ///< [m]
  std::size_t edge, along;
};
inline std::array<Lean, 3> leans_of(const state::Tilt& tilt) {
  return {{{"xy", tilt.xy, 1, 0}, {"xz", tilt.xz, 2, 0}, {"yz", tilt.yz, 2, 1}}};
}

/// Why the tilts of a cell are too large to find images in it, as what follows the name of the tilt.
struct TiltFault {
  std::size_t which;  ///< of leans_of
  std::string what;
};
std::optional<TiltFault> tilt_fault(const sim::CellSpec& cell);

/// Why a place cannot be brought back into a periodic cell, as what follows the name of a body; empty if it can.
std::string far_outside(const Vec3d& position, const sim::CellSpec& cell);

/// Why there is no such cell, as a sentence.
struct CellFault {
  /// in which line of a dump's box it stands: one line an axis, with the tilts xy, xz, yz behind the bounds
  std::size_t row;
  std::string sentence;
};
std::optional<CellFault> cell_fault(const sim::CellSpec& cell);

/// Why there is no such body in such a cell, as a sentence; empty if there can be one.
std::string body_fault(const sim::BodyView& body, const sim::CellSpec& cell);

/// An id that stands in two rows (lines of a file, say).
struct Doubled {
  std::int64_t id = 0;
  int first = 0, second = 0;  ///< rows
};
/// Of ids and their rows: each row whose id was there before, by id, with the row before it.
std::vector<Doubled> doubled_ids(std::vector<std::pair<std::int64_t, int>> ids);

}  // namespace scree::io
