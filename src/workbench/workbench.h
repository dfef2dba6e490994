// Public interface of the driven contact, included through sim/: for experiments, bindings, and `scree contact` with a
// scene.
#pragma once

#include "base/field.h"
#include "workbench/driven.h"

namespace scree::sim {

using contact::Driven, contact::DrivenContact, contact::DrivenPair, contact::Waypoint;

struct Scene;

/// The body that represents a material of a scene in a driven contact.
struct MaterialBody {
  enum class Shape {
    sphere,
    plane,   ///< the material is used by walls only
    unknown  ///< no body has the material, or none whose radius is given in the scene
  };
  Shape shape = Shape::unknown;
  double radius = k_unset;   ///< of a sphere [m]
  double density = k_unset;  ///< unset if the scene does not give it [kg/m^3]
};
/// The first [[sphere]] of the material; if there is none, a sphere with the mean radius of its first lattice, random
/// fill or stream. Walls are planes, containers and cylinders. A given mass is converted to the density of that sphere.
MaterialBody body_of_material(const Scene& scene, int material);

}  // namespace scree::sim
