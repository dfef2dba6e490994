// The geometry of one contact of each kind, from shape/, with the numbers that laws ask for.
#include <algorithm>

#include "contact/scenery_shapes.h"
#include "contact/shaped.h"
#include "shape/box_meets.h"
#include "shape/ellipsoids_meet.h"

namespace scree::contact {
namespace {

using shape::Kind;
using state::BodyLine;
using state::Form;

double least(const Vec3d& v) { return std::min({v.x, v.y, v.z}); }

ShapedMeeting ellipsoids(const Scenery& world, std::uint32_t a, std::uint32_t b, std::uint8_t image, const Vec3d& start) {
  ShapedMeeting m;
  const auto first = ellipsoid_of(world, a), second = ellipsoid_of(world, b);
  m.branch = branch_of(world, a, b, image);
  const auto met = shape::ellipsoids_meet(first, second, m.branch, start);
  m.arm_a = met.arm_a, m.arm_b = met.arm_b, m.touches = met.touch, m.converged = met.converged;
  m.mean_curvature_a = shape::mean_curvature(first, m.arm_a), m.mean_curvature_b = shape::mean_curvature(second, m.arm_b);
  m.meeting.inverse_distance = 1.0 / norm(m.branch);  // as of spheres
  m.meeting.touch = {met.normal, met.overlap, 1.0 / (m.mean_curvature_a + m.mean_curvature_b), std::min(least(world.forms[a].half), least(world.forms[b].half)),
                     1.0 / (world.bodies[a].inverse_mass + world.bodies[b].inverse_mass)};
  return m;
}

/// A sphere or an ellipsoid on a box. The radius is that of the round body on a plane, at edges and corners too: there a law of Hertz has
/// none of its own.
ShapedMeeting round_on_box(const Scenery& world, Kind kind, std::uint32_t a, std::uint32_t b, std::uint8_t image) {
  ShapedMeeting m;
  m.branch = branch_of(world, a, b, image);
  shape::NearPoint near;
  if (kind == Kind::sphere_box) {
    near = shape::sphere_meets_box(world.bodies[a].radius, box_of(world, b), m.branch);
    m.mean_curvature_a = 1.0 / world.bodies[a].radius;
  } else {
    const auto body = ellipsoid_of(world, a);
    near = shape::ellipsoid_meets_box(body, box_of(world, b), m.branch);
    m.mean_curvature_a = shape::mean_curvature(body, near.arm_a);
  }
  m.arm_a = near.arm_a, m.arm_b = near.arm_b;
  m.touches = near.gap <= 0.0, m.converged = near.converged;
  m.meeting.touch = {near.normal, -near.gap, 1.0 / m.mean_curvature_a, std::min(least(world.forms[a].half), least(world.forms[b].half)),
                     1.0 / (world.bodies[a].inverse_mass + world.bodies[b].inverse_mass)};
  return m;
}

ShapedMeeting on_plane(const Scenery& world, Kind kind, std::uint32_t a, std::uint32_t b, std::uint8_t corner) {
  ShapedMeeting m;
  law::Touch<double>& touch = m.meeting.touch;
  const BodyLine& line = world.bodies[a];
  const Form& form = world.forms[a];
  const WallLine& wall = world.walls[b];
  const Vec3d n = wall_normal(wall);
  const double height = dot(line.position() - wall_point(wall), n);
  m.branch = height * n;
  if (kind == Kind::ellipsoid_plane) {
    const auto body = ellipsoid_of(world, a);
    const auto met = shape::ellipsoid_meets_plane(body, height, n);
    m.arm_a = met.arm, m.touches = met.overlap >= 0.0;
    m.mean_curvature_a = shape::mean_curvature(body, met.arm);
    touch = {n, met.overlap, 1.0 / m.mean_curvature_a, least(form.half), 1.0 / line.inverse_mass};
  } else {
    // A corner has no radius; laws that ask for one (Hertz) get that of the sphere around the box.
    m.arm_a = shape::corner(box_of(world, a), corner);
    const double overlap = -(height + dot(m.arm_a, n));
    m.touches = overlap >= 0.0;
    touch = {n, overlap, line.radius, least(form.half), 1.0 / line.inverse_mass};
  }
  return m;
}

}  // namespace

ShapedMeeting shaped_meeting(const Scenery& world, Kind kind, std::uint32_t a, std::uint32_t b, std::uint8_t image, const Vec3d& start) {
  if (kind == Kind::ellipsoids) return ellipsoids(world, a, b, image, start);
  if (shape::is_on_box(kind)) return round_on_box(world, kind, a, b, image);
  return on_plane(world, kind, a, b, image);
}

}  // namespace scree::contact
