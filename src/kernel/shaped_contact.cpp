// The geometry of one contact, computed by the routine in the table of shape pairs, with the numbers that laws need.
#include <algorithm>

#include "kernel/placed_shapes.h"
#include "kernel/shaped.h"
#include "shape/pair_table.h"
#include "shape/surface.h"

namespace scree::contact {

ShapedContact shaped_contact(const KernelInputs& world, shape::Kind kind, std::uint32_t a, std::uint32_t b,
                             std::uint8_t image, const Vec3d& start) {
  ShapedContact m;
  m.shape_a = placed_shape_of(world, a);
  shape::NearPoint point;
  double smaller_radius = shape::inscribed_radius(m.shape_a), inverse_mass = world.bodies[a].inverse_mass;
  if (shape::is_at_wall(kind)) {
    point = shape::wall_pair_of(kind).point(m.shape_a, wall_of(world.walls[b], world.bodies[a].position()), image);
    m.branch = (point.gap - dot(point.arm_a, point.normal)) * point.normal;
  } else {
    m.shape_b = placed_shape_of(world, b);
    m.branch = branch_of(world, a, b, image);
    point = shape::body_pair_of(kind).point(m.shape_a, m.shape_b, m.branch, 0.0, start);
    m.arm_b = point.arm_b;
    m.mean_curvature_b = shape::mean_curvature(m.shape_b, m.arm_b);
    smaller_radius = std::min(smaller_radius, shape::inscribed_radius(m.shape_b));
    inverse_mass += world.bodies[b].inverse_mass;
  }
  m.arm_a = point.arm_a, m.converged = point.converged, m.touches = point.gap <= 0.0;
  m.mean_curvature_a = shape::mean_curvature(m.shape_a, m.arm_a);
  // Without curvature, as at the corner of a box, laws that need a radius (Hertz) use the bounding radius of a. The
  // same holds at edges and corners of a box in contact with a sphere or an ellipsoid.
  const double curvature = m.mean_curvature_a + m.mean_curvature_b;
  const double radius = curvature > 0.0 ? 1.0 / curvature : world.bodies[a].radius;
  m.geometry = {point.normal, -point.gap, radius, smaller_radius, 1.0 / inverse_mass};
  return m;
}

}  // namespace scree::contact
