#include "analysis/rattlers.h"

#include <algorithm>
#include <bit>

namespace scree::analysis {
namespace {

bool is_locked(const sim::BodyView& body) { return body.locks == sim::k_lock_all; }

struct Count {
  int contacts = 0, constraints = 0;
  bool is_rattler(const sim::BodyView& body) const {
    const unsigned locks = body.locks;
    return analysis::is_rattler(contacts, constraints, 3 - std::popcount(locks & 0b000111u),
                                3 - std::popcount(locks & 0b111000u));
  }
};

std::size_t place_of(const sim::Frame& frame, std::int64_t id) {
  const auto at = std::lower_bound(frame.bodies.begin(), frame.bodies.end(), id,
                                   [](const sim::BodyView& b, std::int64_t wanted) { return b.id < wanted; });
  return at != frame.bodies.end() && at->id == id ? static_cast<std::size_t>(at - frame.bodies.begin()) : k_no_body;
}

double mean(double sum, std::int64_t count) { return count > 0 ? sum / static_cast<double>(count) : 0.0; }

}  // namespace

std::vector<Ends> ends_of(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts) {
  std::vector<Ends> ends;
  for (const sim::ContactView& c : contacts)
    ends.push_back({place_of(frame, c.a), c.plane >= 0 ? k_no_body : place_of(frame, c.b)});
  return ends;
}

Backbone find_backbone(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts,
                       const std::vector<Ends>& ends, Dimension dimension, const ModesOf& modes_of) {
  const std::size_t bodies = frame.bodies.size();
  std::vector<Count> counts(bodies);
  std::vector<std::vector<std::size_t>> contacts_of(bodies);
  std::vector<int> constraints(contacts.size());
  const auto each_end = [&](std::size_t contact, auto f) {
    for (const std::size_t body : {ends[contact].a, ends[contact].b})
      if (body != k_no_body) f(body);
  };
  double all = 0.0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    constraints[c] = constraints_of_contact(modes_of(contacts[c]), dimension);
    each_end(c, [&](std::size_t body) {
      ++counts[body].contacts, counts[body].constraints += constraints[c];
      contacts_of[body].push_back(c);
      all += is_locked(frame.bodies[body]) ? 0.0 : 1.0;
    });
  }

  Backbone result{.is_rattler = std::vector<char>(bodies, 0), .carries = std::vector<char>(contacts.size(), 1)};
  std::vector<std::size_t> to_look_at;
  for (std::size_t i = 0; i < bodies; ++i)
    if (!is_locked(frame.bodies[i])) ++result.free_bodies, to_look_at.push_back(i);
  while (!to_look_at.empty()) {
    const std::size_t body = to_look_at.back();
    to_look_at.pop_back();
    if (result.is_rattler[body] || is_locked(frame.bodies[body]) || !counts[body].is_rattler(frame.bodies[body]))
      continue;
    result.is_rattler[body] = 1, ++result.rattlers;
    for (const std::size_t c : contacts_of[body]) {
      if (!result.carries[c]) continue;
      result.carries[c] = 0;
      each_end(c, [&](std::size_t end) {
        --counts[end].contacts, counts[end].constraints -= constraints[c];
        to_look_at.push_back(end);
      });
    }
  }
  double carried = 0.0;
  for (std::size_t i = 0; i < bodies; ++i)
    if (!is_locked(frame.bodies[i]) && !result.is_rattler[i]) carried += counts[i].contacts;
  result.coordination_with_rattlers = mean(all, result.free_bodies);
  result.coordination = mean(carried, result.free_bodies - result.rattlers);
  return result;
}

}  // namespace scree::analysis
