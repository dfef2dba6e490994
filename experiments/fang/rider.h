// One body on one plane, looked at step by step: what the experiments of sections 4.1 to 4.5 record.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "experiments/fang/fang.h"
#include "experiments/work.h"

namespace scree::experiments::fang {

/// The body and its contact now. A brick stands on several corners: its loads are their sums, its stretches and modes
/// those of the first.
struct Rider {
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
Rider rider(const sim::Simulation& simulation);

/// What every scene of these experiments begins with: the paper's integrator and step, and gravity [m/s^2].
std::string scene_head(double end, const Vec3d& gravity);
/// A contact between the materials "body" and "ground", which are declared too; and the plane z = 0.
std::string ground_contact(std::string_view stages);

inline std::string exact(double value) { return fmt::format("{:.17g}", value); }

/// `slide = ...` of the model, with the damping as a share of 2 sqrt(m K_E).
std::string slide_words(double stiffness, double damping_ratio, std::string_view more = "");

}  // namespace scree::experiments::fang
