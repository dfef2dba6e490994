#include "step/sweep.h"

#include <algorithm>

namespace scree::step {

SweepOrder::SweepOrder(const state::Bodies& all, const contact::Probe& probe) {
  constexpr int k_none = -1;
  std::vector<int> colour(all.size(), k_none);
  std::vector<std::vector<state::Slot>> by_colour;
  std::vector<char> taken;
  for (state::Slot i = 0; i < all.size(); ++i) {
    if (all.lines[i].is_fixed()) continue;
    taken.assign(by_colour.size() + 1, 0);
    probe.each_neighbour(i, [&](state::Slot other) {
      if (colour[other] != k_none) taken[static_cast<std::size_t>(colour[other])] = 1;
    });
    const auto lowest = static_cast<std::size_t>(std::find(taken.begin(), taken.end(), 0) - taken.begin());
    if (lowest == by_colour.size()) by_colour.emplace_back();
    by_colour[lowest].push_back(i), colour[i] = static_cast<int>(lowest);
  }
  first_of_colour.push_back(0);
  for (const auto& members : by_colour) {
    bodies.insert(bodies.end(), members.begin(), members.end());
    first_of_colour.push_back(bodies.size());
  }
}

SweepError error_of(const std::vector<Change>& changes) {
  // If a step changes a quantity by less than this fraction of it, the error is relative to the quantity itself.
  constexpr double k_negligible = 1e-10;
  Change sum;
  for (const Change& c : changes)
    for (std::size_t k = 0; k < 4; ++k)
      sum.moved[k] += c.moved[k], sum.since[k] += c.since[k], sum.size[k] += c.size[k];
  SweepError worst;
  for (std::size_t k = 0; k < 4; ++k) {
    if (sum.moved[k] == 0.0) continue;
    const double scale = sum.since[k] < k_negligible * sum.size[k] ? sum.size[k] : sum.since[k];
    const double error =
        scale == 0.0 ? 1.0 : sum.moved[k] / scale;  // moved back to exactly zero: a relative change of 1
    if (!(error <= worst.value)) worst = {error, k_error_choices[k]};  // also true for NaN
  }
  return worst;
}

}  // namespace scree::step
