#include "sim/build_joints.h"

#include <fmt/format.h>

#include "sim/simulation.h"
#include "state/pose.h"

namespace scree::sim {
namespace {

Vec3d unit(const Vec3d& v) { return (1.0 / norm(v)) * v; }

/// Checks for scenes that a program has filled. The reader makes the same checks for scene files.
void throw_if_wrong(const Scene& scene) {
  const auto check = [&](const std::string& name, const BodyRef& a, const BodyRef& b) {
    if (a.of == BodyRef::Of::world)
      throw BuildError{fmt::format("\"{}\" names no body; its first body must not be the world", name)};
    if (a == b)
      throw BuildError{
          fmt::format("\"{}\" connects a body with itself; name two bodies, or a body and the world", name)};
  };
  for (const Joint& j : scene.joints) check(j.name, j.a, j.b);
  for (const Drive& d : scene.drives) {
    check(d.name, d.a, d.b);
    if (d.wanted.empty()) throw BuildError{fmt::format("\"{}\" has no target velocity", d.name)};
  }
  for (const CarriedPlane& c : scene.carried) check(c.plane.name, c.on, {});
}

}  // namespace

bool has_attached(const Scene& scene) {
  return !scene.joints.empty() || !scene.drives.empty() || !scene.carried.empty();
}

state::Id id_of(const Scene& scene, const BodyRef& body) {
  if (body.of == BodyRef::Of::world) return state::k_no_body;
  return static_cast<state::Id>(body.index + 1 + (body.of == BodyRef::Of::solids ? scene.spheres.size() : 0));
}

void declare_joints(state::World& world, const Scene& scene) {
  for (const Joint& j : scene.joints) world.joints.push_back({.kind = j.kind});
  for (const Drive& d : scene.drives) world.drives.push_back({.way = d.way, .wanted = d.wanted, .limit = d.limit});
  for (const CarriedPlane& c : scene.carried)
    world.carried.push_back({.material = static_cast<std::uint16_t>(c.plane.material)});
  for (const Cylinder& c : scene.cylinders)
    world.cylinders.push_back(
        {c.point, unit(c.axis), c.radius, c.spin, c.velocity, static_cast<std::uint16_t>(c.material)});
}

void attach_joints(state::World& world, const Scene& scene) {
  throw_if_wrong(scene);
  // Bodies are still in the order of creation: the slot is the id minus one.
  const auto pose = [&](const std::string& name, const BodyRef& body) -> state::Pose {
    const state::Id id = id_of(scene, body);
    if (id == state::k_no_body) return {};
    if (number(id) > world.bodies.size())
      throw BuildError{fmt::format("\"{}\" is attached to body {}, which does not exist", name, id)};
    return state::pose_of(world, number(id) - 1);
  };
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const Joint& j = scene.joints[i];
    state::Joint& joint = world.joints[i];
    const state::Pose a = pose(j.name, j.a), b = pose(j.name, j.b);
    const bool by_distance = j.kind == state::JointKind::distance;
    // These joints do not depend on the point.
    const bool at_centre = j.kind == state::JointKind::fixed || j.kind == state::JointKind::prismatic;
    const Vec3d point = at_centre ? a.position : j.point, to = by_distance ? j.to : point;
    const state::TurnD frame = state::turn_of_z_to(unit(j.axis));
    joint.a = id_of(scene, j.a), joint.b = id_of(scene, j.b);
    joint.point_a = a.point_in_body(point), joint.point_b = b.point_in_body(to);
    joint.frame_a = state::orientation_of(product(state::inverse(a.turn), frame));
    joint.frame_b = state::orientation_of(product(state::inverse(b.turn), frame));
    joint.length = norm(point - to);
    if (by_distance && !(joint.length > 0.0))
      throw BuildError{fmt::format("\"{}\" has a distance of zero, which has no direction", j.name)};
  }
  for (std::size_t i = 0; i < scene.drives.size(); ++i) {
    const Drive& d = scene.drives[i];
    state::Drive& drive = world.drives[i];
    const state::Pose a = pose(d.name, d.a), b = pose(d.name, d.b);
    drive.a = id_of(scene, d.a), drive.b = id_of(scene, d.b);
    drive.point_a = d.has_point ? a.point_in_body(d.point) : Vec3d{};
    drive.axis_b = b.direction_in_body(unit(d.axis));
  }
  for (std::size_t i = 0; i < scene.carried.size(); ++i) {
    const CarriedPlane& c = scene.carried[i];
    const state::Pose on = pose(c.plane.name, c.on);
    world.carried[i].body = id_of(scene, c.on);
    world.carried[i].point = on.point_in_body(c.plane.point);
    world.carried[i].normal = on.direction_in_body(unit(c.plane.normal));
  }
}

}  // namespace scree::sim
