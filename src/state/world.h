// All bodies, walls and the box: the state of a simulation without its contacts.
#pragma once

#include <array>
#include <vector>

#include "base/rodrigues.h"
#include "state/body.h"
#include "state/cell.h"
#include "state/columns.h"
#include "state/shape.h"
#include "state/joint.h"
#include "state/orientation.h"

namespace scree::state {

/// Bodies in columns. Column i of each belongs to slot i.
struct Bodies {
  /// Columns that stay empty unless the scene needs them.
  struct Kept {
    bool orientations = false;  ///< an output needs them, some body is not a sphere, or something is fixed to a body
    bool shapes = false;        ///< some body is not a sphere
    bool forces = false;        ///< some body has a force applied
    bool rotations = false;     ///< total rotations are stored as vectors; orientations follow from them
    bool field_forces = false;  ///< there are non-contact forces (step/fields.h)
  } kept;
  Column<BodyLine> lines;
  Column<LoadLine> loads;                  ///< of contacts at the end of the last step of Stepper::advance
  Column<VelocityPrediction> predictions;  ///< empty unless the stepper synchronises velocities
  std::vector<Orientation> orientations;
  std::vector<Vec3d> rotations;  ///< body axes to world axes, 2 tan(angle/2) x axis (base/rodrigues.h)
  std::vector<Shape> shapes;
  std::vector<Vec3d> forces;          ///< applied, constant in time [N]
  std::vector<Vec3d> field_forces;    ///< non-contact forces at the last evaluation [N]
  std::vector<double> mass, inertia;  ///< also of locked bodies; inertia of spheres [kg], [kg m^2]
  /// numbers of cell edges from the stored position to the unwrapped one
  std::vector<ImageFlags> image_flags;

  std::size_t size() const { return lines.size(); }
  shape::BodyShape shape_of_slot(std::size_t i) const {
    return shapes.empty() ? shape::BodyShape::sphere : shapes[i].kind;
  }
  /// True if the kick-and-drift kernel cannot integrate the body: it has locks, an applied force, or is not a sphere.
  bool is_special(std::size_t i) const {
    return lines[i].locks != 0 || shape_of_slot(i) != shape::BodyShape::sphere ||
           (!forces.empty() && norm2(forces[i]) > 0.0);
  }
  /// If orientations are stored, every rotation of a body uses one of the next two functions. By a rotation vector in
  /// world axes [rad]:
  void turn(std::size_t i, const Vec3d& t) {
    if (rotations.empty())
      orientations[i] = turned(orientations[i], t);
    else
      set_rotation(i, rodrigues::composed(rotations[i], rodrigues::of_rotation_vector(t)));
  }
  /// By a rotation given as the vector 2 tan(angle/2) x axis. [Campello2015, eq. 47]
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
    // Normalised: a length with a systematic rounding error would let a tumbling body gain or lose angular momentum.
    rotations[i] = rotation, orientations[i] = normalised({q.w, q.v.x, q.v.y, q.v.z});
  }
  /// Append the orientation of a new body.
  void push_orientation(const Orientation& q) {
    orientations.push_back(q);
    if (!kept.rotations) return;
    rotations.emplace_back();
    set_rotation(rotations.size() - 1, rodrigues::of_turn({q[0], {q[1], q[2], q[3]}}));
  }
  double rotation_energy(std::size_t i) const {
    const Vec3d w = lines[i].spin();
    if (shape_of_slot(i) == shape::BodyShape::sphere) return 0.5 * inertia[i] * norm2(w);
    return 0.5 * dot(w, times_inertia(shapes[i], axes_of(orientations[i]), w));
  }
  /// Weight and applied force, which do not depend on the position [N].
  Vec3d constant_force(std::size_t i, const Vec3d& gravity) const {
    return forces.empty() ? mass[i] * gravity : mass[i] * gravity + forces[i];
  }
  /// With non-contact forces, as last evaluated at the current positions [N].
  Vec3d applied_force(std::size_t i, const Vec3d& gravity) const {
    return field_forces.empty() ? constant_force(i, gravity) : constant_force(i, gravity) + field_forces[i];
  }
  /// Position without periodic wrapping [m].
  Vec3d unwrapped(std::size_t i, const Cell& cell) const { return lines[i].position() + cell.edges(image_flags[i]); }
};

/// A wall that moves at a constant velocity. Bodies are on the side of the normal of a plane; for other shapes,
/// shape::PlacedWall defines `normal` and `radius`.
struct Wall {
  Vec3d point, normal, velocity;
  Vec3d listed_point;  ///< `point` when the pair list was built [m]
  std::uint16_t material = 0;
  shape::WallShape shape = shape::WallShape::plane;
  double radius = 0.0;  ///< [m]
  LoadLine load{};      ///< of the bodies on the wall, at the last evaluation
};

struct World {
  Bodies bodies;
  std::vector<Wall> walls;
  std::vector<Cylinder> cylinders;  // this and the next three: nonsmooth stepper only
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
