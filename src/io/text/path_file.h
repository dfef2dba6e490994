// A path for one contact out of a CSV file: a column a coordinate, a line a waypoint (workbench/driven.h).
//
//   time [ms], overlap [um], slide_x [um]
//   0.1, 1.0, 0
//   0.2, 1.0, 0.05
//
// The first line names the columns, each with its unit in brackets; without one it is SI. `time` and `overlap` must be
// there; slide_x, slide_y, roll_x, roll_y, spin, tilt_x and tilt_y are 0 if they are not. Blank lines and lines that
// begin with # are skipped, and so is a byte-order mark. At time 0 the contact is new and everything is 0: a first line
// of time 0 may say so, but nothing else.
#pragma once

#include <filesystem>
#include <string_view>
#include <variant>
#include <vector>

#include "workbench/driven.h"
#include "io/text/problems.h"

namespace scree::io {

/// The waypoints, or everything that is wrong with the file.
std::variant<std::vector<contact::Waypoint>, Problems> read_path(const std::filesystem::path& file);
/// The same of a text; `name` stands in messages.
std::variant<std::vector<contact::Waypoint>, Problems> path_in(std::string_view text, std::string_view name);

}  // namespace scree::io
