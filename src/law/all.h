// THE list of laws. A law that stands here is read from scenes, compiled for every instruction set, listed by
// `scree laws` and run through every property test; a law that does not stand here does not exist.
#pragma once

#include "law/kinematics/rate.h"
#include "law/kinematics/tracked.h"
#include "law/normal/hertz.h"
#include "law/normal/hooke.h"
#include "law/normal/prescribed.h"
#include "law/roll/constant_torque.h"
#include "law/roll/fang_negrut.h"
#include "law/roll/iwashita_oda.h"
#include "law/roll/spring.h"
#include "law/roll/zhou.h"
#include "law/slide/coulomb_spring.h"
#include "law/slide/cundall_strack.h"
#include "law/slide/fang_negrut.h"
#include "law/slide/luding.h"
#include "law/slide/tsuji.h"
#include "law/spin/fang_negrut.h"
#include "law/spin/lubkin.h"
#include "law/spin/marshall.h"
#include "law/spin/spring.h"

namespace scree::law {

template <class... L>
struct List {
  static constexpr int size = sizeof...(L);
};

using Kinematics = List<kinematics::Rate, kinematics::Tracked>;
using Normals = List<normal::Hooke, normal::Hertz, normal::Prescribed>;
using Slides = List<slide::CoulombSpring, slide::FangNegrut, slide::CundallStrack, slide::Tsuji, slide::Luding>;
using Rolls = List<roll::Spring, roll::ConstantTorque, roll::FangNegrut, roll::IwashitaOda, roll::Zhou>;
using Spins = List<spin::Spring, spin::Marshall, spin::FangNegrut, spin::Lubkin>;

/// Call f<L>(index) for every law of a list.
template <class... L, class F>
void for_each(List<L...>, F f) {
  int index = 0;
  (f.template operator()<L>(index++), ...);
}

}  // namespace scree::law
