// Streams that did not bring all of their bodies: what is told of them when a run has ended.
#include <fmt/format.h>

#include "sim/guard_words.h"
#include "sim/place.h"

namespace scree::sim {
namespace {

void join(std::string& text, const std::string& more) { text += (text.empty() ? "" : "; ") + more; }

}  // namespace

std::vector<Trouble> Guard::short_streams(const Simulation& simulation, const std::string& rule) {
  const Scene& scene = simulation.scene();
  const std::vector<StreamCount> counts = simulation.streams();
  std::vector<Trouble> list;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const StreamCount& count = counts[s];
    if (count.delivered == count.asked) continue;
    Trouble t = trouble_now(simulation, "stream");
    t.what = fmt::format("stream {} has brought {} of the {} bodies that were asked for (stream.count)", s + 1,
                         count.delivered, count.asked);
    if (count.waiting() > 0) {
      join(t.cause, fmt::format("no room: {} were due and found no free place in its box", count.waiting()));
      join(t.remedy,
           "a larger box from stream.low to stream.high, a lower rate, smaller bodies, or a stream.velocity that takes "
           "them out of the box; a later time.end helps only if they leave it");
    }
    if (const std::int64_t later = count.asked - count.due; later > 0) {
      const std::string last = fmt::format("{:.6g} {}", last_batch_at(scene.streams[s]), unit_of(scene, "s"));
      join(t.cause,
           fmt::format("{}: {} were not due yet, the last of them come at {}",
                       rule.empty() ? "the end is too early" : fmt::format("the rule {} of [stop] ended the run", rule),
                       later, last));
      join(t.remedy, fmt::format("{} of {} or later, a higher rate, or a smaller stream.count",
                                 rule.empty() ? "a time.end" : "stop.after", last));
    }
    list.push_back(std::move(t));
  }
  return list;
}

}  // namespace scree::sim
