#include "step/smooth.h"

namespace scree::step {

void Smooth::bodies_came(state::World& world) {
  if (stepper_->synchronises()) world.bodies.predictions.resize(world.bodies.size());
  contacts_.rebuild(world);
  stepper_->refresh_fields(world);
}

double Smooth::take_out(state::World& world, const std::vector<char>& removed) {
  contacts_.rebuild(world, removed);
  stepper_->refresh_fields(world);
  return contacts_.take_forgotten();
}

Ledger Smooth::energies(const state::World& world) const {
  Ledger ledger = step::energies(world, contacts_, stepper_->accounts());
  ledger.near_field = stepper_->fields().potential(world);
  return ledger;
}

void Smooth::report(const state::World& world, StepReport& report) const {
  report.contacts = contacts_.contact_count();
  report.pairs = contacts_.pair_count();
  report.rebuilds = contacts_.rebuilds();
  report.largest_overlap = contacts_.deepest(world).fraction;
  report.unconverged = contacts_.unconverged();
  stepper_->report(world, contacts_, report);
}

void Smooth::save(Archive& archive) const {
  contacts_.save(archive);
  save_accounts(stepper_->accounts(), stepper_->fields(), archive);
  stepper_->save(archive);
}

void Smooth::restore(state::World& world, const Archive& archive) {
  if (stepper_->synchronises()) world.bodies.predictions.resize(world.bodies.size());
  contacts_.restore(world, archive);
  stepper_->set_accounts(restored_accounts(stepper_->fields(), archive));
  stepper_->restore_fields(world);
  stepper_->restore(archive);
}

void Smooth::fold(const Fold& f) const {
  for (const auto& block : contacts_.blocks())
    for (const auto& run : block.runs) {
      for (const std::uint32_t pair : run.touching) f(pair);  // their order is that of sums
      const int columns = contacts_.table().models[run.model].history_size;
      for (int k = 0; k < columns; ++k)
        for (std::size_t i = 0; i < run.touching.size(); ++i)
          f(run.history[static_cast<std::size_t>(k) * run.stride + i]);
    }
}

}  // namespace scree::step
