// Finds the backbone of a packing and its rattlers. [Santos2020, II.B; docs/specs/santos.md, S14, S15]
//
// By the count of constraints.h: bodies that their contacts do not support are removed together with their contacts,
// and the count is repeated until no body is removed. The result does not depend on the order, since removing a contact
// can only cause further removals. Walls and bodies with all degrees of freedom locked are never rattlers. The count is
// necessary but not sufficient: it counts a body as supported even if all its contacts are on one side.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/constraints.h"
#include "sim/views.h"

namespace scree::analysis {

inline constexpr std::size_t k_no_body = static_cast<std::size_t>(-1);
/// Indices in the frame of the two bodies of a contact; b is k_no_body at a wall.
struct Ends {
  std::size_t a, b;
};
std::vector<Ends> ends_of(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts);

struct Backbone {
  std::vector<char> is_rattler;  ///< one for each body; 0 for locked bodies
  std::vector<char> carries;     ///< one for each contact: none of its bodies is a rattler
  std::int64_t free_bodies = 0, rattlers = 0;
  /// Mean number of contacts: of all free bodies; and of the free bodies that are not rattlers, counting contacts with
  /// each other, with locked bodies and with walls.
  double coordination_with_rattlers = 0.0, coordination = 0.0;

  double rattler_fraction() const {
    return free_bodies > 0 ? static_cast<double>(rattlers) / static_cast<double>(free_bodies) : 0.0;
  }
};

using ModesOf = std::function<Modes(const sim::ContactView&)>;
Backbone find_backbone(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts,
                       const std::vector<Ends>& ends, Dimension dimension, const ModesOf& modes_of);

}  // namespace scree::analysis
