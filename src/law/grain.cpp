#include "law/grain.h"

#include <cmath>
#include <numbers>

#include "law/damping.h"

namespace scree::law {

GrainContact::GrainContact(const Grain& g)
    : grain(g),
      radius(0.5 * g.radius),
      mass(2.0 / 3.0 * std::numbers::pi * g.density * g.radius * g.radius * g.radius),
      inertia(0.4 * mass * g.radius * g.radius),
      modulus(0.5 * g.modulus / (1.0 - g.poisson * g.poisson)),
      shear(0.25 * g.modulus / ((2.0 - g.poisson) * (1.0 + g.poisson))),
      patch(std::sqrt(radius * g.overlap)),
      force(4.0 / 3.0 * modulus * patch * g.overlap),
      press_stiffness(force / g.overlap),
      slide_stiffness(8.0 * shear * patch),
      twist_stiffness(0.5 * slide_stiffness * patch * patch),
      ratio(damping_ratio(g.restitution)),
      kinetic_friction(g.kinetic_fraction * g.friction),
      roll_damping(2.0 * ratio * std::sqrt(mass * slide_stiffness)),
      spin_damping(2.0 * ratio * std::sqrt(inertia * twist_stiffness)),
      spin_length(2.0 / 3.0 * patch * g.friction) {}

}  // namespace scree::law
