// The projection onto the friction cone: vectors from an independent reference, and the certificate that makes a point
// the nearest one.
#include "law/cone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "support/contact_problems.h"

namespace scree::law {
namespace {

using test::k_eps;
using Six = std::array<double, 6>;  // n, u, w, about n, about u, about w: the order of the tables

Six projected(const Cone<double>& cone, const ByPart<double>& weight, const Six& x) {
  const auto p =
      onto_cone<double>(cone, weight, x[0], {std::hypot(x[1], x[2]), std::hypot(x[4], x[5]), std::abs(x[3])});
  return {p.normal,
          p.factor.slide * x[1],
          p.factor.slide * x[2],
          p.factor.spin * x[3],
          p.factor.roll * x[4],
          p.factor.roll * x[5]};
}

TEST(Cone, projects_as_the_reference_does) {
  const auto rows = test::numbers_of_csv(SCREE_TEST_DATA "/tasora/tasora_projection.csv");
  ASSERT_EQ(rows.size(), 64u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].size(), 16u);
    const double* r = rows[i].data() + 1;
    const Six x{r[3], r[4], r[5], r[6], r[7], r[8]};
    const Six p = projected({r[0], r[1], r[2]}, {1, 1, 1}, x);
    // The normal part is a quotient of a sum of four terms: each term, each addition and the quotient may be off by
    // half an ulp of the largest, in ours and in theirs. The other parts are products of it with three more roundings.
    const double size =
        std::abs(x[0]) + r[0] * std::hypot(x[1], x[2]) + r[1] * std::hypot(x[4], x[5]) + r[2] * std::abs(x[3]);
    const double tolerance = 2 * (8 + 4) * 0.5 * k_eps;
    for (int k = 0; k < 6; ++k)
      EXPECT_NEAR(p[k], r[9 + k], tolerance * std::max(size, std::abs(x[k]))) << "row " << i << ", number " << k;
  }
}

/// What the nearest point y of the cone to x fulfils, and no other: y in C, x - y in the polar cone, y orthogonal to x
/// - y.
void expect_nearest(const Cone<double>& cone, const ByPart<double>& w, double n, const ByPart<double>& a,
                    double guess) {
  const auto p = onto_cone<double>(cone, w, n, a, guess);
  const ByPart<double> y{p.factor.slide * a.slide, p.factor.roll * a.roll, p.factor.spin * a.spin};
  const double few = 16 * k_eps;  // roundings of a sum of four products and a quotient, in both computations
  EXPECT_GE(p.normal, 0.0);
  EXPECT_LE(y.slide, cone.slide * p.normal * (1 + few));
  EXPECT_LE(y.roll, cone.roll * p.normal * (1 + few));
  EXPECT_LE(y.spin, cone.spin * p.normal * (1 + few));
  const double size =
      std::abs(n) + w.slide * cone.slide * a.slide + w.roll * cone.roll * a.roll + w.spin * cone.spin * a.spin;
  const double polar = (n - p.normal) + w.slide * cone.slide * (a.slide - y.slide) +
                       w.roll * cone.roll * (a.roll - y.roll) + w.spin * cone.spin * (a.spin - y.spin);
  EXPECT_LE(polar, few * size);
  // |y_i| <= c_i y_n, so the product below is y_n times a sum like the one above.
  const double product = p.normal * (n - p.normal) + w.slide * y.slide * (a.slide - y.slide) +
                         w.roll * y.roll * (a.roll - y.roll) + w.spin * y.spin * (a.spin - y.spin);
  EXPECT_NEAR(product, 0.0, few * size * p.normal);
}

TEST(Cone, projects_onto_the_nearest_point_also_at_zeros_ties_and_extreme_scales) {
  Random random(1, 1);
  const auto maybe_zero = [&](double x) { return random.uniform() < 0.15 ? 0.0 : x; };
  for (int i = 0; i < 100'000 && !::testing::Test::HasFailure(); ++i) {
    const Cone<double> cone{maybe_zero(test::log_uniform(random, 1e-3, 10)),
                            maybe_zero(test::log_uniform(random, 1e-5, 1)),
                            maybe_zero(test::log_uniform(random, 1e-5, 1))};
    const ByPart<double> weight{test::log_uniform(random, 0.1, 10), test::log_uniform(random, 1, 1e6),
                                test::log_uniform(random, 1, 1e6)};
    const double scale = i % 4 == 0 ? test::log_uniform(random, 1e-100, 1e100) : 1.0;
    const double n = scale * maybe_zero(random.uniform(-1, 1));
    ByPart<double> a{scale * maybe_zero(random.uniform(0, 2)), scale * maybe_zero(random.uniform(0, 0.2)),
                     scale * maybe_zero(random.uniform(0, 0.2))};
    if (i % 5 == 0) {  // ties: several parts reach their limits at the same y, perhaps at the answer itself
      const double y = i % 10 == 0 ? std::abs(n) : scale * random.uniform(0, 2);
      a = {cone.slide * y, cone.roll * y, random.uniform() < 0.5 ? a.spin : cone.spin * y};
    }
    // A guess may be anything: below the answer, far beyond it, negative (an iterate with momentum).
    expect_nearest(cone, weight, n, a, i % 3 == 0 ? 0.0 : scale * random.uniform(-2, 4));
  }
}

TEST(Cone, maps_its_own_points_to_themselves_and_polar_ones_to_zero) {
  const Cone<double> cone{0.5, 0.01, 0.02};
  const Six inside{1.0, 0.2, -0.3, 0.019, 0.003, 0.004};
  EXPECT_EQ(projected(cone, {1, 1, 1}, inside), inside);
  const Six polar{-0.6, 0.3, 0.4, 0.5, 1.0, 0.0};  // -0.6 + 0.5 x 0.5 + 0.01 x 1 + 0.02 x 0.5 < 0
  EXPECT_EQ(projected(cone, {1, 1, 1}, polar), Six{});
}

}  // namespace
}  // namespace scree::law
