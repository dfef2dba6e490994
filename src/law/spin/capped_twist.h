// A torsion spring and dashpot about the normal whose torque is capped: common to the spin laws.
//
//   M* = -k t* - c w,  t* = t + (angle of this step)
//   if |M*| > limit:  M = -limit sign(w),  t = (limit sign(w) - c w) / k                       [santos.md, S7]
// The sign is that of the rate, not of M*, as in LAMMPS and Marshall2009; w = 0 exactly gives M = 0. A dashpot beyond
// the limit winds the spring even in the evaluation that sets up a run, as in LAMMPS: that energy is there at the start
// (step/stepper.cpp). Energy as in capped_spring.h.
#pragma once

#include "law/capped_spring.h"
#include "law/contract.h"

namespace scree::law {

template <class R>
Spun<R> advance_capped_twist(R& t, const R& stiffness, const R& inverse_stiffness, const R& damping, const R& limit,
                             const R& rate, const R& angle, const R& step) {
  const R before = t;
  const R trial = before + angle;
  const R drag = damping * rate;
  R torque = neg_mul_sub(stiffness, trial, drag), lost(0.0);
  t = trial;
  const auto slips = abs(torque) > limit;
  if (any(slips)) {
    const R cap = limit * sign(rate);
    t = select(slips, inverse_stiffness * (cap - drag), trial);
    torque = select(slips, -cap, torque);
    lost = R(0.5) * stiffness * (before + t) * (trial - t);
  }
  return {torque, R(0.5) * stiffness * t * t, lost, drag * rate * step};
}

}  // namespace scree::law
