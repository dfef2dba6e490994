#include "workbench/closed_paths.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "workbench/paths.h"

namespace scree::contact {
namespace {

constexpr double k_min_overlap = 0.05;  // of the reach, between start and end
constexpr int k_min_legs = 3, k_max_legs = 10;

}  // namespace

std::vector<Waypoint> random_closed_path(const PathReach& reach, std::uint64_t seed, std::uint64_t which) {
  Random random(seed, which);
  std::vector<Waypoint> path;
  Waypoint at;
  const double size = std::exp2(random.uniform(-4.0, 0.0));
  const auto leg_time = [&] { return reach.time * std::exp2(random.uniform(-1.0, 1.0)); };
  const auto add = [&](Waypoint to) {
    to.time = at.time + leg_time();
    add_leg(path, at, to, reach.steps);
    at = to;
  };
  const auto changes = [&] { return random.uniform() < 0.5; };
  const auto within = [&](double largest) { return size * random.uniform(-largest, largest); };
  const auto place = [&](double largest) { return Vec3d{within(largest), within(largest), 0.0}; };
  const auto random_overlap = [&] { return reach.overlap * random.uniform(k_min_overlap, 1.0); };
  add({.overlap = random_overlap()});
  const int legs = k_min_legs + static_cast<int>(random.uniform() * (k_max_legs - k_min_legs + 1));
  for (int i = 0; i < legs; ++i) {
    Waypoint next = at;
    if (changes()) next.overlap = random_overlap();
    if (changes()) next.slide = place(reach.slide);
    if (changes()) next.roll = place(reach.roll);
    if (changes()) next.spin = within(reach.spin);
    if (changes()) next.tilt = place(reach.tilt);
    add(next);
  }
  add({.overlap = changes() ? at.overlap : random_overlap()});
  add({.overlap = -1e-3 * reach.overlap});
  return path;
}

EnergyOfPaths energy_of_paths(const law::Model& model, const DrivenPair& pair, const PathReach& reach,
                              std::uint64_t paths, std::uint64_t seed) {
  EnergyOfPaths found{.paths = paths};
  for (std::uint64_t which = 0; which < paths; ++which) {
    DrivenContact contact(model, pair);
    std::array<double, 4> stored{}, worked{};
    for (const Waypoint& w : random_closed_path(reach, seed, which)) {
      const Driven& driven = contact.drive_to(w);
      for (std::size_t i = 0; i < k_accounts.size(); ++i) {
        const StageAccount& account = driven.*k_accounts[i];
        stored[i] = std::max(stored[i], account.stored), worked[i] = std::max(worked[i], std::abs(account.work));
      }
    }
    for (std::size_t i = 0; i < k_accounts.size(); ++i) {
      const double scale = stored[i] > 0.0 ? stored[i] : worked[i];
      if (scale == 0.0) continue;
      const StageAccount& account = contact.now().*k_accounts[i];
      Created& created = found.stages[i];
      const double fraction = -account.work / scale;
      created.open = std::max(created.open, std::abs(account.open()) / scale);
      created.by_books = std::max(created.by_books, -account.dissipated() / scale);
      if (fraction > k_noise) ++created.creating;
      if (fraction > created.worst) created.worst = fraction, created.where = which;
    }
  }
  return found;
}

}  // namespace scree::contact
