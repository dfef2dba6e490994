// Kinematics by following the contact point on both bodies. [FangNegrut2020, section 3.1 and Appendix B;
// fang-negrut.md, 1.3]
//
// A contact remembers its normal (and, on bodies that are no spheres, its contact points). In a step both bodies carry
// what they remember along by their own turn; then the contact is somewhere else:
//
//   path_a   from the old contact point, carried by a, to the new one, over the surface of a; path_b likewise
//   slide    path_b - path_a: how far a's material slipped over b's
//       [minus the paper's p_i - p_j, since ours is of a against b]
//   roll     curvature x path, on each body by itself
//   spin     psi, the angle between the tangent frames that a and b carried along [eq. 3a]
//
// The frame of the paper (u, w) is not kept: springs are vectors in the world, and are carried as a's frame is: by the
// turn of a, then by the smallest turn from the carried normal m to the new normal n. That is Appendix B's continuation
// of the frame (tests/law/tracked_test.cpp has both). path_b is brought from b's frame into a's by psi [spec, A3]. The
// paper turns it by the whole angle; half of it is exact to second order and leaves no drift when a sphere rolls and
// spins at once: `path_turn`.
//
// Springs turn with a, the body with the lower id. If a and b spin against each other about n, exchanging them changes
// the loads, whatever the step: by half the angle of relative spin in direction, by its square over 24 in size
// [spec, A2; tests/physics/tracked_order_test.cpp].
//
// Rates are steps over the time of the step: dashpots see the mean motion. [eq. 1b]
#pragma once

#include "base/rotation.h"
#include "law/contract.h"

namespace scree::law::kinematics {

enum PairMass { average, effective };
inline constexpr std::array<std::string_view, 2> k_pair_mass_words = {"average", "effective"};
enum PathTurn { whole, half };
inline constexpr std::array<std::string_view, 2> k_path_turn_words = {"whole", "half"};

struct Tracked {
  static constexpr std::string_view name = "tracked";
  static constexpr std::string_view source = "FangNegrut2020 sections 2, 3.1 and Appendix B";
  static constexpr std::string_view equation =
      "Ds = path_b - path_a,  path: of the contact point over each surface, carried by its body\n"
      "rolling: curvature x path on each body;  Dt: angle between the tangent frames that a and b carry along";
  static constexpr std::string_view creates_energy =
      "creates or takes overlap/R of the power of friction while the line of centres turns (the ledger's `lever`)";

  struct Params {
    int pair_mass = average, path_turn = whole;
  };
  static constexpr std::array<Field<Params>, 2> fields = {
      {{.name = "pair_mass",
        .member = &Params::pair_mass,
        .unit = "",
        .need = Need::optional,
        .preset = average,
        .words = k_pair_mass_words,
        .says = "mass and inertia in the default dashpots: the average of both bodies (the paper; unstable for very "
                "unequal ones) or the "
                "effective one m_a m_b/(m_a + m_b); that of the free body if the other is fixed"},
       {.name = "path_turn",
        .member = &Params::path_turn,
        .unit = "",
        .need = Need::optional,
        .preset = whole,
        .words = k_path_turn_words,
        .says = "share of the spin angle by which the path on b is turned into the frame of a: whole (the paper) or "
                "half (no drift of a "
                "body that rolls and spins)"}}};

  struct Constants {
    double average, half;  ///< 1 if chosen, else 0
  };
  static Constants prepare(const Params& p) {
    return {p.pair_mass == PairMass::average ? 1.0 : 0.0, p.path_turn == PathTurn::half ? 1.0 : 0.0};
  }

  /// Numbers that a contact remembers: the normal; on bodies that are no spheres also the arms of both contact points
  /// and the curvatures of the last path.
  static constexpr int k_sphere_history = 3, k_history = 11;

  /// What a body's turn made of the old normal, against the new one.
  template <class R>
  struct Carried {
    Vec3<R> normal;  ///< m: the old normal, carried
    R cosine;        ///< m.n
    Vec3<R> lean;    ///< (m + n) / (1 + m.n), by which springs are carried (Carry)
    Vec3<R> aside;   ///< m - (m.n) n
    R arc;           ///< angle / sine of the angle between m and n
  };
  template <class R>
  static Carried<R> carried(const Turn<R>& turn, const Vec3<R>& old_normal, const Vec3<R>& n) {
    const Vec3<R> m = rotated(turn, old_normal);
    const R c = dot(m, n);
    const Vec3<R> aside = sub_scaled(m, c, n);
    const R over = R(1.0) / (R(1.0) + c);
    const R t2 = norm2(aside) * over * over;  // tan^2 of half the angle
    return {m, c, over * (m + n), aside, atan_ratio(t2) * (R(1.0) + t2)};
  }

  /// tan(psi/2): the frames that a and b carried along differ by a turn about n. Their quotient is the product of the
  /// smallest turn m_a -> n, the turn of a, that of b undone, and the smallest turn n -> m_b. [1 + m.n, m x n] is the
  /// smallest turn but for its length, which the tangent does not need.
  template <class R>
  static R half_spin(const Turn<R>& turn_a, const Carried<R>& a, const Turn<R>& turn_b, const Carried<R>& b,
                     const Vec3<R>& n) {
    const Turn<R> back{turn_b.w, -turn_b.v};
    const Turn<R> home_a{R(1.0) + a.cosine, cross(a.normal, n)}, out_b{R(1.0) + b.cosine, cross(n, b.normal)};
    const Turn<R> quotient = product(home_a, product(product(turn_a, back), out_b));
    return dot(quotient.v, n) / quotient.w;
  }
  template <class R>
  static R angle_of(const R& half_tangent) {
    return R(2.0) * half_tangent * atan_ratio(half_tangent * half_tangent);
  }

  /// The path on b in the frame of a.
  template <class R>
  static Vec3<R> in_frame_of_a(const Constants& c, const Vec3<R>& path_b, const R& half_tangent, const Vec3<R>& n) {
    const R t2 = half_tangent * half_tangent, over = R(1.0) / (R(1.0) + t2);
    R cosine = (R(1.0) - t2) * over, sine = R(2.0) * half_tangent * over;
    if (c.half != 0.0) cosine = sqrt(over), sine = half_tangent * cosine;
    return add_scaled(cosine * path_b, sine, cross(n, path_b));
  }

  /// Average or effective value of a quantity given by its inverse on both bodies (0: fixed).
  template <class R>
  static R of_pair(const Constants& c, const R& inverse_a, const R& inverse_b) {
    const R sum = inverse_a + inverse_b, product = inverse_a * inverse_b;
    const R effective = R(1.0) / sum;
    if (c.average == 0.0) return effective;
    const auto both_free = product > R(0.0);
    return select(both_free, R(0.5) * sum / select(both_free, product, R(1.0)), effective);
  }
};

/// How springs are carried from one step to the next: by the turn of a, then by the smallest turn of the carried normal
/// m into n, x - (n.x)/(1 + m.n) (m + n) for x in the plane of m.
template <class R>
struct Carry {
  Turn<R> turn;
  Vec3<R> lean;  ///< (m + n) / (1 + m.n)
  Vec3<R> normal;

  Vec3<R> operator()(const Vec3<R>& x) const {
    const Vec3<R> y = rotated(turn, x);
    return sub_scaled(y, dot(normal, y), lean);
  }
};

}  // namespace scree::law::kinematics
