// THE list of laws. A law that stands here is read from scenes, compiled for every instruction set, listed by
// `scree laws` and run through every property test; a law that does not stand here does not exist.
#pragma once

#include "law/kinematics/rate.h"
#include "law/kinematics/tracked.h"
#include "law/normal/hertz.h"
#include "law/normal/hooke.h"
#include "law/roll/constant_torque.h"
#include "law/roll/spring.h"
#include "law/slide/coulomb_spring.h"
#include "law/spin/marshall.h"
#include "law/spin/spring.h"

namespace scree::law {

template <class... L>
struct List {
  static constexpr int size = sizeof...(L);
};

using Kinematics = List<kinematics::Rate, kinematics::Tracked>;
using Normals = List<normal::Hooke, normal::Hertz>;
using Slides = List<slide::CoulombSpring>;
using Rolls = List<roll::Spring, roll::ConstantTorque>;
using Spins = List<spin::Spring, spin::Marshall>;

/// Call f<L>(index) for every law of a list.
template <class... L, class F>
void for_each(List<L...>, F f) {
  int index = 0;
  (f.template operator()<L>(index++), ...);
}

}  // namespace scree::law
