// A world of spheres with joints, stepped as the nonsmooth stepper does it but without contacts: the rows are solved
// directly, as a small dense system, and solve::residual certifies the answer.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/build.h"
#include "sim/scene.h"
#include "solve/residual.h"
#include "state/pose.h"
#include "step/joints.h"

namespace scree::test {

inline sim::OneSphere ball(const Vec3d& position, double mass = 1.0, double radius = 0.1) {
  sim::OneSphere s;
  s.position = position, s.radius = radius, s.traits.mass = mass;
  return s;
}
inline sim::BodyRef sphere_ref(std::size_t i) { return {sim::BodyRef::Of::spheres, i}; }

inline sim::Scene scene_of(std::vector<sim::OneSphere> spheres) {
  sim::Scene scene;
  scene.stepper = sim::StepperKind::nonsmooth;
  scene.materials.push_back({"stuff", 1000.0});
  scene.spheres = std::move(spheres);
  return scene;
}

/// Gauss with full rows exchanged for the largest pivot; a row that depends on others gets no impulse.
inline std::vector<double> solved(std::vector<std::vector<double>> m, std::vector<double> r) {
  const std::size_t n = r.size();
  std::vector<double> x(n, 0.0);
  double largest = 0.0;
  for (const auto& row : m)
    for (const double v : row) largest = std::max(largest, std::fabs(v));
  std::vector<std::size_t> pivots(n, n);
  std::size_t rank = 0;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t best = rank;
    for (std::size_t i = rank; i < n; ++i)
      if (std::fabs(m[i][c]) > std::fabs(m[best][c])) best = i;
    if (rank == n || std::fabs(m[best][c]) < 1e-12 * largest) continue;
    std::swap(m[best], m[rank]), std::swap(r[best], r[rank]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == rank) continue;
      const double f = m[i][c] / m[rank][c];
      for (std::size_t k = c; k < n; ++k) m[i][k] -= f * m[rank][k];
      r[i] -= f * r[rank];
    }
    pivots[rank++] = c;
  }
  for (std::size_t i = 0; i < rank; ++i) x[pivots[i]] = r[i] / m[i][pivots[i]];
  return x;
}

struct JointWorld {
  state::World world;
  double step;
  std::vector<solve::Row> rows{};
  std::vector<double> impulses{};

  JointWorld(const sim::Scene& scene, double the_step) : world(sim::build_world(scene)), step(the_step) {}

  std::vector<step::RowOwner> make_rows() {
    rows.clear();
    std::vector<step::RowOwner> owners;
    step::add_rows(world, state::SlotOfId(world.bodies), static_cast<std::uint32_t>(world.bodies.size()), step,
                   world.time, rows, owners);
    EXPECT_EQ(rows.size(), owners.size());
    return owners;
  }

  solve::Problem problem() {
    solve::Problem p;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const auto& line = world.bodies.lines[i];
      const double m = line.inverse_mass, j = line.inverse_inertia;
      solve::Body body{{line.velocity(), line.spin()}, {m, m, m}, {j, j, j, 0, 0, 0}};
      if (m > 0.0) body.free.linear += (step * m) * world.bodies.constant_force(i, world.gravity);
      p.bodies.push_back(body);
    }
    p.bodies.push_back({});
    p.rows = rows;
    return p;
  }

  /// Free rows are solved together, limited ones one after the other by projection, in turns until nothing changes. (A
  /// motor and a brake on one motion have no solution without the limits, so that these cannot come second.)
  void solve_rows(const solve::Problem& p) {
    const std::size_t n = rows.size();
    impulses.assign(n, 0.0);
    const auto row_velocities = [&] {
      const auto v = solve::velocities(p, {{}, impulses});
      std::vector<double> u;
      for (std::size_t i = 0; i < n; ++i) u.push_back(solve::row_velocity(p, rows[i], v, impulses[i]));
      return u;
    };
    std::vector<std::size_t> free, limited;
    for (std::size_t i = 0; i < n; ++i) (std::isfinite(rows[i].high) ? limited : free).push_back(i);
    for (int turn = 0; turn < 1000; ++turn) {
      for (const std::size_t i : free) impulses[i] = 0.0;
      const auto base = row_velocities();
      std::vector<std::vector<double>> m(free.size(), std::vector<double>(free.size()));
      std::vector<double> r;
      for (std::size_t k = 0; k < free.size(); ++k) {
        impulses[free[k]] = 1.0;
        const auto u = row_velocities();
        impulses[free[k]] = 0.0;
        for (std::size_t i = 0; i < free.size(); ++i) m[i][k] = u[free[i]] - base[free[i]];
        r.push_back(-base[free[k]]);
      }
      const auto x = solved(m, r);
      for (std::size_t k = 0; k < free.size(); ++k) impulses[free[k]] = x[k];
      bool changed = false;
      for (const std::size_t i : limited) {
        const double before = impulses[i];
        impulses[i] = std::clamp(before - row_velocities()[i] / solve::diagonal(p, rows[i]), rows[i].low, rows[i].high);
        changed = changed || std::fabs(impulses[i] - before) > 1e-15 * rows[i].high;
      }
      if (!changed) return;
    }
  }

  void advance(int steps = 1) {
    for (int s = 0; s < steps; ++s) {
      const auto owners = make_rows();
      const solve::Problem p = problem();
      solve_rows(p);
      const auto v = solve::velocities(p, {{}, impulses});
      double scale = 1.0;
      for (const auto& t : v) scale = std::max({scale, norm(t.linear), norm(t.angular)});
      EXPECT_LT(solve::residual(p, {{}, impulses}, v).max, 1e-11 * scale);
      step::keep_loads(world, owners, rows, impulses, step);
      for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        auto& line = world.bodies.lines[i];
        line.vx = v[i].linear.x, line.vy = v[i].linear.y, line.vz = v[i].linear.z;
        line.wx = v[i].angular.x, line.wy = v[i].angular.y, line.wz = v[i].angular.z;
        line.x += step * line.vx, line.y += step * line.vy, line.z += step * line.vz;
        world.bodies.orientations[i] = state::turned(world.bodies.orientations[i], step * line.spin());
      }
      world.time += step;
    }
  }

  state::BodyLine& line(std::size_t i) { return world.bodies.lines[i]; }
  void set(std::size_t i, const Vec3d& velocity, const Vec3d& spin) {
    line(i).vx = velocity.x, line(i).vy = velocity.y, line(i).vz = velocity.z;
    line(i).wx = spin.x, line(i).wy = spin.y, line(i).wz = spin.z;
  }
  void move(std::size_t i, const Vec3d& by, const Vec3d& turn) {
    line(i).x += by.x, line(i).y += by.y, line(i).z += by.z;
    world.bodies.orientations[i] = state::turned(world.bodies.orientations[i], turn);
  }
  /// Sum of squares of all Psi.
  double drift() {
    make_rows();
    double sum = 0.0;
    for (const auto& row : rows) sum += row.bias * row.bias * step * step;
    return std::sqrt(sum);
  }
  Vec3d momentum() const {
    Vec3d sum;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      sum += world.bodies.mass[i] * world.bodies.lines[i].velocity();
    return sum;
  }
  Vec3d angular_momentum() const {
    Vec3d sum;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const auto& b = world.bodies.lines[i];
      sum += world.bodies.mass[i] * cross(b.position(), b.velocity()) + world.bodies.inertia[i] * b.spin();
    }
    return sum;
  }
};

}  // namespace scree::test
