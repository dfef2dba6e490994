// A torsion spring and a dashpot about the normal, with the total torque capped: common update of the spin laws.
//
//   M* = -k t* - c w,  t* = t + (angle of this step)
//   if |M*| > limit:  M = -limit sign(w),  t = (limit sign(w) - c w) / k                       [santos.md, S7]
// The sign is that of the angular velocity w, not of M*, as in LAMMPS and Marshall2009; for w = 0 exactly M = 0. If the
// dashpot torque exceeds the limit, the update loads the spring, as in LAMMPS, also in the set-up evaluation of a run;
// that energy is part of the initial energy (step/stepper.cpp). Energy as in capped_spring.h.
#pragma once

#include "law/capped_spring.h"
#include "law/contract.h"

namespace scree::law {

template <class R>
SpinLoad<R> advance_capped_twist(R& t, const R& stiffness, const R& inverse_stiffness, const R& damping, const R& limit,
                                 const R& rate, const R& angle, const R& step) {
  const R before = t;
  const R trial = before + angle;
  const R drag = damping * rate;
  R torque = neg_mul_sub(stiffness, trial, drag), slip_loss(0.0);
  t = trial;
  const auto slips = abs(torque) > limit;
  if (any(slips)) {
    const R cap = limit * sign(rate);
    t = select(slips, inverse_stiffness * (cap - drag), trial);
    torque = select(slips, -cap, torque);
    slip_loss = R(0.5) * stiffness * (before + t) * (trial - t);
  }
  return {torque, R(0.5) * stiffness * t * t, slip_loss, drag * rate * step};
}

}  // namespace scree::law
