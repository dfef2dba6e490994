// The public door to one driven contact, for whoever comes in through sim/: experiments, bindings, `scree contact` with
// a scene.
#pragma once

#include "base/field.h"
#include "workbench/driven.h"

namespace scree::sim {

using contact::Driven, contact::DrivenContact, contact::DrivenPair, contact::Waypoint;

struct Scene;

/// What stands for a material of a scene on the workbench.
struct MaterialBody {
  enum class Shape {
    sphere,
    plane,   ///< the material is on walls alone
    unknown  ///< no body is of it, or none whose radius the scene itself tells
  };
  Shape shape = Shape::unknown;
  double radius = k_unset;   ///< of a sphere [m]
  double density = k_unset;  ///< [kg/m^3]; unset: the scene does not say it
};
/// The first [[sphere]] of the material; without one the spheres of its first lattice, random fill or stream, by their
/// mean radius. Walls are planes, containers and cylinders. A mass by hand is told as the density of such a sphere.
MaterialBody body_of_material(const Scene& scene, int material);

}  // namespace scree::sim
