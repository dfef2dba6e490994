#include "solve/interior.h"

#include <array>
#include <span>

#include "solve/soft_cone.h"

namespace scree::solve {
namespace {

// 1e-6 takes three steps more on a heap of 2,000 spheres; 1e-10 ends at 1.5e-8 m/s instead of 2e-10
constexpr double k_delta = 1e-8;
// impulses at the start, of the free velocity: 25 steps to 1e-9 m/s on that heap; 1 takes 29, 100 takes 26
constexpr double k_first = 10.0;
constexpr double k_stay_inside = 0.99;
constexpr double k_least_centering = 1e-6;
constexpr int k_patience = 4;  // steps without a better residual; then rounding has won

/// One part of a contact: s = (c g_n, g_i), its multiplier, and what one step of Newton's method needs.
struct Part {
  double c = 0.0;
  int at[2] = {-1, -1};  ///< of the contact's six numbers; a contact without friction has a part with none
  Three s = Three::Zero(), l = Three::Zero(), ds = Three::Zero(), dl = Three::Zero();
  Three t = Three::Zero(), v = Three::Zero();  ///< what dl would be without ds, and the scaled point
  NesterovTodd scaling{};
  double delta = 0.0;                ///< soft + k_delta
  double along = 0.0, across = 0.0;  ///< of the part's own block of K^-1: along w_1 and across
  /// with the normal number, and what is left of that after elimination of the part
  double coupling = 0.0, normal = 0.0;
  Eigen::Vector2d direction = Eigen::Vector2d::Zero();

  Three taken(const Six& x) const { return {c * x[0], at[0] < 0 ? 0.0 : x[at[0]], at[1] < 0 ? 0.0 : x[at[1]]}; }
  void give(const Three& x, Six& to) const {
    to[0] += c * x[0];
    for (int k = 0; k < 2; ++k)
      if (at[k] >= 0) to[at[k]] += x[1 + k];
  }
  Eigen::Vector2d pair_of(const Six& x) const { return {at[0] < 0 ? 0.0 : x[at[0]], at[1] < 0 ? 0.0 : x[at[1]]}; }

  /// W^-2 = eta^-2 [D, -2 w_0 w_1^T; ., 1 + 2 w_1 w_1^T], D = 1 + 2 |w_1|^2. Eliminating the vector part with delta
  /// added leaves D - 4 w_0^2 |w_1|^2 / (D + e) = (1 + D e) / (D + e), e = delta eta^2: nothing cancels.
  void prepare(double soft) {
    scaling = NesterovTodd(s, l), v = scaling.times(l), delta = soft + k_delta;
    const double length = scaling.w1.norm(), eta2 = scaling.eta * scaling.eta, d = 1.0 + 2.0 * length * length,
                 e = delta * eta2;
    along = d / eta2 + delta, across = 1.0 / eta2 + delta, coupling = 2.0 * scaling.w0 * length / eta2,
    normal = (1.0 + d * e) / ((d + e) * eta2);
    direction = length > 0.0 ? Eigen::Vector2d(scaling.w1 / length) : Eigen::Vector2d(1.0, 0.0);
  }
};

struct Inner {  // a contact on its way
  std::array<Part, 3> part;
  int parts = 0;
  Six g = Six::Zero(), dg, rest, rhs;  ///< rest: u - sum G^T l
  Six lift;                            ///< how the other numbers follow the normal one
  double normal = 0.0;                 ///< of K^-1 after elimination of all else
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

  /// Residual of where we are; false if rounding has led out of the cones.
  bool look(double& residual) {
    ScaledImpulses g = impulses();
    const ScaledMotion z = scaled_.motion(g);
    residual = scaled_.residual(g, z);
    mu_ = 0.0;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      Inner& q = contacts_[i];
      q.rest = scaled_.velocity(scaled_.contacts[i], z) + scaled_.contacts[i].soft.cwiseProduct(q.g);
      Six held = Six::Zero();
      for (Part& p : q.all()) {
        p.s = p.taken(q.g), mu_ += p.s.dot(p.l), p.give(p.l, held);
        if (!is_inside(p.s) || !is_inside(p.l)) return false;
      }
      q.rest -= held;
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

  /// Predictor and corrector with one factorization; false if that failed.
  bool step() {
    if (!prepare()) return false;
    const double most = std::min(1.0, find_direction(0.0, /*correct=*/false));
    double after = 0.0;
    for (Inner& q : contacts_)
      for (const Part& p : q.all()) after += (p.s + most * p.ds).dot(p.l + most * p.dl);
    for (InnerRow& q : rows_)
      for (const Bound& b : q.all()) after += (b.s + most * b.ds) * (b.l + most * b.dl);
    const double share = products_ > 0 ? std::max(0.0, after / products_) / mu_ : 0.0;
    const double centering = std::max(k_least_centering, share * share * share);  // Mehrotra's choice
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
  /// K of every contact and row, and the factor of 1 + J^T K J.
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

  /// The step towards products of `goal`; returns how far it may be taken.
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
        p.give(p.t, q.rhs);
      }
      follow(q, q.rhs);
      add_impulse(scaled_.contacts[i], q.dg, dz);
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      InnerRow& q = rows_[i];
      q.rhs = -q.rest;
      for (Bound& b : q.all()) b.t = (goal - (correct ? b.ds * b.dl : 0.0)) / b.s - b.l, q.rhs += b.sign * b.t;
      add_impulse(scaled_.rows[i], q.k * q.rhs, dz);
    }
    matrix_.solve(dz);
    double most = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      Inner& q = contacts_[i];
      follow(q, q.rhs - (scaled_.velocity(scaled_.contacts[i], dz) - scaled_.contacts[i].free));
      for (const Part& p : q.all()) most = std::min({most, room(p.s, p.ds), room(p.l, p.dl)});
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      InnerRow& q = rows_[i];
      q.dg = q.k * (q.rhs - (scaled_.velocity(scaled_.rows[i], dz) - scaled_.rows[i].free));
      for (Bound& b : q.all()) {
        b.ds = b.sign * q.dg, b.dl = b.t - b.l / b.s * b.ds;
        if (b.ds < 0.0) most = std::min(most, -b.s / b.ds);
        if (b.dl < 0.0) most = std::min(most, -b.l / b.dl);
      }
    }
    return most;
  }

  /// dg = K r, and dl = t - W^-2 ds from the equations that K solves: multiplying ds by W^-2 would lose what rounding
  /// left of it.
  static void follow(Inner& q, const Six& r) {
    const double normal = q.lift.dot(r) / q.normal;
    q.dg = Six::Zero(), q.dg[0] = normal;
    for (Part& p : q.all()) {
      const Eigen::Vector2d own = p.pair_of(r);
      const double along = p.at[0] < 0 ? 0.0 : own.dot(p.direction);
      const Eigen::Vector2d x =
          ((p.c * p.coupling * normal + along) / p.along) * p.direction + (own - along * p.direction) / p.across;
      for (int k = 0; k < 2; ++k)
        if (p.at[k] >= 0) q.dg[p.at[k]] = x[k];
      p.ds = p.taken(q.dg);
      const Eigen::Vector2d held = own - p.delta * p.pair_of(q.dg);
      p.dl = p.t - Three(p.c * normal * p.normal - p.coupling * along / p.along, held[0], held[1]);
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

Progress follow_interior_path(const Scaled& scaled, ReducedMatrix& matrix, double tolerance, std::int64_t most_steps,
                              ScaledImpulses& impulses) {
  Path path(scaled, matrix);
  Progress best{0, scaled.residual(impulses, scaled.motion(impulses))};
  std::int64_t steps = 0;
  // Residuals may grow at first, while the path gets into the dual cone; so patience counts from the smallest seen on
  // the path.
  double least = std::numeric_limits<double>::infinity();
  for (int waited = 0;; ++steps) {
    double residual = 0.0;
    const bool inside = path.look(residual);
    if (residual < best.residual) best.residual = residual, impulses = path.impulses();
    waited = residual < least ? 0 : waited + 1;
    least = std::min(least, residual);
    if (!inside || best.residual <= tolerance || steps >= most_steps || (waited >= k_patience && steps > 20)) break;
    if (!path.step()) break;
  }
  best.steps = steps;
  return best;
}

}  // namespace scree::solve
