// Selects the compiled instruction sets that this machine supports, the widest first. Contains the tables of contact
// and solver kernels.
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "kernel/contact_kernels.h"
#include "kernel/solver_kernels.h"

namespace scree {
#define SCREE_DECLARE_ISA(isa)           \
  namespace isa {                        \
  contact::Kernels& kernels();           \
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

namespace scree::contact {

namespace {

const std::vector<Kernels*>& available() {
  static const std::vector<Kernels*> list = [] {
    std::vector<Kernels*> found;
#if SCREE_X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4")) found.push_back(&isa_avx512::kernels());
    if (__builtin_cpu_supports("x86-64-v3")) found.push_back(&isa_avx2::kernels());
#elif !SCREE_SCALAR_ONLY
    found.push_back(&isa_base::kernels());
#endif
    found.push_back(&isa_scalar::kernels());
    return found;
  }();
  return list;
}

}  // namespace

std::span<const Kernels* const> available_kernels() { return available(); }

bool add_kernel(law::Stage stage, int law, std::string_view isa, StageKernel kernel) {
  const auto at =
      std::find_if(available().begin(), available().end(), [&](const Kernels* k) { return k->name == isa; });
  if (at == available().end()) return false;
  Kernels& k = **at;
  StageKernel* table = stage == law::Stage::normal  ? k.normal
                       : stage == law::Stage::slide ? k.slide
                       : stage == law::Stage::roll  ? k.roll
                                                    : k.spin;
  table[law] = kernel;
  return true;
}

const Kernels* kernels_named(std::string_view name) {
  if (name.empty()) return available_kernels().front();
  for (const Kernels* kernels : available_kernels())
    if (kernels->name == name) return kernels;
  return nullptr;
}

}  // namespace scree::contact

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
