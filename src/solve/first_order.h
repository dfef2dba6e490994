// What solvers that go by gradients share: the passes over contacts and bodies, divided among threads without a trace
// in the sums.
//
// All members are called by every thread of an OpenMP team, and end with a barrier where they say so. Numbers that
// steer the iteration are computed by each thread from the same partial sums in the same order, so that all threads
// decide alike.
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
    /// as in ProjectSums; residual is the sum of squares
    double change = 0.0, soft = 0.0, uphill = 0.0, residual = 0.0;
  };
  /// next = P(y - stride B u(y)), y = now + momentum (now - origin), and its lines; `next_origin`, which may be
  /// `origin`, is that of the coming step. Barrier.
  Projected project(const state::Column<Line>& motion, const PackedImpulses& now, const PackedImpulses& origin,
                    double momentum, double stride, PackedImpulses& next, PackedImpulses* next_origin = nullptr);
  /// Momenta of the bodies from the lines; returns (next - trial) . M^-1 (next - trial). Barrier.
  double gather(const state::Column<Line>& now, const state::Column<Line>& trial, double momentum,
                state::Column<Line>& next, state::Column<Line>& next_trial, state::Column<Line>& motion);
  /// motion = v_free + M^-1 momenta. Barrier.
  void respond(const state::Column<Line>& momenta, state::Column<Line>& motion) const;
  /// The residual of impulses with the motion that they bring about; `residuals` has those of every contact and row.
  /// Barrier.
  double measure(const state::Column<Line>& motion, const PackedImpulses& now);

  /// What was measured last: of each contact, then of each row [m/s].
  std::vector<double> residuals() const;
  std::size_t count() const { return groups_.contacts + groups_.rows.size(); }

 private:
  void project_rows(const state::Column<Line>& motion, const PackedImpulses& now, const PackedImpulses& origin,
                    double momentum, double stride, PackedImpulses* next, PackedImpulses* next_origin, Projected& sums);
  /// The stretch [first, last) of `chunks` pieces that this thread works on.
  struct Stretch {
    std::size_t first, last;
  };
  static Stretch own_share(std::size_t chunks);

  const Groups& groups_;
  const Kernels& kernels_;
  /// residuals by contact (filled groups), then by row; kernels store whole packs into it [m/s]
  state::Column<double> each_;
  state::Column<Line> lines_;
  std::vector<Projected> contact_sums_;  ///< of each chunk; the last is that of the rows
  std::vector<double> body_sums_;
};

std::vector<Twist> twists_of(const state::Column<Line>& motion, std::size_t bodies);

}  // namespace scree::solve
