// Contact loads on one body at the current positions and velocities, without a change of the histories. For steppers
// that evaluate a step several times before they accept it.
//
// The kernels are those of a pass, applied to the pairs of one body at a time. A pair is evaluated once for each of its
// two bodies. A Gauss-Seidel sweep can therefore use neighbours that are already updated, and threads do not conflict:
// only its own update writes a body.
#pragma once

#include <cstdint>
#include <vector>

#include "contact/contacts.h"

namespace scree::contact {

class Probe {
 public:
  /// Copy the pair list of `contacts`; call it after each rebuild. `contacts` must not move in memory.
  void follow(const Contacts& contacts, std::size_t bodies);

  /// Copy which pairs touch and therefore have a history. Call it after every evaluation of `contacts`, and before the
  /// first call of load_on.
  void see_contacts(const Contacts& contacts);

  /// Contact load on the body at `slot`, for a step with the motion that `inputs` describe. Safe on many threads.
  state::LoadLine load_on(const Contacts& contacts, const KernelInputs& inputs, state::Slot slot, double step) const;

  /// f(other slot) for every other body of the pairs of this body.
  template <class F>
  void each_neighbour(state::Slot slot, F f) const {
    for (std::uint32_t g = first_group_[slot]; g < first_group_[slot + 1]; ++g) {
      const Group& group = groups_[g];
      if (group.run->at_wall()) continue;
      for (std::uint32_t i = group.first; i < group.first + group.count; ++i) f(a_[i] == slot ? b_[i] : a_[i]);
    }
  }

 private:
  /// Pairs of one body in one run: a range of the columns below, padded to whole packs.
  struct Group {
    const Run* run;
    std::uint32_t first, count;
  };
  std::vector<std::uint32_t> first_group_;  ///< first group of each body, and one more entry
  std::vector<Group> groups_;
  std::vector<std::uint32_t> a_, b_, pair_;  ///< pair_: index among the pairs of all runs
  std::vector<std::uint32_t> contact_of_;    ///< by pair_: index among the contacts of its run, or none
  std::vector<std::uint8_t> image_;
};

}  // namespace scree::contact
