// Which bodies carry the packing, and which rattle in their cages. [Santos2020, II.B; docs/specs/santos.md, S14, S15]
//
// By the count of constraints.h: take out every body that its contacts do not hold, with its contacts, count again,
// until nobody goes. What is left does not depend on the order in which bodies are taken out: a contact that is gone
// can only make others go. Bodies that are locked altogether, and walls, hold and are never rattlers. The count is
// necessary and not sufficient: all contacts of a body on one side hold it, by the count.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/constraints.h"
#include "sim/views.h"

namespace scree::analysis {

inline constexpr std::size_t k_no_body = static_cast<std::size_t>(-1);
/// Of each contact, where its bodies stand in the frame; the second is k_no_body at a wall.
struct Ends {
  std::size_t a, b;
};
std::vector<Ends> ends_of(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts);

struct Backbone {
  std::vector<char> is_rattler;  ///< of each body; 0 for locked ones
  std::vector<char> carries;     ///< of each contact: none of its bodies is a rattler
  std::int64_t free_bodies = 0, rattlers = 0;
  /// Mean number of contacts: of all free bodies, and of those that are no rattlers, with each other, with locked
  /// bodies and with walls.
  double coordination_with_rattlers = 0.0, coordination = 0.0;

  double rattler_share() const {
    return free_bodies > 0 ? static_cast<double>(rattlers) / static_cast<double>(free_bodies) : 0.0;
  }
};

using ModesOf = std::function<Modes(const sim::ContactView&)>;
Backbone find_backbone(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts,
                       const std::vector<Ends>& ends, Dimension dimension, const ModesOf& modes_of);

}  // namespace scree::analysis
