// From a scene to a world: bodies with mass and inertia, walls, box, and the table of contact models.
#pragma once

#include <memory>
#include <string>

#include "contact/contacts.h"
#include "sim/scene.h"
#include "state/world.h"
#include "step/engine.h"

namespace scree::sim {

struct MassAndInertia {
  double mass, inertia;  ///< [kg], [kg m^2]
};
/// By hand where given, else from sphere and density.
MassAndInertia mass_and_inertia(const Scene& scene, double radius, const BodyTraits& traits);

struct SolidMass {
  double mass;             ///< [kg]
  Vec3d moments;           ///< principal [kg m^2]
  double bounding_radius;  ///< [m]
};
SolidMass mass_and_moments(const Scene& scene, const OneSolid& solid);
/// Any body that is not a sphere?
bool has_forms(const Scene& scene);

/// Of the bounding spheres of bodies [m].
enum class Boxes { as_spheres, left_out };
double largest_radius(const Scene& scene, Boxes boxes = Boxes::as_spheres);

/// Append one sphere; its id is the next free one.
void add_sphere(state::World& world, const Scene& scene, const Vec3d& position, double radius,
                const BodyTraits& traits);

/// Walls, box and gravity without bodies. Throws BuildError if the stepper refuses something in the scene.
state::World build_empty_world(const Scene& scene);
/// All bodies that are there at the start, walls and box. Throws BuildError.
state::World build_world(const Scene& scene);
/// What contacts remember depends on the shapes of bodies and walls: history columns of shaped contacts are more.
contact::ModelTable build_models(const Scene& scene, const state::World& world);
/// The scene's skin, or a default.
double chosen_skin(const Scene& scene, const state::World& world);
/// Of the solver of nonsmooth steps: the scene's, or a default [m/s].
double nonsmooth_tolerance(const Scene& scene, double step);
/// Contacts and stepper of the scene. Throws BuildError.
std::unique_ptr<step::Engine> build_engine(const Scene& scene, const state::World& world, double step,
                                           const std::string& isa);

}  // namespace scree::sim
