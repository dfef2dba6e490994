// The longest stable step of a body among many neighbours, with springs and dashpots.
//
// Linearised about rest, a packing is M x'' + C x' + K x = 0. An explicit step h is stable while every vector u
// satisfies
//
//   h^2 (u.K u) + g h (u.C u) < 4 (u.M u)
//
// with g = 2 if dashpots are evaluated with the velocity of half a step before (velocity-verlet-lammps,
// symplectic-euler, nph, deform; friction on `tracked`) and g = 4 if they are evaluated with the velocity that
// velocity-verlet predicts, v(t - h/2) + (h/2) a(t - h): at the limit the sign of x changes in every step, and the
// predicted velocity then has twice the amplitude. For one oscillator this is (2/w)(sqrt(1 + z^2) - z) with
// z = g/2 x (damping ratio).
//
// In a network a contact between bodies i and j stretches by s_i + s_j, and
//
//   (s_i + s_j)^2 <= (1 + q) s_i^2 + (1 + 1/q) s_j^2     for any q > 0.
//
// This bounds K and C body by body: the bound of a body is a sum over its own contacts, and the best q adds the sums of
// the two kinds of bodies. A body with z contacts whose normals balance has these stiffnesses:
//
//   translation along u:  sum of k_normal (n.u)^2 + k_slide (1 - (n.u)^2),                  over its mass
//   rotation about u:     sum of (k_slide arm^2 + k_roll) (1 - (n.u)^2) + k_spin (n.u)^2,   over its moment of inertia
//
// The sum of (n.u)^2 is at most z/3 in an isotropic arrangement, or 2 for two opposite neighbours. The sum of
// 1 - (n.u)^2 is at most 2 z/3, or 6 in a plane. With z = 12 the bound is sharp: the shortest waves of a face-centred
// crystal reach it for normal springs (8 k/m against 2 k/m of a pair), rotation of all bodies in unison for slide
// springs (16 k R^2/I; tests/sim/critical_packing_test.cpp).
#pragma once

namespace scree::sim {

/// Stiffness of the four stages of a contact: [N/m], [N/m], [N m], [N m]; or their damping times g, in the same units
/// times seconds.
struct StageRates {
  double normal = 0.0, slide = 0.0, roll = 0.0, spin = 0.0;
};

/// A body whose neighbours are all of one kind.
struct PackedBody {
  double neighbours = 0.0;           ///< z: how many can touch it at once; 0 if it is held
  double mass = 0.0, inertia = 0.0;  ///< [kg], [kg m^2]
  double slip = 0.0;                 ///< largest arm^2 / inertia of a tangential force [1/kg]
  double off_centre = 0.0;           ///< the same for a normal force; 0 for spheres [1/kg]
};

/// How many spheres of radius `of_neighbours` can touch a sphere of radius `radius` at once: 12 for equal radii. For
/// other radii the neighbours cover the same fraction of the surface as twelve caps of 30 degrees do; at least one.
double neighbours_of(double radius, double of_neighbours);

/// The longest stable step [s]; infinite without springs and dashpots.
double packing_limit(const PackedBody& a, const PackedBody& b, const StageRates& stiffness, const StageRates& damping);

}  // namespace scree::sim
