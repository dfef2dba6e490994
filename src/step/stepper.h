// What a stepper of the smooth engine does: `Explicit` (step/explicit.h) and `Trapezoid` (step/trapezoid.h). All of them leave positions, velocities
// and loads of the same time, so energies can be read after any step.
#pragma once

#include "contact/contacts.h"
#include "state/world.h"
#include "step/accounts.h"

namespace scree::step {

class Stepper {
 public:
  explicit Stepper(double step) : step_(step) {}
  virtual ~Stepper() = default;

  double step() const { return step_; }
  const Accounts& accounts() const { return accounts_; }
  void set_accounts(const Accounts& accounts) { accounts_ = accounts; }

  /// Do contacts see velocities of the time of the positions (state::Bodies::leads), and springs the mean ones of the step?
  virtual bool synchronises() const = 0;
  /// First list and first loads; histories stay as they are.
  virtual void set_up(state::World& world, contact::Contacts& contacts) = 0;
  /// Make `steps` steps, or fewer if a contact gets too deep (Contacts::set_overlap_alarm); returns how many. None of them depends on
  /// how they are divided into calls.
  virtual std::int64_t advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) = 0;
  /// What it has to say of the last step and of all.
  virtual void tell(StepReport&) const {}
  virtual void save(Archive&) const {}
  virtual void restore(const Archive&) {}

 protected:
  /// Lists and loads of the world as it is; `pending` as for book().
  void evaluate_at_rest(state::World& world, contact::Contacts& contacts, double pending);

  double step_;
  Accounts accounts_;
};

/// Loads are kept for the next call of advance and for outputs.
void keep_loads(state::World& world, const contact::Block& block, const state::LoadLine* loads);

}  // namespace scree::step
