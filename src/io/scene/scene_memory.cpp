// Refuses scenes that do not fit in memory while they are read, before bodies are placed.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "io/scene/scene_draft.h"

namespace scree::io {

namespace {

constexpr double k_bytes = 700.0;  // [bytes] of a body in a dense packing with all stages, measured (bench/results)

double memory_of(const ReadOptions& options) {
  if (options.memory > 0) return static_cast<double>(options.memory);
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

void check_memory(Draft& draft) {
  std::vector<BodyCount> body_counts = draft.body_counts;
  // A sink may remove the bodies that a stream adds; without a sink they count.
  if (draft.scene.sinks.empty())
    body_counts.insert(body_counts.end(), draft.stream_counts.begin(), draft.stream_counts.end());
  double bodies = static_cast<double>(draft.positions.size());
  for (const BodyCount& count_of_table : body_counts) bodies += count_of_table.bodies;
  const double memory = memory_of(draft.source.options);
  if (body_counts.empty() || k_bytes * bodies <= memory) return;
  const auto largest = std::max_element(body_counts.begin(), body_counts.end(),
                                        [](const BodyCount& p, const BodyCount& q) { return p.bodies < q.bodies; });
  draft.source.problem(
      largest->place,
      fmt::format("{} makes {:.3g} of {:.3g} bodies, which take about {:.3g} GB; this machine has {:.3g} GB",
                  largest->cause, largest->bodies, bodies, 1e-9 * k_bytes * bodies, 1e-9 * memory));
}

}  // namespace scree::io
