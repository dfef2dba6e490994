// All bodies, walls and the box: what a state of the simulation is, but for the contacts.
#pragma once

#include <array>
#include <vector>

#include "base/rodrigues.h"
#include "state/body.h"
#include "state/cell.h"
#include "state/columns.h"
#include "state/form.h"
#include "state/joint.h"
#include "state/orientation.h"

namespace scree::state {

/// Bodies in columns. Column i of each belongs to slot i.
struct Bodies {
  /// Columns that stay empty unless the scene needs them.
  struct Kept {
    bool orientations = false;  ///< somebody looks at them, some body is no sphere, or something is fastened to one
    bool forms = false;         ///< some body is no sphere
    bool forces = false;        ///< some body has a force applied
    bool rotations = false;     ///< total rotations are kept as vectors; orientations follow from them
    bool field_forces = false;  ///< there are forces beyond contact (step/fields.h)
  } kept;
  Column<BodyLine> lines;
  Column<LoadLine> loads;  ///< of contacts at the end of the last step of Stepper::advance
  Column<LeadLine> leads;  ///< empty unless the stepper synchronises velocities
  std::vector<Orientation> orientations;
  std::vector<Vec3d> rotations;  ///< body axes to world axes, 2 tan(angle/2) x axis (base/rodrigues.h)
  std::vector<Form> forms;
  std::vector<Vec3d> forces;          ///< applied, constant in time [N]
  std::vector<Vec3d> field_forces;    ///< beyond contact, at the last evaluation [N]
  std::vector<double> mass, inertia;  ///< also of locked bodies; inertia of a sphere [kg], [kg m^2]
  /// whole edges of the cell that the stored position is short of the unwrapped one
  std::vector<Boxes> turns;

  std::size_t size() const { return lines.size(); }
  shape::BodyShape form_kind(std::size_t i) const { return forms.empty() ? shape::BodyShape::sphere : forms[i].kind; }
  /// A body that the push kernel cannot push: with locks, with a force of its own, or no sphere.
  bool is_special(std::size_t i) const {
    return lines[i].locks != 0 || form_kind(i) != shape::BodyShape::sphere ||
           (!forces.empty() && norm2(forces[i]) > 0.0);
  }
  /// Everything that turns a body comes through one of these two, if orientations are kept. By a rotation vector in the
  /// world [rad]:
  void turn(std::size_t i, const Vec3d& t) {
    if (rotations.empty())
      orientations[i] = turned(orientations[i], t);
    else
      set_rotation(i, rodrigues::composed(rotations[i], rodrigues::of_rotation_vector(t)));
  }
  /// By a rotation that is itself a vector 2 tan(angle/2) x axis. [Campello2015, eq. 47]
  void turn_by_rodrigues(std::size_t i, const Vec3d& increment) {
    if (rotations.empty()) {
      const Turn<double> q = rodrigues::turn_of(increment);
      orientations[i] = turned(orientations[i], q.w, q.v.x, q.v.y, q.v.z);
    } else {
      set_rotation(i, rodrigues::composed(rotations[i], increment));
    }
  }
  void set_rotation(std::size_t i, const Vec3d& rotation) {
    const Turn<double> q = rodrigues::turn_of(rotation);
    // Normalised: a length that is off by rounding, always to one side, would let a tumbling body gain or lose
    // momentum.
    rotations[i] = rotation, orientations[i] = normalised({q.w, q.v.x, q.v.y, q.v.z});
  }
  /// Add the orientation of one more body.
  void push_orientation(const Orientation& q) {
    orientations.push_back(q);
    if (!kept.rotations) return;
    rotations.emplace_back();
    set_rotation(rotations.size() - 1, rodrigues::of_turn({q[0], {q[1], q[2], q[3]}}));
  }
  double rotation_energy(std::size_t i) const {
    const Vec3d w = lines[i].spin();
    if (form_kind(i) == shape::BodyShape::sphere) return 0.5 * inertia[i] * norm2(w);
    return 0.5 * dot(w, times_inertia(forms[i], axes_of(orientations[i]), w));
  }
  /// Weight and applied force: what pulls wherever the body is [N].
  Vec3d constant_force(std::size_t i, const Vec3d& gravity) const {
    return forces.empty() ? mass[i] * gravity : mass[i] * gravity + forces[i];
  }
  /// With the forces beyond contact that belong to the positions now, as they were last evaluated [N].
  Vec3d applied_force(std::size_t i, const Vec3d& gravity) const {
    return field_forces.empty() ? constant_force(i, gravity) : constant_force(i, gravity) + field_forces[i];
  }
  /// Where the body would be if it had never been put back into the box.
  Vec3d unwrapped(std::size_t i, const Cell& cell) const { return lines[i].position() + cell.edges(turns[i]); }
};

/// A wall that moves at a constant velocity. A plane has its bodies on the side of the normal; what `normal` and
/// `radius` are of another form, shape::WallFigure says.
struct Wall {
  Vec3d point, normal, velocity;
  Vec3d listed_point;  ///< when the Verlet list was made
  std::uint16_t material = 0;
  shape::WallForm form = shape::WallForm::plane;
  double radius = 0.0;  ///< [m]
  LoadLine load{};      ///< of the bodies on the wall, at the last evaluation
};

struct World {
  Bodies bodies;
  std::vector<Wall> walls;
  std::vector<Cylinder> cylinders;  // these four: nonsmooth stepper only
  std::vector<CarriedPlane> carried;
  std::vector<Joint> joints;
  std::vector<Drive> drives;
  Cell cell;
  Vec3d gravity;
  double time = 0.0;
  Id next_id{1};

  Id take_id() {
    const Id taken = next_id;
    next_id = Id{number(taken) + 1};
    return taken;
  }
};

}  // namespace scree::state
