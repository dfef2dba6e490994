// Writes a scene as the text of a file; reading the text gives the same scene, bit for bit. Values that equal their
// defaults are omitted. Derived objects are written as such: a container as its planes, a rate as an interval.
//
// So a scene built in C++ can be checked by all rules of the reader, and a checkpoint can contain it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/vec3.h"
#include "sim/scene.h"

namespace scree::io {

/// An error in a scene that was built in C++.
struct Finding {
  std::string path;  ///< `sphere[3].radius`: counted from 0, as in the file of the scene
  std::string sentence;
};

struct WrittenScene {
  std::string text;
  std::vector<Finding> faults;  ///< what a file cannot express, such as a name that is not UTF-8

  /// The path of the value in a line of the text, counted from 1.
  std::string path_at(int line) const;

  /// A key, or the header of its table.
  struct Line {
    std::string_view table, key, field;
    std::int64_t item = -1;  ///< index in a list; -1: not in a list
  };
  std::vector<Line> lines;
};
/// With or without lists of tables: materials, contacts, bodies, walls, joints and drives.
enum class Lists { written, left_out };
WrittenScene write_scene(const sim::Scene& scene, Lists lists = Lists::written);

/// A vector normalised in the same way as by the reader.
inline Vec3d with_length_one(const Vec3d& v) {
  const double largest = std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z)));
  const Vec3d scaled = (1.0 / largest) * v;  // scaled first, so that 1e200 does not overflow
  return (1.0 / norm(scaled)) * scaled;
}

}  // namespace scree::io
