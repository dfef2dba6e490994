#include "solve/interior.h"

#include <array>
#include <span>

#include "solve/soft_cone.h"

namespace scree::solve {
namespace {

// On a heap of 2,000 spheres 1e-6 takes three steps more, and 1e-10 ends at 1.5e-8 m/s instead of 2e-10.
constexpr double k_delta = 1e-8;
// Initial impulses relative to the rms free velocity: 25 steps to 1e-9 m/s on that heap; 1 takes 29, 100 takes 26.
constexpr double k_first = 10.0;
constexpr double k_stay_inside = 0.99;
constexpr double k_min_centering = 1e-6;
constexpr int k_max_stalled = 4;  // steps without a smaller residual; more means that rounding limits it

/// One part of a contact: s = (c g_n, g_i), its multiplier l, and the quantities of one Newton step.
struct Part {
  double c = 0.0;
  int at[2] = {-1, -1};  ///< indices into the contact's six numbers; -1: none (without friction both are)
  Three s = Three::Zero(), l = Three::Zero(), ds = Three::Zero(), dl = Three::Zero();
  Three t = Three::Zero(), v = Three::Zero();  ///< dl for ds = 0, and the scaled point
  NesterovTodd scaling{};
  double delta = 0.0;                ///< soft + k_delta
  double along = 0.0, across = 0.0;  ///< eigenvalues of the part's own block of K^-1, along w_1 and across it
  /// Coupling of the part with the normal component, and diagonal entry of that after elimination of the part.
  double coupling = 0.0, normal = 0.0;
  Eigen::Vector2d direction = Eigen::Vector2d::Zero();

  /// G x and to += G^T x.
  Three apply(const Six& x) const { return {c * x[0], at[0] < 0 ? 0.0 : x[at[0]], at[1] < 0 ? 0.0 : x[at[1]]}; }
  void add_transposed(const Three& x, Six& to) const {
    to[0] += c * x[0];
    for (int k = 0; k < 2; ++k)
      if (at[k] >= 0) to[at[k]] += x[1 + k];
  }
  Eigen::Vector2d pair_of(const Six& x) const { return {at[0] < 0 ? 0.0 : x[at[0]], at[1] < 0 ? 0.0 : x[at[1]]}; }

  /// W^-2 = eta^-2 [D, -2 w_0 w_1^T; ., 1 + 2 w_1 w_1^T], D = 1 + 2 |w_1|^2. Eliminating the vector part with delta
  /// added leaves D - 4 w_0^2 |w_1|^2 / (D + e) = (1 + D e) / (D + e), e = delta eta^2: without cancellation.
  void prepare(double soft) {
    scaling = NesterovTodd(s, l), v = scaling.times(l), delta = soft + k_delta;
    const double length = scaling.w1.norm(), eta2 = scaling.eta * scaling.eta, d = 1.0 + 2.0 * length * length,
                 e = delta * eta2;
    along = d / eta2 + delta, across = 1.0 / eta2 + delta, coupling = 2.0 * scaling.w0 * length / eta2,
    normal = (1.0 + d * e) / ((d + e) * eta2);
    direction = length > 0.0 ? Eigen::Vector2d(scaling.w1 / length) : Eigen::Vector2d(1.0, 0.0);
  }
};

/// The iterate of one contact.
struct Inner {
  std::array<Part, 3> part;
  int parts = 0;
  Six g = Six::Zero(), dg, rest, rhs;  ///< rest: u - sum G^T l
  Six lift;                            ///< the other components for a normal component of 1
  double normal = 0.0;                 ///< entry of K^-1 of the normal component after elimination of the others
  std::span<Part> all() { return {part.data(), static_cast<std::size_t>(parts)}; }
};
struct Bound {
  double s = 0.0, l = 0.0, sign = 0.0, ds = 0.0, dl = 0.0, t = 0.0;  ///< s = sign (g - limit)
};
struct InnerRow {
  std::array<Bound, 2> bound;
  int bounds = 0;
  bool given = false;  ///< low = high
  double g = 0.0, dg = 0.0, rest = 0.0, rhs = 0.0, k = 0.0;
  std::span<Bound> all() { return {bound.data(), static_cast<std::size_t>(bounds)}; }
};

Inner inner_of(const ScaledContact& c, double size) {
  Inner q;
  q.g[0] = size;
  for (int i = 0; i < 3; ++i)
    if (c.cone[i] > 0.0)
      q.part[static_cast<std::size_t>(q.parts++)] = {.c = c.cone[i], .at = {k_parts[i][0], k_parts[i][1]}};
  if (q.parts == 0) q.part[static_cast<std::size_t>(q.parts++)].c = 1.0;
  for (Part& p : q.all()) p.l = {size, 0, 0};
  return q;
}

InnerRow inner_of(const ScaledRow& r, double size) {
  InnerRow q;
  q.given = r.low == r.high;
  const bool low = std::isfinite(r.low), high = std::isfinite(r.high);
  q.g = low && high ? 0.5 * (r.low + r.high) : low ? r.low + size : high ? r.high - size : 0.0;
  if (q.given) return q;
  if (low) q.bound[static_cast<std::size_t>(q.bounds++)] = {.s = 0.0, .l = size, .sign = 1.0};
  if (high) q.bound[static_cast<std::size_t>(q.bounds++)] = {.s = 0.0, .l = size, .sign = -1.0};
  return q;
}

class Path {
 public:
  Path(const Scaled& scaled, ReducedMatrix& matrix) : scaled_(scaled), matrix_(matrix) {
    double sum = 0.0;
    for (const ScaledContact& c : scaled.contacts) sum += c.free[0] * c.free[0];
    for (const ScaledRow& r : scaled.rows) sum += r.free * r.free;
    const double size =
        k_first *
        std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, scaled.contacts.size() + scaled.rows.size())));
    for (const ScaledContact& c : scaled.contacts)
      contacts_.push_back(inner_of(c, size)), products_ += contacts_.back().parts;
    for (const ScaledRow& r : scaled.rows) rows_.push_back(inner_of(r, size)), products_ += rows_.back().bounds;
  }

  /// Computes the residual, the remainders and mu of the present point; false if rounding led out of the cones.
  bool measure(double& residual) {
    ScaledImpulses g = impulses();
    const ScaledMotion z = scaled_.motion(g);
    residual = scaled_.residual(g, z);
    mu_ = 0.0;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      Inner& q = contacts_[i];
      q.rest = scaled_.velocity(scaled_.contacts[i], z) + scaled_.contacts[i].soft.cwiseProduct(q.g);
      Six multipliers = Six::Zero();  // sum of G^T l
      for (Part& p : q.all()) {
        p.s = p.apply(q.g), mu_ += p.s.dot(p.l), p.add_transposed(p.l, multipliers);
        if (!is_inside(p.s) || !is_inside(p.l)) return false;
      }
      q.rest -= multipliers;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      InnerRow& q = rows_[i];
      const ScaledRow& r = scaled_.rows[i];
      q.rest = scaled_.velocity(r, z) + r.soft * q.g;
      for (Bound& b : q.all()) {
        b.s = b.sign > 0.0 ? q.g - r.low : r.high - q.g, mu_ += b.s * b.l, q.rest -= b.sign * b.l;
        if (!(b.s > 0.0) || !(b.l > 0.0)) return false;
      }
    }
    if (products_ > 0) mu_ /= products_;
    return std::isfinite(residual);
  }

  /// Predictor and corrector step with one factorization; false if the factorization failed.
  bool step() {
    if (!prepare()) return false;
    const double largest = std::min(1.0, find_direction(0.0, /*correct=*/false));
    double after = 0.0;
    for (Inner& q : contacts_)
      for (const Part& p : q.all()) after += (p.s + largest * p.ds).dot(p.l + largest * p.dl);
    for (InnerRow& q : rows_)
      for (const Bound& b : q.all()) after += (b.s + largest * b.ds) * (b.l + largest * b.dl);
    const double fraction = products_ > 0 ? std::max(0.0, after / products_) / mu_ : 0.0;
    const double centering = std::max(k_min_centering, fraction * fraction * fraction);  // Mehrotra's choice
    const double length = std::min(1.0, k_stay_inside * find_direction(centering * mu_, /*correct=*/true));
    for (Inner& q : contacts_) {
      q.g += length * q.dg;
      for (Part& p : q.all()) p.l += length * p.dl;
    }
    for (InnerRow& q : rows_) {
      q.g += length * q.dg;
      for (Bound& b : q.all()) b.l += length * b.dl;
    }
    return std::isfinite(length);
  }

  ScaledImpulses impulses() const {
    ScaledImpulses g;
    for (const Inner& q : contacts_) g.contacts.push_back(q.g);
    for (const InnerRow& q : rows_) g.rows.push_back(q.g);
    return g;
  }

 private:
  /// Computes K of every contact and row, and factorizes 1 + J^T K J.
  bool prepare() {
    matrix_.reset();
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      Inner& q = contacts_[i];
      const ScaledContact& c = scaled_.contacts[i];
      q.lift = Six::Zero(), q.lift[0] = 1.0, q.normal = k_delta + c.soft[0];
      SixBySix k = SixBySix::Zero();
      for (Part& p : q.all()) {
        p.prepare(p.at[0] < 0 ? 0.0 : c.soft[p.at[0]]);
        q.normal += p.c * p.c * p.normal;
        for (int r = 0; r < 2; ++r) {
          if (p.at[r] < 0) continue;
          q.lift[p.at[r]] = p.c * p.coupling / p.along * p.direction[r];
          for (int s = 0; s < 2; ++s)
            if (p.at[s] >= 0)
              k(p.at[r], p.at[s]) =
                  p.direction[r] * p.direction[s] / p.along + ((r == s) - p.direction[r] * p.direction[s]) / p.across;
        }
      }
      k += q.lift * q.lift.transpose() / q.normal;
      matrix_.add_contact(i, k);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      InnerRow& q = rows_[i];
      double inverse = scaled_.rows[i].soft + k_delta;
      for (const Bound& b : q.all()) inverse += b.l / b.s;
      q.k = q.given ? 0.0 : 1.0 / inverse;
      matrix_.add_row(i, q.k);
    }
    return matrix_.factor();
  }

  /// The step towards products equal to `goal`; returns the largest length that stays in the cones.
  double find_direction(double goal, bool correct) {
    ScaledMotion dz(static_cast<std::size_t>(scaled_.bodies), Six::Zero());
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      Inner& q = contacts_[i];
      q.rhs = -q.rest;
      for (Part& p : q.all()) {
        Three wanted = -product(p.v, p.v);
        wanted[0] += goal;
        if (correct) wanted -= product(p.scaling.divided(p.ds), p.scaling.times(p.dl));
        p.t = p.scaling.divided(quotient(wanted, p.v));
        p.add_transposed(p.t, q.rhs);
      }
      solve_contact(q, q.rhs);
      add_impulse(scaled_.contacts[i], q.dg, dz);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      InnerRow& q = rows_[i];
      q.rhs = -q.rest;
      for (Bound& b : q.all()) b.t = (goal - (correct ? b.ds * b.dl : 0.0)) / b.s - b.l, q.rhs += b.sign * b.t;
      add_impulse(scaled_.rows[i], q.k * q.rhs, dz);
    }
    matrix_.solve(dz);
    double largest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      Inner& q = contacts_[i];
      solve_contact(q, q.rhs - (scaled_.velocity(scaled_.contacts[i], dz) - scaled_.contacts[i].free));
      for (const Part& p : q.all()) largest = std::min({largest, max_length(p.s, p.ds), max_length(p.l, p.dl)});
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      InnerRow& q = rows_[i];
      q.dg = q.k * (q.rhs - (scaled_.velocity(scaled_.rows[i], dz) - scaled_.rows[i].free));
      for (Bound& b : q.all()) {
        b.ds = b.sign * q.dg, b.dl = b.t - b.l / b.s * b.ds;
        if (b.ds < 0.0) largest = std::min(largest, -b.s / b.ds);
        if (b.dl < 0.0) largest = std::min(largest, -b.l / b.dl);
      }
    }
    return largest;
  }

  /// dg = K r, and dl = t - W^-2 ds. dl is computed from the equations that K solves, because multiplying ds by W^-2
  /// would amplify its rounding error.
  static void solve_contact(Inner& q, const Six& r) {
    const double normal = q.lift.dot(r) / q.normal;
    q.dg = Six::Zero(), q.dg[0] = normal;
    for (Part& p : q.all()) {
      const Eigen::Vector2d own = p.pair_of(r);
      const double along = p.at[0] < 0 ? 0.0 : own.dot(p.direction);
      const Eigen::Vector2d x =
          ((p.c * p.coupling * normal + along) / p.along) * p.direction + (own - along * p.direction) / p.across;
      for (int k = 0; k < 2; ++k)
        if (p.at[k] >= 0) q.dg[p.at[k]] = x[k];
      p.ds = p.apply(q.dg);
      const Eigen::Vector2d remainder = own - p.delta * p.pair_of(q.dg);
      p.dl = p.t - Three(p.c * normal * p.normal - p.coupling * along / p.along, remainder[0], remainder[1]);
    }
  }

  const Scaled& scaled_;
  ReducedMatrix& matrix_;
  std::vector<Inner> contacts_;
  std::vector<InnerRow> rows_;
  double mu_ = 0.0;
  int products_ = 0;
};

}  // namespace

Progress follow_interior_path(const Scaled& scaled, ReducedMatrix& matrix, double tolerance, std::int64_t max_steps,
                              ScaledImpulses& impulses) {
  Path path(scaled, matrix);
  Progress best{0, scaled.residual(impulses, scaled.motion(impulses))};
  std::int64_t steps = 0;
  // Residuals may grow at first, while the path moves into the dual cone. Stalled steps are therefore counted from the
  // smallest residual on the path.
  double smallest = std::numeric_limits<double>::infinity();
  for (int stalled = 0;; ++steps) {
    double residual = 0.0;
    const bool inside = path.measure(residual);
    if (residual < best.residual) best.residual = residual, impulses = path.impulses();
    stalled = residual < smallest ? 0 : stalled + 1;
    smallest = std::min(smallest, residual);
    if (!inside || best.residual <= tolerance || steps >= max_steps || (stalled >= k_max_stalled && steps > 20)) break;
    if (!path.step()) break;
  }
  best.steps = steps;
  return best;
}

}  // namespace scree::solve
