// Checks of scenes whose single values are valid but which cannot be computed: masses outside of the range of double
// precision, positions too far from the origin, sinks that remove all bodies.
#pragma once

#include <string>

#include "sim/scene.h"
#include "state/world.h"

namespace scree::sim {

/// Range of masses and moments of inertia: products and quotients of two of them, times squares of radii and
/// velocities, stay far from the limits of double precision, 1e-308 and 1e308.
inline constexpr double k_min_mass = 1e-140, k_max_mass = 1e140;
/// Throws BuildError if the mass or the moment of inertia of a body is outside of that range. The message quotes the
/// mass or the density from which the value follows.
void throw_if_mass_out_of_range(const Scene& scene, double radius, double mass, double inertia,
                                const BodyTraits& traits);

/// Largest spacing of double-precision numbers (ulp) at the position of a body, as a fraction of its radius. Gaps and
/// overlaps are differences of positions, which are multiples of an ulp. The overlap of a stiff contact is about 1e-4
/// of the radius, so that at this spacing the overlap and the force have an error of 1 %.
inline constexpr double k_finest_fraction = 1e-6;
/// Why double precision does not resolve the motion of a body of this radius at this position, as the predicate of a
/// sentence about the body; empty if it does.
std::string unresolved(const Vec3d& position, double radius, const state::Cell& cell, const char* metre);
/// Throws BuildError if this holds for a body of the world or for a corner of the box of a stream.
void throw_if_unresolved(const Scene& scene, const state::World& world);

/// A sink removes bodies behind its plane. Throws BuildError if a sink would remove all bodies at its first check, or
/// all bodies of a stream.
void throw_if_all_sink(const Scene& scene, const state::World& world);

}  // namespace scree::sim
