// Base of every kernel: the number type `Pack` of the instruction set, and the attribute of kernels.
#pragma once

#if SCREE_SCALAR
#include "kernel/pack_scalar.h"
#else
#include "kernel/pack.h"
#endif

/// All calls of a kernel are inlined: a pack that is an argument of a call would go through memory.
#define SCREE_KERNEL __attribute__((flatten))
