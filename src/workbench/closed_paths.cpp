#include "workbench/closed_paths.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "workbench/paths.h"

namespace scree::contact {
namespace {

constexpr double k_least_overlap = 0.05;  // of the reach, between start and end
constexpr int k_fewest_legs = 3, k_most_legs = 10;

}  // namespace

std::vector<Waypoint> random_closed_path(const PathReach& reach, std::uint64_t seed, std::uint64_t which) {
  Random random(seed, which);
  std::vector<Waypoint> path;
  Waypoint at;
  const double size = std::exp2(random.uniform(-4.0, 0.0));
  const auto leg_time = [&] { return reach.time * std::exp2(random.uniform(-1.0, 1.0)); };
  const auto go = [&](Waypoint to) {
    to.time = at.time + leg_time();
    add_leg(path, at, to, reach.steps);
    at = to;
  };
  const auto moves = [&] { return random.uniform() < 0.5; };
  const auto within = [&](double most) { return size * random.uniform(-most, most); };
  const auto place = [&](double most) { return Vec3d{within(most), within(most), 0.0}; };
  const auto pressed = [&] { return reach.overlap * random.uniform(k_least_overlap, 1.0); };
  go({.overlap = pressed()});
  const int legs = k_fewest_legs + static_cast<int>(random.uniform() * (k_most_legs - k_fewest_legs + 1));
  for (int i = 0; i < legs; ++i) {
    Waypoint next = at;
    if (moves()) next.overlap = pressed();
    if (moves()) next.slide = place(reach.slide);
    if (moves()) next.roll = place(reach.roll);
    if (moves()) next.spin = within(reach.spin);
    if (moves()) next.tilt = place(reach.tilt);
    go(next);
  }
  go({.overlap = moves() ? at.overlap : pressed()});
  go({.overlap = -1e-3 * reach.overlap});
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
      const double share = -account.work / scale;
      created.open = std::max(created.open, std::abs(account.open()) / scale);
      created.by_books = std::max(created.by_books, -account.dissipated() / scale);
      if (share > k_noise) ++created.creating;
      if (share > created.worst) created.worst = share, created.where = which;
    }
  }
  return found;
}

}  // namespace scree::contact
