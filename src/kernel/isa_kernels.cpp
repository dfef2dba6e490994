// Compiled once for each instruction set; SCREE_ISA is the namespace and SCREE_ISA_NAME the name in messages
// (CMakeLists.txt). Only the table has external linkage.
#include "kernel/contact_text.h"

namespace scree::SCREE_ISA {

contact::Kernels& kernels() {
  static contact::Kernels table = make_kernels(SCREE_ISA_NAME, sizeof(SCREE_ISA_NAME) - 1);
  return table;
}

}  // namespace scree::SCREE_ISA
