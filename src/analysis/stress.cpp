#include "analysis/stress.h"

namespace scree::analysis {

Stress mean_stress(const sim::Frame& frame, const std::vector<sim::ContactView>& contacts, const Region& region) {
  Stress stress;
  const double v = volume(region);
  if (!(v > 0.0)) return stress;
  for (const sim::ContactView& c : contacts)
    add_product(stress.contact, 1.0 / v, c.normal_force * c.normal + c.friction, c.branch);

  Vec3d momentum;
  double mass = 0.0;
  for (const sim::BodyView& b : frame.bodies)
    if (b.locks != sim::k_lock_all) momentum += b.mass * b.velocity, mass += b.mass;
  const Vec3d drift = mass > 0.0 ? 1.0 / mass * momentum : Vec3d{};
  for (const sim::BodyView& b : frame.bodies)
    if (b.locks != sim::k_lock_all) add_product(stress.kinetic, b.mass / v, b.velocity - drift, b.velocity - drift);
  return stress;
}

double pressure(const Tensor& stress, Dimension dimension) { return trace(stress) / translations(dimension); }

}  // namespace scree::analysis
