#include "solve/residual.h"

#include <algorithm>
#include <cmath>

namespace scree::solve {
namespace {

Vec3d times(const Vec3d& diagonal, const Vec3d& v) { return {diagonal.x * v.x, diagonal.y * v.y, diagonal.z * v.z}; }

/// d . M^-1 d for a unit impulse along d at the arm.
double response(const Body& body, const Vec3d& arm, const Vec3d& d) {
  const Vec3d turn = cross(arm, d);
  return dot(d, times(body.inverse_mass, d)) + dot(turn, body.inverse_inertia * turn);
}
double angular_response(const Body& body, const Vec3d& d) { return dot(d, body.inverse_inertia * d); }

/// Mean response over the tangent plane: half of the trace over three axes minus the response along the normal.
template <class F>
double mean_across(F response_along, double along_normal) {
  return 0.5 * (response_along(Vec3d{1, 0, 0}) + response_along(Vec3d{0, 1, 0}) + response_along(Vec3d{0, 0, 1}) -
                along_normal);
}

Vec3d across(const Vec3d& v, const Vec3d& normal) { return sub_scaled(v, dot(v, normal), normal); }

double square(double x) { return x * x; }

}  // namespace

Diagonal diagonal(const Problem& problem, const Contact& c) {
  const Body &a = problem.bodies[c.a], &b = problem.bodies[c.b];
  const auto linear = [&](const Vec3d& d) { return response(a, c.arm_a, d) + response(b, c.arm_b, d); };
  const auto angular = [&](const Vec3d& d) { return angular_response(a, d) + angular_response(b, d); };
  Diagonal n;
  const double bare = linear(c.normal);
  n.normal = bare + c.compliance;
  n.slide = mean_across(linear, bare) + c.slide_compliance;
  n.spin = angular(c.normal);
  n.roll = mean_across(angular, n.spin);
  // Differences of traces have the rounding error of the larger terms; smaller values count as zero.
  constexpr double k_negligible = 1e-13;
  const double arm2 = std::max({norm2(c.arm_a), norm2(c.arm_b)});
  const double per_turn = arm2 > 0.0 ? n.normal / arm2 : n.normal;
  if (!(n.slide > k_negligible * n.normal)) n.slide = n.normal;
  if (!(n.roll > k_negligible * per_turn)) n.roll = per_turn;
  if (!(n.spin > k_negligible * per_turn)) n.spin = per_turn;
  return n;
}

double diagonal(const Problem& problem, const Row& r) {
  const Body &a = problem.bodies[r.a], &b = problem.bodies[r.b];
  return dot(r.linear, times(a.inverse_mass + b.inverse_mass, r.linear)) +
         dot(r.angular_a, a.inverse_inertia * r.angular_a) + dot(r.angular_b, b.inverse_inertia * r.angular_b) +
         r.compliance;
}

std::vector<Twist> velocities(const Problem& problem, const Impulses& impulses) {
  std::vector<Twist> sum(problem.bodies.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& c = problem.contacts[i];
    const Twist& g = impulses.contacts[i];
    sum[c.a].linear += g.linear, sum[c.a].angular += cross(c.arm_a, g.linear) + g.angular;
    sum[c.b].linear -= g.linear, sum[c.b].angular -= cross(c.arm_b, g.linear) + g.angular;
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const Row& r = problem.rows[i];
    sum[r.a].linear += impulses.rows[i] * r.linear, sum[r.a].angular += impulses.rows[i] * r.angular_a;
    sum[r.b].linear -= impulses.rows[i] * r.linear, sum[r.b].angular += impulses.rows[i] * r.angular_b;
  }
  for (std::size_t k = 0; k < sum.size(); ++k) {
    const Body& body = problem.bodies[k];
    sum[k] = {body.free.linear + times(body.inverse_mass, sum[k].linear),
              body.free.angular + body.inverse_inertia * sum[k].angular};
  }
  return sum;
}

double row_velocity(const Problem&, const Row& r, const std::vector<Twist>& v, double impulse) {
  return dot(r.linear, v[r.a].linear - v[r.b].linear) + dot(r.angular_a, v[r.a].angular) +
         dot(r.angular_b, v[r.b].angular) + r.bias + r.compliance * impulse;
}

Twist contact_velocity(const Problem&, const Contact& c, const std::vector<Twist>& v, const Twist& g) {
  const Twist &a = v[c.a], &b = v[c.b];
  const Vec3d points = (a.linear + cross(a.angular, c.arm_a)) - (b.linear + cross(b.angular, c.arm_b));
  const double g_n = dot(g.linear, c.normal);
  return {points + (c.bias + c.compliance * g_n) * c.normal + c.slide_compliance * across(g.linear, c.normal),
          a.angular - b.angular};
}

std::vector<double> residuals(const Problem& problem, const Impulses& impulses, const std::vector<Twist>& v) {
  std::vector<double> all(problem.contacts.size() + problem.rows.size(), 0.0);
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& c = problem.contacts[i];
    const Diagonal n = diagonal(problem, c);
    if (!(n.normal > 0.0)) continue;
    const Twist& g = impulses.contacts[i];
    const Twist u = contact_velocity(problem, c, v, g);
    const double g_n = dot(g.linear, c.normal), t_n = dot(g.angular, c.normal);
    const double x_n = g_n - dot(u.linear, c.normal) / n.normal, x_s = t_n - dot(u.angular, c.normal) / n.spin;
    const Vec3d x_t = across(g.linear, c.normal) - across(u.linear, c.normal) * (1.0 / n.slide);
    const Vec3d x_r = across(g.angular, c.normal) - across(u.angular, c.normal) * (1.0 / n.roll);
    const law::ByPart<double> weight{n.slide / n.normal, n.roll / n.normal, n.spin / n.normal};
    const auto p = law::onto_cone<double>(c.cone, weight, x_n, {norm(x_t), norm(x_r), std::abs(x_s)});
    const double change = square(g_n - p.normal) +
                          weight.slide * norm2(across(g.linear, c.normal) - p.factor.slide * x_t) +
                          weight.roll * norm2(across(g.angular, c.normal) - p.factor.roll * x_r) +
                          weight.spin * square(t_n - p.factor.spin * x_s);
    all[i] = std::sqrt(change) * n.normal;
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const Row& r = problem.rows[i];
    const double n = diagonal(problem, r), g = impulses.rows[i];
    if (n > 0.0)
      all[problem.contacts.size() + i] =
          std::abs(g - std::clamp(g - row_velocity(problem, r, v, g) / n, r.low, r.high)) * n;
  }
  return all;
}

Residual residual_of(const std::vector<double>& all) {
  Residual result;
  double sum = 0.0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sum += all[i] * all[i];
    if (result.worst < 0 || all[i] > result.max || std::isnan(all[i]))
      result.max = all[i], result.worst = static_cast<std::int64_t>(i);
  }
  if (!all.empty()) result.rms = std::sqrt(sum / static_cast<double>(all.size()));
  return result;
}

Residual residual(const Problem& problem, const Impulses& impulses, const std::vector<Twist>& v) {
  Residual result = residual_of(residuals(problem, impulses, v));
  result.cone_violation = cone_violation(problem, impulses);
  return result;
}

double cone_violation(const Problem& problem, const Impulses& impulses) {
  double largest = 0.0, outside = 0.0;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& c = problem.contacts[i];
    const Twist& g = impulses.contacts[i];
    const double g_n = dot(g.linear, c.normal);
    largest = std::max(largest, g_n);
    outside = std::max({outside, -g_n, norm(across(g.linear, c.normal)) - c.cone.slide * g_n});
    // Torques are divided by the arm, so that all violations are linear impulses.
    const double arm = std::sqrt(std::max(norm2(c.arm_a), norm2(c.arm_b)));
    if (arm > 0.0)
      outside = std::max({outside, (norm(across(g.angular, c.normal)) - c.cone.roll * g_n) / arm,
                          (std::abs(dot(g.angular, c.normal)) - c.cone.spin * g_n) / arm});
  }
  return largest > 0.0 ? outside / largest : outside;
}

}  // namespace scree::solve
