// The smooth engine: contacts with springs and dashpots, and a stepper that integrates them in time.
#pragma once

#include <memory>

#include "contact/contacts.h"
#include "step/engine.h"
#include "step/stepper.h"

namespace scree::step {

class Smooth final : public Engine {
 public:
  Smooth(std::unique_ptr<Stepper> stepper, contact::ModelTable models, const contact::Kernels& kernels, double skin)
      : contacts_(std::move(models), kernels, skin, stepper->synchronises()), stepper_(std::move(stepper)) {
    if (stepper_->moves_cell()) contacts_.serve_strained_cell(stepper_->felt_strain());
  }

  const Stepper& stepper() const { return *stepper_; }
  double step() const override { return stepper_->step(); }
  std::string_view isa() const override { return contacts_.kernels().name; }
  void set_up(state::World& world) override { stepper_->set_up(world, contacts_); }
  std::int64_t advance(state::World& world, std::int64_t steps) override {
    return stepper_->advance(world, contacts_, steps);
  }
  void bodies_came(state::World& world) override;
  double take_out(state::World& world, const std::vector<char>& removed) override;
  void record_loads(bool recorded) override { contacts_.record_loads(recorded); }
  void set_overlap_alarm(double fraction, double passage) override { contacts_.set_overlap_alarm(fraction, passage); }
  std::optional<contact::OverlapAlarm> alarm() const override { return contacts_.alarm(); }
  Ledger energies(const state::World& world) const override;
  void report(const state::World& world, StepReport& report) const override;
  std::int64_t contact_count() const override { return contacts_.contact_count(); }
  std::int64_t pair_count() const override { return contacts_.pair_count(); }
  std::int64_t rebuilds() const override { return contacts_.rebuilds(); }
  std::vector<int> coordination(std::size_t bodies) const override { return contacts_.coordination(bodies); }
  contact::Deepest deepest(const state::World& world) const override { return contacts_.deepest(world); }
  void observe(const state::World& world, const See& see) const override { contacts_.observe(world, see); }
  std::size_t bytes() const override { return contacts_.bytes() + stepper_->fields().bytes(); }
  void save(Archive& archive) const override;
  void restore(state::World& world, const Archive& archive) override;
  void fold(const Fold& f) const override;

 private:
  contact::Contacts contacts_;
  std::unique_ptr<Stepper> stepper_;
};

}  // namespace scree::step
