// The columns of bodies and contacts. The .vtp writer, its reader and the CSV tables iterate over these lists.
#pragma once

#include <algorithm>

#include "sim/views.h"

namespace scree::io {

/// Calls column(name, unit, member) for all data of a body except its position. `Body` is BodyView, const or not.
template <class Body, class Visitor>
void each_body_column(Body&& b, Visitor&& column) {
  column("id", "1", b.id);
  column("material", "1", b.material);
  column("radius", "m", b.radius);
  column("mass", "kg", b.mass);
  column("inertia", "kg m^2", b.inertia);
  column("locks", "1", b.locks);
  column("velocity", "m/s", b.velocity);
  column("spin", "rad/s", b.spin);
  column("force", "N", b.force);
  column("torque", "N m", b.torque);
  column("orientation", "1", b.orientation);
  column("coordination", "1", b.coordination);
}

/// The shape of a body. Tables and dumps have these columns only if a body is non-spherical.
template <class Body, class Visitor>
void each_shape_column(Body&& b, Visitor&& column) {
  column("form", "1", b.shape);
  column("half_axes", "m", b.half_axes);
}
inline bool all_spheres(const sim::Frame& frame) {
  return std::all_of(frame.bodies.begin(), frame.bodies.end(),
                     [](const sim::BodyView& b) { return b.shape == shape::BodyShape::sphere; });
}

/// The same for a contact, except the line between the centres.
template <class Contact, class Visitor>
void each_contact_column(Contact&& c, Visitor&& column) {
  column("a", "1", c.a);
  column("b", "1", c.b);
  column("plane", "1", c.plane);
  column("model", "1", c.model);
  column("overlap", "m", c.overlap);
  column("normal", "1", c.normal);
  column("normal_force", "N", c.normal_force);
  column("friction", "N", c.friction);
  column("roll_torque", "N m", c.roll_torque);
  column("spin_torque", "N m", c.spin_torque);
  column("stretch", "m", c.stretch);
  column("roll_stretch", "m or rad", c.roll_stretch);
  column("spin_angle", "rad", c.spin_angle);
  column("slide_mode", "1", c.slide);
  column("roll_mode", "1", c.roll);
  column("spin_mode", "1", c.spin);
}

/// Additional columns of contacts in nonsmooth runs.
template <class Contact, class Visitor>
void each_rigid_column(Contact&& c, Visitor&& column) {
  column("residual", "m/s", c.residual);
  column("opening", "m", c.opening);
}

/// The report of the solver for the step of a frame or of a row of the series. Names begin with solver_, because
/// `residual` alone is a column of the ledger.
template <class Report, class Visitor>
void each_solver_field(Report&& s, Visitor&& field) {
  field("solver_iterations", "1", s.iterations);
  field("solver_residual_rms", "m/s", s.residual);
  field("solver_residual_max", "m/s", s.largest_residual);
  field("solver_cone_violation", "1", s.cone_violation);
  field("solver_opening", "m", s.opening);
  field("solver_worst_a", "1", s.worst_a);
  field("solver_worst_b", "1", s.worst_b);
  field("solver_passes", "1", s.passes);
  field("solver_unreached", "1", s.unreached);
}

}  // namespace scree::io
