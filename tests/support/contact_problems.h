// Cone complementarity problems for tests: spheres over planes after one step, and problems with everything random.
#pragma once

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/rotation.h"
#include "solve/problem.h"
#include "support/scenes.h"

namespace scree::test {

struct Ball {
  double mass = 1.0, radius = 0.1, moment = 0.004;
  Vec3d position{}, velocity{}, spin{};
};
inline Ball solid_ball(double radius, double density, const Vec3d& position, const Vec3d& velocity = {},
                       const Vec3d& spin = {}) {
  const double mass = density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  return {mass, radius, 0.4 * mass * radius * radius, position, velocity, spin};
}
struct Wall {
  Vec3d point{}, normal{0, 0, 1};
};
struct Step {
  double step = 0.01;          ///< [s]
  Vec3d gravity{0, 0, -9.81};  ///< [m/s^2]
  law::Cone<double> cone{0.5, 0, 0};
  double envelope = 1e-3;  ///< pairs with a smaller gap become contacts [m]
};

/// One step of balls over walls: the balls first, then one fixed body for all walls. [docs/specs/tasora.md, 1.3]
inline solve::Problem step_problem(const std::vector<Ball>& balls, const std::vector<Wall>& walls, const Step& s) {
  solve::Problem problem;
  for (const Ball& ball : balls) {
    const double m = 1.0 / ball.mass, j = 1.0 / ball.moment;
    problem.bodies.push_back({{ball.velocity + s.step * s.gravity, ball.spin}, {m, m, m}, {j, j, j, 0, 0, 0}});
  }
  const auto fixed = static_cast<std::uint32_t>(balls.size());
  problem.bodies.push_back({});
  const auto geometry = [&](std::uint32_t a, std::uint32_t b, const Vec3d& normal, const Vec3d& arm_b, double gap) {
    if (gap >= s.envelope) return;
    solve::Contact c;
    c.a = a, c.b = b, c.normal = normal, c.arm_a = -balls[a].radius * normal, c.arm_b = arm_b, c.bias = gap / s.step,
    c.cone = s.cone;
    problem.contacts.push_back(c);
  };
  for (std::uint32_t a = 0; a < fixed; ++a) {
    for (std::uint32_t b = a + 1; b < fixed; ++b) {
      const Vec3d apart = balls[a].position - balls[b].position;
      const double reach = balls[a].radius + balls[b].radius + s.envelope, distance2 = norm2(apart);
      if (distance2 >= reach * reach) continue;
      const double distance = std::sqrt(distance2);
      const Vec3d normal = (1.0 / distance) * apart;
      geometry(a, b, normal, balls[b].radius * normal, distance - balls[a].radius - balls[b].radius);
    }
    for (const Wall& wall : walls)
      geometry(a, fixed, wall.normal, {}, dot(balls[a].position - wall.point, wall.normal) - balls[a].radius);
  }
  return problem;
}

/// Ten equal balls on top of one another, just touching, at rest.
inline std::vector<Ball> stack_of_ten() {
  std::vector<Ball> balls;
  for (int i = 0; i < 10; ++i) balls.push_back(solid_ball(0.05, 2000.0, {0, 0, 0.05 + 0.1 * i}));
  return balls;
}

/// Balls on a jittered dense lattice over a floor, some overlapping a little, some apart, all moving.
inline solve::Problem random_pile(std::uint64_t seed, int a_side, const law::Cone<double>& cone) {
  Random random(seed, 77);
  const double r = 0.02;
  std::vector<Ball> balls;
  for (int k = 0; k < a_side; ++k)
    for (int j = 0; j < a_side; ++j)
      for (int i = 0; i < a_side; ++i) {
        const Vec3d at{2 * r * (i + 0.5 * (k % 2)), 2 * r * (j + 0.5 * (k % 2)), r + 1.4 * r * k};
        balls.push_back(solid_ball(random.uniform(0.98, 1.0) * r, 2000.0, at + vector(random, 0.01 * r),
                                   vector(random, 0.1), vector(random, 2.0)));
      }
  return step_problem(balls, {{}}, {.step = 0.005, .cone = cone, .envelope = 0.1 * r});
}

inline Symmetric random_inverse_inertia(Random& random, double size) {
  const Vec3d x = direction(random), y = direction(random), z = direction(random);
  Symmetric m{};
  for (const Vec3d& e : {x, y, z}) {
    const double s = size * random.uniform(0.2, 1.0);
    m[0] += s * e.x * e.x, m[1] += s * e.y * e.y, m[2] += s * e.z * e.z, m[3] += s * e.x * e.y, m[4] += s * e.x * e.z,
        m[5] += s * e.y * e.z;
  }
  return m;
}

/// Everything a problem may have: bodies of any inertia, a fixed one that moves, compliant contacts, coefficients of
/// zero, rows with and without limits. Impulses are random, too: no solution.
struct RandomProblem {
  solve::Problem problem;
  solve::Impulses impulses;
};
inline RandomProblem random_problem(std::uint64_t seed, std::uint32_t bodies = 6, int contacts = 12, int rows = 3) {
  Random random(seed, 5);
  RandomProblem result;
  solve::Problem& p = result.problem;
  for (std::uint32_t k = 0; k < bodies; ++k) {
    const double m = random.uniform(0.5, 2.0);
    p.bodies.push_back({{vector(random, 1.0), vector(random, 3.0)}, {m, m, m}, random_inverse_inertia(random, 10.0)});
  }
  p.bodies.push_back({{vector(random, 0.1), vector(random, 0.1)}, {}, {}});
  const auto pick = [&](std::uint32_t largest) { return static_cast<std::uint32_t>(random.uniform(0.0, largest)); };
  const auto coefficient = [&](double largest) { return random.uniform() < 0.25 ? 0.0 : random.uniform(0.0, largest); };
  for (int i = 0; i < contacts; ++i) {
    solve::Contact c;
    c.a = pick(bodies);
    do c.b = pick(bodies + 1);
    while (c.b == c.a);
    c.normal = direction(random), c.arm_a = vector(random, 0.3), c.arm_b = vector(random, 0.3);
    c.bias = random.uniform(-0.5, 1.0);
    c.cone = {coefficient(1.0), coefficient(0.1), coefficient(0.1)};
    if (i % 3 == 0) c.compliance = random.uniform(0.0, 0.1), c.slide_compliance = random.uniform(0.0, 0.1);
    p.contacts.push_back(c);
    result.impulses.contacts.push_back({vector(random, 1.0), vector(random, 0.1)});
  }
  for (int i = 0; i < rows; ++i) {
    solve::Row r;
    r.a = pick(bodies);
    do r.b = pick(bodies + 1);
    while (r.b == r.a);
    r.linear = direction(random), r.angular_a = vector(random, 0.3), r.angular_b = vector(random, 0.3);
    r.bias = random.uniform(-0.5, 0.5);
    if (i % 2 == 0) r.low = -0.1, r.high = 0.2;
    if (i % 3 == 0) r.compliance = 0.05;
    p.rows.push_back(r);
    result.impulses.rows.push_back(random.uniform(-0.5, 0.5));
  }
  return result;
}

/// Numbers of a table with one line of names; words become NaN.
inline std::vector<std::vector<double>> numbers_of_csv(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error(path + " is not there");
  std::vector<std::vector<double>> rows;
  std::string line, word;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    rows.emplace_back();
    while (std::getline(words, word, ',')) {
      char* end = nullptr;
      const double value = std::strtod(word.c_str(), &end);
      rows.back().push_back(end == word.c_str() ? std::nan("") : value);
    }
  }
  return rows;
}

}  // namespace scree::test
