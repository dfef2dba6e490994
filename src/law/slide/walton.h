// Sliding friction with an incremental force and a stiffness that depends on the contact radius: the linearised
// friction of Mindlin. The history is the force, which is scaled down on unloading.
//
//   T' = T - (T.n) n            projection on the current tangent plane       [Walton2010; walton.md, chapter 4, W1-W7]
//   T' <- |T|/|T'| T'                      with `magnitude` = "kept" only (W2)
//   if N decreased:  T' <- K/K_old T'      with `unloading` = "scaled" only
//   T  = T' + K Ds;  if |T| > mu |F_n|:  T <- mu |F_n|/|T| T
//
// K = 8 G_eff a, a = sqrt(R_eff delta), is the initial slope of Mindlin's friction under the normal force N. N is the
// elastic force of Hertz, so it decreases if a does, and K/K_old = a/a_old (W4). T is the force of the driving side; -T
// acts on a (W3). The limit uses the total normal force, as in LAMMPS. There is no dashpot. "kept" and "scaled" equals
// LAMMPS's tangential mindlin_rescale/force; "kept" and "unscaled" equals its mindlin/force. Both require that LAMMPS's
// tangential damping factor is 0; any other value adds a fraction of the normal dashpot (tests/peers/mindlin_test.cpp).
//
// Energy. The stored energy is |T|^2/(2 K). The slip loss is the work by the trapezoidal rule, 1/2 (T' + T).Ds with T'
// before it is scaled, minus the change of stored energy. With "scaled", the stored energy changes by the factor
// K/K_old on unloading and K_old/K on loading, so it never increases without work. (Exception: if T reverses in an
// unloading step, (1 - K/K_old)/(2 K) T_old.T is lost, which is of third order in the step.) With "unscaled" the factor
// is K_old/K on unloading, too: the stored energy increases although no work is done.
#pragma once

#include "law/capped_spring.h"
#include "law/damping.h"
#include "law/rigid.h"

namespace scree::law::slide {

enum Magnitude { magnitude_projected, magnitude_kept };
inline constexpr std::array<std::string_view, 2> k_magnitude_choices = {"projected", "kept"};
enum Unloading { unloading_scaled, unloading_unscaled };
inline constexpr std::array<std::string_view, 2> k_unloading_choices = {"scaled", "unscaled"};

struct Walton {
  static constexpr std::string_view name = "walton";
  static constexpr std::string_view source =
      "Walton2010; LAMMPS tangential mindlin_rescale/force, mindlin/force, without their dashpot";
  static constexpr std::string_view equation =
      "T += K Ds,  K = 8 effective_shear a,  a = sqrt(R d),  |T| <= coefficient N,  F = -T\n"
      "with unloading = scaled T is first scaled by a/a_old if a decreased";
  static constexpr std::string_view creates_energy =
      "creates none with `unloading` = \"scaled\"; \"unscaled\" creates (K_1 - K_2) s^2/2 where a spring is stretched "
      "at a large overlap and released at a small one, "
      "measured on 1,000 random closed paths (`scree contact --energy`): up to 0.28 of the largest stored energy";

  struct Params {
    double effective_shear = k_unset, coefficient = k_unset;
    int magnitude = magnitude_projected, unloading = unloading_scaled;
  };
  static constexpr std::array<Field<Params>, 4> fields = {{
      {.name = "effective_shear",
       .member = &Params::effective_shear,
       .unit = "Pa",
       .range = Range::positive,
       .description =
           "effective shear modulus G_eff = 1/((2-nu_a)/G_a + (2-nu_b)/G_b); slope 8 G_eff sqrt(R_eff overlap)"},
      {.name = "coefficient",
       .member = &Params::coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .description = "limit of the friction force / normal force"},
      {.name = "magnitude",
       .member = &Params::magnitude,
       .unit = "",
       .need = Need::optional,
       .default_value = magnitude_projected,
       .choices = k_magnitude_choices,
       .description = "magnitude of the old force in the current tangent plane: projected (the projection shortens it) "
                      "or kept (as "
                      "in LAMMPS)"},
      {.name = "unloading",
       .member = &Params::unloading,
       .unit = "",
       .need = Need::optional,
       .default_value = unloading_scaled,
       .choices = k_unloading_choices,
       .description =
           "the force while the overlap decreases: scaled with the contact radius, or unscaled (LAMMPS mindlin/force "
           "without its dashpot; creates energy)"},
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
    R contact_radius{};  ///< a of the last step; 0 for a new contact [m]
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
  static SlideLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                              const NormalLoad<R>& normal_load, History<R>& history) {
    const R a = sqrt(geometry.radius * max(geometry.overlap, R(0.0))), old_a = history.contact_radius,
            k = R(c.eight_g) * a;
    const Vec3<R> turned = c.magnitude == magnitude_kept
                               ? carried(history.force, geometry.normal, R(1.0), R(0.0))
                               : sub_scaled(history.force, dot(history.force, geometry.normal), geometry.normal);
    Vec3<R> trial = turned;
    if (c.unloading == unloading_scaled) {
      const auto fell = a < old_a;
      if (any(fell)) trial = select(fell, (a / old_a) * turned, turned);
    }
    trial = add_scaled(trial, k, motion.slide_step);

    Vec3<R> force = trial;
    const R size2 = norm2(trial), limit = R(c.mu) * normal_load.magnitude;
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
  static R stored(const Constants& c, const ContactGeometry<R>&, const History<R>& history) {
    return energy(c, history.force, history.contact_radius);
  }
  /// The displacement that corresponds to the force at the present slope.
  static SpringState spring(const Constants& c, const History<double>& history) {
    if (!(history.contact_radius > 0.0)) return {};
    return {.stretch = 1.0 / (c.eight_g * history.contact_radius) * history.force};
  }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry, const NormalLoad<double>&) {
    return {c.eight_g * std::sqrt(geometry.radius * max(geometry.overlap, 0.0)), 0.0};
  }

 private:
  /// |T|^2/(2 K); 0 if the contact radius is 0.
  template <class R>
  static R energy(const Constants& c, const Vec3<R>& force, const R& contact_radius) {
    const auto patch = contact_radius > R(0.0);
    return select(patch, R(0.5) * norm2(force) / (R(c.eight_g) * select(patch, contact_radius, R(1.0))), R(0.0));
  }
};

}  // namespace scree::law::slide
