// Bodies, contacts and energies at one time, as plain copies in SI units (or in the reduced units of the scene).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace scree {

struct Vector {
  double x = 0.0, y = 0.0, z = 0.0;
  [[nodiscard]] bool operator==(const Vector&) const = default;
};

struct Body {
  std::int64_t id = 0;                            ///< 1, 2, 3 ... in the order in which the scene creates them
  int material = 0;                               ///< index into Frame::materials
  double radius = 0.0;                            ///< of the sphere, or of the bounding sphere of another shape [m]
  double mass = 0.0;                              ///< [kg]
  Vector position;                                ///< unwrapped along periodic axes [m]
  Vector velocity;                                ///< [m/s]
  Vector spin;                                    ///< angular velocity, world frame [rad/s]
  Vector force, torque;                           ///< from contacts, without gravity [N], [N m]
  std::array<double, 4> orientation{1, 0, 0, 0};  ///< unit quaternion (w, x, y, z), body -> world
  int coordination = 0;                           ///< number of contacts with bodies and walls
};

/// State of a friction stage: it has no law, sticks, or slips.
enum class FrictionMode { none, stick, slip };

/// One contact. Loads are those on body a; the forces on b are opposite.
struct Contact {
  std::int64_t a = 0, b = 0;  ///< ids; b = 0 at a wall
  int wall = -1;              ///< index into Frame::walls; -1 between bodies
  Vector branch;              ///< from the centre of b, or the foot point on the wall, to the centre of a [m]
  Vector normal;              ///< unit, from b to a
  double overlap = 0.0;       ///< [m]
  double normal_force = 0.0;  ///< along the normal [N]
  Vector friction;            ///< friction force of the slide stage [N]
  Vector roll_torque;         ///< [N m]
  double spin_torque = 0.0;   ///< about the normal [N m]
  FrictionMode slide = FrictionMode::none, roll = FrictionMode::none, spin = FrictionMode::none;
};

struct Frame {
  std::int64_t step = 0;
  double time = 0.0;                   ///< [s]
  std::vector<std::string> materials;  ///< names
  std::vector<std::string> walls;      ///< names
  std::vector<Body> bodies;            ///< sorted by id
  std::vector<Contact> contacts;       ///< sorted by a, then b, then wall
};

/// Terms of the energy ledger [J]; docs/ledger.md defines every term.
struct Energies {
  double kinetic_translation = 0.0, kinetic_rotation = 0.0, gravity = 0.0;
  double stored = 0.0;      ///< in the springs of all stages
  double dissipated = 0.0;  ///< by slip and dashpots of all stages since the start of the run
  double residual = 0.0;    ///< imbalance of the ledger: the error of the time integration
  double turnover = 0.0;    ///< energy scale with which the residual is compared
};

}  // namespace scree
