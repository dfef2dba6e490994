// The number of threads that a scene can use.
#pragma once

#include <cstddef>

#include "sim/simulation.h"

namespace scree::sim {

/// The number of threads for this number of bodies: at most `asked`, and at most as many as have work.
int useful_threads(const Scene& scene, std::size_t bodies, int asked);

/// The same for the number of bodies after all streams have inserted theirs.
int useful_threads(const Simulation& simulation, int asked);

/// Sets the number of OpenMP threads of parallel regions that the calling thread starts; the destructor restores the
/// setting of the host program.
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
