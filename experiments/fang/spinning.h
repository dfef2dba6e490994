// A body that spins about the vertical on one contact point until it is at rest: used by sections 4.4 and 4.5.2.
#pragma once

#include "experiments/fang/moving_body.h"

namespace scree::experiments::fang {

struct SpinRun {
  Table table{"", {}};         ///< time, spin, Psi, T_psi
  double slips = k_unset;      ///< time at which the torque first saturates [s]
  double stops = k_unset;      ///< time at which the spin is first zero [s]
  double reverse = 0.0;        ///< largest spin in the opposite direction [rad/s]
  double slope = k_unset;      ///< angular acceleration while it slips [rad/s^2]
  double cap = 0.0;            ///< largest |Psi| [rad]
  double stiffness = k_unset;  ///< |T_psi / Psi| while it slips [N m]
  double torque = k_unset;     ///< |T_psi| while it slips [N m]
  double largest = 0.0;  ///< largest |T_psi| without dashpot: that of the step in which the static cap is reached [N m]
  double turned = 0.0;   ///< angle at the end [rad]
  double last = 0.0;     ///< spin at the end [rad/s]
};

/// The scene needs one body that touches the plane and spins at 1 rad/s.
SpinRun spin_down(const std::string& scene, const std::string& name, double end, const Settings& settings);

/// Three panels: spin over time, its end enlarged, the history Psi.
draw::Chart spin_panel(std::string title, std::string y_label);

}  // namespace scree::experiments::fang
