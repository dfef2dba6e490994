// Two ellipsoids: contacts that are known by construction, and what holds for every contact.
#include "shape/ellipsoid_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "shape/random_shapes.h"
#include "shape/sphere_contact.h"

namespace scree::shape {
namespace {

using test::k_ulp;
using test::Pair;
constexpr std::uint64_t k_states = 2000;

// Tolerances, in the bodies' size L = sum of the largest semi-axes.
// h = sqrt(n.A n) and A n / h are sums of some twenty products of up to L^2, over h >= L/20 here: 20 x 20 ulps of L,
// and as much again for axes that are unit and at right angles to some ulps.
double arm_round(const Pair& p) { return 1000 * k_ulp * p.size(); }
// f = d.n - h_a - h_b is stationary, so an error of n is of no account; the error of h is half that of h^2 over h.
double overlap_round(const Pair& p) { return 500 * k_ulp * p.size(); }
// The slope of f is wrong by its tolerance, 1e-13 L, and by the rounding of the arms; the second derivative is at least
// r less the overlap, and overlaps here are at most r / 4 (5 % of the smallest semi-axis c against c^2 / a + ... >= 0.2
// c).
double normal_round(const Pair& p) {
  const double r = test::min_radius(p.a) + test::min_radius(p.b);
  return (1e-13 * p.size() + arm_round(p)) / (0.75 * r);
}
// Points move along with n by the radii of curvature, at most a^2 / c.
double point_round(const Pair& p) {
  const auto radius = [](const auto& e) { return test::largest(e) * test::largest(e) / test::smallest(e); };
  return arm_round(p) + normal_round(p) * std::max(radius(p.a), radius(p.b));
}

EllipsoidContact meet(const Pair& p, const Vec3d& start = {}) { return ellipsoids_meet(p.a, p.b, p.apart, start); }
double gap(const Pair& p, const Vec3d& n) { return dot(p.apart, n) - support(p.a, n) - support(p.b, n); }
/// The outward unit normal at the point `arm` of the surface: D arm, normalised.
Vec3d surface_normal(const Ellipsoid<double>& e, const Vec3d& arm) {
  Vec3d g{};
  for (int k = 0; k < 3; ++k) g += (dot(e.axis[k], arm) / e.square[k]) * e.axis[k];
  return test::unit(g);
}
void expect_the_known_contact(const Pair& p, const EllipsoidContact& m, const std::string& what) {
  ASSERT_TRUE(m.converged && m.overlapping) << what;
  ASSERT_NEAR(m.overlap, p.overlap, overlap_round(p)) << what;
  ASSERT_LT(norm(m.normal - p.normal), normal_round(p)) << what;
  ASSERT_LT(norm(m.arm_a + support_arm(p.a, p.normal)), point_round(p)) << what;
  ASSERT_LT(norm(m.arm_b - support_arm(p.b, p.normal)), point_round(p)) << what;
  ASSERT_LE(m.residual, 1e-13 * p.size()) << what;  // the tolerance of the search, shape/ellipsoid_contact.cpp
}

TEST(EllipsoidsMeet, as_spheres_do_when_their_axes_are_equal) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(1, i);
    const double ra = random.uniform(0.1, 1), rb = random.uniform(0.1, 1), r = (ra + rb) * random.uniform(0.5, 0.9999);
    const auto a = test::ellipsoid(test::random_turn(random), {ra, ra, ra}),
               b = test::ellipsoid(test::random_turn(random), {rb, rb, rb});
    const Vec3d apart = r * test::random_direction(random);
    const auto m = ellipsoids_meet(a, b, apart);
    const auto s = spheres_meet(apart, ra, rb, 1.0, 1.0);
    ASSERT_TRUE(m.overlapping && m.converged);
    ASSERT_LE(m.iterations, 1);
    // Some ulps of axes that are not quite unit. The residual of 1e-13 of the size over the second derivative, the
    // distance of the centres, which is at least half the size here, is 2e-13 of the normal.
    const double round = 64 * k_ulp * (ra + rb);
    ASSERT_NEAR(m.overlap, s.geometry.overlap, round);
    ASSERT_LT(norm(m.normal - s.geometry.normal), 2e-13 + 2 * round);
    ASSERT_LT(norm(m.arm_a + ra * s.geometry.normal), (2e-13 + 4 * round) * (ra + rb));
    ASSERT_LT(norm(m.arm_b - rb * s.geometry.normal), (2e-13 + 4 * round) * (ra + rb));
  }
}

// A disc of 10:10:1 and a needle of 1:1:10, each on its tip or edge, flat side or in between, from 1e-9 to 5 % of the
// smallest semi-axis.
TEST(EllipsoidsMeet, edge_on_edge_and_tip_on_tip_and_tip_on_flat) {
  const auto disc = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{10, 10, 1}),
             needle = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{1, 1, 10});
  const Vec3d z{0, 0, 1};
  int largest = 0;
  // Turned about y, a body shows its x axis, its z axis or the side between them to a normal along z.
  for (const auto& a : {disc, needle})
    for (const auto& b : {disc, needle})
      for (const double turn_a : {0.0, 0.3, 0.25 * std::numbers::pi, 1.3, 0.5 * std::numbers::pi})
        for (const double turn_b : {0.0, 0.3, 0.25 * std::numbers::pi, 1.3, 0.5 * std::numbers::pi})
          for (const double twist : {0.0, 0.7, 0.5 * std::numbers::pi})
            for (const double overlap : {1e-9, 1e-6, 1e-3, 0.01, 0.05}) {
              const test::Turn tip_a = test::turn_about({0, 1, 0}, turn_a), tip_b = test::turn_about({0, 1, 0}, turn_b);
              const auto turned_b = test::turned(test::turn_about(z, twist), test::turned(tip_b, b));
              const Pair p = test::pair_touching(test::turned(tip_a, a), turned_b, z, overlap);
              const auto m = meet(p);
              expect_the_known_contact(p, m, "turned by " + std::to_string(turn_a) + " and " + std::to_string(turn_b));
              if (HasFatalFailure()) return;
              largest = std::max(largest, m.iterations);
            }
  EXPECT_LE(largest, 12);
  RecordProperty("most_iterations", largest);
}

// The measured counts are bounds here: a change that makes them worse should be seen.
TEST(EllipsoidsMeet, always_from_nothing_and_within_three_steps_from_the_last_normal) {
  constexpr std::uint64_t pairs = 100000;
  int max_cold = 0, max_warm = 0;
  double sum_cold = 0, sum_warm = 0;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const Pair p = test::random_pair(2, i);
    const auto cold = meet(p);
    expect_the_known_contact(p, cold, "pair " + std::to_string(i));
    if (HasFatalFailure()) return;
    // A step of a run, and large ones: up to 1e-3 of the smallest semi-axis and of a radian.
    Random random(3, i);
    const double c = min(test::smallest(p.a), test::smallest(p.b)), step = std::pow(10.0, random.uniform(-6, -3));
    Pair next = p;
    next.apart += (step * c) * test::random_direction(random);
    next.a = test::turned(test::turn_about(test::random_direction(random), step), p.a);
    const auto warm = meet(next, cold.normal), fresh = meet(next);
    ASSERT_TRUE(warm.converged && fresh.converged) << i;
    ASSERT_TRUE(warm.overlapping == fresh.overlapping || std::abs(warm.overlap) < overlap_round(p) ||
                std::abs(fresh.overlap) < overlap_round(p))
        << i;
    if (warm.overlapping && fresh.overlapping) {
      ASSERT_NEAR(warm.overlap, fresh.overlap, overlap_round(p)) << i;
      ASSERT_LT(norm(warm.normal - fresh.normal), 2 * normal_round(p)) << i;
    }
    max_cold = std::max({max_cold, cold.iterations, fresh.iterations}), sum_cold += cold.iterations;
    max_warm = std::max(max_warm, warm.iterations), sum_warm += warm.iterations;
  }
  EXPECT_LE(max_cold, 9);
  EXPECT_LE(max_warm, 3);
  RecordProperty("most_cold", max_cold), RecordProperty("mean_cold", std::to_string(sum_cold / pairs));
  RecordProperty("most_warm", max_warm), RecordProperty("mean_warm", std::to_string(sum_warm / pairs));
}

TEST(EllipsoidsMeet, alike_from_any_start) {
  for (std::uint64_t i = 0; i < 5 * k_states; ++i) {
    const Pair p = test::random_pair(4, i);
    Random random(5, i);
    expect_the_known_contact(p, meet(p, random.uniform(0.1, 10) * test::random_direction(random)),
                             "pair " + std::to_string(i));
    expect_the_known_contact(p, meet(p, -p.normal), "pair from behind " + std::to_string(i));
    if (HasFatalFailure()) return;
  }
}

TEST(EllipsoidsMeet, with_the_normal_flipped_and_the_arms_exchanged_when_they_change_roles) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    const Pair p = test::random_pair(6, i);
    const auto m = meet(p), w = ellipsoids_meet(p.b, p.a, -p.apart);
    ASSERT_NEAR(m.overlap, w.overlap, overlap_round(p));
    ASSERT_LT(norm(m.normal + w.normal), 2 * normal_round(p));
    ASSERT_LT(norm(m.arm_a - w.arm_b), 2 * point_round(p));
    ASSERT_LT(norm(m.arm_b - w.arm_a), 2 * point_round(p));
  }
}
TEST(EllipsoidsMeet, turned_when_everything_is_turned) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    const Pair p = test::random_pair(7, i);
    Random random(8, i);
    const test::Turn turn = test::random_turn(random);
    const auto m = meet(p), w = ellipsoids_meet(test::turned(turn, p.a), test::turned(turn, p.b), turn(p.apart));
    ASSERT_NEAR(m.overlap, w.overlap, overlap_round(p));
    ASSERT_LT(norm(turn(m.normal) - w.normal), 2 * normal_round(p));
    ASSERT_LT(norm(turn(m.arm_a) - w.arm_a), 2 * point_round(p));
    ASSERT_LT(norm(turn(m.arm_b) - w.arm_b), 2 * point_round(p));
  }
}
TEST(EllipsoidsMeet, alike_in_metres_and_in_micrometres) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    const Pair p = test::random_pair(9, i);
    Pair q = p;
    constexpr double s = 1e-6;
    for (int k = 0; k < 3; ++k) q.a.square[k] *= s * s, q.b.square[k] *= s * s;
    q.apart = s * p.apart;
    const auto m = meet(p), w = meet(q);
    ASSERT_TRUE(w.converged);
    ASSERT_NEAR(w.overlap, s * m.overlap, s * overlap_round(p));
    ASSERT_LT(norm(m.normal - w.normal), 2 * normal_round(p));
  }
}

// C_a - C_b = -overlap n, and the outward normals there, from the gradient of the surface, are -n and +n.
TEST(EllipsoidsMeet, at_two_points_on_one_common_normal) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    const Pair p = test::random_pair(10, i);
    const auto m = meet(p);
    const Vec3d between = p.apart + m.arm_a - m.arm_b;
    ASSERT_NEAR(norm(m.normal), 1, 4 * k_ulp);
    // the tolerance of the search is the distance of the points from a common normal
    ASSERT_LT(norm(between + m.overlap * m.normal), 1e-13 * p.size() + arm_round(p));
    // D makes the rounding of an arm up to 1/c^2 times as large, and |D arm| = 1/h.
    const auto turn_round = [&](const auto& e) {
      return arm_round(p) * support(e, m.normal) / (test::smallest(e) * test::smallest(e));
    };
    ASSERT_LT(norm(surface_normal(p.a, m.arm_a) + m.normal), turn_round(p.a)) << i;
    ASSERT_LT(norm(surface_normal(p.b, m.arm_b) - m.normal), turn_round(p.b)) << i;
    ASSERT_LT(norm(m.arm_a + support_arm(p.a, m.normal)), arm_round(p));
    ASSERT_LT(norm(m.arm_b - support_arm(p.b, m.normal)), arm_round(p));
  }
}

TEST(EllipsoidsMeet, where_no_other_direction_has_a_smaller_overlap) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    const Pair p = test::random_pair(11, i);
    const auto m = meet(p);
    Random random(12, i);
    for (int k = 0; k < 300; ++k) {  // a third each: anywhere, near, very near
      const double reach = k % 3 == 0 ? 1e3 : k % 3 == 1 ? 0.1 : 1e-3;
      const Vec3d n = test::unit(m.normal + reach * test::random_direction(random));
      ASSERT_LE(gap(p, n), -m.overlap + overlap_round(p)) << i;
    }
  }
}

/// The largest value of g over unit vectors: the best of many, then ever smaller steps around it. No derivatives.
template <class G>
double largest_over_directions(G g, const std::vector<Vec3d>& samples, double first_step, Vec3d& at) {
  double best = g(at);
  for (const Vec3d& n : samples)
    if (const double value = g(n); value > best) best = value, at = n;
  for (double step = first_step; step > 1e-10;) {
    const Vec3d u = test::unit(std::abs(at.x) < 0.6 ? cross(at, Vec3d{1, 0, 0}) : cross(at, Vec3d{0, 1, 0})),
                w = cross(at, u);
    const Vec3d from = at;
    for (int k = 0; k < 8; ++k) {
      const double angle = 0.25 * k * std::numbers::pi;
      const Vec3d n = test::unit(from + (step * std::cos(angle)) * u + (step * std::sin(angle)) * w);
      if (const double value = g(n); value > best) best = value, at = n;
    }
    if (norm(at - from) == 0) step *= 0.5;
  }
  return best;
}

// By brute force, with nothing but points of the two surfaces: the support is the largest p.n over points p = sum s_k
// u_k axis_k, u on the unit sphere, sampled and then refined; the contact is the largest gap over sampled and refined
// n.
TEST(EllipsoidsMeet, where_brute_force_over_surface_points_finds_the_contact) {
  std::vector<Vec3d> samples;
  for (std::uint64_t i = 0; i < 500; ++i) {
    Random random(13, i);
    samples.push_back(test::random_direction(random));
  }
  for (std::uint64_t i = 0; i < 40; ++i) {
    Pair p = test::random_pair(14, i);
    p = test::pair_touching(p.a, p.b, p.normal, 0.05 * min(test::smallest(p.a), test::smallest(p.b)));
    Vec3d last_a{0, 0, 1}, last_b{0, 0, 1};
    const auto reach = [](const Ellipsoid<double>& e, const Vec3d& n, Vec3d& last) {
      const double x = std::sqrt(e.square[0]) * dot(e.axis[0], n), y = std::sqrt(e.square[1]) * dot(e.axis[1], n),
                   z = std::sqrt(e.square[2]) * dot(e.axis[2], n);
      return largest_over_directions([&](const Vec3d& u) { return x * u.x + y * u.y + z * u.z; }, {}, 0.5, last);
    };
    Vec3d n = test::unit(p.apart);
    const double best = largest_over_directions(
        [&](const Vec3d& m) { return dot(p.apart, m) - reach(p.a, m, last_a) - reach(p.b, m, last_b); }, samples, 0.1,
        n);
    const auto m = meet(p);
    // A search by values alone finds n to the root of their rounding over the second derivative; values to their
    // rounding.
    const double r = test::min_radius(p.a) + test::min_radius(p.b);
    ASSERT_NEAR(best, -m.overlap, overlap_round(p)) << i;
    ASSERT_LT(norm(n - m.normal), std::sqrt(overlap_round(p) / r)) << i;
  }
}

}  // namespace
}  // namespace scree::shape
