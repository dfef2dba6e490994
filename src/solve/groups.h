// A problem as the first-order solvers read it: contacts in groups of eight, bodies and impulses in cache lines.
//
// A group is eight contacts for every instruction set, whatever its lanes, so that sums have one order. Impulses of a
// contact are vectors in the world's axes, so no frame is needed: the parts are taken apart by the normal. What the
// impulses of a contact do to its two bodies is written into two lines, and every body then sums its own lines in a
// fixed order. Which thread did what leaves no trace.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/solver_groups.h"
#include "solve/problem.h"
#include "state/columns.h"

namespace scree::solve {

/// A row with the step that its own diagonal allows.
struct PackedRow {
  Row row;
  double stiff = 0.0, step = 0.0;
};

class Groups {
 public:
  explicit Groups(const Problem& problem);

  std::size_t contacts = 0;  ///< in the problem; the last group is filled up with contacts that do nothing
  state::Column<Group> groups;
  std::vector<PackedRow> rows;
  bool soft = false;                  ///< some contact has a compliance
  bool round = true;                  ///< all arms are along the normals, as those of spheres and planes
  state::Column<Line> free, inverse;  ///< of each body, and of one more that is fixed
  std::vector<Symmetric> matrix;      ///< inverse inertias, if some body's is no diagonal; else empty
  /// Lines that act on body i are line[first[i]] ... line[first[i + 1] - 1]; fixed bodies have none.
  std::vector<std::uint32_t> first, line;

  /// Threads that pay: below some thousand contacts barriers cost more than a second core brings.
  int team() const;

  std::size_t bodies() const { return free.size() - 1; }
  std::size_t lines() const { return 2 * (groups.size() * k_group + rows.size()); }
  static std::uint32_t line_of_a(std::size_t contact) {
    return static_cast<std::uint32_t>(contact / k_group * 2 * k_group + contact % k_group);
  }
  static std::uint32_t line_of_b(std::size_t contact) { return line_of_a(contact) + k_group; }
  std::uint32_t line_of_row(std::size_t row) const {
    return static_cast<std::uint32_t>(2 * (groups.size() * k_group + row));
  }

  void pack(const Impulses& impulses, state::Column<ImpulseGroup>& out, std::vector<double>& rows_out) const;
  void unpack(const state::Column<ImpulseGroup>& in, const std::vector<double>& rows_in, Impulses& out) const;
};

}  // namespace scree::solve
