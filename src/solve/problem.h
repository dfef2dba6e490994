// The cone complementarity problem of one time step as plain data. [TasoraAnitescu2013, eq. 37-42;
// docs/specs/tasora.md, 1.2]
//
// The unknowns are the impulses gamma of all contacts and rows; the velocities follow from them:
//
//   v = v_free + M^-1 D gamma,   u = D^T v + b + C gamma,
//   contact:  gamma in the cone,  u in the dual cone,  gamma . u = 0
//   row:      low <= gamma <= high,  u = 0 inside, u >= 0 at low, u <= 0 at high
//
// The problem does not depend on shapes, materials or the time step. It can be saved, loaded and solved by any solver
// (solve/solver.h); one residual measures all solutions (solve/residual.h). The velocities of a solution are unique;
// the impulses need not be.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/symmetric.h"
#include "base/vec3.h"
#include "law/cone.h"

namespace scree::solve {

/// A motion or an impulse: a translational and a rotational part.
struct Twist {
  Vec3d linear, angular;
};

/// Planes and fixed bodies are bodies with inverse mass and inertia of zero; their velocity is prescribed by `free`.
struct Body {
  Twist free;                   ///< velocity [m/s] and spin [rad/s] after the step without contacts: v_free
  Vec3d inverse_mass;           ///< along the world's axes; 0 where translation is locked [1/kg]
  Symmetric inverse_inertia{};  ///< in the world frame; no response about locked axes [1/(kg m^2)]

  bool is_fixed() const {
    const Symmetric none{};
    return norm2(inverse_mass) == 0.0 && inverse_inertia == none;
  }
};

/// The impulse of a contact acts on a, in world axes. Its linear part [N s] has a normal and a tangential (slide)
/// component; its angular part [N m s] has one about the normal (spin) and one perpendicular to it (roll). The opposite
/// of both acts on b, at b's own arm.
struct Contact {
  std::uint32_t a = 0, b = 0;
  Vec3d normal;                   ///< unit, from b to a
  Vec3d arm_a, arm_b;             ///< from the centres of mass to the contact point on each body's own surface [m]
  double bias = 0.0;              ///< of the normal row: gap / step, or by restitution [m/s]
  law::Cone<double> cone{};       ///< mu [1], rho [m], sigma [m]
  double compliance = 0.0;        ///< of the normal row: velocity per impulse, 1/(step^2 stiffness) [m/(s N s)]
  double slide_compliance = 0.0;  ///< of the two sliding rows; it causes creep, since no history is kept [m/(s N s)]
};

/// One equation of a joint, or a row with limits: velocity = linear . (v_a - v_b) + angular_a . w_a + angular_b . w_b.
struct Row {
  std::uint32_t a = 0, b = 0;
  Vec3d linear, angular_a, angular_b;
  double bias = 0.0;
  /// Limits of the impulse.
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  double compliance = 0.0;
};

struct Problem {
  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  std::vector<Row> rows;
};

/// A guess or a solution: impulses of the contacts (on a) and of the rows.
struct Impulses {
  std::vector<Twist> contacts;
  std::vector<double> rows;
};

}  // namespace scree::solve
