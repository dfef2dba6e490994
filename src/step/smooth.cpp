#include "step/smooth.h"

namespace scree::step {

void Smooth::bodies_came(state::World& world) {
  if (stepper_->synchronises()) world.bodies.leads.resize(world.bodies.size());
  contacts_.rebuild(world);
}

double Smooth::take_out(state::World& world, const std::vector<char>& removed) {
  contacts_.rebuild(world, removed);
  return contacts_.take_forgotten();
}

void Smooth::tell(const state::World& world, StepReport& report) const {
  report.contacts = contacts_.contact_count();
  report.pairs = contacts_.pair_count();
  report.rebuilds = contacts_.rebuilds();
  report.largest_overlap = contacts_.deepest(world).share;
  report.unconverged = contacts_.unconverged();
  stepper_->tell(report);
}

void Smooth::save(Archive& archive) const {
  contacts_.save(archive);
  archive.put("ledger/accounts", numbers_of(stepper_->accounts()));
  stepper_->save(archive);
}

void Smooth::restore(state::World& world, const Archive& archive) {
  if (stepper_->synchronises()) world.bodies.leads.resize(world.bodies.size());
  contacts_.restore(world, archive);
  stepper_->set_accounts(accounts_of(archive.get_rows<double>("ledger/accounts", k_account_numbers)));
  stepper_->restore(archive);
}

void Smooth::fold(const Fold& f) const {
  for (const auto& block : contacts_.blocks())
    for (const auto& run : block.runs) {
      const int columns = contacts_.table().models[run.model].history_size;
      for (int k = 0; k < columns; ++k)
        for (std::size_t i = 0; i < run.touching.size(); ++i) f(run.history[static_cast<std::size_t>(k) * run.stride + i]);
    }
}

}  // namespace scree::step
