// The inner loops of the sparse factorization (solve/block_cholesky.h), compiled once for each instruction set. A
// column of a block fills the lanes, so that the order of every sum is that of the source code, whatever the number of
// lanes.
#pragma once

#include "kernel/lanes.h"
#include "kernel/solver_kernels.h"

namespace scree::SCREE_ISA::of_solvers {

using solve::Block6;

/// to[place[row[i]]] -= from[i] by^T for all i.
SCREE_KERNEL
inline void subtract_products(const Block6* from, const std::uint32_t* row, std::size_t count, const Block6& by,
                              const std::uint32_t* place, Block6* to) {
  for (std::size_t i = 0; i < count; ++i) {
    double* target = to[place[row[i]]].column[0];
    const double* source = from[i].column[0];
    for (int lane = 0; lane < 8; lane += k_lanes) {
      Pack a[6];
      for (int k = 0; k < 6; ++k) a[k] = load(source + 8 * k + lane);
      for (int c = 0; c < 6; ++c) {
        Pack sum = load(target + 8 * c + lane);
        for (int k = 0; k < 6; ++k) sum = neg_mul_add(a[k], Pack(by.column[k][c]), sum);
        store(sum, target + 8 * c + lane);
      }
    }
  }
}

/// X with X L^T = block, in place, L lower triangular.
SCREE_KERNEL
inline void divide_by_transposed(Block6* blocks, std::size_t count, const Block6& l) {
  for (std::size_t i = 0; i < count; ++i)
    for (int lane = 0; lane < 8; lane += k_lanes) {
      double* x = blocks[i].column[0] + lane;
      for (int c = 0; c < 6; ++c) {
        Pack sum = load(x + 8 * c);
        for (int k = 0; k < c; ++k) sum = neg_mul_add(load(x + 8 * k), Pack(l.column[k][c]), sum);
        store(sum / Pack(l.column[c][c]), x + 8 * c);
      }
    }
}

}  // namespace scree::SCREE_ISA::of_solvers
