// Reads the path of one contact from a CSV file: one column for each coordinate, one line for each waypoint
// (workbench/driven.h).
//
//   time [ms], overlap [um], slide_x [um]
//   0.1, 1.0, 0
//   0.2, 1.0, 0.05
//
// The first line names the columns, each with its unit in brackets; without brackets the unit is SI. `time` and
// `overlap` are required; slide_x, slide_y, roll_x, roll_y, spin, tilt_x and tilt_y are 0 if absent. Blank lines, lines
// that begin with #, and a byte-order mark are skipped. At time 0 the contact is new and all coordinates are 0; the
// first line may repeat this state, but must not give another one.
#pragma once

#include <filesystem>
#include <string_view>
#include <variant>
#include <vector>

#include "workbench/driven.h"
#include "io/text/input_errors.h"

namespace scree::io {

/// The waypoints, or all errors of the file.
std::variant<std::vector<contact::Waypoint>, InputErrors> read_path(const std::filesystem::path& file);
/// The same for a text; `name` is the file name in messages.
std::variant<std::vector<contact::Waypoint>, InputErrors> path_in(std::string_view text, std::string_view name);

}  // namespace scree::io
