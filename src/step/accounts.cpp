#include "step/accounts.h"

namespace scree::step {

std::vector<double> numbers_of(const Accounts& a) {
  return {a.dissipated.normal,
          a.dissipated.slide,
          a.dissipated.roll,
          a.dissipated.spin,
          a.arm_mismatch,
          a.walls,
          a.drives,
          a.pending.normal,
          a.pending.slide,
          a.pending.roll,
          a.pending.spin,
          a.pending_arm_mismatch,
          a.box};
}
Accounts accounts_of(const std::vector<double>& x) {
  return {.dissipated = {x[0], x[1], x[2], x[3]},
          .arm_mismatch = x[4],
          .walls = x[5],
          .drives = x[6],
          .pending = {x[7], x[8], x[9], x[10]},
          .pending_arm_mismatch = x[11],
          .box = x[12]};
}

void save_accounts(const Accounts& accounts, const Fields& fields, Archive& archive) {
  archive.put("ledger/accounts", numbers_of(accounts));
  if (fields.any()) archive.put("ledger/drag", std::vector{accounts.drag, accounts.pending_drag});
}
Accounts restored_accounts(const Fields& fields, const Archive& archive) {
  Accounts accounts = accounts_of(archive.get_rows<double>("ledger/accounts", k_account_numbers));
  if (!fields.any()) return accounts;
  const auto& drag = archive.get_rows<double>("ledger/drag", 2);
  accounts.drag = drag[0], accounts.pending_drag = drag[1];
  return accounts;
}

void book(Accounts& accounts, const contact::Tally& t, double pending) {
  const auto all = [&](contact::Stage stage) { return t.slip_loss[stage] + t.viscous_loss[stage]; };
  accounts.dissipated.normal += all(contact::normal_stage);
  accounts.dissipated.slide += all(contact::slide_stage);
  accounts.dissipated.roll += all(contact::roll_stage);
  accounts.dissipated.spin += all(contact::spin_stage);
  accounts.arm_mismatch += t.arm_mismatch;
  accounts.pending = {pending * t.viscous_loss[contact::normal_stage], pending * t.viscous_loss[contact::slide_stage],
                      pending * t.viscous_loss[contact::roll_stage], pending * t.viscous_loss[contact::spin_stage]};
  accounts.pending_arm_mismatch = pending * t.arm_mismatch;
}

void book_drag(Accounts& accounts, double energy, double pending) {
  accounts.drag += energy, accounts.pending_drag = pending * energy;
}

void scale_pending(Accounts& a, double factor) {
  const auto scale = [&](double& booked, double& pending) { booked += (factor - 1.0) * pending, pending *= factor; };
  scale(a.dissipated.normal, a.pending.normal), scale(a.dissipated.slide, a.pending.slide),
      scale(a.dissipated.roll, a.pending.roll), scale(a.dissipated.spin, a.pending.spin);
  scale(a.arm_mismatch, a.pending_arm_mismatch), scale(a.drag, a.pending_drag);
}

void book_wall_work(Accounts& accounts, const state::World& world, double time) {
  for (const state::Wall& wall : world.walls)
    accounts.walls -=
        time * (wall.load.fx * wall.velocity.x + wall.load.fy * wall.velocity.y + wall.load.fz * wall.velocity.z);
}

Ledger motion_energies(const state::World& world) {
  Ledger ledger;
  const auto& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const state::BodyLine& p = bodies.lines[i];
    ledger.kinetic_translation += 0.5 * bodies.mass[i] * norm2(p.velocity());
    ledger.kinetic_rotation += bodies.rotation_energy(i);
    ledger.gravity -= dot(bodies.constant_force(i, world.gravity), bodies.unwrapped(i, world.cell));
  }
  return ledger;
}

Ledger energies(const state::World& world, const contact::Contacts& contacts, const Accounts& accounts) {
  Ledger ledger = motion_energies(world);
  const auto stored = contacts.stored(world);
  ledger.stored = {stored[contact::normal_stage], stored[contact::slide_stage], stored[contact::roll_stage],
                   stored[contact::spin_stage]};
  ledger.dissipated = {
      accounts.dissipated.normal - accounts.pending.normal, accounts.dissipated.slide - accounts.pending.slide,
      accounts.dissipated.roll - accounts.pending.roll, accounts.dissipated.spin - accounts.pending.spin};
  ledger.arm_mismatch = accounts.arm_mismatch - accounts.pending_arm_mismatch;
  ledger.drag = accounts.drag - accounts.pending_drag;
  ledger.walls = accounts.walls;
  ledger.drives = accounts.drives;
  ledger.box = accounts.box;
  return ledger;
}

}  // namespace scree::step
