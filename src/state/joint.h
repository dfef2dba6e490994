// What holds or drives two bodies against each other, as a state keeps it. step/joints.h makes the rows of the solver
// from it.
//
// Of the two bodies b is the frame of reference, as in contacts; it may be the world. Points and axes are kept in the
// frame of each body, where they were when the joint was made: drift is what they have moved apart since.
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
  fixed,      ///< no motion at all: 6 rows
  revolute,   ///< turns about an axis: 5 rows
  prismatic,  ///< slides along an axis: 5 rows
  spherical,  ///< turns about a point: 3 rows
  distance,   ///< two points keep their distance: 1 row
};
inline constexpr std::array<std::string_view, 5> k_joint_words = {"fixed", "revolute", "prismatic", "spherical",
                                                                  "distance"};

struct Joint {
  JointKind kind = JointKind::fixed;
  Id a = k_no_body, b = k_no_body;
  Vec3d point_a{}, point_b{};                            ///< in the frames of a and b [m]
  Orientation frame_a{1, 0, 0, 0}, frame_b{1, 0, 0, 0};  ///< of the joint in those of a and b; its z is the axis
  double length = 0.0;                                   ///< of `distance` [m]
  Vec3d force{}, torque{};                               ///< on a, about its centre, in the last step [N], [N m]
};

/// A value at a time; between two times linear, before the first and after the last constant.
struct TimedValue {
  double time, value;
};
/// Mean from `begin` to `end`, exact; `values` has at least one entry, times grow. The step's velocity is constant, so
/// with the mean a body arrives where the integral of the table says.
double mean_value(const std::vector<TimedValue>& values, double begin, double end);

enum class Way : std::uint8_t { along, about };
/// A motor, or a brake: a row along or about an axis of b, with a velocity that it wants and a force (or torque) that
/// it has.
struct Drive {
  Way way = Way::along;
  Id a = k_no_body, b = k_no_body;
  Vec3d point_a{};                   ///< where it pulls, in the frame of a [m]
  Vec3d axis_b{0, 0, 1};             ///< unit, in the frame of b
  std::vector<TimedValue> wanted{};  ///< velocity of a against b [m/s] or spin [rad/s]; a brake wants 0
  double limit = std::numeric_limits<double>::infinity();  ///< of the force or torque, either way [N] or [N m]
  double load = 0.0;  ///< on a along (or about) the axis, in the last step [N] or [N m]
};

/// The wall of a round container, endless along its axis and of infinite mass; bodies are inside.
struct Cylinder {
  Vec3d point{}, axis{0, 0, 1};       ///< of the middle; unit [m]
  double radius = 0.0;                ///< [m]
  double spin = 0.0, velocity = 0.0;  ///< about and along the axis, constant [rad/s], [m/s]
  std::uint16_t material = 0;
  LoadLine load{};  ///< of the bodies on the wall, in the last step; torque about `point`
};

/// A plane that a body carries with it; other bodies are on the side of the normal.
struct CarriedPlane {
  Id body = k_no_body;
  Vec3d point{}, normal{0, 0, 1};  ///< in the frame of the body; unit [m]
  std::uint16_t material = 0;
  /// on the plane by other bodies, in the last step; torque about the centre of its body
  LoadLine load{};
};

}  // namespace scree::state
