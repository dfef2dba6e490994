// Rotations as vectors 2 tan(angle/2) x axis, against numbers of 113 bits (tests/data/rotations.csv) and against
// quaternions.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "base/rodrigues.h"
#include "support/scenes.h"
#include "support/vectors.h"

namespace scree {
namespace {

constexpr double k_pi = std::numbers::pi;

constexpr double k_round = 1e-14;  // [rad] or of vectors of about 1: some forty operations of half an ulp

struct Row {
  std::string kind;
  std::vector<double> numbers;  // a1, a2, a12, theta12, quaternion, matrix, Q (1, 2, 3)
  Vec3d vector(std::size_t first) const { return {numbers[first], numbers[first + 1], numbers[first + 2]}; }
};
std::vector<Row> reference() {
  std::ifstream file(std::string(SCREE_TEST_DATA) + "/rotations.csv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("id,")) continue;
    std::istringstream words(line);
    std::string word;
    Row row;
    std::getline(words, word, ',');
    std::getline(words, row.kind, ',');
    while (std::getline(words, word, ',')) row.numbers.push_back(std::stod(word));
    rows.push_back(row);
  }
  return rows;
}

TEST(Rodrigues, composes_as_the_reference_of_113_bits) {
  const auto rows = reference();
  ASSERT_EQ(rows.size(), 60u);
  constexpr double k_tolerance = 1e-13;  // campello.md, chapter 2
  for (const Row& row : rows) {
    const Vec3d a1 = row.vector(0), a2 = row.vector(3), a12 = row.vector(6), found = rodrigues::composed(a1, a2);
    // Near pi the vector is as ill-conditioned as a tangent; the rotation is not.
    if (row.kind == "generic" || row.kind == "small" || row.kind == "parallel") {
      EXPECT_LT(norm(found - a12), k_tolerance * norm(a12)) << row.kind;
    }
    const Vec3d u{1, 2, 3};
    EXPECT_LT(norm(rodrigues::rotated(found, u) - row.vector(23)), k_tolerance * norm(u)) << row.kind;
    EXPECT_LT(norm(rodrigues::rotated(a2, rodrigues::rotated(a1, u)) - row.vector(23)), k_tolerance * norm(u))
        << row.kind;
    for (int k = 0; k < 3; ++k) {  // columns of the matrix
      Vec3d e{};
      e.*k_axes[k] = 1.0;
      const Vec3d column{row.numbers[static_cast<std::size_t>(14 + k)], row.numbers[static_cast<std::size_t>(17 + k)],
                         row.numbers[static_cast<std::size_t>(20 + k)]};
      EXPECT_LT(norm(rodrigues::rotated(found, e) - column), k_tolerance) << row.kind;
    }
    const Turn<double> q{row.numbers[10], row.vector(11)};
    EXPECT_LT(test::angle_between(rodrigues::turn_of(found), q), k_tolerance) << row.kind;
    EXPECT_LT(test::angle_between(rodrigues::turn_of(rodrigues::of_turn(q)), q), k_tolerance) << row.kind;
  }
}

TEST(Rodrigues, keeps_lengths_and_angles) {
  Random random(3, 1);
  for (int k = 0; k < 1000; ++k) {
    const Vec3d a = test::log_uniform(random, 1e-8, 1e8) * test::direction(random), u = test::vector(random, 1),
                v = test::vector(random, 1);
    const Vec3d qu = rodrigues::rotated(a, u), qv = rodrigues::rotated(a, v);
    EXPECT_NEAR(norm(qu), norm(u), 8 * test::k_eps);
    EXPECT_NEAR(dot(qu, qv), dot(u, v), 16 * test::k_eps);
    EXPECT_LT(norm(qu - rotated(rodrigues::turn_of(a), u)), 16 * test::k_eps);
  }
}

// `first`, then `second`: the quaternion of the second stands on the left.
TEST(Rodrigues, composes_in_the_order_of_quaternion_products) {
  Random random(4, 1);
  for (int k = 0; k < 10000; ++k) {
    const Vec3d a = test::log_uniform(random, 1e-3, 1e3) * test::direction(random),
                b = test::log_uniform(random, 1e-3, 1e3) * test::direction(random);
    const Turn<double> both = product(rodrigues::turn_of(b), rodrigues::turn_of(a));
    EXPECT_LT(test::angle_between(rodrigues::turn_of(rodrigues::composed(a, b)), both), k_round);
  }
}

TEST(Rodrigues, vector_of_a_rotation_vector_rotates_by_its_length) {
  Random random(5, 1);
  for (const double angle : {0.0, 1e-200, 1e-9, 1e-3, 0.0632, 0.0633, 0.5, 3.0, k_pi - 1e-9, k_pi, k_pi + 1e-9, 6.0}) {
    const Vec3d t = angle * test::direction(random);
    EXPECT_LT(test::angle_between(rodrigues::turn_of(rodrigues::of_rotation_vector(t)), turn_by(t)), 8 * test::k_eps)
        << angle;
  }
}

// Central difference of the composition with the increment w dt: its own error is dt^2 x (third derivative), here below
// 1e-8.
TEST(Rodrigues, rate_is_that_of_a_body_that_spins) {
  Random random(6, 1);
  constexpr double dt = 1e-5;
  for (int k = 0; k < 100; ++k) {
    const Vec3d a = test::vector(random, 2), w = test::vector(random, 1);
    const Vec3d after = rodrigues::composed(a, rodrigues::of_rotation_vector(dt * w)),
                before = rodrigues::composed(a, rodrigues::of_rotation_vector(-dt * w));
    EXPECT_LT(norm((0.5 / dt) * (after - before) - rodrigues::rate(a, w)), 1e-7);  // and 1e-16 / dt of rounding
  }
}

// A million steps, many times through pi. Rounding adds up; the two are 3.8e-13 rad apart here, most of it the
// quaternion's.
TEST(Rodrigues, does_not_drift_from_quaternions_in_a_million_increments) {
  Random random(7, 1);
  Vec3d alpha{};
  Turn<double> q{};
  int crossings = 0;
  for (int k = 0; k < 1000000; ++k) {
    const Vec3d increment = 0.025 * random.uniform() * test::direction(random), before = alpha;
    alpha = rodrigues::composed(alpha, increment);
    crossings += dot(alpha, before) < 0.0 && norm2(before) > 4.0;
    q = product(rodrigues::turn_of(increment), q);
    const double scale = 1.5 - 0.5 * (q.w * q.w + norm2(q.v));
    q = {scale * q.w, scale * q.v};
  }
  EXPECT_LT(test::angle_between(rodrigues::turn_of(alpha), q), 1e-12);
  EXPECT_GT(crossings, 1000);
}

TEST(Rodrigues, survives_two_quarter_turns_that_make_exactly_a_half_turn) {
  const Vec3d quarter{2, 0, 0}, half = rodrigues::composed(quarter, quarter);
  EXPECT_TRUE(std::isfinite(half.x));
  EXPECT_GT(std::fabs(half.x), 1e14);
  const Vec3d u{0.3, -0.4, 0.5};
  EXPECT_LT(norm(rodrigues::rotated(half, u) - Vec3d{u.x, -u.y, -u.z}), k_round);
  const Vec3d three = rodrigues::composed(half, quarter);  // equal to a quarter turn in the other direction
  EXPECT_LT(norm(three - Vec3d{-2, 0, 0}), k_round);
  EXPECT_LT(norm(rodrigues::rotated(rodrigues::of_turn({0.0, {0, 1, 0}}), u) - Vec3d{-u.x, u.y, -u.z}), k_round);
}

TEST(Rodrigues, passes_pi_and_two_pi_about_a_fixed_axis) {
  const Vec3d axis = (1.0 / 3.0) * Vec3d{1, 2, 2};
  constexpr int k_steps = 10000;
  constexpr double k_step = 5.0 * k_pi / k_steps;
  Vec3d alpha{};
  double worst = 0.0;
  for (int k = 1; k <= k_steps; ++k) {
    alpha = rodrigues::composed(alpha, rodrigues::of_rotation_vector(k_step * axis));
    worst = std::max(worst, test::angle_between(rodrigues::turn_of(alpha), turn_by(k * k_step * axis)));
  }
  EXPECT_LT(worst, 1e-12);  // k_steps roundings of 1e-16 each, all in one direction
}

}  // namespace
}  // namespace scree
