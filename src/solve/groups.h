// The problem in the layout of the first-order solvers: contacts in groups of eight, bodies and impulses in cache
// lines.
//
// A group has eight contacts for every instruction set, independent of its number of lanes, so sums have one order.
// Impulses of a contact are vectors in world axes; normal and tangential components are separated by the normal, so no
// contact frame is needed. The effect of a contact's impulses on its two bodies is written to two lines, and each body
// then sums its own lines in a fixed order. The result does not depend on the distribution of work among threads.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/solver_groups.h"
#include "solve/problem.h"
#include "state/columns.h"

namespace scree::solve {

/// A row with its own diagonal (`stiff`) and the inverse of that (`step`).
struct PackedRow {
  Row row;
  double stiff = 0.0, step = 0.0;
};

class Groups {
 public:
  explicit Groups(const Problem& problem);

  std::size_t contacts = 0;  ///< in the problem; the last group is padded with contacts that have no effect
  state::Column<Group> groups;
  std::vector<PackedRow> rows;
  bool soft = false;                  ///< some contact has a compliance
  bool round = true;                  ///< all arms are along the normals, as for spheres and planes
  state::Column<Line> free, inverse;  ///< of each body, and of one additional fixed body
  std::vector<Symmetric> matrix;      ///< inverse inertia tensors; empty if all of them are diagonal
  /// Lines that act on body i are line[first[i]] ... line[first[i + 1] - 1]; fixed bodies have none.
  std::vector<std::uint32_t> first, line;

  /// Number of threads to use: with few contacts, barriers cost more than a second core gains.
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
