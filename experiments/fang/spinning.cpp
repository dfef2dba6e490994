#include "experiments/fang/spinning.h"

#include <cmath>

namespace scree::experiments::fang {

SpinRun spin_down(const std::string& scene, const std::string& name, double end, const Settings& settings) {
  sim::Simulation simulation = simulation_of(scene, name, settings);
  SpinRun run;
  run.table = Table(name, {"time [s]", "spin [rad/s]", "Psi [rad]", "T_psi [N m]"});
  double slip_spin = k_unset, slip_time = k_unset;  // start of the interval in which the slope is measured
  for (std::int64_t i = 0; i < std::llround(end / k_dt); ++i) {
    simulation.advance(1);
    const MovingBody now = moving_body(simulation);
    const double w = now.spin.z;
    run.table.row({now.time, w, now.spin_angle, now.spin_torque});
    run.turned += k_dt * w;
    run.cap = std::max(run.cap, std::abs(now.spin_angle));
    if (now.turn == sim::Mode::slip) {
      run.largest = std::max(run.largest, std::abs(now.spin_torque));
      if (!is_set(run.slips)) run.slips = now.time;
      // after the step at the static cap
      else if (!is_set(slip_time) && now.time > run.slips + 1.5 * k_dt)
        slip_time = now.time, slip_spin = w;
      else if (is_set(slip_time) && w > 0.01) {
        run.slope = (w - slip_spin) / (now.time - slip_time);
        run.torque = std::abs(now.spin_torque);
        run.stiffness = std::abs(now.spin_torque / now.spin_angle);
      }
    }
    if (!is_set(run.stops) && w <= 0.0) run.stops = now.time;
    run.reverse = std::max(run.reverse, -w);
    run.last = w;
  }
  return run;
}

draw::Chart spin_panel(std::string title, std::string y_label) {
  return {.title = std::move(title), .x_label = "time [s]", .y_label = std::move(y_label), .width = 560, .height = 380};
}

}  // namespace scree::experiments::fang
