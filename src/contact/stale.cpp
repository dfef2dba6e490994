// Detects that the pair list may miss a contact.
//
// Two bodies cannot have approached by more than the diagonal of the box around all displacements, nor by more than
// twice the largest displacement. Positions are read only when the same bounds, computed from the velocities, exceed
// the skin (docs/decisions/rebuild-criterion.md).
#include <cmath>
#include <vector>

#include "contact/contacts.h"
#include "shape/pair_table.h"
#include "state/deformation.h"

namespace scree::contact {

Moved Contacts::displacement_box(const state::World& world) const {
  const state::Deformation f(listed_cell_, world.cell);
  const Vec3d to = f({});
  const Triangular taken{{f.xx, f.yy, f.zz, 0}, {f.xy, 0, 0, 0}, {f.xz, f.yz, 0, 0}, {to.x, to.y, to.z, 0}};
  std::vector<Moved> parts(blocks_.size());
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    kernels_.displacement_box(taken, &world.bodies.lines[blocks_[b].first], blocks_[b].last - blocks_[b].first,
                              parts[b]);
  Moved all;
  for (const Moved& part : parts) all.add(part);
  return all;
}

namespace {
/// The component of a motion of a wall that changes its distance to bodies.
Vec3d approaching_part(const state::Wall& wall, const Vec3d& motion) {
  return shape::row_of(wall.shape).slides_along_itself ? dot(motion, wall.normal) * wall.normal : motion;
}
}  // namespace

bool Contacts::list_is_stale(const state::World& world, const VelocityBox& of_bodies, double time) {
  VelocityBox velocities = of_bodies;
  for (const state::Wall& wall : world.walls) velocities.add(approaching_part(wall, wall.velocity));
  // The cell strains earlier displacements by its full strain, and the displacement of this step by half of it. The
  // bound below is larger, which covers the rounding of these sums. It does not cover the rounding of positions far
  // from the origin, which is below any skin.
  constexpr double k_rounding = 1.0 + 1e-12;
  const double strain = state::Deformation(last_cell_, world.cell).strain(), grow = k_rounding * (1.0 + strain);
  const double across = grow * time * velocities.across();
  may_have_moved_ = {grow * may_have_moved_.across + across,
                     grow * (may_have_moved_.farthest + time * velocities.largest())};
  displacement_bound_ += across + longest_ * strain;
  last_cell_ = world.cell;
  by_velocities_ = true;
  if (may_have_moved_.bound() + longest_ * state::Deformation(listed_cell_, world.cell).strain() <= skin_) return false;
  set_displacements(world, displacement_box(world));
  return !(moved_ <= skin_);
}

bool Contacts::list_is_stale(const state::World& world, const Moved& bodies) {
  set_displacements(world, bodies);
  by_velocities_ = false, displacement_bound_ = moved_ + chosen_at_;
  return !(moved_ <= skin_);
}

void Contacts::set_displacements(const state::World& world, const Moved& of_bodies) {
  Moved bodies = of_bodies;
  for (const state::Wall& wall : world.walls) bodies.add(approaching_part(wall, wall.point - wall.listed_point));
  may_have_moved_ = {bodies.across(), std::sqrt(bodies.farthest2)};
  moved_ = bodies.bound() + longest_ * state::Deformation(listed_cell_, world.cell).strain();
}

}  // namespace scree::contact
