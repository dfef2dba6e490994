#include "contact/observe.h"

#include <algorithm>

#include "contact/contacts.h"
#include "contact/with_law.h"

namespace scree::contact {
namespace {

using law::kinematics::Rate;

law::Motion<double> motion_over(const Rate::Rates<double>& r, double step) {
  return {r.separation, step * r.separation, r.slide, step * r.slide, r.roll, step * r.roll, r.spin, step * r.spin, step};
}

/// Run one friction stage twice on copies of its history: as it is now, and as it would be after one more step.
template <class Laws, class Put>
Mode look_at(const PreparedStage& stage, const double* numbers, const law::Touch<double>& touch, const Rate::Rates<double>& rates,
             const law::Pressed<double>& pressed, double step, bool moves, Put put) {
  Mode mode = Mode::none;
  with_law(Laws{}, stage, [&]<class Law>(const typename Law::Constants& constants) {
    auto now = history_of<Law>(stage, numbers), later = now;
    put(Law::respond(constants, touch, motion_over(rates, 0.0), pressed, now));
    const auto next = Law::respond(constants, touch, motion_over(rates, step), pressed, later);
    const bool slips = Law::template History<double>::size > 0 ? next.lost != 0.0 : moves;  // a law without a spring never sticks in motion
    mode = slips ? Mode::slip : Mode::stick;
  });
  return mode;
}

}  // namespace

shape::Meeting<double> Contacts::meeting_of(const state::World& world, const Run& run, std::uint32_t pair, Vec3d& branch) const {
  const state::BodyLine& a = world.bodies.lines[run.a[pair]];
  if (run.kind == shape::Kind::sphere_plane) {
    const state::Wall& wall = world.walls[run.b[pair]];
    const double height = dot(a.position() - wall.point, wall.normal);
    branch = height * wall.normal;
    return shape::sphere_meets_plane(height, wall.normal, a.radius, a.inverse_mass);
  }
  const state::BodyLine& b = world.bodies.lines[run.b[pair]];
  const auto s = state::image_shift(run.image[pair]);
  branch = a.position() - b.position() + Vec3d{s[0] * world.cell.length.x, s[1] * world.cell.length.y, s[2] * world.cell.length.z};
  return shape::spheres_meet(branch, a.radius, b.radius, a.inverse_mass, b.inverse_mass);
}

Observed Contacts::observed(const state::World& world, const Run& run, std::uint32_t contact, double step) const {
  const std::uint32_t pair = run.touching[contact];
  const PreparedModel& model = table_.models[run.model];
  Observed o;
  o.a = run.a[pair], o.b = run.b[pair], o.plane = run.kind == shape::Kind::sphere_plane, o.model = run.model;
  const auto meeting = meeting_of(world, run, pair, o.branch);
  const law::Touch<double>& touch = meeting.touch;
  o.normal = touch.normal, o.overlap = touch.overlap, o.smaller_radius = touch.smaller_radius;

  const state::BodyLine& a = world.bodies.lines[o.a];
  Rate::Velocities<double> v{a.velocity(), a.spin(), {}};
  if (o.plane)
    v.apart -= world.walls[o.b].velocity;
  else
    v.apart -= world.bodies.lines[o.b].velocity(), v.spin_b = world.bodies.lines[o.b].spin();
  Rate::Rates<double> rates{};
  with_law(law::Kinematics{}, model.kinematics, [&]<class Law>(const typename Law::Constants& c) {
    const auto arm = [&](double slip, double force) { return neg_mul_add(c.contact_share, slip - force, slip); };
    rates = Law::rates(touch.normal, arm(meeting.slip_arm_a, meeting.force_arm_a), arm(meeting.slip_arm_b, meeting.force_arm_b), touch.radius, v);
  });

  law::Pressed<double> pressed{};
  with_law(law::Normals{}, model.normal, [&]<class Law>(const typename Law::Constants& c) { pressed = Law::respond(c, touch, motion_over(rates, 0.0)); });
  o.normal_force = pressed.force;

  double numbers[k_most_history];
  for (int k = 0; k < model.history_size; ++k) numbers[k] = run.history[static_cast<std::size_t>(k) * run.stride + contact];
  o.slide = look_at<law::Slides>(model.slide, numbers, touch, rates, pressed, step, norm2(rates.slide) > 0.0, [&](const auto& r) { o.friction = r.force; });
  o.roll = look_at<law::Rolls>(model.roll, numbers, touch, rates, pressed, step, norm2(rates.roll) > 0.0, [&](const auto& r) {
    if constexpr (requires { r.torque_a; }) o.roll_torque = r.torque_a;
    else o.roll_torque = r.torque;
  });
  o.spin = look_at<law::Spins>(model.spin, numbers, touch, rates, pressed, step, rates.spin != 0.0, [&](const auto& r) { o.spin_torque = r.torque; });
  return o;
}

void Contacts::observe(const state::World& world, double step, const std::function<void(const Observed&)>& see) const {
  for (const Block& block : blocks_)
    for (const Run& run : block.runs)
      for (std::uint32_t i = 0; i < run.touching.size(); ++i)
        if (!std::binary_search(run.ended.begin(), run.ended.end(), i)) see(observed(world, run, i, step));
}

}  // namespace scree::contact
