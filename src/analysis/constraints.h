// Constraint counting: what a contact holds, what a body can do, and how many contacts a packing needs. [Santos2020,
// section III.A, Table I]
//
// Nothing is typed in but the number of dimensions d. A body has d translations and d(d-1)/2 rotations. Two bodies that
// touch can
//   part along the normal                                    1            held by pressing
//   slide over each other in the tangent plane               d - 1        held by slide friction
//   turn against each other so that the normal is carried    d - 1        held by roll friction
//   turn against each other about the normal                 (d-1)(d-2)/2 held by spin friction
// N^c counts what the active modes hold at one contact. Rotations must be balanced as soon as a mode can exert a
// torque, so
//   N^eqn = d, or d + d(d-1)/2 with friction                 a body                          [eq. 4a]
//   Z = 2 N^eqn / N^c                                        since a contact is shared by two [eq. 4c]
//
// Rattlers. The paper's rule Z_i <= N^c/2 cannot be meant: it would take every body out of a packing with all three
// modes. The same count for one body gives the rule that is: its contacts hold it if they bring more constraints than
// it has freedoms, Z_i N^c > N^eqn, so it is a rattler if and only if Z_i <= Z/2 with the Z of the table
// (docs/specs/santos.md, S14). Bodies of a packing with several contact rules, or with locked freedoms, are counted one
// by one by the same inequality (`is_rattler`). All of this is for spheres.
#pragma once

#include <array>

namespace scree::analysis {

enum class Dimension { two = 2, three = 3 };

/// Friction modes that hold. Pressing always does.
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

/// What each mode holds at one contact.
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
/// Disks in a plane cannot spin about their normals, so a row that has the spin mode is none.
constexpr bool is_possible(const Modes& modes, Dimension dimension) {
  return !modes.spin || spin_constraints(dimension) > 0;
}

/// Z of Table I.
constexpr double isostatic_coordination(const Modes& modes, Dimension dimension) {
  return 2.0 * equations_of_body(modes, dimension) / constraints_of_contact(modes, dimension);
}

/// Is one body free to move, by the count? `constraints` is the sum of N^c over its contacts. A body is held if its
/// contacts are enough for its translations alone (a frictionless sphere may turn as it likes) or for all its freedoms
/// together.
constexpr bool is_rattler(int contacts, int constraints, int free_translations, int free_rotations) {
  return contacts <= free_translations && constraints <= free_translations + free_rotations;
}
/// The most contacts with which a body is a rattler, where all contacts have the same modes.
constexpr int most_contacts_of_rattler(const Modes& modes, Dimension dimension) {
  int most = 0;
  while (is_rattler(most + 1, (most + 1) * constraints_of_contact(modes, dimension), translations(dimension),
                    rotations(dimension)))
    ++most;
  return most;
}

}  // namespace scree::analysis
