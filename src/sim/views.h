// Sorted copies of bodies and contacts, for outputs, analysis and tests.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/vec3.h"
#include "contact/observe.h"
#include "sim/rigid_rule.h"
#include "sim/scene.h"
#include "state/shape.h"
#include "step/report.h"

namespace scree::sim {

/// The state of one body.
struct BodyView {
  std::int64_t id = 0;  ///< 1, 2, 3 ... in the order in which the scene creates them
  int material = 0;
  Locks locks = 0;
  double radius = 0.0, mass = 0.0;
  /// moment of inertia about the axis of the spin, so that 1/2 inertia spin^2 is the rotational energy; without spin
  /// the smallest principal moment [kg m^2]
  double inertia = 0.0;
  Vec3d position;  ///< unwrapped along periodic axes
  Vec3d velocity, spin;
  Vec3d force, torque;  ///< from contacts at the last evaluation, without gravity
  state::Orientation orientation{1, 0, 0, 0};
  shape::BodyShape shape = shape::BodyShape::sphere;
  Vec3d half_axes;       ///< semi-axes, or half the edges of a box; for a sphere three times its radius [m]
  int coordination = 0;  ///< number of contacts with bodies and planes
  /// constant applied force plus non-contact forces, without weight; zero if read from a file that lacks it [N]
  Vec3d applied{};
};

using contact::Mode;  // none (no law), stick or slip

/// One contact. Loads are those on a; the forces on b are opposite.
struct ContactView {
  std::int64_t a = 0;  ///< id
  std::int64_t b = 0;  ///< id; 0 at a plane
  int plane = -1;      ///< index of the plane, -1 between bodies
  int model = 0;       ///< index of the contact rule
  Vec3d from;          ///< centre of a (unwrapped) [m]
  Vec3d branch;        ///< from b to a: centre of b, or foot on the plane, is from - branch [m]
  Vec3d normal;        ///< from b to a
  double overlap = 0.0;
  double normal_force = 0.0;  ///< along the normal [N]
  Vec3d friction;             ///< of the slide stage [N]
  Vec3d roll_torque;          ///< [N m]
  double spin_torque = 0.0;   ///< about the normal [N m]
  /// of the slide spring [m]: the elastic part of friction on a is -stiffness x this
  Vec3d stretch;
  Vec3d roll_stretch;       ///< of the roll spring on a: [m], or [rad] for laws that roll by angle
  double spin_angle = 0.0;  ///< of the spin spring [rad]
  Mode slide = Mode::none, roll = Mode::none, spin = Mode::none;
  // Available in a run, not in files. roll_torque_b: roll torque on b, which is minus that on a except for laws that
  // follow the contact point on each body [N m]. arm_a, arm_b: from the centres to the points at which friction acts
  // [m].
  Vec3d roll_torque_b{}, arm_a{}, arm_b{};
  // Of nonsmooth runs: residual of the solver at this contact [m/s], and the gap that the convex relaxation opens,
  // h A_r [m].
  double residual = 0.0, opening = 0.0;
};

/// A plane of the world at its present position.
struct PlaneView {
  Vec3d point, normal;
};

/// Properties of the scene, other than its bodies, that analysis needs. Files of contacts contain them, so that these
/// can be analysed without the scene.
struct Surroundings {
  std::vector<FrictionLimits> friction{};  ///< indexed by ContactView::model
  std::vector<PlaneView> planes{};         ///< planes fixed in the world; their names come first in Frame::planes
  Vec3d gravity{};                         ///< [m/s^2]
};
Surroundings surroundings_at(const Scene& scene, double time);

/// The complete state at one time, for outputs and analysis.
struct Frame {
  std::int64_t step = 0;
  double time = 0.0;
  Units units = Units::si;
  CellSpec cell;                               ///< bounds are meaningful along periodic axes
  std::vector<std::string> materials;          ///< names
  std::vector<std::string> planes;             ///< names of walls, in the order of wall_name
  std::vector<BodyView> bodies;                ///< sorted by id
  std::vector<ContactView> contacts;           ///< sorted by a, then b, then plane
  std::optional<step::SolverReport> solver{};  ///< of nonsmooth runs
  std::optional<Surroundings> surroundings{};  ///< unset if not known, as in files of bodies
};

/// Walls have one numbering: planes of the world first, then planes on bodies, then cylinders.
std::size_t wall_count(const Scene& scene);
const std::string& wall_name(const Scene& scene, std::size_t wall);

}  // namespace scree::sim
