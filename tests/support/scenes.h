// Small scenes and numbers that many tests share.
#pragma once

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include "base/random.h"
#include "sim/simulation.h"

namespace scree::test {

inline constexpr double k_eps = std::numeric_limits<double>::epsilon();

/// A point on the unit sphere.
inline Vec3d direction(Random& random) {
  Vec3d v;
  do {
    v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  } while (norm2(v) > 1.0 || norm2(v) < 0.01);
  return (1.0 / norm(v)) * v;
}
inline Vec3d vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
/// Uniform in the logarithm.
inline double log_uniform(Random& random, double low, double high) {
  return low * std::exp(random.uniform() * std::log(high / low));
}

/// One material "grain" of the given density, with one contact rule.
inline sim::Scene scene_with(const law::Model& model, double step, double density = 1000.0) {
  sim::Scene scene;
  scene.time.step = step;
  scene.materials.push_back({"grain", density});
  scene.contacts.push_back({0, 0, model});
  return scene;
}

inline sim::OneSphere sphere(const Vec3d& position, double radius, const Vec3d& velocity = {}, const Vec3d& spin = {}) {
  sim::OneSphere one;
  one.position = position, one.radius = radius;
  one.traits.velocity = velocity, one.traits.spin = spin;
  return one;
}

inline sim::Plane floor_plane(double height = 0.0) {
  sim::Plane plane;
  plane.point = {0, 0, height};
  return plane;
}

/// Six planes that look inwards.
inline void add_container(sim::Scene& scene, const sim::Box& box, int material = 0) {
  const auto put = [&](const Vec3d& point, const Vec3d& normal) {
    sim::Plane plane;
    plane.point = point, plane.normal = normal, plane.material = material;
    scene.planes.push_back(plane);
  };
  put(box.low, {1, 0, 0}), put(box.low, {0, 1, 0}), put(box.low, {0, 0, 1});
  put(box.high, {-1, 0, 0}), put(box.high, {0, -1, 0}), put(box.high, {0, 0, -1});
}

/// Elastic spring along the normal, with a choice of restitution; nothing else.
inline law::Model frictionless(double stiffness, double restitution = 1.0) {
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = stiffness, .restitution = restitution};
  return model;
}

/// All four stages with springs; lengths of the limits in units of the arm.
struct AllStages {
  double stiffness = 1e4, restitution = 0.6, mu = 0.5, roll = 0.1, spin = 0.1, radius = 0.01;
  int slip_arm = law::kinematics::contact;
};
inline law::Model all_stages(const AllStages& s) {
  law::Model model = frictionless(s.stiffness, s.restitution);
  model.kinematics = law::kinematics::Rate::Params{.slip_arm = s.slip_arm};
  model.slide = law::slide::CoulombSpring::Params{
      .stiffness = 2.0 / 7.0 * s.stiffness, .coefficient = s.mu, .damping_of_normal = 0.5};
  const double mass = 1000.0 * 4.0 / 3.0 * 3.1416 * s.radius * s.radius * s.radius;
  const double dashpot = 0.2 * std::sqrt(s.stiffness * mass);
  model.roll = law::roll::Spring::Params{
      .stiffness = 0.3 * s.stiffness, .damping = dashpot, .coefficient = s.roll, .arm = law::effective_radius};
  model.spin = law::spin::Spring::Params{.stiffness = 0.1 * s.stiffness * s.radius * s.radius,
                                         .damping = 0.1 * dashpot * s.radius * s.radius,
                                         .coefficient = s.spin,
                                         .arm = law::smaller_radius};
  return model;
}

/// Mass and inertia of a solid ball.
inline double ball_mass(double radius, double density = 1000.0) {
  return 4.0 / 3.0 * 3.14159265358979323846 * density * radius * radius * radius;
}
inline double ball_inertia(double mass, double radius) { return 0.4 * mass * radius * radius; }

/// Advance until a given time, to the nearest step.
inline void run_to(sim::Simulation& run, double time) {
  const auto steps = std::llround((time - run.time()) / run.step());
  if (steps > 0) run.advance(steps);
}

}  // namespace scree::test
