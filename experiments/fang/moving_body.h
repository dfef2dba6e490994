// One body on one plane, recorded in every step: used by the experiments of sections 4.1 to 4.5.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "experiments/fang/fang.h"
#include "experiments/work.h"

namespace scree::experiments::fang {

/// The current state of the body and its contact. A brick has contacts at several corners: loads are sums over the
/// corners, stretches and modes are those of the first corner.
struct MovingBody {
  double time = 0.0;
  bool touches = false;
  Vec3d position, velocity, spin;
  state::Orientation orientation{1, 0, 0, 0};
  double normal_force = 0.0;
  Vec3d friction, roll_torque;  ///< on the body, dashpots included
  double spin_torque = 0.0;
  Vec3d stretch, roll_stretch;  ///< [m], [rad]
  double spin_angle = 0.0;      ///< [rad]
  sim::Mode slide = sim::Mode::none, roll = sim::Mode::none, turn = sim::Mode::none;
};
MovingBody moving_body(const sim::Simulation& simulation);

/// The first part of every scene of these experiments: integrator and step of the paper, and gravity [m/s^2].
std::string scene_head(double end, const Vec3d& gravity);
/// The materials "body" and "ground" with the contact between them, and the plane z = 0.
std::string ground_contact(std::string_view stages);

inline std::string exact(double value) { return fmt::format("{:.17g}", value); }

/// The entry `slide = ...` of the model; the damping is given as a fraction of 2 sqrt(m K_E).
std::string slide_text(double stiffness, double damping_ratio, std::string_view more = "");

}  // namespace scree::experiments::fang
