// The geometry of one contact, by the routine of its row in the table of shapes, with the numbers that laws ask for.
#include <algorithm>

#include "kernel/scenery_shapes.h"
#include "kernel/shaped.h"
#include "shape/pair_table.h"
#include "shape/surface.h"

namespace scree::contact {

ShapedMeeting shaped_meeting(const Scenery& world, shape::Kind kind, std::uint32_t a, std::uint32_t b,
                             std::uint8_t image, const Vec3d& start) {
  ShapedMeeting m;
  m.figure_a = figure_of(world, a);
  shape::NearPoint point;
  double smaller_radius = shape::inscribed_radius(m.figure_a), inverse_mass = world.bodies[a].inverse_mass;
  if (shape::is_at_wall(kind)) {
    point = shape::wall_pair_of(kind).point(m.figure_a, wall_of(world.walls[b], world.bodies[a].position()), image);
    m.branch = (point.gap - dot(point.arm_a, point.normal)) * point.normal;
  } else {
    m.figure_b = figure_of(world, b);
    m.branch = branch_of(world, a, b, image);
    point = shape::body_pair_of(kind).point(m.figure_a, m.figure_b, m.branch, 0.0, start);
    m.arm_b = point.arm_b;
    m.mean_curvature_b = shape::mean_curvature(m.figure_b, m.arm_b);
    smaller_radius = std::min(smaller_radius, shape::inscribed_radius(m.figure_b));
    inverse_mass += world.bodies[b].inverse_mass;
  }
  m.arm_a = point.arm_a, m.converged = point.converged, m.touches = point.gap <= 0.0;
  m.mean_curvature_a = shape::mean_curvature(m.figure_a, m.arm_a);
  // Where nothing is curved, as at the corner of a box, laws that ask for a radius (Hertz) get that of the sphere
  // around a; so do they at edges and corners of a box under a round body, which have none of their own.
  const double curvature = m.mean_curvature_a + m.mean_curvature_b;
  const double radius = curvature > 0.0 ? 1.0 / curvature : world.bodies[a].radius;
  m.touch = {point.normal, -point.gap, radius, smaller_radius, 1.0 / inverse_mass};
  return m;
}

}  // namespace scree::contact
