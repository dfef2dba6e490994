// The contract between a contact law and the engine. Read this first; then any one law.
//
// A law is a pure function of one contact. Parameters, motion and old history go in; load and new history
// come out. It knows no loop, no array, no thread and no string. It is written over a number type R: double
// is the reference, a SIMD pack (kernel/pack.h) is the fast kernel, and both run the same text.
//
// A contact is evaluated in five stages; each is chosen on its own; slide, roll and spin may be absent:
//
//   kinematics   how do the surfaces move against each other?   Touch, body motions -> Motion
//   normal       how hard are they pressed together?            Touch, Motion -> Pressed
//   slide        friction force against sliding                 + Pressed, history -> Slid
//   roll         torque against rolling                         + Pressed, history -> Rolled
//   spin         torque against spinning about the normal       + Pressed, history -> Spun
//
// Signs, said once: bodies are ordered a < b by id; a wall is always b, and so is a box under a round body. The unit
// normal points from b to a. Overlap is positive when touching. A load is the one on a; b gets the opposite force, and
// its own torque by its own arm. Rates are of a against b. A wall is a body of infinite mass. Units are SI, angles
// radians.
//
// Energy: a stage returns what it `stored` (a function of its new state), what slipping `lost` in this step, and what
// its dashpot `dragged`. Loss by slip is defined by the discrete update itself: the trial load against the capped one,
// by the trapezoid over the step (capped_spring.h has the proof). `dragged` is the dashpot's power now times the step;
// the ledger sums it by the trapezoid. So work done on a contact = change of stored + lost + dragged. `step` = 0 is a
// set-up evaluation: loads without progress of history.
//
// What a law must offer (law/requirements.h holds every law to it, with a sentence for what is missing; kinematics are
// fewer and freer: law/kinematics/rate.h):
//   name, source     the word in a scene, and where the equations come from
//   equation         the equations as text, one a line, in the symbols that `scree laws` explains and the names of the
//                    parameters
//   Params, fields   what people give; `fields` describes each parameter once for reader, docs and errors
//   preset(grain)    Params for two grains of law/grain.h, for the workbench and for tests
//   Constants, prepare(Params)   what the kernel reads; everything that depends on the material pair alone
//   respond(...)     the function itself
//   linear(...)      stiffness and damping near rest, for the critical time step
//   stored(...)      energy of a history, needed when a contact ends (friction laws)
//   History<R>       what is carried from step to step: size, each(f) over its numbers, vectors(f) over those of them
//                    that are vectors in the world (kinematics `tracked` turns them with the bodies before the law sees
//                    them), swap_roles() for a <-> b. All zeros is the history of a new contact. The names of its
//                    members are free.
//   spring(...)      what the history holds, as outputs show it: a stretch or an angle (friction laws)
//
// What a law may offer besides:
//   mode(history)    k_new, k_stick or k_slip, of a law whose history remembers it; of others one more step tells it
//   rigid_limit, rigid_press   what the law means to a contact without springs, for stepper `nonsmooth`: law/rigid.h
//   limit(params, touch, pressed)   limits of the load, where they are not those of rigid_limit times the normal force
//   needs_tracked    (true) the law reads what kinematics `tracked` alone provides: paths, curvatures
//   creates_energy   on which closed paths the law, as it is defined, gives back more than it got, and how much: a
//                    clause that `scree laws` prints after "energy:", with a measured figure where there is one.
//                    Without it the law promises never to.
//   creates_on_paths(params)     true if the closed paths of tests/law/energy_of_paths_test.cpp show that energy
//   caps_spring_alone            (true) the limit is that of the spring; the dashpot of a sticking contact adds to it
//                                and rests in slip
//   shortens_spring(constants)   true if the part of a spring that leaves the tangent plane is dropped; otherwise the
//                                length of the spring is kept
//   jumps                        (true) the load jumps with the sign of a velocity: at rest it flips in every step
//   resists_spin                 of a roll law whose torque resists spinning, too: what to do instead of a spin law
//   collision_modulus(params)    E_eff of a law whose collisions last as Hertz's [Pa]
// Parameters that begin with "damping", `viscoelastic` and `restitution` are those of dashpots; `coefficient`, `length`
// and those that end with "_coefficient" are limits.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "base/field.h"
#include "base/vec3.h"
#include "law/grain.h"

namespace scree::law {

/// Where two bodies touch.
template <class R>
struct Touch {
  Vec3<R> normal;    ///< unit, from b to a
  R overlap;         ///< [m]
  R radius;          ///< effective radius R_a R_b / (R_a + R_b); R_a at a plane [m]
  R smaller_radius;  ///< [m]
  R mass;            ///< effective mass m_a m_b / (m_a + m_b) [kg]
  // The rest is known with kinematics `tracked` only.
  R curvature_a{}, curvature_b{};  ///< normal curvature along the path, positive for a convex body, 0 for a plane [1/m]
  /// average or effective, as the scene chose; that of the free body if the other is fixed [kg]
  R pair_mass{};
  R roll_inertia{}, spin_inertia{};  ///< the same for inertia about the roll axis and about the normal [kg m^2]
};

/// How the surfaces move against each other. `rate` is the velocity at the time of the positions (with steppers in
/// LAMMPS's order, which do not synchronise them, half a step before); `step` is the displacement since the last
/// evaluation, which is what history consumes.
template <class R>
struct Motion {
  R separation;        ///< (v_a - v_b) . n, negative while closing [m/s]
  R separation_step;   ///< [m]
  Vec3<R> slide_rate;  ///< in the tangent plane [m/s]
  Vec3<R> slide_step;  ///< [m]
  Vec3<R> roll_rate;   ///< R_eff (w_a - w_b) x n [m/s]
  Vec3<R> roll_step;   ///< [m]
  R spin_rate;         ///< (w_a - w_b) . n [rad/s]
  R spin_step;         ///< [rad]
  R step;              ///< time since the last evaluation [s]
  // Known with kinematics `tracked` only: how far the contact point went over each surface in this step, in the tangent
  // plane.
  Vec3<R> path_a{}, path_b{};            ///< [m]
  Vec3<R> path_rate_a{}, path_rate_b{};  ///< the same by time [m/s]
};

/// What the normal stage found.
template <class R>
struct Pressed {
  R force;      ///< along n on a; attractive if negative [N]
  R magnitude;  ///< |force|: friction limits are multiples of it [N]
  R damping;    ///< coefficient of the normal dashpot [kg/s]; slide laws may take a share of it
  R stored;     ///< [J]
  R dragged;    ///< [J]; pressing has no slip
  R elastic;    ///< the part of the spring, whether it is felt or not [N]
};

template <class R>
struct Slid {
  Vec3<R> force;  ///< on a [N]
  R stored;       ///< [J]
  R lost;         ///< by slip [J]
  R dragged;      ///< by the dashpot [J]
};

template <class R>
struct Rolled {
  Vec3<R> torque;  ///< on a; b gets the opposite [N m]
  R stored;        ///< [J]
  R lost;          ///< by slip [J]
  R dragged;       ///< by the dashpot [J]
};

/// A roll law whose torques on the two bodies are not opposite (it follows the contact point on each of them).
template <class R>
struct RolledEach {
  Vec3<R> torque_a, torque_b;  ///< [N m]
  R stored, lost, dragged;     ///< of both [J]
};

template <class R>
struct Spun {
  R torque;   ///< about n on a; b gets the opposite [N m]
  R stored;   ///< [J]
  R lost;     ///< by slip [J]
  R dragged;  ///< by the dashpot [J]
};

/// A stage near rest, as a linear spring and dashpot; the critical time step comes from it. For slide in N/m and kg/s,
/// for roll and spin as torsion: N m and N m s.
struct Linear {
  double stiffness, damping;
};

/// What a friction stage does. Slip: the law would cap its load if the motion went on for one more step.
enum class Mode : std::uint8_t { none, stick, slip };
/// The mode as a number in the history of a law that remembers it.
inline constexpr double k_new = 0.0, k_stick = 1.0, k_slip = 2.0;
constexpr Mode mode_of(double number) { return number == k_slip ? Mode::slip : Mode::stick; }

/// What the springs of a history hold. `stretch` is a displacement [m] or, of laws that roll by angle, the angle of a
/// [rad].
struct SpringState {
  Vec3d stretch{};
  Vec3d stretch_b{};   ///< of laws that roll on each body by itself
  double angle = 0.0;  ///< of spinning [rad]
};

/// Limits of a load: of a sticking contact, and of one that slips [N] or [N m].
struct Limit {
  double at_rest, moving;
};

/// Histories of springs. When a and b change roles, the slip of a against b becomes minus that of b against a, while
/// roll and spin springs are even. [santos.md, S12]
struct NoHistory {
  static constexpr int size = 0;
  template <class F>
  void each(F) {}
  template <class F>
  void vectors(F) {}
  void swap_roles() {}
};
template <class R, int Parity>
struct StretchHistory {
  static constexpr int size = 3;
  Vec3<R> stretch{};
  template <class F>
  void each(F f) {
    f(stretch.x), f(stretch.y), f(stretch.z);
  }
  template <class F>
  void vectors(F f) {
    f(stretch);
  }
  void swap_roles() { stretch = R(Parity) * stretch; }
};
template <class R>
struct AngleHistory {
  static constexpr int size = 1;
  R angle{};
  template <class F>
  void each(F f) {
    f(angle);
  }
  template <class F>
  void vectors(F) {}
  void swap_roles() {}
};

/// Slide, roll and spin laws have the same form and differ in what they return; `history` is updated in place.
template <class L, class Result>
concept FrictionLaw = requires(const typename L::Constants& c, Touch<double> t, Motion<double> m, Pressed<double> p,
                               typename L::template History<double>& history) {
  { L::respond(c, t, m, p, history) } -> std::same_as<Result>;
};
template <class L>
concept SlideLaw = FrictionLaw<L, Slid<double>>;
template <class L>
concept RollLaw = FrictionLaw<L, Rolled<double>> || FrictionLaw<L, RolledEach<double>>;
template <class L>
concept SpinLaw = FrictionLaw<L, Spun<double>>;

/// Empty if the law never does.
template <class L>
constexpr std::string_view creates_energy() {
  if constexpr (requires { L::creates_energy; })
    return L::creates_energy;
  else
    return {};
}

template <class L>
constexpr bool needs_tracked() {
  if constexpr (requires { L::needs_tracked; })
    return L::needs_tracked;
  else
    return false;
}

}  // namespace scree::law
