// One grain in the words of every law, so that laws can be set side by side: two glass beads, unless given otherwise.
//
// A law takes all parameters of its `preset` from these few numbers (modulus, Poisson's number, friction, restitution)
// at one reference overlap: there every linear law has the force or the stiffness of the Hertzian one, every roll law
// the same limit, every spin law the limit of a patch under uniform pressure. [Hertz1882; Mindlin's stiffness as in
// Tsuji1992]
#pragma once

namespace scree::law {

struct Grain {
  double radius = 1e-3;     ///< of both spheres [m]
  double density = 2500.0;  ///< [kg/m^3]
  double modulus = 65e9;    ///< Young's [Pa]
  double poisson = 0.22;
  double friction = 0.3;       ///< static coefficient
  double kinetic_share = 0.8;  ///< kinetic coefficient / static one, for laws that have both
  double restitution = 0.9;
  double rolling = 0.05;  ///< limit length of rolling / effective radius
  double overlap = 1e-6;  ///< reference, about 1 N here [m]
};

/// A contact of two such grains at the reference overlap.
struct GrainContact {
  explicit GrainContact(const Grain& grain);

  Grain grain;
  double radius, mass, inertia;             ///< effective [m], [kg], [kg m^2]
  double modulus, shear;                    ///< E_eff, G_eff [Pa]
  double patch, force;                      ///< contact radius [m], normal force [N]
  double press_stiffness, slide_stiffness;  ///< [N/m]
  double twist_stiffness;                   ///< of the patch about the normal [N m]
  double ratio;                             ///< of critical damping, for every dashpot
  double kinetic_friction;
  double roll_damping;  ///< on the rolling velocity [kg/s]
  double spin_damping;  ///< [N m s]
  double spin_length;   ///< limit of spinning / normal force [Marshall2009] [m]
};

}  // namespace scree::law
