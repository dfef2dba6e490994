#include "step/near_field.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scree::step {
namespace {

/// r^-power. Integer powers, the usual ones, are computed by multiplication: fast, and equal bits with every C library.
double inverse_power(double r, double power) {
  constexpr double k_max = 64.0;
  if (power != std::floor(power) || power > k_max) return std::pow(r, -power);
  double product = 1.0, square = 1.0 / r;
  for (int n = static_cast<int>(power); n > 0; n >>= 1, square *= square)
    if (n & 1) product *= square;
  return product;
}

/// Integral of x^-power from r to s. Accurate also for powers near 1, where the antiderivative approaches a logarithm.
double work_of_power(double r, double s, double power) {
  const double q = 1.0 - power, log_ratio = std::log(s / r);
  return q == 0.0 ? log_ratio : std::pow(r, q) * std::expm1(q * log_ratio) / q;
}

// Gauss-Legendre quadrature with ten points on [-1, 1]; each node stands for both signs.
struct Node {
  double x, weight;
};
constexpr std::array<Node, 5> k_gauss = {{{0.1488743389816312, 0.2955242247147529},
                                          {0.4333953941292472, 0.2692667193099963},
                                          {0.6794095682990244, 0.2190863625159820},
                                          {0.8650633666889845, 0.1494513491505806},
                                          {0.9739065285171717, 0.0666713443086881}}};
// Largest ratio of the ends of one interval of quadrature: the singularity at r = 0 is then so far away that the error,
// about 9.9^-20, is below rounding.
constexpr double k_longest_piece = 1.5;

}  // namespace

NearField::NearField(const NearFieldNumbers& numbers) : n_(numbers) { work_of_fading_ = faded_work(n_.fade_from); }

double NearField::unfaded(double r) const {
  double pull = 0.0;
  if (n_.attraction != 0.0) pull += n_.attraction * inverse_power(r, n_.attraction_power);
  if (n_.repulsion != 0.0) pull -= n_.repulsion * inverse_power(r, n_.repulsion_power);
  return pull;
}

double NearField::pull(double r) const {
  if (r >= n_.cutoff) return 0.0;
  if (r <= n_.fade_from) return unfaded(r);
  const double u = (r - n_.fade_from) / (n_.cutoff - n_.fade_from);
  return (1.0 - u * u * u * (10.0 - u * (15.0 - 6.0 * u))) * unfaded(r);
}

double NearField::stiffness(double r) const {
  if (r >= n_.cutoff) return 0.0;
  const double slope = (-n_.attraction_power * n_.attraction * inverse_power(r, n_.attraction_power) +
                        n_.repulsion_power * n_.repulsion * inverse_power(r, n_.repulsion_power)) /
                       r;
  if (r <= n_.fade_from) return slope;
  const double width = n_.cutoff - n_.fade_from, u = (r - n_.fade_from) / width;
  const double fraction = 1.0 - u * u * u * (10.0 - u * (15.0 - 6.0 * u)),
               fraction_slope = -30.0 * u * u * (1.0 - u) * (1.0 - u) / width;
  return fraction * slope + fraction_slope * unfaded(r);
}

double NearField::faded_work(double r) const {
  double work = 0.0;
  while (r < n_.cutoff) {
    const double end = std::min(n_.cutoff, k_longest_piece * r), middle = 0.5 * (r + end), half = 0.5 * (end - r);
    for (const Node& node : k_gauss)
      work += half * node.weight * (pull(middle - half * node.x) + pull(middle + half * node.x));
    r = end;
  }
  return work;
}

double NearField::potential(double r) const {
  if (r >= n_.fade_from) return -faded_work(r);
  double work = work_of_fading_;
  if (n_.attraction != 0.0) work += n_.attraction * work_of_power(r, n_.fade_from, n_.attraction_power);
  if (n_.repulsion != 0.0) work -= n_.repulsion * work_of_power(r, n_.fade_from, n_.repulsion_power);
  return -work;
}

}  // namespace scree::step
