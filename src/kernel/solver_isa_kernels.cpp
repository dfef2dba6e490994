// Compiled once for each instruction set, as kernel/isa_kernels.cpp. Only the table has external linkage.
#include "kernel/solver/blocks.h"
#include "kernel/solver/sweep.h"
#include "kernel/solver/project.h"

namespace scree::SCREE_ISA {

const solve::Kernels& solve_kernels() {
  using namespace of_solvers;
  static const solve::Kernels table = {
      {SCREE_ISA_NAME, sizeof(SCREE_ISA_NAME) - 1},
      {{&project<false, AnyArms>, &project<false, RoundArms>}, {&project<true, AnyArms>, &project<true, RoundArms>}},
      &gather,
      &sweep,
      &subtract_products,
      &divide_by_transposed};
  return table;
}

}  // namespace scree::SCREE_ISA
