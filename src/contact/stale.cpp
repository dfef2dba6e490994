// May the list miss a pair?
//
// Two bodies cannot have come nearer than the box around all displacements allows. Where bodies are is looked at only
// when their velocities, bounded in the same way, may have taken them past the skin (docs/decisions/search.md).
#include <cmath>
#include <vector>

#include "contact/contacts.h"
#include "shape/pair_table.h"
#include "state/deformation.h"

namespace scree::contact {

Moved Contacts::look(const state::World& world) const {
  const state::Deformation f(listed_cell_, world.cell);
  const Vec3d to = f({});
  const Triangular taken{{f.xx, f.yy, f.zz, 0}, {f.xy, 0, 0, 0}, {f.xz, f.yz, 0, 0}, {to.x, to.y, to.z, 0}};
  std::vector<Moved> parts(blocks_.size());
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    kernels_.look(taken, &world.bodies.lines[blocks_[b].first], blocks_[b].last - blocks_[b].first, parts[b]);
  Moved all;
  for (const Moved& part : parts) all.add(part);
  return all;
}

namespace {
/// The part of a motion of a wall that brings it nearer to bodies.
Vec3d bringing_nearer(const state::Wall& wall, const Vec3d& motion) {
  return shape::row_of(wall.form).slides_along_itself ? dot(motion, wall.normal) * wall.normal : motion;
}
}  // namespace

bool Contacts::list_is_stale(const state::World& world, const VelocityBox& of_bodies, double time) {
  VelocityBox velocities = of_bodies;
  for (const state::Wall& wall : world.walls) velocities.add(bringing_nearer(wall, wall.velocity));
  // Displacements are strained with the cell, and ways of a step by half of its strain; what is over covers the
  // rounding of these sums (not that of places far from the origin, which is below any skin).
  constexpr double k_rounding = 1.0 + 1e-12;
  const double strain = state::Deformation(last_cell_, world.cell).strain(), grow = k_rounding * (1.0 + strain);
  const double across = grow * time * velocities.across();
  may_have_moved_ = {grow * may_have_moved_.across + across,
                     grow * (may_have_moved_.farthest + time * velocities.largest())};
  crept_ += across + longest_ * strain;
  last_cell_ = world.cell;
  by_velocities_ = true;
  if (may_have_moved_.most() + longest_ * state::Deformation(listed_cell_, world.cell).strain() <= skin_) return false;
  have_moved(world, look(world));
  return !(moved_ <= skin_);
}

bool Contacts::list_is_stale(const state::World& world, const Moved& bodies) {
  have_moved(world, bodies);
  by_velocities_ = false, crept_ = moved_ + chosen_at_;
  return !(moved_ <= skin_);
}

void Contacts::have_moved(const state::World& world, const Moved& of_bodies) {
  Moved bodies = of_bodies;
  for (const state::Wall& wall : world.walls) bodies.add(bringing_nearer(wall, wall.point - wall.listed_point));
  may_have_moved_ = {bodies.across(), std::sqrt(bodies.farthest2)};
  moved_ = bodies.most() + longest_ * state::Deformation(listed_cell_, world.cell).strain();
}

}  // namespace scree::contact
