#include "sim/critical_packing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scree::sim {
namespace {

struct Rates {
  double translation = 0.0, rotation = 0.0;  ///< over mass and moment of inertia
};

Rates rates_of(const PackedBody& body, const StageRates& stages) {
  const double z = body.neighbours;
  if (!(z > 0.0)) return {};
  const double cosines = std::max(std::min(z, 2.0), z / 3.0);      // largest sum of (n.u)^2
  const double sines = std::max(std::min(z, 6.0), 2.0 * z / 3.0);  // largest sum of 1 - (n.u)^2
  const auto worst = [&](double along, double across) {
    return along >= across ? cosines * along + (z - cosines) * across : (z - sines) * along + sines * across;
  };
  return {worst(stages.normal, stages.slide) / body.mass,
          worst(stages.spin / body.inertia,
                stages.slide * body.slip + stages.roll / body.inertia + stages.normal * body.off_centre)};
}

/// The positive root of k h^2 + c h = 4.
double root(double k, double c) {
  const double sum = c + std::sqrt(c * c + 16.0 * k);
  return sum > 0.0 ? 8.0 / sum : std::numeric_limits<double>::infinity();
}

}  // namespace

double neighbours_of(double radius, double of_neighbours) {
  const double sine = of_neighbours / (radius + of_neighbours);
  const double cap = 1.0 - std::sqrt(1.0 - sine * sine), cap_of_equal = 1.0 - std::sqrt(0.75);
  return std::max(1.0, std::ceil(12.0 * cap_of_equal / cap - 1e-6));
}

double packing_limit(const PackedBody& a, const PackedBody& b, const StageRates& stiffness, const StageRates& damping) {
  const Rates ka = rates_of(a, stiffness), kb = rates_of(b, stiffness);
  const Rates ca = rates_of(a, damping), cb = rates_of(b, damping);
  return std::min({root(ka.translation + kb.translation, ca.translation + cb.translation),
                   root(ka.rotation + kb.rotation, ca.rotation + cb.rotation),
                   root(ka.translation + kb.rotation, ca.translation + cb.rotation),
                   root(ka.rotation + kb.translation, ca.rotation + cb.translation)});
}

}  // namespace scree::sim
