// Scenes of a few rigid bodies for the nonsmooth stepper, from text, read as the scene files of users are.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "io/scene/scene_reader.h"
#include "sim/simulation.h"

namespace scree::test {

/// One material "stone" with one contact rule, and steps that are solved to near rounding.
struct RigidScene {
  double step = 1e-3;                       ///< [s]
  double mu = 0.0, rho = 0.0, sigma = 0.0;  ///< rho and sigma are lengths [m]
  double kinetic_fraction = 1.0;            ///< of the slide's coefficient
  double restitution = 0.0;
  Vec3d gravity{0, 0, -9.8};
  double tolerance = 1e-12;  ///< [m/s]
  std::string_view solver = "newton";
  bool floor = true;  ///< the plane z = 0
  std::string_view friction = "one";
  double envelope = 0.05;  ///< of the smaller radius
};

/// Gravity of 9.8 m/s^2 in the frame of an incline that descends along +x.
inline Vec3d tilted_gravity(double tangent) {
  const double g = 9.8, cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
  return {g * tangent * cosine, 0, -g * cosine};
}

inline std::string vector_text(const Vec3d& v, std::string_view unit) {
  return fmt::format("[\"{:.17g} {}\", \"{:.17g} {}\", \"{:.17g} {}\"]", v.x, unit, v.y, unit, v.z, unit);
}

inline std::string head(const RigidScene& s) {
  std::string text = fmt::format(R"(
stepper = "nonsmooth"
gravity = {}
[time]
end = "100 s"
step = "{:.17g} s"
[nonsmooth]
solver = "{}"
tolerance = "{:.17g} m/s"
friction = "{}"
envelope = {}
[[material]]
name = "stone"
density = "1000 kg/m^3"
[[contact]]
between = ["stone", "stone"]
normal = {{ law = "rigid", restitution = {} }}
slide = {{ law = "coulomb", coefficient = {}, kinetic_share = {} }}
)",
                                 vector_text(s.gravity, "m/s^2"), s.step, s.solver, s.tolerance, s.friction, s.envelope,
                                 s.restitution, s.mu, s.kinetic_fraction);
  if (s.rho > 0.0) text += fmt::format("roll = {{ law = \"coulomb\", length = \"{:.17g} m\" }}\n", s.rho);
  if (s.sigma > 0.0) text += fmt::format("spin = {{ law = \"coulomb\", length = \"{:.17g} m\" }}\n", s.sigma);
  if (s.floor) text += "[[plane]]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\nmaterial = \"stone\"\n";
  return text;
}

struct RigidBall {
  Vec3d position{}, velocity{}, spin{};
  double radius = 0.1, mass = 1.0;
  double inertia = 0.0;  ///< 0: 2/5 m R^2
  Vec3d force{};
  std::string more{};  ///< further lines, such as locks
};

inline std::string ball_text(const RigidBall& b) {
  const double inertia = b.inertia > 0.0 ? b.inertia : 0.4 * b.mass * b.radius * b.radius;
  return fmt::format(
      "[[sphere]]\nposition = {}\nradius = \"{:.17g} m\"\nmass = \"{:.17g} kg\"\ninertia = \"{:.17g} kg "
      "m^2\"\nvelocity = {}\nspin = {}\nforce = {}\nmaterial = \"stone\"\n{}\n",
      vector_text(b.position, "m"), b.radius, b.mass, inertia, vector_text(b.velocity, "m/s"),
      vector_text(b.spin, "rad/s"), vector_text(b.force, "N"), b.more);
}

inline sim::Simulation started(const std::string& text) {
  const io::ReadResult read = io::read_scene_text(text, "test", {});
  if (!read.scene) throw std::runtime_error(read.problems.text());
  return sim::Simulation(*read.scene);
}

inline sim::BodyView only_body(const sim::Simulation& run) { return run.bodies().front(); }

}  // namespace scree::test
