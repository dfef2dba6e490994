// Constraint counting: constraints of a contact, degrees of freedom of a body, and the number of contacts that a
// packing needs. [Santos2020, section III.A, Table I]
//
// Everything follows from the number of dimensions d. A body has d translations and d(d-1)/2 rotations. The relative
// motions of two bodies in contact, their number, and the force or friction mode that constrains them:
//   separation along the normal                              1             normal force
//   sliding in the tangent plane                             d - 1         slide friction
//   rolling (relative rotation about tangential axes)        d - 1         roll friction
//   spinning (relative rotation about the normal)            (d-1)(d-2)/2  spin friction
// N^c is the number of constraints of the active modes at one contact. Rotations must be balanced as soon as a mode can
// exert a torque, so that
//   N^eqn = d, or d + d(d-1)/2 with friction                 equations per body               [eq. 4a]
//   Z = 2 N^eqn / N^c                                        since two bodies share a contact [eq. 4c]
//
// Rattlers. The rule printed in the paper, Z_i <= N^c/2, must be a misprint: it would remove every body from a packing
// with all three modes. The same count for one body gives the rule used here: a body is supported if its contacts have
// more constraints than it has degrees of freedom, Z_i N^c > N^eqn, so that it is a rattler if and only if Z_i <= Z/2
// with the Z of the table (docs/specs/santos.md, S14). In a packing with several contact rules, or with locked degrees
// of freedom, the same inequality is evaluated for each body (`is_rattler`). All of this holds for spheres.
#pragma once

#include <array>

namespace scree::analysis {

enum class Dimension { two = 2, three = 3 };

/// Active friction modes. The normal force is always active.
struct Modes {
  bool slide = false, roll = false, spin = false;

  constexpr bool any() const { return slide || roll || spin; }
  bool operator==(const Modes&) const = default;
};
/// The rows of Table I, in its order.
inline constexpr std::array<Modes, 8> k_all_modes = {{{false, false, false},
                                                      {true, false, false},
                                                      {false, true, false},
                                                      {false, false, true},
                                                      {true, true, false},
                                                      {true, false, true},
                                                      {false, true, true},
                                                      {true, true, true}}};

constexpr int translations(Dimension dimension) { return static_cast<int>(dimension); }
constexpr int rotations(Dimension dimension) { return translations(dimension) * (translations(dimension) - 1) / 2; }

/// Number of constraints of each mode at one contact.
constexpr int slide_constraints(Dimension dimension) { return translations(dimension) - 1; }
constexpr int roll_constraints(Dimension dimension) { return translations(dimension) - 1; }
constexpr int spin_constraints(Dimension dimension) { return rotations(dimension) - roll_constraints(dimension); }

/// N^c.
constexpr int constraints_of_contact(const Modes& modes, Dimension dimension) {
  return 1 + (modes.slide ? slide_constraints(dimension) : 0) + (modes.roll ? roll_constraints(dimension) : 0) +
         (modes.spin ? spin_constraints(dimension) : 0);
}
/// N^eqn / N.
constexpr int equations_of_body(const Modes& modes, Dimension dimension) {
  return translations(dimension) + (modes.any() ? rotations(dimension) : 0);
}
/// Disks in a plane cannot spin about the contact normal, so that Table I has no row with the spin mode in 2D.
constexpr bool is_possible(const Modes& modes, Dimension dimension) {
  return !modes.spin || spin_constraints(dimension) > 0;
}

/// Z of Table I.
constexpr double isostatic_coordination(const Modes& modes, Dimension dimension) {
  return 2.0 * equations_of_body(modes, dimension) / constraints_of_contact(modes, dimension);
}

/// Is a body free to move, by counting? `constraints` is the sum of N^c over its contacts. A body is supported if its
/// contacts suffice for its translations alone (a frictionless sphere rotates freely) or if its constraints suffice for
/// all its degrees of freedom together.
constexpr bool is_rattler(int contacts, int constraints, int free_translations, int free_rotations) {
  return contacts <= free_translations && constraints <= free_translations + free_rotations;
}
/// Maximum number of contacts of a rattler if all contacts have the same modes.
constexpr int max_contacts_of_rattler(const Modes& modes, Dimension dimension) {
  int largest = 0;
  while (is_rattler(largest + 1, (largest + 1) * constraints_of_contact(modes, dimension), translations(dimension),
                    rotations(dimension)))
    ++largest;
  return largest;
}

}  // namespace scree::analysis
