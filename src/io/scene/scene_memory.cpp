// Scenes that no memory can hold are refused while they are read, before anything is placed.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "io/scene/scene_draft.h"

namespace scree::io {

namespace {

constexpr double k_bytes = 700.0;  // a body in a dense packing, all stages; measured in bench/results

double memory_of(const ReadOptions& options) {
  if (options.memory > 0) return static_cast<double>(options.memory);
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

void check_memory(Draft& draft) {
  std::vector<Crowd> crowds = draft.crowds;
  // What a stream brings in, a sink may take out again; without one it stays.
  if (draft.scene.sinks.empty()) crowds.insert(crowds.end(), draft.stream_crowds.begin(), draft.stream_crowds.end());
  double bodies = static_cast<double>(draft.positions.size());
  for (const Crowd& crowd : crowds) bodies += crowd.bodies;
  const double memory = memory_of(draft.source.options);
  if (crowds.empty() || k_bytes * bodies <= memory) return;
  const auto largest = std::max_element(crowds.begin(), crowds.end(),
                                        [](const Crowd& p, const Crowd& q) { return p.bodies < q.bodies; });
  draft.source.problem(
      largest->place,
      fmt::format("{} makes {:.3g} of {:.3g} bodies, which take about {:.3g} GB; this machine has {:.3g} GB",
                  largest->cause, largest->bodies, bodies, 1e-9 * k_bytes * bodies, 1e-9 * memory));
}

}  // namespace scree::io
