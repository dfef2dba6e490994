// One body as contact kernels read it: whole cache lines, read as rows of four numbers.
#pragma once

#include <cstdint>

#include "base/vec3.h"

namespace scree::state {

using Slot = std::uint32_t;  ///< index of a body in the columns; changes when bodies are sorted along the curve
/// identifies a body: 1, 2, 3 ...; never changes, is never reused; not an index (slot_of_id.h)
enum class Id : std::uint32_t {};
inline constexpr Id k_no_body{};  ///< in contacts, joints and drives: a wall or the world instead of a body

constexpr std::uint32_t number(Id id) { return static_cast<std::uint32_t>(id); }
constexpr std::uint32_t format_as(Id id) { return number(id); }  // for fmt

/// Degrees of freedom with a prescribed velocity: bits 0-2 translation, 3-5 rotation.
using Locks = std::uint8_t;
inline constexpr Locks k_all_locked = 0x3f;

struct alignas(128) BodyLine {
  double x, y, z, radius;              ///< [m]
  double vx, vy, vz, inverse_mass;     ///< [m/s], [1/kg]; 0 if all degrees of freedom are locked
  double wx, wy, wz, inverse_inertia;  ///< [rad/s], [1/(kg m^2)]
  double x0, y0, z0;                   ///< position when the pair list was built [m]
  Id id;
  std::uint16_t material;
  Locks locks;
  std::uint8_t level;  ///< size class in the search grid

  Vec3d position() const { return {x, y, z}; }
  Vec3d velocity() const { return {vx, vy, vz}; }
  Vec3d spin() const { return {wx, wy, wz}; }
  bool is_fixed() const { return locks == k_all_locked; }
};
static_assert(sizeof(BodyLine) == 128);
inline constexpr int k_body_stride = sizeof(BodyLine) / sizeof(double);

/// Force and torque on one body [N], [N m].
struct alignas(64) LoadLine {
  double fx, fy, fz, unused_f;
  double tx, ty, tz, unused_t;
};
static_assert(sizeof(LoadLine) == 64);

/// Velocity prediction: the change of velocity and spin until the time of the positions (synchronised Verlet only)
/// [m/s], [rad/s].
struct alignas(64) VelocityPrediction {
  double vx, vy, vz, unused_v;
  double wx, wy, wz, unused_w;
};
inline constexpr int k_prediction_stride = sizeof(VelocityPrediction) / sizeof(double);

}  // namespace scree::state
