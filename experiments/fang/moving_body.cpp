#include "experiments/fang/moving_body.h"

#include <stdexcept>

namespace scree::experiments::fang {

MovingBody moving_body(const sim::Simulation& simulation) {
  const sim::Frame frame = simulation.frame();
  if (frame.bodies.size() != 1) throw std::logic_error("the experiment needs exactly one body");
  const sim::BodyView& body = frame.bodies.front();
  MovingBody now;
  now.time = frame.time, now.touches = !frame.contacts.empty();
  now.position = body.position, now.velocity = body.velocity, now.spin = body.spin, now.orientation = body.orientation;
  for (const sim::ContactView& c : frame.contacts) {
    now.normal_force += c.normal_force;
    now.friction += c.friction;
    now.roll_torque += c.roll_torque;
    now.spin_torque += c.spin_torque;
  }
  const auto take = [&](const auto& c) {
    now.stretch = c.stretch, now.roll_stretch = c.roll_stretch, now.spin_angle = c.spin_angle;
    now.slide = c.slide, now.roll = c.roll, now.turn = c.spin;
  };
  if (now.touches) take(frame.contacts.front());
  return now;
}

std::string scene_head(double end, const Vec3d& gravity) {
  return fmt::format(R"(stepper = "symplectic-euler"
gravity = ["{:.17g} m/s^2", "{:.17g} m/s^2", "{:.17g} m/s^2"]
[time]
end = "{:.17g} s"
step = "{:.17g} s"
)",
                     gravity.x, gravity.y, gravity.z, end, k_dt);
}

std::string ground_contact(std::string_view stages) {
  return fmt::format(R"([[material]]
name = "body"
[[material]]
name = "ground"
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "ground"
[[contact]]
between = ["body", "ground"]
kinematics = {{ law = "tracked" }}
{}
)",
                     stages);
}

std::string slide_text(double stiffness, double damping_ratio, std::string_view more) {
  return fmt::format(
      R"(slide = {{ law = "fang-negrut", stiffness = "{:.17g} N/m", static_coefficient = {}, kinetic_coefficient = {}, damping_ratio = {:.17g}{} }}
)",
      stiffness, k_mu_s, k_mu_k, damping_ratio, more);
}

}  // namespace scree::experiments::fang
