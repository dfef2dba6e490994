// Kinematics `tracked` against the text of the paper: frames kept on both bodies, and continued as in its Appendix B.
#include <gtest/gtest.h>

#include <cmath>

#include "law/kinematics/tracked.h"
#include "support/scenes.h"

namespace scree::law::kinematics {
namespace {

constexpr double k_round = 1e-14;  // some fifty operations on numbers of order 1

Turn<double> random_turn(Random& random, double size) { return turn_by(test::vector(random, size)); }

/// Appendix B as in fang-negrut.md, 1.3, step 1: of all frames with normal n the one nearest to (u0, w0).
Vec3d continued(const Vec3d& n, const Vec3d& u0, const Vec3d& w0) {
  Vec3d e1 = std::abs(n.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  e1 = e1 - dot(e1, n) * n, e1 = (1 / norm(e1)) * e1;
  const Vec3d e2 = cross(n, e1);
  const double angle = std::atan2(dot(u0, e2) - dot(w0, e1), dot(u0, e1) + dot(w0, e2));
  return std::cos(angle) * e1 + std::sin(angle) * e2;
}

struct Step {
  Vec3d old_normal, normal, u;  // u: a tangent of the old normal
  Turn<double> turn_a, turn_b;
};
Step random_step(std::uint64_t which, double size) {
  Random random(41, which);
  Step s;
  s.old_normal = test::direction(random);
  s.normal = rotated(random_turn(random, size), s.old_normal);
  s.u = cross(s.old_normal, test::direction(random)), s.u = (1 / norm(s.u)) * s.u;
  s.turn_a = random_turn(random, size), s.turn_b = random_turn(random, size);
  return s;
}

TEST(Tracked, springs_are_carried_as_the_frame_of_appendix_B) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const Step s = random_step(i, i % 2 ? 1e-3 : 0.7);
    const auto by_a = Tracked::carried(s.turn_a, s.old_normal, s.normal);
    const Carry<double> carry{s.turn_a, by_a.lean, s.normal};
    const Vec3d w = cross(s.old_normal, s.u);
    const Vec3d expected = continued(s.normal, rotated(s.turn_a, s.u), rotated(s.turn_a, w));
    ASSERT_LT(norm(carry(s.u) - expected), k_round) << i;
    ASSERT_LT(norm(carry(w) - cross(s.normal, expected)), k_round) << i;
  }
}

TEST(Tracked, spin_is_the_angle_between_the_frames_that_both_bodies_carried) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const Step s = random_step(i, i % 2 ? 1e-3 : 0.7);
    const Vec3d w = cross(s.old_normal, s.u);
    const Vec3d u_a = continued(s.normal, rotated(s.turn_a, s.u), rotated(s.turn_a, w));
    const Vec3d u_b = continued(s.normal, rotated(s.turn_b, s.u), rotated(s.turn_b, w));
    const double psi = std::atan2(dot(cross(u_b, u_a), s.normal), dot(u_b, u_a));
    const auto by_a = Tracked::carried(s.turn_a, s.old_normal, s.normal),
               by_b = Tracked::carried(s.turn_b, s.old_normal, s.normal);
    ASSERT_NEAR(Tracked::angle_of(Tracked::half_spin(s.turn_a, by_a, s.turn_b, by_b, s.normal)), psi, k_round) << i;
  }
}

TEST(Tracked, the_path_is_the_arc_from_the_carried_point_to_the_new_one) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const Step s = random_step(i, i % 2 ? 1e-4 : 0.7);
    const auto by_a = Tracked::carried(s.turn_a, s.old_normal, s.normal);
    const Vec3d from = -rotated(s.turn_a, s.old_normal), to = -s.normal;  // on a unit sphere
    const Vec3d flat = (to - from) - dot(to - from, s.normal) * s.normal;
    const double length = std::atan2(norm(cross(from, to)), dot(from, to));
    const Vec3d path = by_a.arc * by_a.aside;
    ASSERT_NEAR(norm(path), length, 4 * k_round * length + 1e-16) << i;  // an ulp of the unit normals
    ASSERT_LT(norm(path - length / norm(flat) * flat), 8 * k_round) << i;
  }
}

TEST(Tracked, the_path_on_b_is_turned_by_the_whole_or_half_the_spin) {
  const Vec3d n{0, 0, 1}, path{1, 0, 0};
  const double psi = 0.3, t = std::tan(psi / 2);
  const Vec3d whole = Tracked::in_frame_of_a(Tracked::prepare({}), path, t, n);
  EXPECT_LT(norm(whole - Vec3d{std::cos(psi), std::sin(psi), 0}), k_round);
  const Vec3d half = Tracked::in_frame_of_a(Tracked::prepare({.path_turn = PathTurn::half}), path, t, n);
  EXPECT_LT(norm(half - Vec3d{std::cos(psi / 2), std::sin(psi / 2), 0}), k_round);
}

TEST(Tracked, mass_of_a_pair_is_the_average_the_effective_or_that_of_the_free_body) {
  const auto average = Tracked::prepare({}), effective = Tracked::prepare({.pair_mass = PairMass::effective});
  EXPECT_DOUBLE_EQ(Tracked::of_pair(average, 1 / 2.0, 1 / 6.0), 4.0);
  EXPECT_DOUBLE_EQ(Tracked::of_pair(effective, 1 / 2.0, 1 / 6.0), 1.5);
  for (const auto& c : {average, effective}) {
    EXPECT_DOUBLE_EQ(Tracked::of_pair(c, 1 / 2.0, 0.0), 2.0);
    EXPECT_DOUBLE_EQ(Tracked::of_pair(c, 0.0, 1 / 6.0), 6.0);
  }
}

TEST(Rotation, a_turn_by_a_vector_is_the_exponential_for_any_angle) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Random random(43, i);
    const Vec3d axis = test::direction(random), x = test::direction(random);
    const double angle = test::log_uniform(random, 1e-9, 20);
    const Vec3d expected =
        std::cos(angle) * x + std::sin(angle) * cross(axis, x) + (1 - std::cos(angle)) * dot(axis, x) * axis;
    ASSERT_LT(norm(rotated(turn_by(angle * axis), x) - expected), 2 * k_round * (1 + angle)) << angle;
  }
}
TEST(Rotation, atan_ratio_is_exact_to_rounding_on_both_sides_of_its_switch) {
  for (const double t : {1e-12, 1e-3, 0.05, 0.063, 0.0633, 0.1, 0.9, 5.0})
    EXPECT_NEAR(atan_ratio(t * t), std::atan(t) / t, 3e-16) << t;  // an ulp of 1, and a little
  EXPECT_EQ(atan_ratio(0.0), 1.0);
}

}  // namespace
}  // namespace scree::law::kinematics
