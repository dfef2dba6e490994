// The factorization L L^T of a sparse symmetric positive definite matrix of 6 x 6 blocks, with one row of blocks for
// each body.
//
// A library is not used for three reasons: a block stored as six columns of eight numbers (two of them padding) fills
// SIMD lanes; the symbolic factorization works on bodies instead of numbers, six times fewer; and the bits do not
// depend on a BLAS, which may vary with machine and threads. Measured in docs/decisions/sparse-factorization.md. Bodies
// are eliminated in approximate minimum degree order (Eigen's); columns are computed from left to right.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/solver_kernels.h"
#include "solve/six.h"
#include "state/columns.h"

namespace scree::solve {

class BlockCholesky {
 public:
  using Pair = std::pair<int, int>;  ///< two bodies; the order does not matter, and a pair may come several times
  BlockCholesky(int bodies, const std::vector<Pair>& pairs, const Kernels& kernels);

  /// Set the matrix to the identity.
  void reset();
  void add_diagonal(int body, const SixBySix& block);
  /// Add `block` at the rows of a and the columns of b of pair number `pair`, and its transpose at the rows of b.
  void add_pair(std::size_t pair, const SixBySix& block);
  /// False if the matrix is not positive definite within rounding.
  bool factor();
  /// x = A^-1 x, six numbers for each body.
  void solve(std::vector<Six>& x) const;

  std::size_t blocks() const { return lower_.size(); }

 private:
  struct Entry {
    std::uint32_t column, slot;  ///< a block of an earlier column in the row of this one
  };
  struct Slot {
    std::uint32_t slot;
    bool transposed;
  };
  void find_structure(int bodies, const std::vector<Pair>& pairs);

  const Kernels& kernels_;
  std::vector<int> place_;                ///< of each body in the order of elimination
  std::vector<std::uint32_t> first_;      ///< slot of the diagonal block of each column; the blocks below follow
  std::vector<std::uint32_t> row_;        ///< of each slot
  std::vector<std::vector<Entry>> left_;  ///< for each column, the blocks of earlier columns that update it
  std::vector<Slot> slot_;                ///< of each pair
  state::Column<Block6> lower_;
};

}  // namespace scree::solve
