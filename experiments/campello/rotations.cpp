// Section 2: finite rotations as vectors alpha = 2 tan(angle/2) x axis, their composition, and increments taken from
// the spin.
//
// The paper prints formulas and no numbers, so all results are compared with quaternions: in double precision and,
// where rounding is studied, with 64 bits of mantissa. Errors and gaps of the printed formulas (C1, C14, C15) are
// quantified.
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "base/random.h"
#include "base/rodrigues.h"
#include "experiments/campello/campello.h"
#include "experiments/work.h"

namespace scree::experiments::campello {
namespace {

constexpr double k_pi = std::numbers::pi;

Vec3d direction(Random& random) {
  for (;;) {
    const Vec3d v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (const double size2 = norm2(v); size2 > 0.01 && size2 < 1.0) return (1.0 / std::sqrt(size2)) * v;
  }
}

/// Angle of the rotation from p to q [rad].
double between(const Turn<double>& p, const Turn<double>& q) {
  return 2.0 * std::asin(std::min(1.0, norm(product(Turn<double>{p.w, -p.v}, q).v)));
}

/// A quaternion in long double, for measuring rounding errors of double.
struct LongTurn {
  long double w = 1, x = 0, y = 0, z = 0;
  /// Composition: this rotation, followed by the rotation with the vector alpha.
  void then(const Vec3d& a) {
    const long double ax = a.x, ay = a.y, az = a.z, scale = 1 / std::sqrt(4 + ax * ax + ay * ay + az * az);
    const LongTurn p{2 * scale, ax * scale, ay * scale, az * scale};
    *this = {p.w * w - p.x * x - p.y * y - p.z * z, p.w * x + p.x * w + p.y * z - p.z * y,
             p.w * y + p.y * w + p.z * x - p.x * z, p.w * z + p.z * w + p.x * y - p.y * x};
    const long double size = std::sqrt(w * w + x * x + y * y + z * z);
    w /= size, x /= size, y /= size, z /= size;
  }
  /// Angle from this rotation to q [rad].
  double to(const Turn<double>& q) const {
    const long double qw = q.w, qx = q.v.x, qy = q.v.y, qz = q.v.z;
    const long double dx = w * qx - x * qw - y * qz + z * qy, dy = w * qy - y * qw - z * qx + x * qz,
                      dz = w * qz - z * qw - x * qy + y * qx;
    return static_cast<double>(2 * std::sqrt(dx * dx + dy * dy + dz * dz));
  }
};

/// Largest entry of |Q^T Q - I| of the engine's rotation by a vector of this length.
double defect(double length) {
  const Vec3d a = length / 3.0 * Vec3d{1, 2, 2};
  const std::array<Vec3d, 3> columns = {rodrigues::rotated(a, {1, 0, 0}), rodrigues::rotated(a, {0, 1, 0}),
                                        rodrigues::rotated(a, {0, 0, 1})};
  double worst = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      worst = std::max(worst, std::abs(dot(columns[i], columns[j]) - (i == j ? 1.0 : 0.0)));
  return worst;
}

/// Relative increase of the squared length across the axis by the factor 4/(1 + alpha^2), as printed in (10). (C1)
double printed_stretch(double length) { return 12.0 * length * length / std::pow(1.0 + length * length, 2); }

void check_composition(Result& result) {
  Random random(1, 1);
  double worst = 0.0;
  for (int k = 0; k < 10000; ++k) {
    const Vec3d a = std::exp(random.uniform(-7, 7)) * direction(random),
                b = std::exp(random.uniform(-7, 7)) * direction(random);
    worst = std::max(worst, between(rodrigues::turn_of(rodrigues::composed(a, b)),
                                    product(rodrigues::turn_of(b), rodrigues::turn_of(a))));
  }
  result.add(within("composition (11) against quaternions, worst of 10,000", {}, 0.0, worst, "rad", 1e-14,
                    "C2: the sign of the cross product is right as printed: first 1, then 2"));
}

/// Composes a million increments; returns the growth of the errors.
Table check_increments(Result& result) {
  constexpr int k_increments = 1000000;
  Random random(2, 1);
  Vec3d alpha;
  Turn<double> q;
  LongTurn exact;
  int crossings = 0;
  double longest = 0.0, vector_error = 0.0, quaternion_error = 0.0;
  Table growth("increments", {"increments [1]", "error of the vector [rad]", "error of the quaternion [rad]"});
  for (int k = 1, next = 10; k <= k_increments; ++k) {
    const Vec3d increment = 0.025 * random.uniform() * direction(random), before = alpha;
    alpha = rodrigues::composed(alpha, increment);
    crossings += dot(alpha, before) < 0.0 && norm2(before) > 4.0;
    longest = std::max(longest, norm(alpha));
    q = product(rodrigues::turn_of(increment), q);
    const double scale = 1.5 - 0.5 * (q.w * q.w + norm2(q.v));
    q = {scale * q.w, scale * q.v};
    exact.then(increment);
    if (k < next && k != k_increments) continue;
    next = static_cast<int>(1.2 * next) + 1;
    vector_error = exact.to(rodrigues::turn_of(alpha)), quaternion_error = exact.to(q);
    growth.row({static_cast<double>(k), vector_error, quaternion_error});
  }
  result.add(within("error after 1,000,000 increments (47), |alpha| <= 0.025", {}, 0.0, vector_error, "rad", 1e-12,
                    "the reference of the specification has 8.7e-14 rad; nothing is normalised"));
  result.add(reported("the same of a unit quaternion, normalised", {}, k_unset, quaternion_error, "rad",
                      "reference 2.3e-13 rad"));
  result.add(statement("it went through pi more than a thousand times", {}, crossings > 1000,
                       fmt::format("{} times, |alpha| up to {:.2g}", crossings, longest)));
  return growth;
}

Table check_orthogonality(Result& result) {
  Table table("orthogonality", {"length of alpha [1]", "stretch of (10) as printed [1]", "defect of the engine [1]"});
  double worst = 0.0;
  for (double length = 0.01; length < 101.0; length *= 1.05) {
    const double ours = defect(length);
    table.row({length, printed_stretch(length), std::max(ours, 1e-17)});
    worst = std::max(worst, ours);
  }
  // Each entry is a sum of products of numbers below 1, rounded some ten times.
  result.add(within("largest entry of |Q^T Q - I|, |alpha| from 0.01 to 100", {}, 0.0, worst, "1",
                    10.0 * std::numeric_limits<double>::epsilon(),
                    fmt::format("paper differs: (10) as printed, 4/(1 + alpha^2), is not orthogonal (C1): it stretches "
                                "squares of lengths by 12 alpha^2/(1 + alpha^2)^2, {:g} at |alpha| = 1",
                                printed_stretch(1.0))));
  return table;
}

void check_guard(Result& result) {
  const Vec3d quarter{2, 0, 0}, half = rodrigues::composed(quarter, quarter), back = rodrigues::composed(half, quarter);
  result.add(statement("two exact quarter turns make a finite vector", "infinity", std::isfinite(norm(half)),
                       fmt::format("C15: |alpha| = {:.2g}; unguarded everything after is NaN", norm(half))));
  result.add(within("a third one then leads back, off by", {}, 0.0,
                    between(rodrigues::turn_of(back), turn_by(Vec3d{-k_pi / 2, 0, 0})), "rad", 1e-14));
}

/// The rotation after a time, with the increments w dt of (45) or with exact ones, compared with exp(w t): the missing
/// angle [rad].
double missing(double spin, double step, std::int64_t steps, bool exact) {
  const Vec3d w = spin / 3.0 * Vec3d{1, 2, 2};
  Vec3d alpha;
  for (std::int64_t k = 0; k < steps; ++k)
    alpha = rodrigues::composed(alpha, exact ? rodrigues::of_rotation_vector(step * w) : step * w);
  return between(rodrigues::turn_of(alpha), turn_by((step * static_cast<double>(steps)) * w));
}

Table check_cayley(Result& result) {
  Table table("increment", {"spin x step [rad]", "angle missing a step [rad]", "(spin x step)^3/12 [rad]"});
  for (double turn = 1.0; turn > 1e-4; turn *= 0.7)
    table.row({turn, turn - 2.0 * std::atan(0.5 * turn), turn * turn * turn / 12.0});
  constexpr double k_spin = 1.0;
  const double coarse = missing(k_spin, 0.02, 100, false), fine = missing(k_spin, 0.0025, 800, false);
  result.add(within("order of the increment alpha = spin x step (45)", {}, derived("rotations.order", 2.0),
                    std::log2(coarse / fine) / 3.0, "1", 2e-3, "C14: it turns by 2 atan(spin x step/2)"));
  // The sphere of 5.1 with constant initial spin: w t (w dt)^2 / 12; the next term is smaller by the factor 2e-5.
  constexpr double k_first_spin = 127.0, k_step = 1e-4;
  const double lag = k_first_spin * 5.0 * std::pow(k_first_spin * k_step, 2) / 12.0;
  result.add(number("angle missing after 5 s at 127 rad/s in steps of 0.1 ms", {}, lag,
                    missing(k_first_spin, k_step, 50000, false), "rad", 1e-3,
                    "w t (w dt)^2/12, 8.5e-3 rad in the specification"));
  result.add(within("the same with exact increments 2 tan(w dt/2)", {}, 0.0, missing(k_first_spin, k_step, 50000, true),
                    "rad", 1e-10));
  return table;
}

/// A freely rotating ellipsoid, computed by the engine.
sim::Simulation tumbling(std::string_view kind, const Settings& settings) {
  return simulation_of(fmt::format(R"(
rotation = "{}"
[time]
end = "20 s"
step = "1 ms"
[[material]]
name = "stone"
density = "2500 kg/m^3"
[[ellipsoid]]
position = [0, 0, 0]
axes = ["1 cm", "2 cm", "3 cm"]
spin = ["20 rad/s", "30 rad/s", "-5 rad/s"]
material = "stone"
)",
                                   kind),
                       kind, settings);
}

void check_engine(Result& result, const Settings& settings) {
  sim::Simulation vectors = tumbling("rodrigues", settings), quaternions = tumbling("quaternion", settings);
  vectors.advance(20000), quaternions.advance(20000);
  const sim::BodyView p = vectors.bodies().front(), q = quaternions.bodies().front();
  const auto turn = [](const sim::BodyView& b) {
    return Turn<double>{b.orientation[0], {b.orientation[1], b.orientation[2], b.orientation[3]}};
  };
  result.add(within("tumbling ellipsoid, 20,000 steps: rotation = \"rodrigues\" against \"quaternion\"", {}, 0.0,
                    between(turn(p), turn(q)), "rad", 1e-9, "about 700 rad; the same motion but for rounding"));
}

}  // namespace

Result rotations(const Settings& settings) {
  Result result;
  check_composition(result);
  const Table growth = check_increments(result), orthogonality = check_orthogonality(result);
  check_guard(result);
  const Table increment = check_cayley(result);
  check_engine(result, settings);

  Table through("through_pi", {"angle [rad]", "alpha along the axis [1]"});
  Vec3d alpha;
  const double step = 4.0 * k_pi / 2000.0;
  for (int k = 1; k <= 2000; ++k) {
    alpha = rodrigues::composed(alpha, rodrigues::of_rotation_vector({step, 0, 0}));
    through.row({k * step, std::abs(alpha.x) < 30.0 ? alpha.x : std::nan("")});
  }
  draw::Chart angle{.title = "Alpha of a body that turns on and on",
                    .x_label = "angle [rad]",
                    .y_label = "alpha [1]",
                    .series = {line(through, "angle", "alpha along")},
                    .y_range = std::pair{-30.0, 30.0}};
  draw::Chart errors{.title = "Rounding of a million increments",
                     .x_label = "increments [1]",
                     .y_label = "error [rad]",
                     .x_scale = draw::Scale::logarithmic,
                     .y_scale = draw::Scale::logarithmic};
  errors.series = {line(growth, "increments", "error of the vector", "vector alpha"),
                   line(growth, "increments", "error of the quaternion", "unit quaternion")};
  draw::Chart printed{.title = "Defect of Q",
                      .x_label = "length of alpha [1]",
                      .y_label = "|Q^T Q - I| [1]",
                      .x_scale = draw::Scale::logarithmic,
                      .y_scale = draw::Scale::logarithmic};
  printed.series = {line(orthogonality, "length of alpha", "stretch of (10)", "4/(1 + alpha^2), printed"),
                    line(orthogonality, "length of alpha", "defect of the engine", "engine, 4/(4 + alpha^2)")};
  draw::Chart lag{.title = "Increment (45): what a step misses",
                  .x_label = "spin x step [rad]",
                  .y_label = "angle [rad]",
                  .x_scale = draw::Scale::logarithmic,
                  .y_scale = draw::Scale::logarithmic};
  lag.series = {line(increment, "spin x step", "angle missing a step", "2 atan(w dt/2) against w dt"),
                line(increment, "spin x step", "(spin x step)^3/12", "(w dt)^3/12", draw::Mark::dashes)};
  result.figure = {.heading = "Section 2: rotations as vectors", .panels = {angle, errors, printed, lag}, .columns = 2};
  result.tables = {growth, orthogonality, increment, through};
  return result;
}

}  // namespace scree::experiments::campello
