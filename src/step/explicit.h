// Explicit time integration. One step: begin (kick, drift), rebuild the pair list if it is stale, evaluate the
// contacts, end (kick).
//
//   velocity-verlet         v(t + dt/2) = v(t) + dt/2 a(t);  x(t + dt) = x(t) + dt v(t + dt/2);  loads;
//                           v(t + dt) = v(t + dt/2) + dt/2 a(t + dt)
//                           Loads at t + dt need velocities of that time, before a(t + dt) is known. The dashpots use
//                           the prediction v(t + dt/2) + dt/2 a(t); the springs advance by dt v(t + dt/2), the mean
//                           velocity of the step. Second order with dashpots, too. This is the default.
//   velocity-verlet-lammps  The same, but dashpots and springs both use v(t + dt/2), as LAMMPS does: the dashpots lag
//                           by half a step, so the scheme is of first order with dashpots.
//   symplectic-euler        v(t + dt) = v(t) + dt a(t);  x(t + dt) = x(t) + dt v(t + dt);  no kick at the end. Dashpots
//                           and springs use v(t + dt). First order.
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
  double pending_fraction() const override { return scheme_ == Scheme::symplectic_euler ? 1.0 : 0.5; }

  Scheme scheme_;
};

}  // namespace scree::step
