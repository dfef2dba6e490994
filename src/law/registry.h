// The table of laws at run time: those of law/all.h in their order, then those that were added.
//
// The position of a law in its stage is its index: the reader, models and kernels know it by that. Files know laws by
// their names alone (a scene by its text, a checkpoint by the scene in it), so that indices may differ from program to
// program.
//
// Laws are added before scenes are read and simulations are built, by one thread. A law that is added needs its
// kernels, too: contact::add_kernel in kernel/contact_kernels.h.
#pragma once

#include <functional>

#include "law/descriptor.h"

namespace scree::law {

inline constexpr int k_most_laws = 64;  ///< of one stage

/// All laws of a stage. What is added later does not move them.
std::span<const Descriptor> laws_of(Stage stage);
std::span<const Descriptor> laws_of(std::string_view stage);
/// All laws, in the order of the stages.
std::vector<std::reference_wrapper<const Descriptor>> all_laws();

/// Append a law and return its index. Throws std::logic_error if the stage has a law of that name, or no room.
int add_law(const Descriptor& law);
/// A law that is not in law/all.h. There are no kinematics from outside: kernels of other stages read what theirs
/// write.
template <class L, Stage stage>
int add_law() {
  static_assert(stage != Stage::kinematics);
  return add_law(describe<L, stage>());
}

}  // namespace scree::law
