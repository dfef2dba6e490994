// Loads on one body as they would be: its contacts alone, at the positions and velocities of now, with histories that
// stay as they are. For a stepper that looks at a step many times before it makes it.
//
// The same kernels as in a pass, over the pairs of one body at a time. A pair is evaluated for each of its two bodies,
// which is what lets a sweep use neighbours that are already further on, and what keeps threads out of each other's
// way: a body is written by its own update only.
#pragma once

#include <cstdint>
#include <vector>

#include "contact/contacts.h"

namespace scree::contact {

class Probe {
 public:
  /// Take over who is near whom, after the list of `contacts` was made anew. These contacts must stay where they are.
  void follow(const Contacts& contacts, std::size_t bodies);

  /// Take over which pairs touch, and so have a history; after every evaluation of `contacts`, and before the first
  /// load.
  void see_contacts(const Contacts& contacts);

  /// Load of the contacts on the body at `slot`, if the step had the motion that the world shows. Safe on many threads.
  state::LoadLine load_on(const Contacts& contacts, const Scenery& scenery, state::Slot slot, double step) const;

  /// f(other slot) for every body that is near this one.
  template <class F>
  void each_neighbour(state::Slot slot, F f) const {
    for (std::uint32_t g = first_group_[slot]; g < first_group_[slot + 1]; ++g) {
      const Group& group = groups_[g];
      if (group.run->at_wall()) continue;
      for (std::uint32_t i = group.first; i < group.first + group.count; ++i) f(a_[i] == slot ? b_[i] : a_[i]);
    }
  }

 private:
  /// Pairs of one body in one run: a stretch of the columns below, padded to whole packs.
  struct Group {
    const Run* run;
    std::uint32_t first, count;
  };
  std::vector<std::uint32_t> first_group_;  ///< of each body, and one more
  std::vector<Group> groups_;
  std::vector<std::uint32_t> a_, b_, pair_;  ///< pair_: its number among those of all runs
  std::vector<std::uint32_t> contact_of_;    ///< by that number: its place among the contacts of its run, or none
  std::vector<std::uint8_t> image_;
};

}  // namespace scree::contact
