// Implicit steps by the generalised trapezoidal rule. [Campello2015, section 4; campello.md, 3.1]
//
//   v1 = v0 + h/m (phi F1 + (1 - phi) F0)      x1 = x0 + h (phi v1 + (1 - phi) v0)         [eq. 42, 45]
//   w1 = w0 + h/J (phi M1 + (1 - phi) M0)      rotation = h (phi w1 + (1 - phi) w0)        as a Rodrigues vector
//
// phi = 0 is explicit, 1/2 is the trapezoidal rule (second order), 1 is backward Euler. F1 and M1 depend on the
// unknowns, so the bodies are updated in Gauss-Seidel sweeps until the changes are below the tolerance [Algorithm 1,
// Remark 5]. Contact histories are frozen at the beginning of the step during the sweeps, and are advanced once, by an
// ordinary evaluation of all contacts at the end.
//
// A step is replaced by two halves if `max_sweeps` sweeps do not converge, or if a body moves beyond the reach of the
// pair list even after the list was rebuilt with a larger reach. Halving does not help where a law is discontinuous
// (static and kinetic coefficients; loads that depend on the sign of a rate): a solution may not exist (C23), and the
// sweeps cycle. Such a step stops the run, or its last sweep is accepted as in the paper's code (`accept`).
//
// Forces beyond contact are evaluated for all bodies once before each sweep, because their range exceeds that of the
// pair list by which bodies are sorted into colours.
//
// For non-spherical bodies the angular momentum is integrated instead of the spin; the spin follows from it and the new
// orientation.
#pragma once

#include "step/stepper.h"
#include "step/sweep.h"

namespace scree::step {

struct TrapezoidSettings {
  double step = 0.0;  ///< [s]
  double phi = 0.5, tolerance = 1e-4;
  std::int64_t max_sweeps = 200, max_halvings = 10;
  bool accept = false;  ///< accept the last sweep of a step that may not be halved further
};

/// Total force and torque on a body.
struct Load {
  Vec3d force, torque;
  friend Load operator+(const Load& a, const Load& b) { return {a.force + b.force, a.torque + b.torque}; }
  friend Load operator*(double s, const Load& a) { return {s * a.force, s * a.torque}; }
};

class Trapezoid final : public Stepper {
 public:
  Trapezoid(const TrapezoidSettings& settings, FieldSettings fields)
      : Stepper(settings.step, std::move(fields)), settings_(settings) {}

  bool synchronises() const override { return true; }
  /// Throws Unsolved and LostBody.
  std::int64_t advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) override;
  void report(const state::World&, const contact::Contacts&, StepReport& report) const override {
    report.sweeps = report_;
  }
  void save(Archive& archive) const override;
  void restore(const Archive& archive) override;

 private:
  double pending_fraction() const override { return 1.0 - settings_.phi; }

  /// A body at the beginning of the step.
  struct StepStart {
    Vec3d position, velocity, spin, momentum, field_force;
    Load load;
    state::Orientation orientation;
    Vec3d rotation;
  };
  /// The unknowns of a body after the last sweep; `rotation` is that of the step, as a Rodrigues vector.
  struct Unknowns {
    Vec3d velocity, spin, rotation;
  };

  /// Integrates one step of length `h`, or its two halves if it has no solution.
  void make(state::World& world, contact::Contacts& contacts, double h, std::int64_t halvings_left);
  /// The sweeps converged; they did not, but all bodies stayed within the reach of the pair list; or neither.
  enum class Solution { found, unconverged, none };
  Solution solve(state::World& world, contact::Contacts& contacts, double h);
  void set_next_step(double h);
  void begin(state::World& world, double h);
  void undo(state::World& world);
  bool sweep_until_converged(state::World& world, const contact::Contacts& contacts, double h);
  void update(state::World& world, state::Slot slot, const state::LoadLine& load, double h);
  void rotate_from_start(state::Bodies& bodies, state::Slot slot) const;
  void commit(state::World& world, contact::Contacts& contacts, double h);
  void update_order(const state::World& world, const contact::Contacts& contacts);

  TrapezoidSettings settings_;
  contact::Probe probe_;
  SweepOrder order_;
  std::int64_t order_rebuilds_ = -1;  ///< Contacts::rebuilds() of the list from which probe_ and order_ were built
  std::vector<StepStart> starts_;     ///< by slot
  std::vector<Unknowns> unknowns_;    ///< by slot
  std::vector<Change> changes_;       ///< by slot, in the last sweep
  std::vector<Vec3d> wall_points_;    ///< at the beginning of the step
  double last_step_ = 0.0;            ///< length of the step for which the pending parts of the accounts hold [s]
  std::int64_t sweeps_ = 0;           ///< of the last attempted solution
  SweepError error_;                  ///< after these sweeps
  SweepReport report_;
};

}  // namespace scree::step
