// The kernel of a law from outside law/all.h, compiled as kernel/isa_kernels.cpp is: once for each instruction set.
#include "kernel/contact/stages.h"
#include "law/outside_law.h"

namespace scree::SCREE_ISA {
namespace {

[[maybe_unused]] const bool kept = (test::keep_bristle_kernel(SCREE_ISA_NAME, &slide<test::Bristle>), true);

}  // namespace
}  // namespace scree::SCREE_ISA
