#include "solve/groups.h"

#include <omp.h>

#include "solve/residual.h"

namespace scree::solve {
namespace {

void put(const Vec3d& v, double (&columns)[3][k_group], int lane) {
  for (int k = 0; k < 3; ++k) columns[k][lane] = v.*k_axes[k];
}
Vec3d vector_of(const double (&columns)[3][k_group], int lane) {
  return {columns[0][lane], columns[1][lane], columns[2][lane]};
}

/// A padding lane: a contact between fixed bodies that always opens, so its impulse is zero.
void put_padding(Group& g, int lane, std::uint32_t fixed) {
  put({0, 0, 1}, g.normal, lane), put({}, g.arm_a, lane), put({}, g.arm_b, lane);
  g.radius_a[lane] = g.radius_b[lane] = 0.0;
  g.bias[lane] = 1.0, g.stiff[lane] = 1.0, g.a[lane] = g.b[lane] = fixed;
  for (auto& s : g.step) s[lane] = 1.0;
  for (int k = 0; k < 3; ++k) g.weight[k][lane] = 1.0, g.cone[k][lane] = 0.0;
  g.compliance[0][lane] = g.compliance[1][lane] = 0.0;
}

void put_contact(Group& g, int lane, const Contact& c, const Diagonal& n) {
  put(c.normal, g.normal, lane), put(c.arm_a, g.arm_a, lane), put(c.arm_b, g.arm_b, lane);
  g.radius_a[lane] = -dot(c.arm_a, c.normal), g.radius_b[lane] = dot(c.arm_b, c.normal);
  g.bias[lane] = c.bias, g.stiff[lane] = n.normal, g.a[lane] = c.a, g.b[lane] = c.b;
  g.step[0][lane] = 1.0 / n.normal, g.step[1][lane] = 1.0 / n.slide, g.step[2][lane] = 1.0 / n.roll,
  g.step[3][lane] = 1.0 / n.spin;
  g.weight[0][lane] = n.slide / n.normal, g.weight[1][lane] = n.roll / n.normal, g.weight[2][lane] = n.spin / n.normal;
  g.cone[0][lane] = c.cone.slide, g.cone[1][lane] = c.cone.roll, g.cone[2][lane] = c.cone.spin;
  g.compliance[0][lane] = c.compliance, g.compliance[1][lane] = c.slide_compliance;
}

/// Are both arms along the normal, within the rounding of the normal?
bool is_round(const Contact& c) {
  constexpr double k_rounding = 1e-15;
  const auto off = [&](const Vec3d& arm) {
    return norm2(sub_scaled(arm, dot(arm, c.normal), c.normal)) > k_rounding * k_rounding * norm2(arm);
  };
  return !off(c.arm_a) && !off(c.arm_b);
}

}  // namespace

Groups::Groups(const Problem& problem) : contacts(problem.contacts.size()), groups((contacts + k_group - 1) / k_group) {
  const std::size_t n = problem.bodies.size();
  const auto fixed = static_cast<std::uint32_t>(n);
#pragma omp parallel for schedule(static) if (contacts > 1000)
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (int lane = 0; lane < k_group; ++lane) {
      const std::size_t i = g * k_group + static_cast<std::size_t>(lane);
      const Diagonal d = i < contacts ? diagonal(problem, problem.contacts[i]) : Diagonal{};
      if (d.normal > 0.0)
        put_contact(groups[g], lane, problem.contacts[i], d);
      else
        put_padding(groups[g], lane, fixed);
    }
  for (const Contact& c : problem.contacts)
    soft = soft || c.compliance > 0.0 || c.slide_compliance > 0.0, round = round && is_round(c);
  for (const Row& r : problem.rows) {
    const double d = diagonal(problem, r);
    rows.push_back({r, d, d > 0.0 ? 1.0 / d : 0.0});
  }
  free.resize(n + 1), inverse.resize(n + 1);
  bool diagonals = true;
  for (std::size_t i = 0; i < n; ++i) {
    const Body& body = problem.bodies[i];
    const Symmetric& m = body.inverse_inertia;
    free[i] = {{body.free.linear.x, body.free.linear.y, body.free.linear.z, 0.0, body.free.angular.x,
                body.free.angular.y, body.free.angular.z, 0.0}};
    inverse[i] = {{body.inverse_mass.x, body.inverse_mass.y, body.inverse_mass.z, 0.0, m[0], m[1], m[2], 0.0}};
    diagonals = diagonals && m[3] == 0.0 && m[4] == 0.0 && m[5] == 0.0;
  }
  if (!diagonals) {
    matrix.resize(n + 1);
    for (std::size_t i = 0; i < n; ++i) matrix[i] = problem.bodies[i].inverse_inertia;
  }
  // Sort the lines by body: count them, then fill in the order of contacts, then of rows.
  first.assign(n + 2, 0);
  std::vector<char> moves(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) moves[i] = !problem.bodies[i].is_fixed();
  const auto each = [&](auto f) {
    for (std::size_t i = 0; i < contacts; ++i) {
      const Group& g = groups[i / k_group];
      f(g.a[i % k_group], line_of_a(i)), f(g.b[i % k_group], line_of_b(i));
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
      f(rows[i].row.a, line_of_row(i)), f(rows[i].row.b, line_of_row(i) + 1);
  };
  each([&](std::uint32_t body, std::uint32_t) { first[body + 1] += moves[body]; });
  for (std::size_t i = 0; i <= n; ++i) first[i + 1] += first[i];
  line.resize(first.back());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  each([&](std::uint32_t body, std::uint32_t l) {
    if (moves[body]) line[next[body]++] = l;
  });
}

int Groups::team() const {
  constexpr std::size_t k_min_contacts_for_threads = 1000;
  return contacts < k_min_contacts_for_threads ? 1 : omp_get_max_threads();
}

void Groups::pack(const Impulses& impulses, state::Column<ImpulseGroup>& out, std::vector<double>& rows_out) const {
  out.assign(groups.size(), {});
  for (std::size_t i = 0; i < impulses.contacts.size() && i < contacts; ++i) {
    const int lane = static_cast<int>(i % k_group);
    put(impulses.contacts[i].linear, out[i / k_group].force, lane),
        put(impulses.contacts[i].angular, out[i / k_group].torque, lane);
  }
  rows_out = impulses.rows;
  rows_out.resize(rows.size(), 0.0);
}

void Groups::unpack(const state::Column<ImpulseGroup>& in, const std::vector<double>& rows_in, Impulses& out) const {
  out.contacts.resize(contacts);
  for (std::size_t i = 0; i < contacts; ++i) {
    const int lane = static_cast<int>(i % k_group);
    out.contacts[i] = {vector_of(in[i / k_group].force, lane), vector_of(in[i / k_group].torque, lane)};
  }
  out.rows = rows_in;
}

}  // namespace scree::solve
