// The solver's table for an instruction set. Which sets this machine can run is known to contact/kernels.h.
#include <stdexcept>

#include "contact/kernels.h"
#include "solve/kernels.h"

namespace scree {
#define SCREE_DECLARE_ISA(isa)           \
  namespace isa {                        \
  const solve::Kernels& solve_kernels(); \
  }
SCREE_DECLARE_ISA(isa_scalar)
#if SCREE_X86
SCREE_DECLARE_ISA(isa_avx2)
SCREE_DECLARE_ISA(isa_avx512)
#elif !SCREE_SCALAR_ONLY
SCREE_DECLARE_ISA(isa_base)
#endif
#undef SCREE_DECLARE_ISA
}  // namespace scree

namespace scree::solve {

const Kernels& kernels_named(std::string_view name) {
  const contact::Kernels* like = contact::kernels_named(name);
  if (!like) throw std::invalid_argument("this machine has no instruction set \"" + std::string(name) + "\"");
#if SCREE_X86
  if (like->name == isa_avx512::solve_kernels().name) return isa_avx512::solve_kernels();
  if (like->name == isa_avx2::solve_kernels().name) return isa_avx2::solve_kernels();
#elif !SCREE_SCALAR_ONLY
  if (like->name == isa_base::solve_kernels().name) return isa_base::solve_kernels();
#endif
  return isa_scalar::solve_kernels();
}

}  // namespace scree::solve
