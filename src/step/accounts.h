// Work and losses since the start of a run, and the energy ledger that follows from them (docs/ledger.md).
#pragma once

#include <vector>

#include "contact/contacts.h"
#include "state/world.h"
#include "step/fields.h"
#include "step/report.h"

namespace scree::step {

/// Work and losses since the start of the run [J].
struct Accounts {
  PerStage dissipated;                                   ///< by slip and by dashpots
  double arm_mismatch = 0.0, walls = 0.0, drives = 0.0;  ///< as in step/report.h, Ledger
  /// The part of `dissipated`, `arm_mismatch` and `drag` that is booked already, but whose loads act in the next step.
  PerStage pending;
  double pending_arm_mismatch = 0.0;
  double drag = 0.0, pending_drag = 0.0;
  double box = 0.0;  ///< work of the periodic cell on the bodies
};

/// The accounts as numbers in the fixed order of an archive; drag is a separate array.
inline constexpr std::size_t k_account_numbers = 13;
std::vector<double> numbers_of(const Accounts& accounts);
Accounts accounts_of(const std::vector<double>& numbers);

/// The array of drag exists only if there are forces beyond contact. Restoring throws ArchiveError.
void save_accounts(const Accounts& accounts, const Fields& fields, Archive& archive);
Accounts restored_accounts(const Fields& fields, const Archive& archive);

/// Book the losses of one evaluation of contacts. Its loads have not yet acted in full: the fraction `pending` acts in
/// the next step (1/2 in Verlet's schemes, 1 in Euler's, 1 - phi in the trapezoidal rule). The same fraction of the
/// viscous and arm-mismatch work is therefore kept as pending, and energies() subtracts it.
void book(Accounts& accounts, const contact::Tally& tally, double pending);
/// The same for drag; `energy` is the energy that drag removes in one step [J].
void book_drag(Accounts& accounts, double energy, double pending);
/// Rescale the pending parts: the next step is `factor` times as long as the last one.
void scale_pending(Accounts& accounts, double factor);
/// Add the work that moving planes do with their present loads during `time` [s].
void book_wall_work(Accounts& accounts, const state::World& world, double time);

/// Kinetic and gravitational energy only.
Ledger motion_energies(const state::World& world);
/// All energies of the present state; `accounts` has the sums since the start.
Ledger energies(const state::World& world, const contact::Contacts& contacts, const Accounts& accounts);

}  // namespace scree::step
