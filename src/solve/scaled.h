// The problem in the form of the second-order solver: each contact in its own frame, and all quantities scaled so that
// masses and cones are of order one.
//
// Motions are z with v = v_free + L z, where L L^T = M^-1 for each body; locked degrees of freedom give columns of
// zeros in L and have no effect. Impulses and velocities of a contact are six numbers (normal, two slide, spin, two
// roll). Impulses are multiplied by sqrt(N) and velocities divided by it, where N is the diagonal of the contact's own
// block (solve/residual.h). So  u = free + J z + soft g,  z = J^T g,  and the rows of each J have about unit length.
// [docs/specs/tasora.md, 1.5]
#pragma once

#include <vector>

#include "solve/block_cholesky.h"
#include "solve/problem.h"
#include "solve/six.h"

namespace scree::solve {

inline constexpr int k_fixed = -1;  ///< index of a body that cannot move

/// Indices of the slide, roll and spin components among a contact's six numbers; -1: no second component.
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

/// The point of the cone nearest to x, and the quantities for its derivative.
struct Nearest {
  Six point;
  bool polar = false;  ///< x is in the polar cone: the nearest point is zero
  bool cut[3] = {};    ///< the component was longer than the cone allows, or must be zero
  double length[3] = {};
};
Nearest nearest(const ScaledContact& contact, const Six& x, const Six& weight);

class Scaled {
 public:
  explicit Scaled(const Problem& problem);

  std::vector<ScaledContact> contacts;  ///< without those that have no effect
  std::vector<ScaledRow> rows;
  int bodies = 0;  ///< number of bodies that can move

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
  std::vector<int> number_;  ///< index of each body among those that can move
  std::size_t counted_ = 0;  ///< number of contacts and rows of the problem
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

/// 1 + J^T K J, where K has a block for each contact and a number for each row: the matrix of both Newton methods.
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
  std::vector<std::size_t> pair_;  ///< index of each contact, then of each row, among the pairs of moving bodies
  BlockCholesky matrix_;
};

}  // namespace scree::solve
