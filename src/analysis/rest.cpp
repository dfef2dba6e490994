#include "analysis/rest.h"

namespace scree::analysis {
namespace {

Vec3d along_free_axes(Vec3d v, sim::Locks locks) {
  for (int k = 0; k < 3; ++k)
    if (locks & (1u << k)) v.*k_axes[k] = 0.0;
  return v;
}

}  // namespace

Rest measure_rest(const sim::Frame& frame, const Backbone& backbone, double mean_force, const Vec3d& gravity) {
  Rest rest;
  double carried = 0.0, unbalanced = 0.0;
  const auto free = static_cast<double>(backbone.free_bodies),
             carriers = static_cast<double>(backbone.free_bodies - backbone.rattlers);
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const sim::BodyView& b = frame.bodies[i];
    if (b.locks == sim::k_lock_all) continue;
    const double energy = 0.5 * b.mass * norm2(b.velocity) + 0.5 * b.inertia * norm2(b.spin);
    rest.kinetic += energy / free;
    if (backbone.is_rattler[i]) continue;
    carried += energy, unbalanced += norm(along_free_axes(b.force + b.applied + b.mass * gravity, b.locks));
  }
  if (carriers > 0.0) rest.kinetic_of_backbone = carried / carriers;
  if (carriers > 0.0 && mean_force > 0.0) rest.unbalanced = unbalanced / carriers / mean_force;
  return rest;
}

}  // namespace scree::analysis
