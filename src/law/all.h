// The list of all built-in laws. Every law in this list can be used in scenes and is printed by `scree laws`. Other
// laws exist only where a program adds them at run time (law/registry.h).
//
// Kinematics, Normals, Slides, Rolls and Spins are the smooth laws: they are compiled for every instruction set and
// covered by every property test. The Rigid lists contain laws for the stepper `nonsmooth` only, which have no
// respond() (law/rigid.h). A model selects from the All lists, which begin with the smooth laws, so that a smooth law
// has the same index in both lists.
#pragma once

#include "law/kinematics/increment.h"
#include "law/kinematics/rate.h"
#include "law/kinematics/tracked.h"
#include "law/normal/hertz.h"
#include "law/normal/hooke.h"
#include "law/normal/prescribed.h"
#include "law/normal/rigid.h"
#include "law/requirements.h"
#include "law/roll/constant_torque.h"
#include "law/roll/coulomb.h"
#include "law/roll/fang_negrut.h"
#include "law/roll/iwashita_oda.h"
#include "law/roll/spring.h"
#include "law/roll/zhou.h"
#include "law/slide/campello.h"
#include "law/slide/coulomb.h"
#include "law/slide/coulomb_spring.h"
#include "law/slide/cundall_strack.h"
#include "law/slide/fang_negrut.h"
#include "law/slide/luding.h"
#include "law/slide/tsuji.h"
#include "law/slide/walton.h"
#include "law/spin/coulomb.h"
#include "law/spin/fang_negrut.h"
#include "law/spin/lubkin.h"
#include "law/spin/marshall.h"
#include "law/spin/spring.h"

namespace scree::law {

template <class... L>
struct List {
  static constexpr int size = sizeof...(L);
};

using Kinematics = List<kinematics::Rate, kinematics::Tracked, kinematics::Increment>;
using Normals = List<normal::Hooke, normal::Hertz, normal::Prescribed>;
using Slides = List<slide::CoulombSpring, slide::FangNegrut, slide::CundallStrack, slide::Tsuji, slide::Luding,
                    slide::Campello, slide::Walton>;
using Rolls = List<roll::Spring, roll::ConstantTorque, roll::FangNegrut, roll::IwashitaOda, roll::Zhou>;
using Spins = List<spin::Spring, spin::Marshall, spin::FangNegrut, spin::Lubkin>;

// A law with a missing or wrong member is reported here, not by a compiler error inside a kernel.
template <class... L>
consteval bool are_normal_laws(List<L...>) {
  return (require_normal<L>() && ...);
}
template <class... L>
consteval bool are_slide_laws(List<L...>) {
  return (require_slide<L>() && ...);
}
template <class... L>
consteval bool are_roll_laws(List<L...>) {
  return (require_roll<L>() && ...);
}
template <class... L>
consteval bool are_spin_laws(List<L...>) {
  return (require_spin<L>() && ...);
}
static_assert(are_normal_laws(Normals{}) && are_slide_laws(Slides{}) && are_roll_laws(Rolls{}) &&
              are_spin_laws(Spins{}));

using RigidNormals = List<normal::Rigid>;
using RigidSlides = List<slide::Coulomb>;
using RigidRolls = List<roll::Coulomb>;
using RigidSpins = List<spin::Coulomb>;

namespace detail {
template <class, class>
struct Joined;
template <class... P, class... Q>
struct Joined<List<P...>, List<Q...>> {
  using type = List<P..., Q...>;
};
}  // namespace detail
template <class First, class Second>
using Join = typename detail::Joined<First, Second>::type;

using AllNormals = Join<Normals, RigidNormals>;
using AllSlides = Join<Slides, RigidSlides>;
using AllRolls = Join<Rolls, RigidRolls>;
using AllSpins = Join<Spins, RigidSpins>;

/// Call f<L>(index) for every law of a list.
template <class... L, class F>
void for_each(List<L...>, F f) {
  int index = 0;
  (f.template operator()<L>(index++), ...);
}

}  // namespace scree::law
