// A problem as the first-order solvers read it: contacts in groups of eight, bodies and impulses in cache lines.
//
// A group is eight contacts for every instruction set, whatever its lanes, so that sums have one order. Impulses of a
// contact are vectors in the world's axes, so no frame is needed: the parts are taken apart by the normal. What the
// impulses of a contact do to its two bodies is written into two lines, and every body then sums its own lines in a
// fixed order. Which thread did what leaves no trace.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/problem.h"
#include "state/columns.h"

namespace scree::solve {

inline constexpr int k_group = 8;

/// Linear x, y, z, 0, angular x, y, z, 0: a motion, an impulse, or the diagonal of an inverse mass matrix.
struct alignas(64) Line {
  double number[8] = {};
};

struct alignas(64) Group {
  double normal[3][k_group], bias[k_group];
  double arm_a[3][k_group], arm_b[3][k_group];
  double radius_a[k_group], radius_b[k_group];  ///< where the arms are -radius_a n and radius_b n [m]
  double stiff[k_group];                        ///< N_nn of the contact's own block
  double step[4][k_group];                      ///< 1/N of the normal, sliding, rolling and spinning part
  double weight[3][k_group];                    ///< of the metric: N_tt / N_nn ...
  double cone[3][k_group];
  double compliance[2][k_group];  ///< normal, slide
  std::uint32_t a[k_group], b[k_group];
};

struct alignas(64) ImpulseGroup {
  double force[3][k_group], torque[3][k_group];
};

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
