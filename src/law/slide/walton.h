// Sliding friction that remembers its force, and scales it down with the patch: Mindlin's friction made linear.
//
//   T' = T - (T.n) n            project on the tangent plane of now           [Walton2010; walton.md, chapter 4, W1-W7]
//   T' <- |T|/|T'| T'                      with `magnitude` = "kept" only (W2)
//   if N fell:  T' <- K/K_old T'           with `unloading` = "scaled" only
//   T  = T' + K Ds;  if |T| > mu |F_n|:  T <- mu |F_n|/|T| T
//
// K = 8 G_eff a, a = sqrt(R_eff delta): the slope at N of Mindlin's friction, with N the elastic force of Hertz, which
// fell where a did, and K/K_old = a/a_old (W4). T is the force of the driving side; on a acts -T (W3). The limit takes
// the whole normal force, as LAMMPS does. There is no dashpot. "kept" and "scaled" equals LAMMPS's tangential
// mindlin_rescale/force, "kept" and "unscaled" its mindlin/force, both only with LAMMPS's tangential damping factor set
// to 0: any other adds a share of the normal dashpot there (tests/peers/mindlin_test.cpp).
//
// Energy. Stored is |T|^2/(2 K), lost is the work by the trapezoid, 1/2 (T' + T).Ds with T' before it is scaled, less
// the change of stored. Scaled, stored falls to K/K_old of itself on unloading and to K_old/K on loading: never a gain
// (but where T turns round in an unloading step: (1 - K/K_old)/(2 K) T_old.T is lost, of third order in the step).
// Unscaled, it grows to K_old/K of itself on unloading, too, and nobody worked for that.
#pragma once

#include "law/capped_spring.h"
#include "law/damping.h"
#include "law/rigid.h"

namespace scree::law::slide {

enum Magnitude { magnitude_projected, magnitude_kept };
inline constexpr std::array<std::string_view, 2> k_magnitude_words = {"projected", "kept"};
enum Unloading { unloading_scaled, unloading_unscaled };
inline constexpr std::array<std::string_view, 2> k_unloading_words = {"scaled", "unscaled"};

struct Walton {
  static constexpr std::string_view name = "walton";
  static constexpr std::string_view source =
      "Walton2010; LAMMPS tangential mindlin_rescale/force, mindlin/force, without their dashpot";
  static constexpr std::string_view equation =
      "T += K Ds,  K = 8 effective_shear a,  a = sqrt(R d),  |T| <= coefficient N,  F = -T\n"
      "with unloading = scaled T is first scaled by a/a_old where a fell";
  static constexpr std::string_view creates_energy =
      "creates none with `unloading` = \"scaled\"; \"unscaled\" creates (K_1 - K_2) s^2/2 where a spring is stretched "
      "at a large overlap and slackened at a small one, "
      "measured on 1,000 random closed paths (`scree contact --energy`): up to 0.28 of the most that it held";

  struct Params {
    double effective_shear = k_unset, coefficient = k_unset;
    int magnitude = magnitude_projected, unloading = unloading_scaled;
  };
  static constexpr std::array<Field<Params>, 4> fields = {{
      {.name = "effective_shear",
       .member = &Params::effective_shear,
       .unit = "Pa",
       .range = Range::positive,
       .says = "effective shear modulus G_eff = 1/((2-nu_a)/G_a + (2-nu_b)/G_b); slope 8 G_eff sqrt(R_eff overlap)"},
      {.name = "coefficient",
       .member = &Params::coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .says = "friction force limit / normal force"},
      {.name = "magnitude",
       .member = &Params::magnitude,
       .unit = "",
       .need = Need::optional,
       .preset = magnitude_projected,
       .words = k_magnitude_words,
       .says = "of the force that is carried into a tangent plane that has turned: projected (it gets shorter) or kept "
               "(as LAMMPS)"},
      {.name = "unloading",
       .member = &Params::unloading,
       .unit = "",
       .need = Need::optional,
       .preset = unloading_scaled,
       .words = k_unloading_words,
       .says = "what becomes of the force while the overlap falls: scaled with the contact radius, or unscaled (LAMMPS "
               "mindlin/force without its dashpot; creates energy)"},
  }};

  struct Constants {
    double eight_g, mu;  ///< 8 G_eff [Pa], [1]
    int magnitude, unloading;
  };
  static Constants prepare(const Params& p) {
    return {8.0 * p.effective_shear, p.coefficient, p.magnitude, p.unloading};
  }
  static Params preset(const GrainContact& g) { return {.effective_shear = g.shear, .coefficient = g.grain.friction}; }
  static bool creates_on_paths(const Params& p) { return p.unloading == unloading_unscaled; }
  static bool shortens_spring(const Constants& c) { return c.magnitude == magnitude_projected; }

  static SlideLimit rigid_limit(const Params& p) { return {p.coefficient, p.coefficient}; }

  template <class R>
  struct History {
    static constexpr int size = 4;
    Vec3<R> force{};     ///< T [N]
    R contact_radius{};  ///< a of the last step; 0: the contact is new [m]
    template <class F>
    void each(F f) {
      f(force.x), f(force.y), f(force.z), f(contact_radius);
    }
    template <class F>
    void vectors(F f) {
      f(force);
    }
    void swap_roles() { force = -force; }
  };

  template <class R>
  static Slid<R> respond(const Constants& c, const Touch<R>& touch, const Motion<R>& motion, const Pressed<R>& pressed,
                         History<R>& history) {
    const R a = sqrt(touch.radius * max(touch.overlap, R(0.0))), old_a = history.contact_radius, k = R(c.eight_g) * a;
    const Vec3<R> turned = c.magnitude == magnitude_kept
                               ? carried(history.force, touch.normal, R(1.0), R(0.0))
                               : sub_scaled(history.force, dot(history.force, touch.normal), touch.normal);
    Vec3<R> trial = turned;
    if (c.unloading == unloading_scaled) {
      const auto fell = a < old_a;
      if (any(fell)) trial = select(fell, (a / old_a) * turned, turned);
    }
    trial = add_scaled(trial, k, motion.slide_step);

    Vec3<R> force = trial;
    const R size2 = norm2(trial), limit = R(c.mu) * pressed.magnitude;
    const auto slips = size2 > limit * limit;
    if (any(slips)) force = select(slips, (limit / sqrt(size2)) * trial, trial);

    const R now = energy(c, force, a), then = energy(c, history.force, old_a);
    const R work = R(0.5) * dot(turned + force, motion.slide_step);
    const auto moves = motion.step > R(0.0);
    history.force = select(moves, force, history.force);
    history.contact_radius = select(moves, a, old_a);
    return {-force, now, select(moves, work + then - now, R(0.0)), R(0.0)};
  }
  template <class R>
  static R stored(const Constants& c, const Touch<R>&, const History<R>& history) {
    return energy(c, history.force, history.contact_radius);
  }
  /// The displacement that the force stands for at the present slope.
  static SpringState spring(const Constants& c, const History<double>& history) {
    if (!(history.contact_radius > 0.0)) return {};
    return {.stretch = 1.0 / (c.eight_g * history.contact_radius) * history.force};
  }
  static Linear linear(const Constants& c, const Touch<double>& touch, const Pressed<double>&) {
    return {c.eight_g * std::sqrt(touch.radius * max(touch.overlap, 0.0)), 0.0};
  }

 private:
  /// |T|^2/(2 K); nothing without a patch.
  template <class R>
  static R energy(const Constants& c, const Vec3<R>& force, const R& contact_radius) {
    const auto patch = contact_radius > R(0.0);
    return select(patch, R(0.5) * norm2(force) / (R(c.eight_g) * select(patch, contact_radius, R(1.0))), R(0.0));
  }
};

}  // namespace scree::law::slide
