// The factorization L L^T of a symmetric positive definite matrix made of blocks of six by six, one row of blocks a
// body.
//
// Why not a library's: a block is six columns of eight numbers with two left empty, which fill SIMD lanes; the pattern
// is that of the bodies, six times smaller than that of the numbers; and no BLAS comes in, whose bits depend on machine
// and threads. Measured in docs/decisions/nonsmooth.md. Bodies are eliminated in the order of approximate minimum
// degree (Eigen's); columns are made from left to right.
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

  /// The unit matrix.
  void reset();
  void add_diagonal(int body, const SixBySix& block);
  /// At rows of a and columns of b of the pair that was given as number `pair`, and its transpose on the other side.
  void add_pair(std::size_t pair, const SixBySix& block);
  /// False if the matrix is not positive definite to rounding.
  bool factor();
  /// x = A^-1 x, six numbers a body.
  void solve(std::vector<Six>& x) const;

  std::size_t blocks() const { return lower_.size(); }

 private:
  struct Entry {
    std::uint32_t column, slot;  ///< a block of an earlier column that lies in the row of this one
  };
  struct Slot {
    std::uint32_t slot;
    bool transposed;
  };
  void find_structure(int bodies, const std::vector<Pair>& pairs);

  const Kernels& kernels_;
  std::vector<int> place_;                ///< of a body in the order of elimination
  std::vector<std::uint32_t> first_;      ///< slot of the diagonal block of each column; the blocks below follow
  std::vector<std::uint32_t> row_;        ///< of each slot
  std::vector<std::vector<Entry>> left_;  ///< of each column: what it takes from earlier ones
  std::vector<Slot> slot_;                ///< of each pair
  state::Column<Block6> lower_;
};

}  // namespace scree::solve
