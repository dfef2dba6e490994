// How many threads can share the work of a scene.
#pragma once

#include <cstddef>

#include "sim/simulation.h"

namespace scree::sim {

/// Threads for this number of bodies: as many as were asked for, or as there is work for.
int useful_threads(const Scene& scene, std::size_t bodies, int asked);

/// The same when all streams have brought their bodies.
int useful_threads(const Simulation& simulation, int asked);

}  // namespace scree::sim
