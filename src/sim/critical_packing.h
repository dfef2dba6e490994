// The longest stable step of a body among many neighbours, with springs and dashpots.
//
// Linearised about rest, a packing is M x'' + C x' + K x = 0. An explicit step h is stable while every vector u
// satisfies
//
//   h^2 (u.K u) + g h (u.C u) < 4 (u.M u)
//
// with g = 2 if dashpots see the velocity half a step old (velocity-verlet-lammps, symplectic-euler, nph, deform;
// friction on `tracked`) and g = 4 if they see the velocity that velocity-verlet predicts,
// v(t - h/2) + (h/2) a(t - h): at the limit the sign of x changes in every step, and the prediction then has twice
// the amplitude. For one oscillator this is (2/w)(sqrt(1 + z^2) - z) with z = g/2 x (damping ratio).
//
// In a network a contact between bodies i and j stretches by s_i + s_j, and
//
//   (s_i + s_j)^2 <= (1 + q) s_i^2 + (1 + 1/q) s_j^2     for any q > 0.
//
// So K and C are bounded body by body: each body has the sum over its own contacts, and the best q adds the sums of the
// two kinds of bodies. A body with z contacts whose normals balance moves against
//
//   translation along u:  sum of k_normal (n.u)^2 + k_slide (1 - (n.u)^2),                  over its mass
//   rotation about u:     sum of (k_slide arm^2 + k_roll) (1 - (n.u)^2) + k_spin (n.u)^2,   over its moment of inertia
//
// The sum of (n.u)^2 is at most z/3 in an isotropic arrangement, 2 where neighbours stand opposite each other, and
// that of 1 - (n.u)^2 at most 2 z/3, or 6 in a plane. With z = 12 the bound is reached exactly: normal springs by
// the shortest waves of a face-centred crystal, 8 k/m against 2 k/m of a pair; slide springs by rotation in
// unison, 16 k R^2/I (tests/sim/critical_packing_test.cpp).
#pragma once

namespace scree::sim {

/// Stiffness, or damping times g, of the four stages of a contact: [N/m], [N/m], [N m], [N m], or the same times
/// seconds.
struct StageRates {
  double normal = 0.0, slide = 0.0, roll = 0.0, spin = 0.0;
};

/// A body among neighbours of one kind.
struct PackedBody {
  double neighbours = 0.0;  ///< z: how many can touch it at once; 0 if it is held
  double mass = 0.0, inertia = 0.0;
  double slip = 0.0;        ///< largest arm^2 / inertia of a force along the surface [1/kg]
  double off_centre = 0.0;  ///< the same of a force along the normal; 0 of spheres [1/kg]
};

/// How many spheres of one radius can touch a sphere of another at once: 12 of equal ones. For others by the same
/// share of the surface that twelve caps of 30 degrees cover; at least one.
double neighbours_of(double radius, double of_neighbours);

/// The longest stable step [s]; infinite without springs and dashpots.
double packing_limit(const PackedBody& a, const PackedBody& b, const StageRates& stiffness, const StageRates& damping);

}  // namespace scree::sim
