// The cone complementarity problem of one time step as plain data. [TasoraAnitescu2013, eq. 37-42;
// docs/specs/tasora.md, 1.2]
//
// Unknown are the impulses gamma of all contacts and rows; the velocities follow:
//
//   v = v_free + M^-1 D gamma,   u = D^T v + b + C gamma,
//   contact:  gamma in the cone,  u in the dual cone,  gamma . u = 0
//   row:      low <= gamma <= high,  u = 0 inside, u >= 0 at low, u <= 0 at high
//
// Nothing here knows of shapes, materials or time steps: the problem can be saved, loaded, and given to any solver
// (solve/solver.h), and one residual judges them all (solve/residual.h). Velocities are unique; impulses need not be.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/symmetric.h"
#include "base/vec3.h"
#include "law/cone.h"

namespace scree::solve {

/// A motion, or an impulse: the part of translation and that of rotation.
struct Twist {
  Vec3d linear, angular;
};

/// Planes and held bodies are bodies with inverses of zero, which may move as they are told.
struct Body {
  Twist free;                   ///< velocity [m/s] and spin [rad/s] after the step if nothing touched: v_free
  Vec3d inverse_mass;           ///< along the world's axes; 0 where translation is locked [1/kg]
  Symmetric inverse_inertia{};  ///< in the world; no response about locked axes [1/(kg m^2)]

  bool is_fixed() const {
    const Symmetric none{};
    return norm2(inverse_mass) == 0.0 && inverse_inertia == none;
  }
};

/// Its impulse is (force, torque) on a in the world's axes, `force` [N s] with a part along the normal and one across,
/// `torque` [N m s] with one about the normal (spin) and one across (roll). b gets the opposite of both at its own arm.
struct Contact {
  std::uint32_t a = 0, b = 0;
  Vec3d normal;                   ///< unit, from b to a
  Vec3d arm_a, arm_b;             ///< from the centres of mass to the contact point on each body's own surface [m]
  double bias = 0.0;              ///< of the normal row: gap / step, or what restitution wants [m/s]
  law::Cone<double> cone{};       ///< mu [1], rho [m], sigma [m]
  double compliance = 0.0;        ///< of the normal row: velocity per impulse, 1/(step^2 stiffness) [m/(s N s)]
  double slide_compliance = 0.0;  ///< of the two sliding rows: a creep, for there is no memory [m/(s N s)]
};

/// One equation of a joint, or a row with limits: velocity = linear . (v_a - v_b) + angular_a . w_a + angular_b . w_b.
struct Row {
  std::uint32_t a = 0, b = 0;
  Vec3d linear, angular_a, angular_b;
  double bias = 0.0;
  /// of the impulse
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  double compliance = 0.0;
};

struct Problem {
  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  std::vector<Row> rows;
};

/// A guess or an answer: impulses of the contacts (on a) and of the rows.
struct Impulses {
  std::vector<Twist> contacts;
  std::vector<double> rows;
};

}  // namespace scree::solve
