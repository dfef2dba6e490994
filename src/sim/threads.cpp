#include "sim/threads.h"

#include <algorithm>

#include <omp.h>

#include "contact/block.h"

namespace scree::sim {

/// An explicit step is distributed by blocks; sweeps, nonsmooth steps and near fields are distributed by bodies, of
/// which a thread needs some dozens. More threads would only wait for each other; with a thousand threads on a few
/// cores a run would practically never end.
int useful_threads(const Scene& scene, std::size_t bodies, int asked) {
  constexpr std::size_t k_bodies_a_thread = 32;
  const bool by_blocks = stepper_of(scene).sharing == Sharing::blocks && scene.forces.near_fields.empty();
  const std::size_t part = by_blocks ? contact::block_size(bodies) : k_bodies_a_thread,
                    largest = (bodies + part - 1) / part;
  return static_cast<int>(std::clamp<std::size_t>(largest, 1, static_cast<std::size_t>(std::max(1, asked))));
}

int useful_threads(const Simulation& simulation, int asked) {
  std::int64_t bodies = simulation.body_count();
  for (const StreamCount& stream : simulation.streams()) bodies += stream.asked - stream.delivered;
  return useful_threads(simulation.scene(), static_cast<std::size_t>(bodies), asked);
}

ThreadCount::ThreadCount(int threads) : before_(omp_get_max_threads()) { omp_set_num_threads(threads); }
ThreadCount::~ThreadCount() { omp_set_num_threads(before_); }

}  // namespace scree::sim
