// Contacts as a crowd: where they point, how many are at their limits, how their forces are spread.
//
// Fabric F_ij = mean of n_i n_j; its trace is 1, and F = 1/3 for contacts without a preferred direction (of disks 1/2
// in their plane). Mobilised is a contact whose friction is at its limit: its law slips now, or its load is the limit
// to k_at_limit. The second is needed at rest: there a contact on the limit is as likely to stick as to slip in the
// next step, by rounding.
// Forces are normal forces of contacts that press, over their mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/friction_rule.h"
#include "analysis/rattlers.h"
#include "analysis/tensor.h"

namespace scree::analysis {

// of the limit: of contacts far from slipping fewer than one in 10^4 lies so near it by chance
inline constexpr double k_at_limit = 1e-4;

struct Mobilised {
  /// contacts that have such a law, with a limit above zero where it is known
  std::int64_t at_limit = 0, contacts = 0;
  std::int64_t limits_known = 0;
  double load_over_limit = 0.0;  ///< sum over contacts whose limit is known

  double share() const {
    return contacts > 0 ? static_cast<double>(at_limit) / static_cast<double>(contacts) : k_unset;
  }
  /// over the limit
  double mean_load() const { return limits_known > 0 ? load_over_limit / static_cast<double>(limits_known) : k_unset; }
};

struct Network {
  std::int64_t contacts = 0;
  Tensor fabric{};
  Mobilised slide, roll, spin;
};
/// Of the contacts that are chosen (all if `chosen` is empty). Without rules limits are unknown, and only what slips
/// counts as mobilised.
Network describe_network(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts,
                         const std::vector<Ends>& ends, std::span<const char> chosen,
                         std::span<const FrictionRule> rules);

struct ForceDistribution {
  std::int64_t contacts = 0;                                  ///< that press
  double mean = 0.0;                                          ///< <F> [N]
  double square = k_unset, cube = k_unset, fourth = k_unset;  ///< moments <f^2>, <f^3>, <f^4> of f = F/<F>
  double largest = 0.0;                                       ///< f
  double bin = 0.0;                                           ///< width of a bin of f
  std::vector<double> density{};                              ///< P(f) of bin k, from k x bin on; its integral is 1
};
ForceDistribution distribute_forces(const std::vector<sim::ContactView>& contacts, std::span<const char> chosen);

}  // namespace scree::analysis
