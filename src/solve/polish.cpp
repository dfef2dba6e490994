#include "solve/polish.h"

#include <algorithm>
#include <cmath>

namespace scree::solve {
namespace {

// 1/beta is added to products of rows of J, which have about unit length. A larger beta takes fewer rounds, but
// amplifies the rounding error of velocities by beta in the impulses. beta therefore grows while the residual falls,
// and shrinks otherwise.
constexpr double k_first_beta = 1e4, k_min_beta = 10.0, k_max_beta = 1e7;
constexpr double k_beta_growth = 10.0;
constexpr int k_max_stalled = 4;           // rounds without a smaller residual
constexpr double k_round_tolerance = 0.1;  // gradient that ends a round, relative to change of the impulses / beta
constexpr int k_max_halvings = 12;
constexpr double k_descent = 1e-4;  // Armijo's fraction of the slope

double norm_of(const ScaledMotion& z) {
  double sum = 0.0;
  for (const Six& x : z) sum += x.squaredNorm();
  return std::sqrt(sum);
}
double inner(const ScaledMotion& p, const ScaledMotion& q) {
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += p[i].dot(q[i]);
  return sum;
}

/// phi at one motion, with the quantities for its derivatives.
struct Value {
  double phi = 0.0;
  ScaledMotion gradient;
  std::vector<Six> x;
  std::vector<Nearest> contacts;
  std::vector<double> rows;     ///< P(x)
  std::vector<bool> row_moves;  ///< not at a limit
};

Six weight_of(const ScaledContact& c, double beta) { return c.soft.array() + 1.0 / beta; }

Value value_at(const Scaled& scaled, const ScaledImpulses& g, double beta, const ScaledMotion& z) {
  Value v;
  v.gradient.assign(z.size(), Six::Zero());
  v.phi = 0.5 * inner(z, z);
  for (std::size_t i = 0; i < scaled.contacts.size(); ++i) {
    const ScaledContact& c = scaled.contacts[i];
    const Six weight = weight_of(c, beta);
    v.x.push_back((g.contacts[i] / beta - scaled.velocity(c, z)).cwiseQuotient(weight));
    v.contacts.push_back(nearest(c, v.x.back(), weight));
    const Six& p = v.contacts.back().point;
    v.phi += 0.5 * p.dot(weight.cwiseProduct(p));
    if (!v.contacts.back().polar) add_impulse(c, p, v.gradient);
  }
  for (std::size_t i = 0; i < scaled.rows.size(); ++i) {
    const ScaledRow& r = scaled.rows[i];
    const double weight = r.soft + 1.0 / beta, x = (g.rows[i] / beta - scaled.velocity(r, z)) / weight,
                 p = std::clamp(x, r.low, r.high);
    v.rows.push_back(p), v.row_moves.push_back(x == p && r.low < r.high);
    v.phi += weight * p * (x - 0.5 * p);
    add_impulse(r, p, v.gradient);
  }
  for (std::size_t i = 0; i < z.size(); ++i) v.gradient[i] = z[i] - v.gradient[i];
  return v;
}

/// The derivative of P(x) times W^-1, where q is the change of x with the normal component while the cut parts stay on
/// the surface of the cone:
/// q q^T / (w_n s) + sum over cut parts (c y / a) (1 - e e^T) / w_i + sum over the others 1 / w_i.
/// [docs/specs/tasora.md, 1.4]
SixBySix derivative(const ScaledContact& c, const Six& x, const Nearest& p, const Six& weight) {
  SixBySix k = SixBySix::Zero();
  if (p.polar) return k;
  Six q = Six::Zero();
  q[0] = 1.0;
  double s = 1.0;
  for (int i = 0; i < 3; ++i) {
    const double w = weight[k_parts[i][0]];
    const double a = p.length[i];
    if (p.cut[i] && c.cone[i] == 0.0) continue;
    if (p.cut[i]) s += w / weight[0] * c.cone[i] * c.cone[i];
    for (const int r : k_parts[i]) {
      if (r < 0) continue;
      if (!p.cut[i]) {
        k(r, r) = 1.0 / w;
        continue;
      }
      q[r] = c.cone[i] * x[r] / a;
      if (k_parts[i][1] < 0) continue;
      for (const int t : k_parts[i]) k(r, t) = c.cone[i] * p.point[0] / (a * w) * ((r == t) - x[r] * x[t] / (a * a));
    }
  }
  return k + q * q.transpose() / (s * weight[0]);
}

/// Newton's direction at v; empty if the factorization fails.
ScaledMotion direction_at(const Scaled& scaled, ReducedMatrix& matrix, double beta, const Value& v) {
  matrix.reset();
  for (std::size_t i = 0; i < scaled.contacts.size(); ++i)
    if (!v.contacts[i].polar)
      matrix.add_contact(i, derivative(scaled.contacts[i], v.x[i], v.contacts[i], weight_of(scaled.contacts[i], beta)));
  for (std::size_t i = 0; i < scaled.rows.size(); ++i)
    if (v.row_moves[i]) matrix.add_row(i, 1.0 / (scaled.rows[i].soft + 1.0 / beta));
  if (!matrix.factor()) return {};
  ScaledMotion d = v.gradient;
  for (Six& x : d) x = -x;
  matrix.solve(d);
  return d;
}

ScaledMotion moved(const ScaledMotion& z, double t, const ScaledMotion& d) {
  ScaledMotion result = z;
  for (std::size_t i = 0; i < z.size(); ++i) result[i] += t * d[i];
  return result;
}

/// Halves the step until phi satisfies Armijo's condition or, where rounding hides the decrease of phi, the slope falls
/// to a half.
Value search(const Scaled& scaled, const ScaledImpulses& g, double beta, const Value& from, const ScaledMotion& d,
             ScaledMotion& z) {
  const double slope = inner(from.gradient, d);
  double t = 1.0;
  for (int i = 0;; ++i, t *= 0.5) {
    ScaledMotion to = moved(z, t, d);
    Value v = value_at(scaled, g, beta, to);
    if (v.phi <= from.phi + k_descent * t * slope || std::abs(inner(v.gradient, d)) <= 0.5 * std::abs(slope) ||
        i == k_max_halvings) {
      z = std::move(to);
      return v;
    }
  }
}

}  // namespace

Progress polish(const Scaled& scaled, ReducedMatrix& matrix, double tolerance, std::int64_t max_steps,
                ScaledImpulses& impulses) {
  ScaledImpulses g = impulses;
  ScaledMotion z = scaled.motion(g);
  Progress best{0, scaled.residual(g, z)};
  std::int64_t steps = 0;
  double beta = k_first_beta;
  int stalled = 0;
  while (steps < max_steps && best.residual > tolerance && stalled < k_max_stalled) {
    Value v = value_at(scaled, g, beta, z);
    for (bool first = true; steps < max_steps; first = false) {
      double change = 0.0;
      for (std::size_t i = 0; i < g.contacts.size(); ++i) change += (v.contacts[i].point - g.contacts[i]).squaredNorm();
      for (std::size_t i = 0; i < g.rows.size(); ++i) change += (v.rows[i] - g.rows[i]) * (v.rows[i] - g.rows[i]);
      if (!first && norm_of(v.gradient) <= k_round_tolerance * std::sqrt(change) / beta) break;
      const ScaledMotion d = direction_at(scaled, matrix, beta, v);
      ++steps;
      if (d.empty()) return {steps, best.residual};
      const double before = norm_of(v.gradient);
      v = search(scaled, g, beta, v, d, z);
      // Near the solution rounding keeps the gradient from falling: end the round.
      if (!(norm_of(v.gradient) < before)) break;
    }
    for (std::size_t i = 0; i < g.contacts.size(); ++i) g.contacts[i] = v.contacts[i].point;
    g.rows = v.rows;
    const double residual = scaled.residual(g, scaled.motion(g));
    if (residual < best.residual) {
      best.residual = residual, impulses = g, stalled = 0;
      beta = std::min(k_beta_growth * beta, k_max_beta);
    } else {
      g = impulses, z = scaled.motion(g), ++stalled;
      beta = std::max(beta / (k_beta_growth * k_beta_growth), k_min_beta);
    }
  }
  best.steps = steps;
  return best;
}

}  // namespace scree::solve
