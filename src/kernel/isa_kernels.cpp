// Compiled once for each instruction set, with SCREE_ISA naming the namespace and SCREE_ISA_NAME the word for people
// (CMakeLists.txt). Nothing but the table leaves this file.
#include "kernel/contact_text.h"

namespace scree::SCREE_ISA {

contact::Kernels& kernels() {
  static contact::Kernels table = make_kernels(SCREE_ISA_NAME, sizeof(SCREE_ISA_NAME) - 1);
  return table;
}

}  // namespace scree::SCREE_ISA
