// Joints and drives between two bodies, as parts of the state. step/joints.h builds the rows of the solver from them.
//
// Body b is the frame of reference, as in contacts; it may be the world. Points and axes are stored in the frame of
// each body, at their positions when the joint was created: drift is the separation that has accumulated since then.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "base/vec3.h"
#include "state/body.h"
#include "state/orientation.h"

namespace scree::state {

enum class JointKind : std::uint8_t {
  fixed,      ///< no relative motion: 6 rows
  revolute,   ///< rotation about an axis: 5 rows
  prismatic,  ///< translation along an axis: 5 rows
  spherical,  ///< rotation about a point: 3 rows
  distance,   ///< constant distance of two points: 1 row
};
inline constexpr std::array<std::string_view, 5> k_joint_choices = {"fixed", "revolute", "prismatic", "spherical",
                                                                    "distance"};

struct Joint {
  JointKind kind = JointKind::fixed;
  Id a = k_no_body, b = k_no_body;
  Vec3d point_a{}, point_b{};  ///< in the frames of a and b [m]
  Orientation frame_a{1, 0, 0, 0},
      frame_b{1, 0, 0, 0};  ///< frame of the joint in those of a and b; its z axis is the axis
  double length = 0.0;      ///< of the kind `distance` [m]
  Vec3d force{}, torque{};  ///< on a, about its centre, in the last step [N], [N m]
};

/// A value at a time; linear between two times, constant before the first and after the last.
struct TimedValue {
  double time, value;
};
/// Exact mean from `begin` to `end`; `values` has at least one entry, times increase. The velocity of a step is
/// constant, so with this mean a body reaches the position that the integral of the table gives.
double mean_value(const std::vector<TimedValue>& values, double begin, double end);

enum class Way : std::uint8_t { along, about };
/// A motor or a brake: a solver row along or about an axis of b, with a target velocity and a limit of the force or
/// torque.
struct Drive {
  Way way = Way::along;
  Id a = k_no_body, b = k_no_body;
  Vec3d point_a{};                   ///< point where the force acts, in the frame of a [m]
  Vec3d axis_b{0, 0, 1};             ///< unit, in the frame of b
  std::vector<TimedValue> wanted{};  ///< target velocity of a relative to b [m/s] or spin [rad/s]; 0 for a brake
  double limit = std::numeric_limits<double>::infinity();  ///< of the magnitude of the force or torque [N] or [N m]
  double load = 0.0;  ///< on a along (or about) the axis, in the last step [N] or [N m]
};

/// The wall of a cylindrical container, of infinite length and infinite mass; bodies are inside.
struct Cylinder {
  Vec3d point{}, axis{0, 0, 1};       ///< a point of the axis [m]; its unit direction
  double radius = 0.0;                ///< [m]
  double spin = 0.0, velocity = 0.0;  ///< about and along the axis, constant [rad/s], [m/s]
  std::uint16_t material = 0;
  LoadLine load{};  ///< of the bodies on the wall, in the last step; torque about `point`
};

/// A plane that is fixed to a body; other bodies are on the side of the normal.
struct CarriedPlane {
  Id body = k_no_body;
  Vec3d point{}, normal{0, 0, 1};  ///< in the frame of the body; unit [m]
  std::uint16_t material = 0;
  /// of other bodies on the plane, in the last step; torque about the centre of the plane's body
  LoadLine load{};
};

}  // namespace scree::state
