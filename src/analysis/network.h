// Statistics of the contact network: fabric tensor, fraction of contacts at the friction limit, distribution of forces.
//
// Fabric F_ij = mean of n_i n_j. Its trace is 1, and F = 1/3 for isotropic contacts (for disks 1/2 in their plane).
// A contact is mobilised if its friction is at its limit: its law slips, or its load equals the limit within
// k_at_limit. The second condition is needed at rest, where rounding decides whether a contact at the limit sticks or
// slips in the next step. Forces are the normal forces of contacts under compression, over their mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/friction_rule.h"
#include "analysis/rattlers.h"
#include "analysis/tensor.h"

namespace scree::analysis {

// As a fraction of the limit. Fewer than one in 10^4 contacts that are far from slipping is so near the limit by
// chance.
inline constexpr double k_at_limit = 1e-4;

struct Mobilised {
  /// `contacts`: contacts that have such a law, with a limit that is unknown or above zero
  std::int64_t at_limit = 0, contacts = 0;
  std::int64_t limits_known = 0;
  double load_over_limit = 0.0;  ///< sum over contacts whose limit is known

  double fraction() const {
    return contacts > 0 ? static_cast<double>(at_limit) / static_cast<double>(contacts) : k_unset;
  }
  /// mean of load / limit
  double mean_load() const { return limits_known > 0 ? load_over_limit / static_cast<double>(limits_known) : k_unset; }
};

struct Network {
  std::int64_t contacts = 0;
  Tensor fabric{};
  Mobilised slide, roll, spin;
};
/// Statistics of the chosen contacts (all if `chosen` is empty). Without rules the limits are unknown, and only
/// contacts that slip count as mobilised.
Network describe_network(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts,
                         const std::vector<Ends>& ends, std::span<const char> chosen,
                         std::span<const FrictionRule> rules);

struct ForceDistribution {
  std::int64_t contacts = 0;                                  ///< number of contacts under compression
  double mean = 0.0;                                          ///< <F> [N]
  double square = k_unset, cube = k_unset, fourth = k_unset;  ///< moments <f^2>, <f^3>, <f^4> of f = F/<F>
  double largest = 0.0;                                       ///< largest f
  double bin = 0.0;                                           ///< width of a bin of f
  std::vector<double> density{};                              ///< P(f) in bin k, f >= k x bin; its integral is 1
};
ForceDistribution distribute_forces(const std::vector<sim::ContactView>& contacts, std::span<const char> chosen);

}  // namespace scree::analysis
