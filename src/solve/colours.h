// Contacts sorted into colours: no two contacts of a colour share a body that can move, so the contacts of one colour
// can be processed in parallel.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/problem.h"

namespace scree::solve {

struct Colours {
  explicit Colours(const Problem& problem);

  static constexpr std::int64_t k_none = -1;
  std::vector<std::int64_t> order;       ///< contacts by colour; each colour is padded with k_none to whole groups
  std::vector<std::size_t> first_group;  ///< first group of each colour; one more entry at the end

  /// The problem with its contacts in that order; padding contacts are between fixed bodies and have no effect.
  Problem sorted(const Problem& problem) const;
  Impulses sorted(const Impulses& impulses) const;
  Impulses back(const Impulses& sorted, std::size_t contacts) const;
};

}  // namespace scree::solve
