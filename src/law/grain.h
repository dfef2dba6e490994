// The material and size of one grain (by default a glass bead of 1 mm radius), from which every law derives its
// parameters, so that different laws can be compared.
//
// `preset` of a law computes all its parameters from these numbers at one reference overlap. At that overlap every
// linear law has the force or stiffness of the Hertzian law, every roll law has the same torque limit, and every spin
// law has the limit of a patch under uniform pressure. [Hertz1882; Mindlin's stiffness as in Tsuji1992]
#pragma once

namespace scree::law {

struct Grain {
  double radius = 1e-3;           ///< of both spheres [m]
  double density = 2500.0;        ///< [kg/m^3]
  double modulus = 65e9;          ///< Young's modulus [Pa]
  double poisson = 0.22;          ///< Poisson's ratio
  double friction = 0.3;          ///< static coefficient
  double kinetic_fraction = 0.8;  ///< kinetic / static coefficient, for laws that have both
  double restitution = 0.9;       ///< speed after / speed before a head-on collision
  double rolling = 0.05;          ///< limit of the rolling torque / (effective radius x normal force)
  double overlap = 1e-6;          ///< reference overlap; the normal force is about 1 N with the default values [m]
};

/// A contact of two equal grains at the reference overlap.
struct GrainContact {
  explicit GrainContact(const Grain& grain);

  Grain grain;
  double radius, mass, inertia;             ///< effective [m], [kg], [kg m^2]
  double modulus, shear;                    ///< E_eff, G_eff [Pa]
  double patch, force;                      ///< contact radius [m], normal force [N]
  double press_stiffness, slide_stiffness;  ///< [N/m]
  double twist_stiffness;                   ///< torsion stiffness of the patch about the normal [N m]
  double ratio;                             ///< damping ratio (1: critical), for every dashpot [1]
  double kinetic_friction;
  double roll_damping;  ///< on the rolling velocity [kg/s]
  double spin_damping;  ///< [N m s]
  double spin_length;   ///< limit of the spin torque / normal force [Marshall2009] [m]
};

}  // namespace scree::law
