// The smooth engine: contacts with springs and dashpots, and a stepper that is explicit in time.
#pragma once

#include "contact/contacts.h"
#include "step/engine.h"
#include "step/stepper.h"

namespace scree::step {

class Smooth final : public Engine {
 public:
  Smooth(Scheme scheme, double step, contact::ModelTable models, const contact::Kernels& kernels, double skin, FieldSettings fields = {})
      : synchronises_(Stepper::synchronises(scheme)), contacts_(std::move(models), kernels, skin, synchronises_), stepper_(scheme, step, std::move(fields)) {}

  double step() const override { return stepper_.step(); }
  std::string_view isa() const override { return contacts_.kernels().name; }
  void set_up(state::World& world) override { stepper_.set_up(world, contacts_); }
  std::int64_t advance(state::World& world, std::int64_t steps) override { return stepper_.advance(world, contacts_, steps); }
  void bodies_came(state::World& world) override;
  double take_out(state::World& world, const std::vector<char>& removed) override;
  void set_overlap_alarm(double share) override { contacts_.set_overlap_alarm(share); }
  bool alarmed() const override { return contacts_.alarmed(); }
  Ledger energies(const state::World& world) const override;
  void tell(const state::World& world, StepReport& report) const override;
  std::int64_t contact_count() const override { return contacts_.contact_count(); }
  std::int64_t pair_count() const override { return contacts_.pair_count(); }
  std::int64_t rebuilds() const override { return contacts_.rebuilds(); }
  std::vector<int> coordination(std::size_t bodies) const override { return contacts_.coordination(bodies); }
  contact::Deepest deepest(const state::World& world) const override { return contacts_.deepest(world); }
  void observe(const state::World& world, const See& see) const override { contacts_.observe(world, stepper_.step(), see); }
  std::size_t bytes() const override { return contacts_.bytes() + stepper_.fields().bytes(); }
  void save(Archive& archive) const override;
  void restore(state::World& world, const Archive& archive) override;
  void fold(const Fold& f) const override;

 private:
  bool synchronises_;
  contact::Contacts contacts_;
  Stepper stepper_;
};

}  // namespace scree::step
