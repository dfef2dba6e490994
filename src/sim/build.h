// Builds a world from a scene: bodies with mass and inertia, walls, cell, and the table of contact models.
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
/// The values given in the scene; otherwise those of a homogeneous sphere of the material's density.
MassAndInertia mass_and_inertia(const Scene& scene, double radius, const BodyTraits& traits);

struct SolidMass {
  double mass;             ///< [kg]
  Vec3d moments;           ///< principal [kg m^2]
  double bounding_radius;  ///< [m]
};
SolidMass mass_and_moments(const Scene& scene, const OneSolid& solid);
/// Does the scene have non-spherical bodies?
bool has_shapes(const Scene& scene);

/// Whether boxes count with their bounding spheres or not at all.
enum class BoxRadii { counted, left_out };
/// Largest radius of the bounding spheres of all bodies of the scene [m].
double largest_radius(const Scene& scene, BoxRadii boxes = BoxRadii::counted);

/// Appends one sphere with the next free id.
void add_sphere(state::World& world, const Scene& scene, const Vec3d& position, double radius,
                const BodyTraits& traits);

/// Walls, cell and gravity without bodies. Throws BuildError if the stepper does not support a feature of the scene.
state::World build_empty_world(const Scene& scene);
/// Walls, cell and all bodies that exist at the start. Throws BuildError.
state::World build_world(const Scene& scene);
/// The contact models of the scene. Depends on the world, since contacts of non-spherical bodies and curved walls have
/// more history columns.
contact::ModelTable build_models(const Scene& scene, const state::World& world);
/// The skin of the Verlet list [m]: that of the scene, or the default.
double chosen_skin(const Scene& scene, const state::World& world);
/// The tolerance of the solver of nonsmooth steps [m/s]: that of the scene, or the default.
double nonsmooth_tolerance(const Scene& scene, double step);
/// The engine of the scene: contacts and stepper. Throws BuildError.
std::unique_ptr<step::Engine> build_engine(const Scene& scene, const state::World& world, double step,
                                           const std::string& isa);

}  // namespace scree::sim
