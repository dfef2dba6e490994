// What a stepper keeps of work and losses, and the energy ledger made of it (docs/ledger.md).
#pragma once

#include <vector>

#include "contact/contacts.h"
#include "state/world.h"
#include "step/fields.h"
#include "step/report.h"

namespace scree::step {

/// Work and losses since the start of the run [J].
struct Accounts {
  PerStage lost;
  double lever = 0.0, walls = 0.0, drives = 0.0;
  PerStage pending;  ///< booked in `lost`, but the load acts only in the next step
  double pending_lever = 0.0;
  double drag = 0.0, pending_drag = 0.0;
  double box = 0.0;
};

/// For archives.
inline constexpr std::size_t k_account_numbers = 13;
std::vector<double> numbers_of(const Accounts& accounts);
Accounts accounts_of(const std::vector<double>& numbers);

/// With those of forces beyond contact, if there are such. Restoring throws ArchiveError.
void save_accounts(const Accounts& accounts, const Fields& fields, Archive& archive);
Accounts restored_accounts(const Fields& fields, const Archive& archive);

/// Book an evaluation. Its loads have not yet acted in full: the share `pending` of them acts in the next step (half in
/// Verlet's schemes, all in Euler's, 1 - phi in the trapezoidal rule). So much of what depends on them is not lost yet.
void book(Accounts& accounts, const contact::Tally& tally, double pending);
/// The same for drag, which takes so much in the time of a step [J].
void book_drag(Accounts& accounts, double energy, double pending);
/// The next step is not as long as the last one was, but so many times as long: what is pending acts accordingly.
void stretch_pending(Accounts& accounts, double times);
/// Moving planes have pushed with their present loads for so long [s].
void work_of_walls(Accounts& accounts, const state::World& world, double time);

/// Of motion and height alone.
Ledger motion_energies(const state::World& world);
/// Energies of the state now; `accounts` brings the history.
Ledger energies(const state::World& world, const contact::Contacts& contacts, const Accounts& accounts);

}  // namespace scree::step
