// Contacts sorted into colours: no two of a colour share a body that can move, so all of a colour can be worked on at
// once.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/problem.h"

namespace scree::solve {

struct Colours {
  explicit Colours(const Problem& problem);

  static constexpr std::int64_t k_none = -1;
  std::vector<std::int64_t> order;       ///< contacts by colour; each colour is filled up with k_none to whole groups
  std::vector<std::size_t> first_group;  ///< of each colour, and one more

  /// The problem with its contacts in that order; fillers lie between fixed bodies and do nothing.
  Problem sorted(const Problem& problem) const;
  Impulses sorted(const Impulses& impulses) const;
  Impulses back(const Impulses& sorted, std::size_t contacts) const;
};

}  // namespace scree::solve
