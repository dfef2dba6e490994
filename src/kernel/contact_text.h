// Collects the kernels of one instruction set in a table. Compiled once for each set (kernel/isa_kernels.cpp).
#pragma once

#include "kernel/contact/by_velocity.h"
#include "kernel/contact/loads.h"
#include "kernel/contact/kick_drift.h"
#include "kernel/contact/scan.h"
#include "kernel/contact/stages.h"
#include "kernel/contact/strained.h"
#include "kernel/contact/touch.h"
#include "kernel/contact/tracked.h"
#include "kernel/shaped.h"

namespace scree::SCREE_ISA {

template <class... L>
void fill_normal(law::List<L...>, contact::StageKernel* table) {
  ((*table++ = &press<L>), ...);
}
template <class... L>
void fill_slide(law::List<L...>, contact::StageKernel* table) {
  ((*table++ = &slide<L>), ...);
}
template <class... L>
void fill_roll(law::List<L...>, contact::StageKernel* table) {
  ((*table++ = &roll<L>), ...);
}
template <class... L>
void fill_spin(law::List<L...>, contact::StageKernel* table) {
  ((*table++ = &spin<L>), ...);
}

inline contact::Kernels make_kernels(const char* name, std::size_t length) {
  contact::Kernels k{};
  k.name = {name, length};
  k.lanes = k_lanes;
  k.narrow[0] = &narrow<Spheres>, k.narrow[1] = &narrow<Planes>;
  k.sort_pairs[0] = &sort_pairs<Spheres>, k.sort_pairs[1] = &sort_pairs<Planes>;
  static_assert(law::Kinematics::size == 3);
  k.kinematics[0][0] = &by_velocity<SpherePairs, Rate>, k.kinematics[1][0] = &by_velocity<PlanePairs, Rate>;
  k.kinematics[0][1] = &spheres_tracked, k.kinematics[1][1] = &planes_tracked;
  k.kinematics[0][2] = &by_velocity<SpherePairs, Increment>, k.kinematics[1][2] = &by_velocity<PlanePairs, Increment>;
  contact::put_shaped_kernels(k);
  fill_normal(law::Normals{}, k.normal);
  fill_slide(law::Slides{}, k.slide);
  fill_roll(law::Rolls{}, k.roll);
  fill_spin(law::Spins{}, k.spin);
  k.scatter = &scatter<SphereArms>, k.scatter_shaped = &scatter<AnyArms>;
  k.kick_drift = &kick_drift, k.displacement_box = &displacement_box, k.scan = &scan;
  k.begin_strained = &begin_strained, k.end_strained = &end_strained, k.add_virial = &add_virial;
  return k;
}

}  // namespace scree::SCREE_ISA
