// How many threads can share the work of a scene.
#pragma once

#include <cstddef>

#include "sim/simulation.h"

namespace scree::sim {

/// Threads for this number of bodies: as many as were asked for, or as there is work for.
int useful_threads(const Scene& scene, std::size_t bodies, int asked);

/// The same when all streams have brought their bodies.
int useful_threads(const Simulation& simulation, int asked);

/// Parallel regions of this thread have this many threads while it lives; then the host's setting holds again.
class [[nodiscard]] ThreadCount {
 public:
  explicit ThreadCount(int threads);
  ~ThreadCount();
  ThreadCount(const ThreadCount&) = delete;
  ThreadCount& operator=(const ThreadCount&) = delete;

 private:
  int before_;
};

}  // namespace scree::sim
