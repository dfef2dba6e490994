// Diagnostics at the end of a run about streams that did not insert all of their bodies.
#include <fmt/format.h>

#include "sim/guard_diagnostics.h"
#include "sim/place.h"

namespace scree::sim {
namespace {

void join(std::string& text, const std::string& more) { text += (text.empty() ? "" : "; ") + more; }

}  // namespace

std::vector<Diagnostic> Guard::short_streams(const Simulation& simulation, const std::string& rule) {
  const Scene& scene = simulation.scene();
  const std::vector<StreamCount> counts = simulation.streams();
  std::vector<Diagnostic> list;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const StreamCount& count = counts[s];
    if (count.delivered == count.asked) continue;
    Diagnostic t = diagnostic_now(simulation, "stream");
    t.what =
        fmt::format("stream {} has inserted {} of its {} bodies (stream.count)", s + 1, count.delivered, count.asked);
    if (count.waiting() > 0) {
      join(t.cause, fmt::format("the box of the stream is full: {} bodies were due, but found no free position",
                                count.waiting()));
      join(t.remedy,
           "use a larger box (stream.low, stream.high), a lower rate, smaller bodies, or a stream.velocity that moves "
           "bodies out of the box; a later time.end helps only if they leave the box");
    }
    if (const std::int64_t later = count.asked - count.due; later > 0) {
      const std::string last = fmt::format("{:.6g} {}", last_batch_at(scene.streams[s]), unit_of(scene, "s"));
      join(t.cause, fmt::format("{}: {} bodies were not due yet, the last of them at {}",
                                rule.empty() ? "the run ended too early (time.end)"
                                             : fmt::format("the rule {} of [stop] ended the run", rule),
                                later, last));
      join(t.remedy, fmt::format("set {} to {} or later, or use a higher rate or a smaller stream.count",
                                 rule.empty() ? "time.end" : "stop.after", last));
    }
    list.push_back(std::move(t));
  }
  return list;
}

}  // namespace scree::sim
