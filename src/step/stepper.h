// Time steps. A smooth step reads aloud as: begin (kick, drift), search if the list is stale, evaluate contacts, end (kick).
//
//   velocity-verlet         contacts see v(t + dt) predicted by the old acceleration: v(t + dt/2) + dt/2 a(t), while springs
//                           advance by v(t + dt/2) dt. Second order also for dashpots. The default.
//   velocity-verlet-lammps  contacts see v(t + dt/2) for both, as LAMMPS does: dashpots lag by half a step.
//   symplectic-euler        v += dt a, x += dt v.
//
// All three leave positions, velocities and loads of the same time, so energies can be read after any step.
#pragma once

#include "contact/contacts.h"
#include "state/world.h"
#include "step/fields.h"
#include "step/report.h"

namespace scree::step {

enum class Scheme { velocity_verlet, velocity_verlet_lammps, symplectic_euler };

/// Work and losses since the start of the run, kept by the stepper [J].
struct Accounts {
  PerStage lost;
  double lever = 0.0, walls = 0.0, drives = 0.0;
  PerStage pending;  ///< booked in `lost`, but the load acts only in the next step
  double pending_lever = 0.0;
  double drag = 0.0, pending_drag = 0.0;
};

/// For archives.
inline constexpr std::size_t k_account_numbers = 12;
std::vector<double> numbers_of(const Accounts& accounts);
Accounts accounts_of(const std::vector<double>& numbers);
/// With those of forces beyond contact, if there are such. Restoring throws ArchiveError.
void save_accounts(const Accounts& accounts, const Fields& fields, Archive& archive);
Accounts restored_accounts(const Fields& fields, const Archive& archive);

class Stepper {
 public:
  Stepper(Scheme scheme, double step, FieldSettings fields = {}) : scheme_(scheme), step_(step), fields_(std::move(fields)) {}

  static bool synchronises(Scheme scheme) { return scheme == Scheme::velocity_verlet; }
  double step() const { return step_; }
  const Accounts& accounts() const { return accounts_; }
  void set_accounts(const Accounts& accounts) { accounts_ = accounts; }
  const Fields& fields() const { return fields_; }

  /// First list and first loads; histories stay as they are.
  void set_up(state::World& world, contact::Contacts& contacts);
  /// Make `steps` steps, or fewer if a contact gets too deep (Contacts::set_overlap_alarm); returns how many. None of them depends on
  /// how they are divided into calls.
  std::int64_t advance(state::World& world, contact::Contacts& contacts, std::int64_t steps);
  /// Forces beyond contact anew, between two steps: bodies came or went.
  void refresh_fields(state::World& world);
  /// Bodies are those of an archive, with their forces.
  void restore_fields(const state::World& world) { fields_.prepare(world); }

 private:
  void work_of_walls(const state::World& world, double share);
  void book(const contact::Tally& tally);
  void book_drag(double power);
  /// Of a step: how much of a load is still to act in the next one when it has just been evaluated.
  double share_to_come() const { return scheme_ == Scheme::symplectic_euler ? 1.0 : 0.5; }

  Scheme scheme_;
  double step_;
  Fields fields_;
  Accounts accounts_;
};

/// Of motion and height alone.
Ledger motion_energies(const state::World& world);
/// Energies of the state now; `accounts` brings the history.
Ledger energies(const state::World& world, const contact::Contacts& contacts, const Accounts& accounts);

}  // namespace scree::step
