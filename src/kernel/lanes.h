// What every kernel begins with: the number type `Pack` of this instruction set, and how a kernel is marked.
#pragma once

#if SCREE_SCALAR
#include "kernel/pack_scalar.h"
#else
#include "kernel/pack.h"
#endif

/// Everything that a kernel calls is compiled into it: a pack that crosses a call goes through memory.
#define SCREE_KERNEL __attribute__((flatten))
