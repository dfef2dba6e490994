#include "analysis/network.h"

#include <algorithm>
#include <cmath>

namespace scree::analysis {
namespace {

constexpr double k_force_bin = 0.1;             // of the mean force; papers use 0.1 to 0.2
constexpr std::size_t k_max_force_bins = 1000;  // bins are wider if more would be needed

void count(Mobilised& sum, sim::Mode mode, double load, const std::optional<double>& limit) {
  if (mode == sim::Mode::none || (limit && *limit == 0.0)) return;
  ++sum.contacts;
  if (limit) ++sum.limits_known, sum.load_over_limit += load / *limit;
  sum.at_limit += mode == sim::Mode::slip || (limit && load >= (1.0 - k_at_limit) * *limit);
}

bool is_chosen(std::span<const char> chosen, std::size_t i) { return chosen.empty() || chosen[i]; }

}  // namespace

Network describe_network(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts,
                         const std::vector<Ends>& ends, std::span<const char> chosen,
                         std::span<const FrictionRule> rules) {
  Network network;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!is_chosen(chosen, i)) continue;
    const sim::ContactView& c = contacts[i];
    ++network.contacts;
    add_product(network.fabric, 1.0, c.normal, c.normal);
    Limits limits;
    if (static_cast<std::size_t>(c.model) < rules.size())
      limits = limits_of(rules[static_cast<std::size_t>(c.model)].limits, c, frame.bodies[ends[i].a],
                         ends[i].b == k_no_body ? nullptr : &frame.bodies[ends[i].b]);
    count(network.slide, c.slide, norm(c.friction), limits.slide);
    count(network.roll, c.roll, norm(c.roll_torque), limits.roll);
    count(network.spin, c.spin, std::abs(c.spin_torque), limits.spin);
  }
  if (network.contacts > 0) network.fabric = scaled(1.0 / static_cast<double>(network.contacts), network.fabric);
  return network;
}

ForceDistribution distribute_forces(const std::vector<sim::ContactView>& contacts, std::span<const char> chosen) {
  std::vector<double> forces;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (is_chosen(chosen, i) && contacts[i].normal_force > 0.0) forces.push_back(contacts[i].normal_force);
  ForceDistribution result{.contacts = static_cast<std::int64_t>(forces.size())};
  if (forces.empty()) return result;
  const auto n = static_cast<double>(forces.size());
  for (const double f : forces) result.mean += f / n;
  result.square = result.cube = result.fourth = 0.0;
  for (double& f : forces) {
    f /= result.mean;
    result.square += f * f / n, result.cube += f * f * f / n, result.fourth += f * f * f * f / n;
    result.largest = std::max(result.largest, f);
  }
  result.bin = std::max(k_force_bin, result.largest / static_cast<double>(k_max_force_bins));
  result.density.assign(std::min(static_cast<std::size_t>(result.largest / result.bin) + 1, k_max_force_bins), 0.0);
  for (const double f : forces)
    result.density[std::min(static_cast<std::size_t>(f / result.bin), result.density.size() - 1)] +=
        1.0 / (n * result.bin);
  return result;
}

}  // namespace scree::analysis
