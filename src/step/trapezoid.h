// Implicit steps by the generalised trapezoidal rule. [Campello2015, section 4; campello.md, 3.1]
//
//   v1 = v0 + h/m (phi F1 + (1 - phi) F0)      x1 = x0 + h (phi v1 + (1 - phi) v0)         [eq. 42, 45]
//   w1 = w0 + h/J (phi M1 + (1 - phi) M0)      turn = h (phi w1 + (1 - phi) w0)            as a Rodrigues vector
//
// phi = 0 is explicit, 1/2 the trapezoid (second order), 1 backward Euler. F1 depends on what is sought, so bodies are
// swept until nothing changes any more [Algorithm 1, Remark 5]; springs stay frozen at the begin of the step meanwhile
// and are advanced once, by an ordinary evaluation of all contacts at the end. A step that is not solved by
// `most_sweeps` sweeps, or in which a body leaves the reach of the list even after that was made to reach further, is
// made as two halves. Halving does not help where a law jumps (static and kinetic coefficients; loads by the sign of a
// rate): there may be no solution at all (C23), and sweeps go round. Such a step stops the run, or its last sweep is
// accepted, as the paper's code does.
//
// Forces beyond contact are evaluated once a sweep, for all bodies before it: they reach further than the list by which
// bodies are sorted.
//
// Bodies that are no spheres have their angular momentum stepped instead, and the spin that it has in the new
// orientation.
#pragma once

#include "step/stepper.h"
#include "step/sweep.h"

namespace scree::step {

struct TrapezoidSettings {
  double step = 0.0;  ///< [s]
  double phi = 0.5, tolerance = 1e-4;
  std::int64_t most_sweeps = 200, most_halvings = 10;
  bool accept = false;  ///< the last sweep of a step that cannot be halved any more
};

/// Force and torque of contacts and of what pulls always.
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
  void tell(const state::World&, const contact::Contacts&, StepReport& report) const override { report.sweeps = told_; }
  void save(Archive& archive) const override;
  void restore(const Archive& archive) override;

 private:
  double share_to_come() const override { return 1.0 - settings_.phi; }

  /// A body when the step began, and as the last sweep left it.
  struct Begun {
    Vec3d position, velocity, spin, momentum, field_force;
    Load load;
    state::Orientation orientation;
    Vec3d rotation;
  };
  struct Sought {
    Vec3d velocity, spin, turn;
  };

  void make(state::World& world, contact::Contacts& contacts, double h, std::int64_t halvings_left);
  /// Sweeps came to rest, they go round within the reach of the list, or they have led nowhere.
  enum class Solution { found, goes_round, none };
  Solution solve(state::World& world, contact::Contacts& contacts, double h);
  void expect_step(double h);
  void begin(state::World& world, double h);
  void undo(state::World& world);
  bool sweep_to_rest(state::World& world, const contact::Contacts& contacts, double h);
  void update(state::World& world, state::Slot slot, const state::LoadLine& load, double h);
  void turn_from_begin(state::Bodies& bodies, state::Slot slot) const;
  void commit(state::World& world, contact::Contacts& contacts, double h);
  void follow_list(const state::World& world, const contact::Contacts& contacts);

  TrapezoidSettings settings_;
  contact::Probe probe_;
  SweepOrder order_;
  std::int64_t followed_ = -1;  ///< Contacts::rebuilds() of the list that probe and order are made of
  std::vector<Begun> begun_;
  std::vector<Sought> sought_;
  std::vector<Change> changes_;
  std::vector<Vec3d> wall_points_;  ///< when the step began
  double last_step_ = 0.0;          ///< that what is pending in the accounts was reckoned for [s]
  std::int64_t sweeps_ = 0;         ///< of the last solution that was tried
  SweepError error_;                ///< that they left
  SweepReport told_;
};

}  // namespace scree::step
