// Bodies pushed on by their loads. It stands here since it is compiled with the contact kernels, once for each instruction set.
#pragma once

#include "contact/kernel/rows.h"

namespace scree::SCREE_ISA {

/// A row of four numbers as one value; the compiler makes of it what the instruction set has.
typedef double Four __attribute__((vector_size(32), may_alias));

/// Rows of a body: (x, radius), (v, 1/m), (w, 1/I), (x0, -). The fourth number of a load is always zero, so that 1/m and 1/I stay.
SCREE_KERNEL inline void push(const contact::Push& p, state::BodyLine* bodies, const state::LoadLine* loads, state::LeadLine* leads,
                              std::size_t count, contact::Moved& moved) {
  const Four g = {p.gravity.x, p.gravity.y, p.gravity.z, 0.0}, vector_part = {1.0, 1.0, 1.0, 0.0};
  Four low = *reinterpret_cast<const Four*>(moved.low), high = *reinterpret_cast<const Four*>(moved.high);
  double farthest2 = moved.farthest2;
  for (std::size_t i = 0; i < count; ++i) {
    Four* line = reinterpret_cast<Four*>(bodies + i);
    const Four* load = reinterpret_cast<const Four*>(loads + i);
    const Four force = load[0], torque = load[1];
    Four v = line[1], w = line[2];
    const double inverse_mass = v[3], inverse_inertia = w[3];
    if (p.end != 0.0) {
      v += (p.end * inverse_mass) * force + p.end * g;
      w += (p.end * inverse_inertia) * torque;
    }
    if (p.drift != 0.0) {
      const Four gain_v = (p.begin * inverse_mass) * force + p.begin * g, gain_w = (p.begin * inverse_inertia) * torque;
      v += gain_v, w += gain_w;
      if (p.leads) {
        Four* lead = reinterpret_cast<Four*>(leads + i);
        lead[0] = gain_v, lead[1] = gain_w;
      }
      const Four x = line[0] + (p.drift * v) * vector_part;
      const Four d = x - line[3];
      low = d < low ? d : low, high = d > high ? d : high;
      const double d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      farthest2 = d2 > farthest2 ? d2 : farthest2;
      line[0] = x;
    }
    line[1] = v, line[2] = w;
  }
  moved.farthest2 = farthest2;
  *reinterpret_cast<Four*>(moved.low) = low, *reinterpret_cast<Four*>(moved.high) = high;
}

}  // namespace scree::SCREE_ISA
