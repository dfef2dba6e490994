// Kinematics that tracks the contact point on both bodies. [FangNegrut2020, section 3.1 and Appendix B;
// fang-negrut.md, 1.3]
//
// The history of a contact contains its normal (and, for non-spherical bodies, its contact points). In a step the old
// normal and contact points are rotated with each body; then they are compared with the new contact:
//
//   path_a   from the old contact point, moved with a, to the new one, over the surface of a; path_b likewise
//   slide    path_b - path_a: slip of the material of a over that of b
//       [minus the paper's p_i - p_j, because our rates are those of a relative to b]
//   roll     curvature x path, on each body separately
//   spin     psi, the angle between the tangent frames that are transported by a and by b [eq. 3a]
//
// The tangent frame of the paper (u, w) is not stored. Springs are vectors in world coordinates and are transported as
// the frame of a is: by the rotation of a, then by the smallest rotation from the transported normal m to the new
// normal n. This is the continuation of the frame in Appendix B (tests/law/tracked_test.cpp compares the two). path_b
// is rotated from the frame of b into that of a by psi [spec, A3]. The paper rotates it by the whole angle; half of the
// angle is exact to second order and leaves no drift when a sphere rolls and spins at once: parameter `path_turn`.
//
// Springs rotate with a, the body with the lower id. If a and b spin relative to each other about n, exchanging the ids
// changes the loads for any step size: their direction by half the angle of relative spin, their magnitude by its
// square over 24 [spec, A2; tests/physics/tracked_order_test.cpp].
//
// Rates are steps divided by the time of the step, so dashpots act on the mean motion. [eq. 1b]
#pragma once

#include "base/rotation.h"
#include "law/contract.h"

namespace scree::law::kinematics {

enum PairMass { average, effective };
inline constexpr std::array<std::string_view, 2> k_pair_mass_choices = {"average", "effective"};
enum PathTurn { whole, half };
inline constexpr std::array<std::string_view, 2> k_path_turn_choices = {"whole", "half"};

struct Tracked {
  static constexpr std::string_view name = "tracked";
  static constexpr std::string_view source = "FangNegrut2020 sections 2, 3.1 and Appendix B";
  static constexpr std::string_view equation =
      "Ds = path_b - path_a,  path: of the contact point over each surface, in the frame of its body\n"
      "rolling: curvature x path on each body;  Dt: angle between the tangent frames transported by a and b";
  static constexpr std::string_view creates_energy =
      "creates or removes overlap/R of the power of friction while the line of centres turns (`lever` in the energy "
      "ledger)";

  struct Params {
    int pair_mass = average, path_turn = whole;
  };
  static constexpr std::array<Field<Params>, 2> fields = {
      {{.name = "pair_mass",
        .member = &Params::pair_mass,
        .unit = "",
        .need = Need::optional,
        .default_value = average,
        .choices = k_pair_mass_choices,
        .description =
            "mass and inertia in the default dashpots: the average of both bodies (the paper; unstable if they "
            "are very unequal) or the effective value m_a m_b/(m_a + m_b); the value of the free body if the other is "
            "fixed"},
       {.name = "path_turn",
        .member = &Params::path_turn,
        .unit = "",
        .need = Need::optional,
        .default_value = whole,
        .choices = k_path_turn_choices,
        .description =
            "fraction of the spin angle by which the path on b is rotated into the frame of a: whole (the paper) or "
            "half (no drift of a body that rolls and spins)"}}};

  struct Constants {
    double average, half;  ///< 1 if chosen, otherwise 0
  };
  static Constants prepare(const Params& p) {
    return {p.pair_mass == PairMass::average ? 1.0 : 0.0, p.path_turn == PathTurn::half ? 1.0 : 0.0};
  }

  /// Numbers in the history of a contact: the normal; for non-spherical bodies also the arms of both contact points and
  /// the curvatures along the last path.
  static constexpr int k_sphere_history = 3, k_history = 11;

  /// The old normal rotated with a body, compared with the new normal.
  template <class R>
  struct Carried {
    Vec3<R> normal;  ///< m: the old normal, rotated with the body
    R cosine;        ///< m.n
    Vec3<R> lean;    ///< (m + n) / (1 + m.n), for the transport of springs (Carry)
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

  /// tan(psi/2). The frames transported by a and by b differ by a rotation about n. This rotation is the product of the
  /// smallest rotation m_a -> n, the rotation of a, the inverse rotation of b, and the smallest rotation n -> m_b. The
  /// quaternion [1 + m.n, m x n] is the smallest rotation up to normalisation, which the tangent does not need.
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

  /// Average or effective value of a quantity, given its inverse for both bodies (0: fixed body).
  template <class R>
  static R of_pair(const Constants& c, const R& inverse_a, const R& inverse_b) {
    const R sum = inverse_a + inverse_b, product = inverse_a * inverse_b;
    const R effective = R(1.0) / sum;
    if (c.average == 0.0) return effective;
    const auto both_free = product > R(0.0);
    return select(both_free, R(0.5) * sum / select(both_free, product, R(1.0)), effective);
  }
};

/// Transport of springs from one step to the next: the rotation of a, then the smallest rotation of the transported
/// normal m into n, which is x - (n.x)/(1 + m.n) (m + n) for x perpendicular to m.
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
