// The slot of every id. Valid until bodies are added, removed or sorted.
#pragma once

#include <algorithm>
#include <vector>

#include "state/world.h"

namespace scree::state {

inline constexpr Slot k_no_slot = ~Slot{0};

class SlotOfId {
 public:
  explicit SlotOfId(const Bodies& bodies) {
    Id largest = k_no_body;
    for (const BodyLine& line : bodies.lines) largest = std::max(largest, line.id);
    slots_.assign(std::size_t{number(largest)} + 1, k_no_slot);
    for (Slot i = 0; i < bodies.size(); ++i) slots_[number(bodies.lines[i].id)] = i;
  }
  /// k_no_slot if no such body exists.
  Slot operator[](Id id) const { return number(id) < slots_.size() ? slots_[number(id)] : k_no_slot; }

 private:
  std::vector<Slot> slots_;
};

}  // namespace scree::state
