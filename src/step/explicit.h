// Explicit time steps. A step reads aloud as: begin (kick, drift), search if the list is stale, evaluate contacts, end
// (kick).
//
//   velocity-verlet    contacts see v(t + dt) predicted by the old acceleration: v(t + dt/2) + dt/2 a(t), while springs
//                           advance by v(t + dt/2) dt. Second order also for dashpots. The default.
//   velocity-verlet-lammps  contacts see v(t + dt/2) for both, as LAMMPS does: dashpots lag by half a step.
//   symplectic-euler        v += dt a, x += dt v.
#pragma once

#include "step/stepper.h"

namespace scree::step {

enum class Scheme { velocity_verlet, velocity_verlet_lammps, symplectic_euler };

class Explicit final : public Stepper {
 public:
  Explicit(Scheme scheme, double step, FieldSettings fields = {}) : Stepper(step, std::move(fields)), scheme_(scheme) {}

  bool synchronises() const override { return scheme_ == Scheme::velocity_verlet; }
  std::int64_t advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) override;

 private:
  double share_to_come() const override { return scheme_ == Scheme::symplectic_euler ? 1.0 : 0.5; }

  Scheme scheme_;
};

}  // namespace scree::step
