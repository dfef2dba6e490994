// A scene as the text of a file: reading it gives the scene again, to the last bit. Values that equal their defaults
// are left out. What follows from other keys is written as what it is: a container as its planes, a rate as an
// interval.
//
// So a scene that was made by hand can be checked by the reader with all its rules, and be carried by a checkpoint.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/vec3.h"
#include "sim/scene.h"

namespace scree::io {

/// What is wrong in a scene that was made by hand.
struct Finding {
  std::string path;  ///< `sphere[3].radius`: counted from 0, as in a file that has the scene
  std::string sentence;
};

struct WrittenScene {
  std::string text;
  std::vector<Finding> faults;  ///< what no file can say, such as a name that is not UTF-8

  /// What stands in a line of the text, counted from 1.
  std::string path_at(int line) const;

  /// A key, or the header of its table.
  struct Line {
    std::string_view table, key, field;
    std::int64_t item = -1;  ///< in a list
  };
  std::vector<Line> lines;
};
/// With or without lists of tables: materials, contacts, bodies, walls and what is fastened to them.
enum class Lists { written, left_out };
WrittenScene write_scene(const sim::Scene& scene, Lists lists = Lists::written);

/// A direction as the reader keeps it.
inline Vec3d with_length_one(const Vec3d& v) {
  const double largest = std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z)));
  const Vec3d scaled = (1.0 / largest) * v;  // first, so that 1e200 does not overflow
  return (1.0 / norm(scaled)) * scaled;
}

}  // namespace scree::io
