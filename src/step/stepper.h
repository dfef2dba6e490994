// The interface of the steppers of the smooth engine: `Explicit` (step/explicit.h), `Trapezoid` (step/trapezoid.h) and
// `MovingCell` (step/moving_cell.h). After every step, positions, velocities and loads belong to the same time, so
// energies can be evaluated after any step.
#pragma once

#include "contact/contacts.h"
#include "state/world.h"
#include "step/accounts.h"
#include "step/fields.h"

namespace scree::step {

class Stepper {
 public:
  Stepper(double step, FieldSettings fields) : step_(step), fields_(std::move(fields)) {}
  virtual ~Stepper() = default;

  double step() const { return step_; }
  const Accounts& accounts() const { return accounts_; }
  void set_accounts(const Accounts& accounts) { accounts_ = accounts; }
  const Fields& fields() const { return fields_; }

  /// If true, velocities and positions of contacts belong to the same time: dashpots use velocities predicted for the
  /// time of the positions (state::Bodies::predictions), springs the mean velocities of the step.
  virtual bool synchronises() const = 0;
  /// Does this stepper deform the cell? It then needs the virial of the contacts.
  virtual bool moves_cell() const { return false; }
  /// Strain rate of the cell, if the contacts respond to it [1/s].
  virtual std::optional<contact::Triangular> felt_strain() const { return {}; }
  /// Build the first list and evaluate the first loads; contact histories are not advanced.
  void set_up(state::World& world, contact::Contacts& contacts);
  /// Advance by `steps` steps, or fewer if a contact is too deep (Contacts::set_overlap_alarm); returns the number of
  /// steps. The result does not depend on how the steps are divided into calls.
  virtual std::int64_t advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) = 0;
  /// Recompute forces beyond contact between two steps, after bodies were added or removed.
  void refresh_fields(state::World& world);
  /// After the bodies and their forces were restored from an archive.
  void restore_fields(const state::World& world) { fields_.prepare(world); }
  /// Fill in the data of this stepper.
  virtual void report(const state::World&, const contact::Contacts&, StepReport&) const {}
  virtual void save(Archive&) const {}
  virtual void restore(const Archive&) {}

 protected:
  /// Fraction of a newly evaluated load that acts in the next step.
  virtual double pending_fraction() const = 0;

  double step_;
  Fields fields_;
  Accounts accounts_;
};

/// Store the loads on the bodies of a block in Bodies::loads, for the next call of advance and for outputs.
void keep_loads(state::World& world, const contact::Block& block, const state::LoadLine* loads);

}  // namespace scree::step
