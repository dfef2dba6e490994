// The table of laws at run time: the laws of law/all.h in their order, then those added by the program.
//
// The index of a law is its position in the table of its stage; the scene reader, models and kernels use the index.
// Files contain the names of laws only (also checkpoints, which contain the scene), so indices may differ between
// programs.
//
// A program must add its laws before it reads scenes and builds simulations, from one thread. An added law also needs
// its kernels: contact::add_kernel in kernel/contact_kernels.h.
#pragma once

#include <functional>

#include "law/descriptor.h"

namespace scree::law {

inline constexpr int k_max_laws = 64;  ///< maximum number of laws of one stage

/// All laws of a stage. Adding a law does not move existing entries.
std::span<const Descriptor> laws_of(Stage stage);
std::span<const Descriptor> laws_of(std::string_view stage);
/// All laws, in the order of the stages.
std::vector<std::reference_wrapper<const Descriptor>> all_laws();

/// Appends a law and returns its index. Throws std::logic_error if the stage has a law of that name or its table is
/// full.
int add_law(const Descriptor& law);
/// Appends the law L. Kinematics cannot be added at run time: the kernels of the other stages depend on the output of
/// the built-in ones.
template <class L, Stage stage>
int add_law() {
  static_assert(stage != Stage::kinematics);
  return add_law(describe<L, stage>());
}

}  // namespace scree::law
