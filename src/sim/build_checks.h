// What a scene of valid values may still ask for that cannot be computed: masses without an inverse, places too far
// from the origin, sinks that leave nothing to run with.
#pragma once

#include <string>

#include "sim/scene.h"
#include "state/world.h"

namespace scree::sim {

/// Masses and moments of inertia that can be computed with: products and quotients of two of them, with squares of
/// radii and velocities, stay far from the ends of double precision, 1e-308 and 1e308.
inline constexpr double k_least_mass = 1e-140, k_most_mass = 1e140;
/// Throws BuildError of a body whose mass or moment of inertia is out of that range, with the density that it follows
/// from.
void throw_if_unweighable(const Scene& scene, double radius, double mass, double inertia, const BodyTraits& traits);

/// Gaps and overlaps are differences of positions, which are whole multiples of an ulp. A hard contact is 1e-4 of its
/// radius deep, so that with positions that are 1e-6 of the radius apart its overlap has an error of a hundredth, and
/// its force too.
inline constexpr double k_finest_share = 1e-6;
/// Why a body of this radius cannot be followed at this place, as what follows its name; empty if it can.
std::string unresolved(const Vec3d& position, double radius, const state::Cell& cell, const char* metre);
/// Throws BuildError: of all bodies that are there, and of the boxes of streams.
void throw_if_unresolved(const Scene& scene, const state::World& world);

/// A sink removes what is behind it. Throws BuildError if it removes all bodies at the first look, or whatever a stream
/// brings.
void throw_if_all_sink(const Scene& scene, const state::World& world);

}  // namespace scree::sim
