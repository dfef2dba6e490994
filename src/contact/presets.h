// One grain in the words of every law, so that laws can be set side by side: two glass beads, unless told otherwise.
//
// All parameters follow from the same few numbers (modulus, Poisson's number, friction, restitution) at one reference overlap: there every linear
// law has the force or the stiffness of the Hertzian one, every roll law the same limit, every spin law the limit of a patch under uniform
// pressure. A law that stands in law/all.h and has no preset here does not compile.
#pragma once

#include "contact/driven.h"
#include "law/model.h"

namespace scree::contact {

struct Grain {
  double radius = 1e-3;             ///< of both spheres [m]
  double density = 2500.0;          ///< [kg/m^3]
  double modulus = 65e9;            ///< Young's [Pa]
  double poisson = 0.22;
  double friction = 0.3;            ///< static coefficient
  double kinetic_share = 0.8;       ///< kinetic coefficient / static one, for laws that have both
  double restitution = 0.9;
  double rolling = 0.05;            ///< limit length of rolling / effective radius
  double overlap = 1e-6;            ///< reference, about 1 N here [m]
};

DrivenPair pair_of(const Grain& grain);

/// The law of this index in law/all.h's smooth list of the stage with Hertz's normal stage under it; with `tracked` if it needs that. For the normal stage: that law alone.
law::Model preset_model(const Grain& grain, Stage stage, int law);

/// The same model with every dashpot empty: restitution 1, damping 0.
law::Model without_dashpots(law::Model model);

}  // namespace scree::contact
