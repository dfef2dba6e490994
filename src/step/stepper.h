// What a stepper of the smooth engine does: `Explicit` (step/explicit.h), `Trapezoid` (step/trapezoid.h) and
// `MovingCell` (step/moving_cell.h). All of them leave positions, velocities and loads of the same time, so energies
// can be read after any step.
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

  /// Do contacts see velocities of the time of the positions (state::Bodies::leads), and springs the mean ones of the
  /// step?
  virtual bool synchronises() const = 0;
  /// Does the cell move under it, by the virial of the contacts?
  virtual bool moves_cell() const { return false; }
  /// of the cell that it moves, if contacts feel it [1/s]
  virtual std::optional<contact::Triangular> felt_strain() const { return {}; }
  /// First list and first loads; histories stay as they are.
  void set_up(state::World& world, contact::Contacts& contacts);
  /// Make `steps` steps, or fewer if a contact gets too deep (Contacts::set_overlap_alarm); returns how many. None of
  /// them depends on how they are divided into calls.
  virtual std::int64_t advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) = 0;
  /// Forces beyond contact anew, between two steps: bodies came or went.
  void refresh_fields(state::World& world);
  /// Bodies are those of an archive, with their forces.
  void restore_fields(const state::World& world) { fields_.prepare(world); }
  /// What it has to say of the last step and of all.
  virtual void tell(const state::World&, const contact::Contacts&, StepReport&) const {}
  virtual void save(Archive&) const {}
  virtual void restore(const Archive&) {}

 protected:
  /// How much of a load is still to act in the next step when it has just been evaluated.
  virtual double share_to_come() const = 0;

  double step_;
  Fields fields_;
  Accounts accounts_;
};

/// Loads are kept for the next call of advance and for outputs.
void keep_loads(state::World& world, const contact::Block& block, const state::LoadLine* loads);

}  // namespace scree::step
