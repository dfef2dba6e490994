#include "solve/block_cholesky.h"

#include <algorithm>
#include <cmath>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace scree::solve {
namespace {

/// The place of each body in an order of elimination that keeps the factor sparse.
std::vector<int> places_by_minimum_degree(int bodies, const std::vector<BlockCholesky::Pair>& pairs) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < bodies; ++i) entries.emplace_back(i, i, 1.0);
  for (const auto& [a, b] : pairs) entries.emplace_back(std::max(a, b), std::min(a, b), 1.0);
  Eigen::SparseMatrix<double> pattern(bodies, bodies);
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  if (bodies > 0) Eigen::AMDOrdering<int>()(pattern, order);
  std::vector<int> places(static_cast<std::size_t>(bodies));
  for (int k = 0; k < bodies; ++k) places[static_cast<std::size_t>(order.indices()[k])] = k;
  return places;
}

/// Replaces a block by its Cholesky factor L; false if the block is not positive definite.
bool factor_block(Block6& block) {
  auto& m = block.column;
  for (int c = 0; c < 6; ++c) {
    double pivot = m[c][c];
    for (int k = 0; k < c; ++k) pivot -= m[k][c] * m[k][c];
    if (!(pivot > 0.0)) return false;
    m[c][c] = std::sqrt(pivot);
    for (int r = c + 1; r < 6; ++r) {
      double sum = m[c][r];
      for (int k = 0; k < c; ++k) sum -= m[k][r] * m[k][c];
      m[c][r] = sum / m[c][c];
    }
    for (int r = 0; r < c; ++r) m[c][r] = 0.0;
  }
  return true;
}

void add(Block6& to, const SixBySix& block) {
  for (int c = 0; c < 6; ++c)
    for (int r = 0; r < 6; ++r) to.column[c][r] += block(r, c);
}

}  // namespace

BlockCholesky::BlockCholesky(int bodies, const std::vector<Pair>& pairs, const Kernels& kernels)
    : kernels_(kernels), place_(places_by_minimum_degree(bodies, pairs)) {
  find_structure(bodies, pairs);
  lower_.resize(row_.size());
}

void BlockCholesky::find_structure(int bodies, const std::vector<Pair>& pairs) {
  const auto columns = static_cast<std::size_t>(bodies);
  std::vector<std::vector<std::uint32_t>> rows(columns);  // below the diagonal
  for (const auto& [a, b] : pairs) {
    const auto p = static_cast<std::uint32_t>(place_[static_cast<std::size_t>(a)]),
               q = static_cast<std::uint32_t>(place_[static_cast<std::size_t>(b)]);
    if (p != q) rows[std::min(p, q)].push_back(std::max(p, q));
  }
  first_.push_back(0);
  for (std::size_t j = 0; j < columns; ++j) {
    auto& own = rows[j];
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    // Eliminating j couples all bodies that are coupled with j. It suffices to add them to the column of the next of
    // them, the parent of j in the elimination tree.
    if (!own.empty()) rows[own[0]].insert(rows[own[0]].end(), own.begin() + 1, own.end());
    row_.push_back(static_cast<std::uint32_t>(j));
    row_.insert(row_.end(), own.begin(), own.end());
    first_.push_back(static_cast<std::uint32_t>(row_.size()));
  }
  left_.resize(columns);
  for (std::uint32_t j = 0; j < columns; ++j)
    for (std::uint32_t s = first_[j] + 1; s < first_[j + 1]; ++s) left_[row_[s]].push_back({j, s});
  for (const auto& [a, b] : pairs) {
    const auto p = static_cast<std::uint32_t>(place_[static_cast<std::size_t>(a)]),
               q = static_cast<std::uint32_t>(place_[static_cast<std::size_t>(b)]);
    const std::uint32_t column = std::min(p, q);
    const auto found =
        std::lower_bound(row_.begin() + first_[column] + 1, row_.begin() + first_[column + 1], std::max(p, q));
    slot_.push_back({p == q ? first_[column] : static_cast<std::uint32_t>(found - row_.begin()), p < q});
  }
}

void BlockCholesky::reset() {
  std::fill(lower_.begin(), lower_.end(), Block6{});
  for (std::size_t j = 0; j + 1 < first_.size(); ++j)
    for (int k = 0; k < 6; ++k) lower_[first_[j]].column[k][k] = 1.0;
}

void BlockCholesky::add_diagonal(int body, const SixBySix& block) {
  add(lower_[first_[static_cast<std::size_t>(place_[static_cast<std::size_t>(body)])]], block);
}

void BlockCholesky::add_pair(std::size_t pair, const SixBySix& block) {
  if (slot_[pair].transposed)
    add(lower_[slot_[pair].slot], block.transpose());
  else
    add(lower_[slot_[pair].slot], block);
}

bool BlockCholesky::factor() {
  std::vector<std::uint32_t> slot_of_row(left_.size());
  for (std::size_t j = 0; j < left_.size(); ++j) {
    const std::uint32_t begin = first_[j], end = first_[j + 1];
    for (std::uint32_t s = begin; s < end; ++s) slot_of_row[row_[s]] = s;
    for (const Entry& e : left_[j])
      kernels_.subtract_products(&lower_[e.slot], &row_[e.slot], first_[e.column + 1] - e.slot, lower_[e.slot],
                                 slot_of_row.data(), lower_.data());
    if (!factor_block(lower_[begin])) return false;
    kernels_.divide_by_transposed(lower_.data() + begin + 1, end - begin - 1, lower_[begin]);
  }
  return true;
}

void BlockCholesky::solve(std::vector<Six>& x) const {
  using Padded = Eigen::Map<const SixBySix, Eigen::Aligned64, Eigen::OuterStride<8>>;
  const auto block = [&](std::uint32_t slot) { return Padded(lower_[slot].column[0]); };
  std::vector<Six> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[static_cast<std::size_t>(place_[i])] = x[i];
  for (std::size_t j = 0; j < y.size(); ++j) {
    block(first_[j]).triangularView<Eigen::Lower>().solveInPlace(y[j]);
    for (std::uint32_t s = first_[j] + 1; s < first_[j + 1]; ++s) y[row_[s]].noalias() -= block(s) * y[j];
  }
  for (std::size_t j = y.size(); j-- > 0;) {
    for (std::uint32_t s = first_[j] + 1; s < first_[j + 1]; ++s) y[j].noalias() -= block(s).transpose() * y[row_[s]];
    block(first_[j]).transpose().triangularView<Eigen::Upper>().solveInPlace(y[j]);
  }
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = y[static_cast<std::size_t>(place_[i])];
}

}  // namespace scree::solve
