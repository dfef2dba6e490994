#include "contact/observe.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "contact/contacts.h"
#include "kernel/placed_shapes.h"
#include "contact/stages.h"
#include "contact/with_law.h"
#include "shape/near_points.h"

namespace scree::contact {
namespace {

using law::kinematics::Increment;
using law::kinematics::Tracked;

law::SpringState spring_in(const PreparedStage& stage, const double* numbers) {
  if (stage.law < 0) return {};
  return stage.descriptor->spring(stage.constants.data(), numbers + stage.history_first);
}

/// Distance from the centre of a sphere to the point where friction acts [m].
double friction_arm(const PreparedStage& kinematics, double force_arm, double slip_arm) {
  double arm = force_arm;
  with_kinematics(kinematics, [&]<class Law>(const typename Law::Constants& c) {
    if constexpr (std::is_same_v<Law, Tracked>) arm = slip_arm;
    if constexpr (std::is_same_v<Law, Increment>) arm = neg_mul_add(c.contact_fraction, slip_arm - force_arm, slip_arm);
  });
  return arm;
}

struct ObservedSpheres {
  shape::SphereContact<double> contact_of_pair;
  Vec3d branch;  ///< as in ShapedContact [m]
};
/// Geometry of a contact of two spheres, or of a sphere and a plane.
ObservedSpheres observed_spheres(const KernelInputs& world, const Run& run, std::uint32_t pair) {
  const state::BodyLine& a = world.bodies[run.a[pair]];
  if (run.at_wall()) {
    const shape::PlacedWall wall = wall_of(world.walls[run.b[pair]], a.position());
    const double height = shape::height_above_plane(wall);
    return {shape::sphere_meets_plane(height, wall.direction, a.radius, a.inverse_mass), height * wall.direction};
  }
  const state::BodyLine& b = world.bodies[run.b[pair]];
  const Vec3d branch = branch_of(world, run.a[pair], run.b[pair], run.image[pair]);
  return {shape::spheres_meet(branch, a.radius, b.radius, a.inverse_mass, b.inverse_mass), branch};
}

/// Scratch of set_up_loads.
struct Scratch {
  Chunk chunk;
  std::uint32_t targets_a[k_chunk + k_pad] = {}, targets_b[k_chunk + k_pad] = {};
  alignas(64) double history[k_max_history * k_chunk];
};

}  // namespace

ShapedContact Contacts::geometry_of_contact(const KernelInputs& world, const Run& run, std::uint32_t contact) const {
  const std::uint32_t pair = run.touching[contact];
  if (shape::is_shaped(run.kind)) {
    const double* normal = run.history.data() +
                           static_cast<std::size_t>(table_.models[run.model].kinematics.history_first) * run.stride +
                           contact;
    return shaped_contact(world, run.kind, run.a[pair], run.b[pair], run.image[pair],
                          {normal[0], normal[run.stride], normal[2 * run.stride]});
  }
  const auto [contact_of_pair, branch] = observed_spheres(world, run, pair);
  ShapedContact m;
  m.geometry = contact_of_pair.geometry, m.branch = branch;
  return m;
}

/// A set-up evaluation by the kernels of a pass, on copies of the histories.
AppliedLoads Contacts::set_up_loads(const KernelInputs& world, const Run& run) const {
  const PreparedModel& model = table_.models[run.model];
  const auto scratch = std::make_unique<Scratch>();
  Chunk& c = scratch->chunk;
  state::LoadLine unused{};
  TallyLanes unused_too;
  AppliedLoads loads;
  loads.resize(model.loads, run.touching.size());
  c.step = 0.0, c.overlap_alarm = std::numeric_limits<double>::infinity(), c.recorded = true;
  for (std::uint32_t first = 0; first < run.touching.size(); first += k_chunk) {
    const std::size_t count = std::min<std::size_t>(k_chunk, run.touching.size() - first);
    for (int k = 0; k < model.history_size; ++k)
      std::copy_n(run.history.data() + static_cast<std::size_t>(k) * run.stride + first, padded(count),
                  scratch->history + k * k_chunk);
    c.count = static_cast<int>(count), c.image = run.contact_image.data() + first;
    c.a = run.contact_a.data() + first, c.b = run.contact_b.data() + first;
    c.target_a = scratch->targets_a, c.target_b = scratch->targets_b;
    std::uint32_t ended[k_chunk + k_pad];
    const LoadTargets discarded{&unused, nullptr};
    run_stages(kernels_, {model, run.kind, scratch->history, k_chunk, discarded, discarded}, world, c, unused_too,
               ended);
    loads.take(model.loads, c, first);
  }
  return loads;
}

Observed Contacts::observed(const KernelInputs& world, const Run& run, const AppliedLoads& loads,
                            std::uint32_t contact) const {
  const std::uint32_t pair = run.touching[contact];
  const PreparedModel& model = table_.models[run.model];
  const bool shaped = shape::is_shaped(run.kind);
  Observed o;
  o.a = run.a[pair], o.b = run.b[pair], o.plane = run.at_wall(), o.model = run.model;
  double numbers[k_max_history];
  for (int k = 0; k < model.history_size; ++k)
    numbers[k] = run.history[static_cast<std::size_t>(k) * run.stride + contact];

  const ShapedContact m = geometry_of_contact(world, run, contact);
  const law::ContactGeometry<double>& geometry = m.geometry;
  o.branch = m.branch, o.normal = geometry.normal, o.overlap = geometry.overlap,
  o.smaller_radius = geometry.smaller_radius;
  if (shaped) {
    // The normal that the loads were computed with; that of `m` comes from a new iteration.
    const double* normal = numbers + model.kinematics.history_first;
    o.normal = {normal[0], normal[1], normal[2]}, o.arm_a = m.arm_a, o.arm_b = m.arm_b;
  } else {
    const shape::SphereContact<double> contact_of_pair = observed_spheres(world, run, pair).contact_of_pair;
    o.arm_a = -friction_arm(model.kinematics, contact_of_pair.force_arm_a, contact_of_pair.slip_arm_a) * o.normal;
    o.arm_b = friction_arm(model.kinematics, contact_of_pair.force_arm_b, contact_of_pair.slip_arm_b) * o.normal;
  }

  const double* row = loads.rows.data() + std::size_t{contact} * model.loads.width;
  const auto vector = [&](std::uint8_t place) {
    return place > 0 ? Vec3d{row[place], row[place + 1], row[place + 2]} : Vec3d{};
  };
  const auto mode = [&](const PreparedStage& stage, Stage number) {
    return stage.law < 0 ? Mode::none : loads.slips[contact] >> number & 1 ? Mode::slip : Mode::stick;
  };
  o.normal_force = row[0];
  o.friction = vector(model.loads.friction), o.slide = mode(model.slide, slide_stage);
  o.roll_torque = vector(model.loads.roll), o.roll = mode(model.roll, roll_stage);
  o.roll_torque_b = model.loads.roll_b > 0 ? -vector(model.loads.roll_b) : -o.roll_torque;
  if (model.loads.spin > 0) o.spin_torque = row[model.loads.spin];
  o.spin = mode(model.spin, spin_stage);
  o.stretch = spring_in(model.slide, numbers).stretch;
  o.roll_stretch = spring_in(model.roll, numbers).stretch;
  o.spin_angle = spring_in(model.spin, numbers).angle;
  return o;
}

void Contacts::observe(const state::World& world, const std::function<void(const Observed&)>& see) const {
  const InputTables tables(world);
  const KernelInputs inputs = inputs_of(world, tables, false);
  for (const Block& block : blocks_)
    for (const Run& run : block.runs) {
      const AppliedLoads set_up = recording_ ? AppliedLoads{} : set_up_loads(inputs, run);
      run.each_contact([&](std::uint32_t i) { see(observed(inputs, run, recording_ ? run.applied : set_up, i)); });
    }
}

}  // namespace scree::contact
