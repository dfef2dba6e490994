// The passes over contacts and bodies that the gradient-based solvers have in common. They are divided among threads
// such that the sums do not depend on the number of threads.
//
// All members are called by every thread of an OpenMP team, and end with a barrier where noted. Each thread computes
// the numbers that control the iteration from the same partial sums in the same order, so all threads make the same
// decisions.
#pragma once

#include "solve/groups.h"
#include "kernel/solver_kernels.h"
#include "solve/residual.h"

namespace scree::solve {

/// Impulses of contacts and rows.
struct PackedImpulses {
  state::Column<ImpulseGroup> contacts;
  std::vector<double> rows;
};

class Passes {
 public:
  Passes(const Groups& groups, const Kernels& kernels);

  struct Projected {
    /// As in ProjectSums; `residual` is the sum of squares.
    double change = 0.0, soft = 0.0, uphill = 0.0, residual = 0.0;
  };
  /// next = P(y - stride B u(y)) with y = now + momentum (now - origin), and the lines of `next`. `next_origin`, which
  /// may be the same object as `origin`, is the origin for the next step. Barrier.
  Projected project(const state::Column<Line>& motion, const PackedImpulses& now, const PackedImpulses& origin,
                    double momentum, double stride, PackedImpulses& next, PackedImpulses* next_origin = nullptr);
  /// Sum the lines to momenta of the bodies; returns (next - trial) . M^-1 (next - trial). Barrier.
  double gather(const state::Column<Line>& now, const state::Column<Line>& trial, double momentum,
                state::Column<Line>& next, state::Column<Line>& next_trial, state::Column<Line>& motion);
  /// motion = v_free + M^-1 momenta. Barrier.
  void respond(const state::Column<Line>& momenta, state::Column<Line>& motion) const;
  /// The residual of impulses with the motion that they cause; residuals() then has that of each contact and row.
  /// Barrier.
  double measure(const state::Column<Line>& motion, const PackedImpulses& now);

  /// The residuals of the last measure(): of each contact, then of each row [m/s].
  std::vector<double> residuals() const;
  std::size_t count() const { return groups_.contacts + groups_.rows.size(); }

 private:
  void project_rows(const state::Column<Line>& motion, const PackedImpulses& now, const PackedImpulses& origin,
                    double momentum, double stride, PackedImpulses* next, PackedImpulses* next_origin, Projected& sums);
  /// The range [first, last) of `chunks` chunks that belongs to the calling thread.
  struct Range {
    std::size_t first, last;
  };
  static Range own_range(std::size_t chunks);

  const Groups& groups_;
  const Kernels& kernels_;
  /// Residuals by contact (padded to whole groups), then by row; kernels write whole packs [m/s].
  state::Column<double> each_;
  state::Column<Line> lines_;
  std::vector<Projected> contact_sums_;  ///< of each chunk; the last is that of the rows
  std::vector<double> body_sums_;
};

std::vector<Twist> twists_of(const state::Column<Line>& motion, std::size_t bodies);

}  // namespace scree::solve
