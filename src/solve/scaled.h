// The problem as the second-order solver reads it: every contact in a frame of its own, everything scaled so that
// masses and cones are of order one.
//
// Motions are z with v = v_free + L z, L L^T = M^-1 body by body: locked degrees of freedom are columns of zeros, and
// drop out. Impulses and velocities of a contact are six numbers (normal, two slide, spin, two roll), impulses times
// sqrt(N), velocities over it, N the diagonal of the contact's own block (solve/residual.h). So  u = free + J z + soft
// g,  z = J^T g,  and each J has rows of about unit length. [docs/specs/tasora.md, 1.5]
#pragma once

#include <vector>

#include "solve/block_cholesky.h"
#include "solve/problem.h"
#include "solve/six.h"

namespace scree::solve {

inline constexpr int k_fixed = -1;  ///< in place of a body that cannot move

/// Which numbers of a contact's six are the normal, slide, roll and spin part. A part of one number has -1 for the
/// second.
inline constexpr int k_parts[3][2] = {{1, 2}, {4, 5}, {3, -1}};  // in the order of law::ByPart

struct ScaledContact {
  std::size_t index = 0;  ///< in the problem
  int a = k_fixed, b = k_fixed;
  SixBySix at_a, at_b;    ///< J
  Six free, soft, scale;  ///< scale: impulse = scale x scaled impulse
  double cone[3] = {};
  Eigen::Matrix3d frame;  ///< normal and two tangents
};
struct ScaledRow {
  std::size_t index = 0;
  int a = k_fixed, b = k_fixed;
  Six at_a, at_b;
  double free = 0.0, soft = 0.0, scale = 1.0, low = 0.0, high = 0.0;
};

struct ScaledImpulses {
  std::vector<Six> contacts;
  std::vector<double> rows;
};
using ScaledMotion = std::vector<Six>;

/// The point of the cone nearest to x, and what its derivative is made of.
struct Nearest {
  Six point;
  bool polar = false;  ///< x has no part in the cone
  bool cut[3] = {};    ///< part was longer than the cone allows, or must be zero
  double length[3] = {};
};
Nearest nearest(const ScaledContact& contact, const Six& x, const Six& weight);

class Scaled {
 public:
  explicit Scaled(const Problem& problem);

  std::vector<ScaledContact> contacts;  ///< those that have any effect
  std::vector<ScaledRow> rows;
  int bodies = 0;  ///< that can move

  ScaledImpulses zero() const {
    return {std::vector<Six>(contacts.size(), Six::Zero()), std::vector<double>(rows.size(), 0.0)};
  }
  ScaledImpulses scaled(const Impulses& impulses) const;
  Impulses plain(const ScaledImpulses& impulses, const Problem& problem) const;

  ScaledMotion motion(const ScaledImpulses& impulses) const;  ///< J^T g
  Six velocity(const ScaledContact& contact, const ScaledMotion& z) const;
  double velocity(const ScaledRow& row, const ScaledMotion& z) const;
  /// The natural map of solve/residual.h, rms [m/s].
  double residual(const ScaledImpulses& impulses, const ScaledMotion& z) const;

 private:
  std::vector<int> number_;  ///< of each body among those that can move
  std::size_t counted_ = 0;  ///< contacts and rows of the problem
};

/// z_a += J_a^T x, z_b += J_b^T x.
template <class C, class X>
void add_impulse(const C& c, const X& x, ScaledMotion& z) {
  if (c.a != k_fixed) z[static_cast<std::size_t>(c.a)].noalias() += c.at_a.transpose() * x;
  if (c.b != k_fixed) z[static_cast<std::size_t>(c.b)].noalias() += c.at_b.transpose() * x;
}
inline void add_impulse(const ScaledRow& r, double x, ScaledMotion& z) {
  if (r.a != k_fixed) z[static_cast<std::size_t>(r.a)] += x * r.at_a;
  if (r.b != k_fixed) z[static_cast<std::size_t>(r.b)] += x * r.at_b;
}

/// 1 + J^T K J with K a block a contact and a number a row: the matrix of both phases of Newton's method.
class ReducedMatrix {
 public:
  ReducedMatrix(const Scaled& scaled, const Kernels& kernels);
  void reset() { matrix_.reset(); }
  void add_contact(std::size_t i, const SixBySix& k);
  void add_row(std::size_t i, double k);
  bool factor() { return matrix_.factor(); }
  void solve(ScaledMotion& x) const { matrix_.solve(x); }

 private:
  const Scaled& scaled_;
  std::vector<std::size_t> pair_;  ///< of each contact, then of each row, among the pairs of moving bodies
  BlockCholesky matrix_;
};

}  // namespace scree::solve
