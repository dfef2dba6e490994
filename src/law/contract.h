// The interface between a contact law and the engine. Read this file first, then law/slide/coulomb_spring.h.
//
// A law is a function of one contact without side effects: it computes a load and a new history from parameters,
// relative motion and the old history. It contains no loop over contacts, no array, no thread and no string. It is a
// template over a number type R: with R = double it is the scalar reference, with R = Pack (kernel/pack.h) it is the
// SIMD kernel. Both are compiled from the same source.
//
// A contact is evaluated in five stages. A contact model selects one law for each stage; a few laws require kinematics
// `tracked` or replace the spin stage, all others combine freely. Slide, roll and spin may be absent. Spin as a stage
// is the relative rotation about the normal (twisting in LAMMPS); the spin of a body is its angular velocity.
//
//   stage        computes                                        from                                   returns
//   kinematics   relative motion of the two surfaces             ContactGeometry, body motions          Motion
//   normal       normal force                                    ContactGeometry, Motion                NormalLoad
//   slide        tangential friction force                       the same + NormalLoad, history         SlideLoad
//   roll         torque against rolling                          the same + NormalLoad, history         RollLoad(s)
//   spin         torque against relative spin about the normal   the same + NormalLoad, history         SpinLoad
//
// Sign conventions. The bodies of a contact are ordered by id, a < b. Two cases have a fixed order: a wall is always b,
// and so is a box in contact with a sphere or an ellipsoid. The unit normal n points from b to a. The overlap is
// positive when the bodies touch. Velocities and displacements are those of a relative to b. A load is the load on a; b
// receives the opposite force, and the torque of that force about its own centre. A wall has infinite mass. Units are
// SI; angles are in radians.
//
// Energy. Each load stage returns energies [J] (the normal stage has no slip_loss): `stored` is the elastic energy, a
// function of the new state; `slip_loss` is the energy dissipated by slip in this step; `viscous_loss` is the energy
// dissipated by the dashpot in this step. slip_loss follows from the discrete update: it is the work, by the
// trapezoidal rule, of the part of the spring displacement that the cap removes (derivation in capped_spring.h).
// viscous_loss is the present dashpot power times the step; the energy ledger integrates this power by the trapezoidal
// rule. Then
//   work done on the contact = change of stored + slip_loss + viscous_loss,
// with viscous_loss as the ledger integrates it. Motion::step = 0 marks the set-up evaluation at the start of a run:
// all displacements are zero, so that the loads belong to the given history.
//
// Members that every law must define. law/requirements.h checks them at compile time and reports each missing member in
// one sentence. Kinematics laws define only name, source, equation, Params, fields and prepare; their functions differ
// (law/kinematics/rate.h).
//   name, source     the name in scene files, and the publication that the equations are taken from
//   equation         the equations as text, one per line, in the symbols that `scree laws` explains and with the names
//                    of the parameters
//   Params, fields   the user's parameters; `fields` declares each of them once, for the scene reader, the
//                    documentation and the error messages
//   Constants, prepare(Params)   the numbers that the kernel reads: everything that depends on the material pair only
//   preset(grain)    Params for a contact of two equal grains (law/grain.h), for the workbench and for tests
//   respond(...)     the law itself: respond(constants, geometry, motion) for a normal law, and respond(constants,
//                    geometry, motion, normal_load, history) for a friction law, which updates `history` in place
//   linear(...)      stiffness and damping near rest, from which the critical time step is computed
// Friction laws (slide, roll, spin) also define
//   History<R>       the state that is kept between steps: `size`, the count of its numbers; each(f), which calls f on
//                    every number; vectors(f), which calls f on every vector in world coordinates (kinematics `tracked`
//                    rotates these with the bodies before it calls the law); swap_roles(), which transforms the
//                    history when a and b are exchanged. A new contact has an all-zero history. The names of the data
//                    members are free.
//   stored(...)      the elastic energy of a history, needed when a contact ends
//   spring(...)      the stretch or angle in a history, for output
//
// Members that a law may define:
//   mode(history)    k_new, k_stick or k_slip, if the history stores the mode. For other laws the engine evaluates one
//                    more step to find it.
//   rigid_limit, rigid_press     the law for a contact without springs (stepper `nonsmooth`): law/rigid.h
//   not_rigid        the reason why `nonsmooth` does not support the law, or not with all its parameters: law/rigid.h
//   limit(params, geometry, normal_load)   limits of the load, if they are not rigid_limit times the normal force
//   needs_tracked    (true) the law uses quantities that only kinematics `tracked` computes: paths and curvatures
//   creates_energy   the closed paths on which the published law returns more energy than it received, and how much: a
//                    clause that `scree laws` prints after "energy:", with a measured value if there is one. A law
//                    without this member never creates energy.
//   creates_on_paths(params)     true if the closed paths of tests/law/energy_of_paths_test.cpp show this energy
//   caps_spring_alone            (true) the cap applies to the spring force only; in stick the dashpot force is added
//                                to it, in slip the dashpot is off
//   shortens_spring(constants)   true if the projection onto the current tangent plane shortens the spring; otherwise
//                                the spring is rotated into that plane and keeps its length
//   jumps                        (true) the load is a discontinuous function of a velocity, so that near rest its sign
//                                changes in every step
//   resists_spin                 for a roll law whose torque also resists relative spin about the normal: a sentence
//                                that names the alternatives to an additional spin law
//   collision_modulus(params)    E_eff of a law whose collisions have the duration of Hertzian ones [Pa]
//
// Two groups of parameters are recognised by name. Dashpot parameters: names that begin with "damping", `viscoelastic`
// and `restitution`. Limits: `coefficient`, `length` and names that end with "_coefficient".
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "base/field.h"
#include "base/vec3.h"
#include "law/grain.h"

namespace scree::law {

/// Geometry and reduced masses of a contact.
template <class R>
struct ContactGeometry {
  Vec3<R> normal;    ///< unit vector from b to a
  R overlap;         ///< positive when the bodies touch [m]
  R radius;          ///< effective radius R_eff = R_a R_b / (R_a + R_b); R_a at a plane [m]
  R smaller_radius;  ///< min(R_a, R_b); R_a at a plane [m]
  R mass;            ///< effective mass m_eff = m_a m_b / (m_a + m_b); m_a at a wall [kg]
  // Only kinematics `tracked` sets the following members.
  /// normal curvature of each surface along its path, positive if convex, 0 for a plane [1/m]
  R curvature_a{}, curvature_b{};
  /// average or effective mass (scene parameter pair_mass); the mass of the free body if the other one is fixed [kg]
  R pair_mass{};
  R roll_inertia{}, spin_inertia{};  ///< likewise, inertia about the roll axis and about the normal [kg m^2]
};

/// Relative motion of the two surfaces, a relative to b. A `*_rate` is a velocity at the time of the positions (with
/// steppers in the order of LAMMPS, which do not synchronise velocities and positions: half a step earlier). A `*_step`
/// is a displacement since the last evaluation; it is the increment that the history integrates.
template <class R>
struct Motion {
  R separation;        ///< (v_a - v_b) . n; negative while the bodies approach [m/s]
  R separation_step;   ///< displacement along n; negative while the bodies approach [m]
  Vec3<R> slide_rate;  ///< v_s: slip velocity of the surfaces, in the tangent plane [m/s]
  Vec3<R> slide_step;  ///< slip displacement [m]
  Vec3<R> roll_rate;   ///< v_r = R_eff (w_a - w_b) x n, with w the angular velocities [m/s]
  Vec3<R> roll_step;   ///< rolling displacement [m]
  R spin_rate;         ///< w_n = (w_a - w_b) . n [rad/s]
  R spin_step;         ///< angle of relative spin about n [rad]
  R step;              ///< time since the last evaluation; 0 in the set-up evaluation [s]
  // Only kinematics `tracked` sets these: displacement of the contact point over each surface in this step, in the
  // tangent plane.
  Vec3<R> path_a{}, path_b{};            ///< [m]
  Vec3<R> path_rate_a{}, path_rate_b{};  ///< path / step [m/s]
};

/// Result of the normal stage.
template <class R>
struct NormalLoad {
  R force;         ///< on a, along n; negative if attractive [N]
  R magnitude;     ///< |force|; friction limits are proportional to it [N]
  R damping;       ///< c_n, coefficient of the normal dashpot; slide laws may use a fraction of it [kg/s]
  R stored;        ///< elastic energy [J]
  R viscous_loss;  ///< dissipated by the dashpot in this step; there is no slip along n [J]
  R elastic;       ///< force of the spring alone, also where a clipped tension makes the total force zero [N]
};

template <class R>
struct SlideLoad {
  Vec3<R> force;   ///< on a; b receives the opposite force [N]
  R stored;        ///< elastic energy [J]
  R slip_loss;     ///< dissipated by slip in this step [J]
  R viscous_loss;  ///< dissipated by the dashpot in this step [J]
};

template <class R>
struct RollLoad {
  Vec3<R> torque;  ///< on a; b receives the opposite torque [N m]
  R stored;        ///< elastic energy [J]
  R slip_loss;     ///< dissipated by slip in this step [J]
  R viscous_loss;  ///< dissipated by the dashpot in this step [J]
};

/// Result of a roll law whose torques on the two bodies are not opposite: it integrates the path of the contact point
/// over each body separately.
template <class R>
struct RollLoads {
  Vec3<R> torque_a, torque_b;         ///< [N m]
  R stored, slip_loss, viscous_loss;  ///< sums over both bodies [J]
};

template <class R>
struct SpinLoad {
  R torque;        ///< on a, about n; b receives the opposite torque [N m]
  R stored;        ///< elastic energy [J]
  R slip_loss;     ///< dissipated by slip in this step [J]
  R viscous_loss;  ///< dissipated by the dashpot in this step [J]
};

/// A stage linearised near rest: spring stiffness and dashpot coefficient, from which the critical time step is
/// computed. Normal and slide: N/m and kg/s. Roll and spin, as torsion: N m and N m s.
struct Linear {
  double stiffness, damping;
};

/// State of a friction stage; `none`: the stage is absent. If the history does not store the mode, `slip` means that
/// the law would cap its load if the motion continued for one more step.
enum class Mode : std::uint8_t { none, stick, slip };
/// The mode as a number, in the history of a law that stores it.
inline constexpr double k_new = 0.0, k_stick = 1.0, k_slip = 2.0;
constexpr Mode mode_of(double number) { return number == k_slip ? Mode::slip : Mode::stick; }

/// The springs of a history, for output. `stretch` is a displacement [m], or the angle of body a [rad] for roll laws
/// that integrate angles.
struct SpringState {
  Vec3d stretch{};
  Vec3d stretch_b{};   ///< angle of body b, for roll laws with a separate spring on each body [rad]
  double angle = 0.0;  ///< of relative spin about the normal [rad]
};

/// Limits of a load, static (contact in stick) and kinetic (contact in slip) [N] or [N m].
struct Limit {
  double at_rest, moving;
};

/// Common histories. When a and b are exchanged, the slide stretch changes its sign (Parity = -1); roll stretch and
/// spin angle do not (Parity = +1). [santos.md, S12]
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

/// Slide, roll and spin laws have the same signature except for the result type; respond() updates `history` in place.
template <class L, class Result>
concept FrictionLaw = requires(const typename L::Constants& c, ContactGeometry<double> geometry, Motion<double> motion,
                               NormalLoad<double> normal_load, typename L::template History<double>& history) {
  { L::respond(c, geometry, motion, normal_load, history) } -> std::same_as<Result>;
};
template <class L>
concept SlideLaw = FrictionLaw<L, SlideLoad<double>>;
template <class L>
concept RollLaw = FrictionLaw<L, RollLoad<double>> || FrictionLaw<L, RollLoads<double>>;
template <class L>
concept SpinLaw = FrictionLaw<L, SpinLoad<double>>;

/// The clause L::creates_energy, or an empty string if the law never creates energy.
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
