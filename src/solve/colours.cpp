#include "solve/colours.h"

#include <algorithm>

#include "solve/groups.h"

namespace scree::solve {

Colours::Colours(const Problem& problem) {
  // Greedy, in the order of contacts: the first colour that neither body has. The result depends only on the problem.
  std::vector<std::vector<std::int64_t>> by_colour;
  std::vector<std::vector<bool>> taken(problem.bodies.size());
  const auto has = [&](std::uint32_t body, std::size_t colour) {
    return colour < taken[body].size() && taken[body][colour];
  };
  const auto take = [&](std::uint32_t body, std::size_t colour) {
    if (problem.bodies[body].is_fixed()) return;
    if (taken[body].size() <= colour) taken[body].resize(colour + 1);
    taken[body][colour] = true;
  };
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const Contact& c = problem.contacts[i];
    std::size_t colour = 0;
    while (has(c.a, colour) || has(c.b, colour)) ++colour;
    take(c.a, colour), take(c.b, colour);
    if (by_colour.size() <= colour) by_colour.resize(colour + 1);
    by_colour[colour].push_back(static_cast<std::int64_t>(i));
  }
  first_group.push_back(0);
  for (const auto& members : by_colour) {
    order.insert(order.end(), members.begin(), members.end());
    order.resize((order.size() + k_group - 1) / k_group * k_group, k_none);
    first_group.push_back(order.size() / k_group);
  }
}

Problem Colours::sorted(const Problem& problem) const {
  Problem result{problem.bodies, {}, problem.rows};
  Contact filler;
  filler.a = filler.b = static_cast<std::uint32_t>(problem.bodies.size());
  result.bodies.push_back({});
  for (const std::int64_t i : order)
    result.contacts.push_back(i == k_none ? filler : problem.contacts[static_cast<std::size_t>(i)]);
  return result;
}

Impulses Colours::sorted(const Impulses& impulses) const {
  Impulses result{{}, impulses.rows};
  if (impulses.contacts.empty()) return result;
  for (const std::int64_t i : order)
    result.contacts.push_back(i == k_none ? Twist{} : impulses.contacts[static_cast<std::size_t>(i)]);
  return result;
}

Impulses Colours::back(const Impulses& sorted, std::size_t contacts) const {
  Impulses result{std::vector<Twist>(contacts), sorted.rows};
  for (std::size_t k = 0; k < order.size(); ++k)
    if (order[k] != k_none) result.contacts[static_cast<std::size_t>(order[k])] = sorted.contacts[k];
  return result;
}

}  // namespace scree::solve
