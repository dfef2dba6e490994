#include "contact/near.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kernel/contact_kernels.h"
#include "search/grid.h"
#include "shape/pair_table.h"
#include "shape/surface.h"
#include "state/pose.h"
#include "state/slot_of_id.h"

namespace scree::contact {
namespace {

using shape::PlacedShape;
using state::Slot;

constexpr std::size_t k_bodies_a_piece = 256;  // unit of work that threads take from the search
// reserved near points for each body: a packing of spheres has three, each counted for one of its two bodies
constexpr std::size_t k_near_a_body = 4;

std::uint32_t which_point(std::uint32_t wall, state::Image image, std::uint8_t feature) {
  return (wall == k_no_wall ? 0xffffu : wall) << 16 | static_cast<std::uint32_t>(image) << 8 | feature;
}

PlacedShape placed_shape_of(const state::Bodies& bodies, Slot i) {
  const shape::BodyShape kind = bodies.shape_of_slot(i);
  const double r = bodies.lines[i].radius;
  if (kind == shape::BodyShape::sphere) return {kind, {r, r, r}, {}};
  return {kind, bodies.shapes[i].half, state::axes_of(bodies.orientations[i])};
}

/// Effective radius. Two flat surfaces have none; laws that need one then use the bounding radius of the first body.
double radius_of(double curvature, double bounding) { return curvature > 0.0 ? 1.0 / curvature : bounding; }

/// Finds the near points of single bodies.
class Finder {
 public:
  Finder(const state::World& world, const Reach& reach, const search::Grid& grid,
         const std::optional<state::SlotOfId>& slot_of_id, const std::vector<std::pair<state::Id, state::Id>>& joined)
      : world_(world),
        bodies_(world.bodies),
        reach_(reach),
        grid_(grid),
        slot_of_id_(slot_of_id),
        joined_(joined),
        shifts_(world.cell.shifts()) {}

  std::vector<Near> found;

  void search_around(Slot i) {
    grid_.near(i, [&](Slot j, state::Image image) { meet(i, j, image); });
    std::uint32_t wall = 0;
    for (const state::Wall& w : world_.walls) {
      if (w.shape == shape::WallShape::plane)
        meet_plane(i, wall, w.point, w.normal, w.material, reach_.step * std::abs(dot(w.velocity, w.normal)), nullptr);
      else
        meet_wall(i, wall, w);
      ++wall;
    }
    for (const state::CarriedPlane& p : world_.carried) meet_carried(i, wall++, p);
    for (const state::Cylinder& c : world_.cylinders) meet_cylinder(i, wall++, c);
  }

 private:
  bool moves(Slot i) const { return !bodies_.lines[i].is_fixed(); }

  void meet(Slot i, Slot j, state::Image image) {
    const state::BodyLine &p = bodies_.lines[i], &q = bodies_.lines[j];
    if (!moves(i) && !moves(j)) return;
    const bool turned = p.id > q.id;
    const Slot a = turned ? j : i, b = turned ? i : j;
    const auto& s = shifts_[image];
    Vec3d apart = p.position() - q.position() + Vec3d{s[0], s[1], s[2]};
    if (turned) apart = -apart, image = state::opposite(image);
    const std::pair<state::Id, state::Id> ids{bodies_.lines[a].id, bodies_.lines[b].id};
    if (!joined_.empty() && std::binary_search(joined_.begin(), joined_.end(), ids)) return;
    const double margin = reach_.ways[i] + reach_.ways[j];
    if (bodies_.shapes.empty()) {  // the usual case: two spheres
      const double ra = bodies_.lines[a].radius, rb = bodies_.lines[b].radius, d = norm(apart);
      const double gap = d - (ra + rb);
      if (gap >= margin) return;
      const Vec3d n = d > 0.0 ? (1.0 / d) * apart : Vec3d{0, 0, 1};
      found.push_back({{ids.first, ids.second, which_point(k_no_wall, image, 0)},
                       a,
                       b,
                       k_no_wall,
                       {n, -ra * n, rb * n, gap},
                       ra * rb / (ra + rb),
                       std::min(ra, rb),
                       bodies_.lines[a].material,
                       bodies_.lines[b].material});
      return;
    }
    const PlacedShape shape_a = placed_shape_of(bodies_, a), shape_b = placed_shape_of(bodies_, b);
    const double smaller_radius = std::min(shape::inscribed_radius(shape_a), shape::inscribed_radius(shape_b));
    for (const shape::NearPoint& point : shape::near_points(shape_a, shape_b, apart, margin)) {
      const double curvature =
          shape::mean_curvature(shape_a, point.arm_a) + shape::mean_curvature(shape_b, point.arm_b);
      found.push_back({{ids.first, ids.second, which_point(k_no_wall, image, point.feature)},
                       a,
                       b,
                       k_no_wall,
                       point,
                       radius_of(curvature, bodies_.lines[a].radius),
                       smaller_radius,
                       bodies_.lines[a].material,
                       bodies_.lines[b].material});
    }
  }

  void add_at_wall(Slot i, std::uint32_t wall, std::uint16_t material, const shape::NearPoint& point, Slot carrier,
                   double wall_curvature) {
    const PlacedShape placed = placed_shape_of(bodies_, i);
    found.push_back({{bodies_.lines[i].id, state::k_no_body, which_point(wall, state::k_no_image, point.feature)},
                     i,
                     carrier,
                     wall,
                     point,
                     radius_of(shape::mean_curvature(placed, point.arm_a) + wall_curvature, bodies_.lines[i].radius),
                     shape::inscribed_radius(placed),
                     bodies_.lines[i].material,
                     material});
  }

  /// `approach`: largest displacement of the plane towards the body [m]. `carrier`: the body that the plane is fixed
  /// to, or null.
  void meet_plane(Slot i, std::uint32_t wall, const Vec3d& point, const Vec3d& normal, std::uint16_t material,
                  double approach, const Slot* carrier) {
    const state::BodyLine& p = bodies_.lines[i];
    if (!moves(i) && !(carrier && moves(*carrier))) return;
    const double margin = reach_.ways[i] + approach;
    Vec3d away = p.position() - point;
    if (carrier) away = world_.cell.shortest(away);
    const double height = dot(away, normal);
    if (height - p.radius >= margin) return;
    // From the carrier's centre to the point of the plane opposite to that of the body.
    const auto foot = [&](const shape::NearPoint& near) {
      return point + away + near.arm_a - near.gap * normal - bodies_.lines[*carrier].position();
    };
    const double curvature = 0.0;
    if (bodies_.shapes.empty()) {
      shape::NearPoint near{normal, -p.radius * normal, {}, height - p.radius};
      if (carrier) near.arm_b = foot(near);
      add_at_wall(i, wall, material, near, carrier ? *carrier : i, curvature);
      return;
    }
    for (shape::NearPoint near :
         shape::near_wall(placed_shape_of(bodies_, i), shape::WallShape::plane, {away, {}, normal}, margin)) {
      if (carrier) near.arm_b = foot(near);
      add_at_wall(i, wall, material, near, carrier ? *carrier : i, curvature);
    }
  }

  void meet_carried(Slot i, std::uint32_t wall, const state::CarriedPlane& plane) {
    const Slot carrier = (*slot_of_id_)[plane.body];
    if (carrier == i || carrier == state::k_no_slot) return;  // the carrier may have been removed
    const std::pair<state::Id, state::Id> ids = std::minmax(bodies_.lines[i].id, plane.body);
    if (!joined_.empty() && std::binary_search(joined_.begin(), joined_.end(), ids)) return;
    const state::TurnD turn = state::turn_of(bodies_.orientations[carrier]);
    const Vec3d apart = world_.cell.shortest(bodies_.lines[i].position() - bodies_.lines[carrier].position());
    const double turning = reach_.spins.empty() ? 0.0
                                                : reach_.step * (norm(cross(reach_.spins[carrier], apart)) +
                                                                 norm(reach_.spins[carrier]) * bodies_.lines[i].radius);
    meet_plane(i, wall, bodies_.lines[carrier].position() + rotated(turn, plane.point), rotated(turn, plane.normal),
               plane.material, reach_.ways[carrier] + turning, &carrier);
  }

  /// A wall of a shape that was added at run time (shape::add_wall_shape); laws treat it as flat.
  void meet_wall(Slot i, std::uint32_t wall, const state::Wall& w) {
    if (!moves(i)) return;
    const double margin = reach_.ways[i] + reach_.step * norm(w.velocity);
    const shape::PlacedWall placed{bodies_.lines[i].position(), w.point, w.normal, w.radius};
    for (const shape::NearPoint& near : shape::near_wall(placed_shape_of(bodies_, i), w.shape, placed, margin))
      if (near.gap < margin) add_at_wall(i, wall, w.material, near, i, 0.0);
  }

  void meet_cylinder(Slot i, std::uint32_t wall, const state::Cylinder& c) {
    const state::BodyLine& p = bodies_.lines[i];
    if (!moves(i)) return;
    const shape::PlacedWall cylinder{p.position(), c.point, c.axis, c.radius};
    for (const shape::NearPoint& near :
         shape::near_wall(placed_shape_of(bodies_, i), shape::WallShape::cylinder, cylinder, reach_.ways[i]))
      if (near.gap < reach_.ways[i]) add_at_wall(i, wall, c.material, near, i, -1.0 / c.radius);  // concave
  }

  const state::World& world_;
  const state::Bodies& bodies_;
  const Reach& reach_;
  const search::Grid& grid_;
  const std::optional<state::SlotOfId>& slot_of_id_;
  const std::vector<std::pair<state::Id, state::Id>>& joined_;
  const std::array<std::array<double, 4>, state::k_images> shifts_;
};

}  // namespace

std::vector<Near> NearSearch::find(const state::World& world, const Reach& reach) const {
  const std::size_t n = world.bodies.size();
  state::Column<state::BodyLine> grown = world.bodies.lines;
  for (std::size_t i = 0; i < n; ++i) grown[i].radius += reach.ways[i];
  const search::Grid grid(grown, world.cell, 0.0, available_kernels().front()->scan);
  std::optional<state::SlotOfId> slot_of_id;
  if (!world.carried.empty()) slot_of_id.emplace(world.bodies);
  const std::size_t pieces = (n + k_bodies_a_piece - 1) / k_bodies_a_piece;
  std::vector<std::vector<Near>> by_piece(pieces);
#pragma omp parallel for schedule(dynamic) if (pieces > 4)
  for (std::size_t p = 0; p < pieces; ++p) {
    Finder finder(world, reach, grid, slot_of_id, joined_);
    finder.found.reserve(k_near_a_body * k_bodies_a_piece);
    for (std::size_t i = p * k_bodies_a_piece; i < std::min(n, (p + 1) * k_bodies_a_piece); ++i)
      finder.search_around(static_cast<Slot>(i));
    by_piece[p] = std::move(finder.found);
  }
  std::vector<Near> all;
  std::size_t count = 0;
  for (const auto& piece : by_piece) count += piece.size();
  all.reserve(count);
  for (const auto& piece : by_piece) all.insert(all.end(), piece.begin(), piece.end());
  for (const Near& near : all) unconverged_ += !near.point.converged;
  return all;
}

}  // namespace scree::contact
