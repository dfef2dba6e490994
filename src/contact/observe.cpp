#include "contact/observe.h"

#include <cmath>

#include "contact/contacts.h"
#include "contact/with_law.h"

namespace scree::contact {
namespace {

using law::kinematics::Increment;
using law::kinematics::Rate;
using law::kinematics::Tracked;

/// All rates of one contact at this moment.
struct Rates : Rate::Rates<double> {
  Vec3d path_a, path_b;  ///< of the contact point over the surfaces [m/s]
};
/// The overlap stays as it is: what slipping takes shall not be mixed with what a growing patch gives.
law::Motion<double> motion_over(const Rates& r, double step) {
  return {r.separation, 0.0, r.slide, step * r.slide, r.roll, step * r.roll, r.spin, step * r.spin, step,
          step * r.path_a, step * r.path_b, r.path_a, r.path_b};
}

/// A law whose stiffness follows the patch books losses as differences of energies, which in stick leave rounding.
constexpr double k_no_loss = 1e-12;  // of what is stored
/// Run one friction stage on a copy of its history as it is now, and, to tell stick from slip, on one that goes on for a step.
template <class Laws, class Put>
Mode look_at(const PreparedStage& stage, const double* numbers, const law::Touch<double>& touch, const Rates& rates,
             const law::Pressed<double>& pressed, double step, bool moves, Put put) {
  Mode mode = Mode::none;
  with_law(Laws{}, stage, [&]<class Law>(const typename Law::Constants& constants) {
    auto now = history_of<Law>(stage, numbers), later = now;
    const auto load = Law::respond(constants, touch, motion_over(rates, 0.0), pressed, now);
    put(load, Law::spring(constants, now));
    mode = Law::mode(later);
    if (mode == Mode::none) {  // the history does not say it: would the load be capped in one more step?
      const auto next = Law::respond(constants, touch, motion_over(rates, step), pressed, later);
      const bool slips = stage.history_size > 0 ? std::abs(next.lost) > k_no_loss * next.stored
                                                : moves;  // a law without a spring never sticks in motion
      mode = slips ? Mode::slip : Mode::stick;
    }
  });
  return mode;
}

}  // namespace

ShapedMeeting Contacts::meeting_of(const Scenery& world, const Run& run, std::uint32_t contact) const {
  const std::uint32_t pair = run.touching[contact];
  const std::uint32_t slot_a = run.a[pair], slot_b = run.b[pair];
  if (shape::is_shaped(run.kind)) {
    const double* normal = run.history.data() + static_cast<std::size_t>(table_.models[run.model].kinematics.history_first) * run.stride + contact;
    return shaped_meeting(world, run.kind, slot_a, slot_b, run.image[pair], {normal[0], normal[run.stride], normal[2 * run.stride]});
  }
  ShapedMeeting m;
  const state::BodyLine& a = world.bodies[slot_a];
  if (run.at_plane()) {
    const WallLine& wall = world.walls[slot_b];
    const Vec3d normal{wall.nx, wall.ny, wall.nz};
    const double height = dot(a.position() - Vec3d{wall.px, wall.py, wall.pz}, normal);
    m.branch = height * normal;
    m.meeting = shape::sphere_meets_plane(height, normal, a.radius, a.inverse_mass);
    m.arm_a = -a.radius * normal;
    return m;
  }
  const state::BodyLine& b = world.bodies[slot_b];
  const double* shift = world.shifts[run.image[pair]];
  m.branch = a.position() - b.position() + Vec3d{shift[0], shift[1], shift[2]};
  m.meeting = shape::spheres_meet(m.branch, a.radius, b.radius, a.inverse_mass, b.inverse_mass);
  m.arm_a = -a.radius * m.meeting.touch.normal, m.arm_b = b.radius * m.meeting.touch.normal;
  return m;
}

Observed Contacts::observed(const Scenery& world, const Run& run, std::uint32_t contact, double step) const {
  const std::uint32_t pair = run.touching[contact];
  const PreparedModel& model = table_.models[run.model];
  Observed o;
  o.a = run.a[pair], o.b = run.b[pair], o.plane = run.at_plane(), o.model = run.model;
  const ShapedMeeting m = meeting_of(world, run, contact);
  law::Touch<double> touch = m.meeting.touch;
  o.branch = m.branch, o.normal = touch.normal, o.overlap = touch.overlap, o.smaller_radius = touch.smaller_radius;
  double numbers[k_most_history];
  for (int k = 0; k < model.history_size; ++k) numbers[k] = run.history[static_cast<std::size_t>(k) * run.stride + contact];

  const state::BodyLine& a = world.bodies[o.a];
  const state::BodyLine* b = o.plane ? nullptr : &world.bodies[o.b];
  Rate::Velocities<double> v{a.velocity(), a.spin(), {}};
  if (b)
    v.apart -= b->velocity(), v.spin_b = b->spin(), v.apart += world.strain_rate ? world.strain_rate->linear(m.branch) : Vec3d{};
  else
    v.apart -= Vec3d{world.walls[o.b].vx, world.walls[o.b].vy, world.walls[o.b].vz};
  const bool shaped = shape::is_shaped(run.kind);
  Rates rates{};
  with_law(law::Kinematics{}, model.kinematics, [&]<class Law>(const typename Law::Constants& c) {
    double share = 0.0;  // how much of the slip arm is that of the force
    if constexpr (std::is_same_v<Law, Rate> || std::is_same_v<Law, Increment>) share = c.contact_share;
    if constexpr (std::is_same_v<Law, Tracked>) {
      if (shaped) {
        add_tracked_touch(world, run.kind, o.a, o.b, c, numbers + model.kinematics.history_first, touch);
      } else {
        touch.curvature_a = 1.0 / a.radius, touch.curvature_b = b ? 1.0 / b->radius : 0.0;
        touch.pair_mass = Tracked::of_pair(c, a.inverse_mass, b ? b->inverse_mass : 0.0);
        touch.roll_inertia = touch.spin_inertia = Tracked::of_pair(c, a.inverse_inertia, b ? b->inverse_inertia : 0.0);
      }
    }
    const auto arm = [&](double slip, double force) { return neg_mul_add(share, slip - force, slip); };
    static_cast<Rate::Rates<double>&>(rates) = Rate::rates(touch.normal, arm(m.meeting.slip_arm_a, m.meeting.force_arm_a), arm(m.meeting.slip_arm_b, m.meeting.force_arm_b), touch.radius, v);
  });
  if (shaped) {
    const Vec3d at_contact = v.apart + cross(v.spin_a, m.arm_a) - cross(v.spin_b, m.arm_b);
    rates.separation = dot(at_contact, touch.normal);
    rates.slide = at_contact - rates.separation * touch.normal;
  }
  // The contact point goes over a surface as the body turns against the normal; a plane it follows as the body moves, and so it does a box,
  // with whose face the normal turns. (At its edges and corners, too, the paths are told as on a face.)
  const bool on_box = shape::is_on_box(run.kind);
  const Vec3d normal_turns = o.plane  ? Vec3d{}
                             : on_box ? cross(v.spin_b, touch.normal)
                                      : m.meeting.inverse_distance * (v.apart - dot(v.apart, touch.normal) * touch.normal);
  const auto over = [](double curvature, const Vec3d& turning) { return curvature != 0.0 ? 1.0 / curvature * turning : Vec3d{}; };
  rates.path_a = over(touch.curvature_a, cross(v.spin_a, touch.normal) - normal_turns);
  rates.path_b = o.plane || on_box ? rates.slide + rates.path_a : over(touch.curvature_b, normal_turns - cross(v.spin_b, touch.normal));

  law::Pressed<double> pressed{};
  with_law(law::Normals{}, model.normal, [&]<class Law>(const typename Law::Constants& c) { pressed = Law::respond(c, touch, motion_over(rates, 0.0)); });
  o.normal_force = pressed.force;
  o.slide = look_at<law::Slides>(
      model.slide, numbers, touch, rates, pressed, step, norm2(rates.slide) > 0.0,
      [&](const auto& r, const law::SpringState& spring) { o.friction = r.force, o.stretch = spring.stretch; });
  o.roll = look_at<law::Rolls>(model.roll, numbers, touch, rates, pressed, step, norm2(rates.roll) > 0.0,
                               [&](const auto& r, const law::SpringState& spring) {
                                 if constexpr (requires { r.torque_a; }) o.roll_torque = r.torque_a;
                                 else o.roll_torque = r.torque;
                                 o.roll_stretch = spring.stretch;
                               });
  o.spin = look_at<law::Spins>(
      model.spin, numbers, touch, rates, pressed, step, rates.spin != 0.0,
      [&](const auto& r, const law::SpringState& spring) { o.spin_torque = r.torque, o.spin_angle = spring.angle; });
  return o;
}

void Contacts::observe(const state::World& world, double step, const std::function<void(const Observed&)>& see) const {
  const SceneryTables tables(world);
  const Scenery scenery = scenery_of(world, tables, false);
  for (const Block& block : blocks_)
    for (const Run& run : block.runs)
      run.each_contact([&](std::uint32_t i) { see(observed(scenery, run, i, step)); });
}

}  // namespace scree::contact
