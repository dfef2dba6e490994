// The kernels of kernel/shaped.h: which pairs touch, and the path of the contact point over both bodies.
#include "kernel/shaped.h"

#include <cmath>
#include <type_traits>

#include "law/kinematics/increment.h"
#include "law/kinematics/rate.h"
#include "law/kinematics/tracked.h"
#include "kernel/followed.h"
#include "kernel/placed_shapes.h"
#include "shape/box_meets.h"
#include "shape/pair_table.h"
#include "shape/surface.h"

namespace scree::contact {
namespace {

using law::kinematics::Increment;
using law::kinematics::Rate;
using law::kinematics::Tracked;
using shape::BodyShape;
using shape::Kind;
using state::BodyLine;
using state::Shape;

Vec3d across(const Vec3d& v, const Vec3d& n) { return v - dot(v, n) * n; }

/// Rotation of a body in the last step.
Turn<double> turn_of(const KernelInputs& world, std::uint32_t slot, double step) {
  return turn_by(shape_of(world, slot) == BodyShape::sphere ? step * world.bodies[slot].spin()
                                                            : world.shapes[slot].turn);
}

/// Inverse of the inertia about a unit axis; 0 if the body is fixed [1/(kg m^2)].
double inverse_inertia(const KernelInputs& world, std::uint32_t slot, const Vec3d& axis) {
  if (world.bodies[slot].is_fixed() || !world.shapes) return world.bodies[slot].inverse_inertia;
  const Shape& shape = world.shapes[slot];
  return 1.0 / dot(axis, state::times_inertia(shape, state::axes_of(world.orientations[slot]), axis));
}

/// Inverse of the inertia about the axis of rolling; without rolling, that of the mean over all axes in the tangent
/// plane.
double roll_inverse(const KernelInputs& world, std::uint32_t slot, const Vec3d& n, const Vec3d& path) {
  if (world.bodies[slot].is_fixed()) return 0.0;
  const double size = norm(path);
  if (!world.shapes || (size > 0.0 && shape::rolls(shape_of(world, slot))))
    return inverse_inertia(world, slot, 1.0 / size * cross(n, path));
  const Vec3d& m = world.shapes[slot].moments;
  return 2.0 / (m.x + m.y + m.z - 1.0 / inverse_inertia(world, slot, n));
}

void put_pair_inertia(const KernelInputs& world, Kind kind, std::uint32_t a, std::uint32_t b,
                      const Tracked::Constants& c, const Vec3d& path_a, const Vec3d& path_b,
                      law::ContactGeometry<double>& geometry) {
  const bool wall = shape::is_at_wall(kind);
  const Vec3d& n = geometry.normal;
  geometry.pair_mass = Tracked::of_pair(c, world.bodies[a].inverse_mass, wall ? 0.0 : world.bodies[b].inverse_mass);
  geometry.roll_inertia =
      Tracked::of_pair(c, roll_inverse(world, a, n, path_a), wall ? 0.0 : roll_inverse(world, b, n, path_b));
  geometry.spin_inertia = Tracked::of_pair(c, inverse_inertia(world, a, n), wall ? 0.0 : inverse_inertia(world, b, n));
}

// Columns of the history of tracked kinematics; other kinematics store the normal only.
enum HistoryColumn { normal_at = 0, arm_a_at = 3, arm_b_at = 6, curvature_a_at = 9, curvature_b_at = 10 };

/// The history of one contact in its columns.
struct Memory {
  double* first;
  std::size_t stride;
  double& at(int k) const { return first[static_cast<std::size_t>(k) * stride]; }
  Vec3d vector(int k) const { return {at(k), at(k + 1), at(k + 2)}; }
  void put(int k, const Vec3d& v) const { at(k) = v.x, at(k + 1) = v.y, at(k + 2) = v.z; }
};

void put3(ChunkColumn column[3], int i, const Vec3d& v) { column[0][i] = v.x, column[1][i] = v.y, column[2][i] = v.z; }

void put_touch(Chunk& c, int i, const ShapedContact& m) {
  const law::ContactGeometry<double>& t = m.geometry;
  c.nx[i] = t.normal.x, c.ny[i] = t.normal.y, c.nz[i] = t.normal.z;
  c.overlap[i] = t.overlap, c.radius[i] = t.radius, c.smaller_radius[i] = t.smaller_radius, c.mass[i] = t.mass;
  if (t.overlap > c.overlap_alarm * t.smaller_radius) c.alarmed = true;
  put3(c.contact_arm_a, i, m.arm_a), put3(c.contact_arm_b, i, m.arm_b);
  if (!m.converged) ++c.unconverged;
}

/// Velocity of a relative to b at the contact point, and the spins: at the time of the positions (`predictions`), or
/// the mean of the step.
Rate::Velocities<double> velocities(const KernelInputs& world, Kind kind, std::uint32_t a, std::uint32_t b,
                                    const ShapedContact& m, bool predictions) {
  const auto of = [&](std::uint32_t slot, Vec3d& v, Vec3d& w) {
    v = world.bodies[slot].velocity(), w = world.bodies[slot].spin();
    if (!predictions) return;
    const state::VelocityPrediction& prediction = world.predictions[slot];
    v += Vec3d{prediction.vx, prediction.vy, prediction.vz}, w += Vec3d{prediction.wx, prediction.wy, prediction.wz};
  };
  Vec3d va, wa, vb, wb;
  of(a, va, wa);
  if (shape::is_at_wall(kind))
    vb = wall_velocity(world.walls[b]);
  else
    of(b, vb, wb);
  return {va + cross(wa, m.arm_a) - vb - cross(wb, m.arm_b), wa, wb};
}

void by_rate(const KernelInputs& world, Kind kind, Chunk& c, int i, const ShapedContact& m) {
  const law::ContactGeometry<double>& t = m.geometry;
  const auto put = [&](const Rate::Velocities<double>& v, double* separation, ChunkColumn slide[3], ChunkColumn roll[3],
                       double* spin) {
    const Rate::Rates<double> rates = Rate::of_surfaces(t.normal, t.radius, v.apart, Vec3d{}, v.spin_a - v.spin_b);
    separation[i] = rates.separation, spin[i] = rates.spin;
    put3(slide, i, rates.slide), put3(roll, i, rates.roll);
  };
  put(velocities(world, kind, c.a[i], c.b[i], m, c.synchronised), c.separation, c.slide, c.roll, c.spin);
  if (c.means)
    put(velocities(world, kind, c.a[i], c.b[i], m, false), c.mean_separation, c.mean_slide, c.mean_roll, c.mean_spin);
  put3(c.arm_mismatch, i, {});
}

/// As by_rate, but springs advance by the displacement of the contact points: the current arms, swept by the rotation
/// of the step. This is the rotation of the orientation, which for ellipsoids and boxes is not step x spin.
/// [Campello2015, eq. 28, 29]
void by_increment(const KernelInputs& world, Kind kind, Chunk& c, int i, const ShapedContact& m) {
  by_rate(world, kind, c, i, m);
  const std::uint32_t a = c.a[i], b = c.b[i];
  const bool wall = shape::is_at_wall(kind);
  Vec3d apart = world.bodies[a].velocity() - (wall ? wall_velocity(world.walls[b]) : world.bodies[b].velocity());
  const auto swept = [&](std::uint32_t slot, const Vec3d& arm) {
    return c.step > 0.0 ? 1.0 / c.step * (rotated(turn_of(world, slot, c.step), arm) - arm)
                        : cross(world.bodies[slot].spin(), arm);
  };
  apart += swept(a, m.arm_a);
  if (!wall) apart -= swept(b, m.arm_b);
  put3(c.mean_slide, i, Increment::tangential(apart, m.geometry.normal));
}

void by_tracking(const Tracked::Constants& k, const KernelInputs& world, Kind kind, Chunk& c, int i,
                 const ShapedContact& m, const Memory& memory) {
  const std::uint32_t a = c.a[i], b = c.b[i];
  const bool wall = shape::is_at_wall(kind);
  const Vec3d n = m.geometry.normal, old = memory.vector(normal_at);
  const bool known = norm2(old) > 0.5;
  const double per_step = c.step > 0.0 ? 1.0 / c.step : 0.0;
  const Turn<double> turn_a = turn_of(world, a, c.step), turn_b = wall ? Turn<double>{} : turn_of(world, b, c.step);
  const auto by_a = Tracked::carried(turn_a, old, n), by_b = Tracked::carried(turn_b, old, n);

  Vec3d path_a, path_b;
  double half = 0.0;
  if (known && c.step > 0.0) {
    const Vec3d old_a = memory.vector(arm_a_at);
    // The contact point at a wall is always the same corner of a box, so a computed path would be rounding error.
    if (!wall || shape::rolls(m.shape_a.kind)) path_a = shape::path_over(m.shape_a, rotated(turn_a, old_a), m.arm_a, n);
    // On a wall, the contact point is the projection of C_a.
    path_b = wall ? across(c.step * (world.bodies[a].velocity() - wall_velocity(world.walls[b])) + (m.arm_a - old_a), n)
                  : shape::path_over(m.shape_b, rotated(turn_b, memory.vector(arm_b_at)), m.arm_b, n);
    half = Tracked::half_spin(turn_a, by_a, turn_b, by_b, n);
    path_b = Tracked::in_frame_of_a(k, path_b, half, n);
  }
  const double curvature_a =
      shape::curvature_along(m.shape_a, m.arm_a, path_a, known ? memory.at(curvature_a_at) : m.mean_curvature_a);
  const double curvature_b =
      wall ? 0.0
           : shape::curvature_along(m.shape_b, m.arm_b, path_b, known ? memory.at(curvature_b_at) : m.mean_curvature_b);
  law::ContactGeometry<double> geometry = m.geometry;
  put_pair_inertia(world, kind, a, b, k, path_a, path_b, geometry);

  const Followed<double> f = followed(geometry, path_a, path_b, half, curvature_a, curvature_b, per_step);
  put3(c.slide, i, f.slide), put3(c.roll, i, f.roll);
  c.spin[i] = f.spin;
  put3(c.path_a, i, path_a), put3(c.path_b, i, path_b);
  c.curvature_a[i] = curvature_a, c.curvature_b[i] = curvature_b;
  c.pair_mass[i] = geometry.pair_mass, c.roll_inertia[i] = geometry.roll_inertia,
  c.spin_inertia[i] = geometry.spin_inertia;
  c.turn[0][i] = turn_a.w;
  put3(c.turn + 1, i, turn_a.v), put3(c.lean, i, by_a.lean);

  const Rate::Velocities<double> mean = velocities(world, kind, a, b, m, false);
  c.mean_separation[i] = dot(mean.apart, n);
  c.separation[i] = c.synchronised ? dot(velocities(world, kind, a, b, m, true).apart, n) : c.mean_separation[i];
  put3(c.arm_mismatch, i, cross(f.slide - across(mean.apart, n), n));
  put3(c.roll_excess_a, i, f.roll_a - cross(mean.spin_a, n));
  put3(c.roll_excess_b, i, f.roll_b + cross(mean.spin_b, n));

  memory.put(arm_a_at, m.arm_a), memory.put(arm_b_at, m.arm_b);
  memory.at(curvature_a_at) = curvature_a, memory.at(curvature_b_at) = curvature_b;
}

bool touch_now(const KernelInputs& world, const PairColumns& pairs, std::uint32_t i) {
  return shaped_contact(world, pairs.kind, pairs.a[i], pairs.b[i], pairs.image[i], {}).touches;
}
/// True if the pair can touch once the centres have moved by `margin`. A box that neither moves nor rotates is tested
/// exactly; other bodies by bounding spheres, since bodies whose bounding spheres are apart cannot touch in any
/// orientation.
bool within(const KernelInputs& world, const PairColumns& pairs, std::uint32_t i, double margin) {
  const BodyLine& a = world.bodies[pairs.a[i]];
  if (shape::is_at_wall(pairs.kind)) {
    const shape::WallShapeRow& shape = shape::row_of(shape::wall_pair_of(pairs.kind).wall);
    return shape.height(wall_of(world.walls[pairs.b[i]], a.position())) <= a.radius + margin;
  }
  const BodyLine& b = world.bodies[pairs.b[i]];
  if (shape_of(world, pairs.b[i]) == BodyShape::box && b.is_fixed() && norm2(b.spin()) == 0.0)
    return shape::sphere_meets_box(a.radius, box_of(placed_shape_of(world, pairs.b[i])),
                                   branch_of(world, pairs.a[i], pairs.b[i], pairs.image[i]))
               .gap <= margin;
  const double reach = a.radius + b.radius + margin;
  return norm2(branch_of(world, pairs.a[i], pairs.b[i], pairs.image[i])) < reach * reach;
}

std::uint32_t narrow(const KernelInputs& world, const PairColumns& pairs, std::uint32_t* found) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < pairs.count; ++i)
    if (within(world, pairs, i, 0.0) && touch_now(world, pairs, i)) found[n++] = i;
  return n;
}
Sorted sort_pairs(const KernelInputs& world, const PairColumns& pairs, double margin, std::uint32_t* touching,
                  std::uint32_t* near) {
  Sorted n;
  for (std::uint32_t i = 0; i < pairs.count; ++i) {
    if (!within(world, pairs, i, margin)) continue;
    if (touch_now(world, pairs, i))
      touching[n.touching++] = i;
    else
      near[n.near++] = i;
  }
  return n;
}

template <class Law>
std::uint32_t kinematics(const void* constants, const KernelInputs& world, Chunk& c, double* history,
                         std::size_t stride, std::uint32_t* ended) {
  c.tracked = std::is_same_v<Law, Tracked>;
  c.means = std::is_same_v<Law, Increment> || (c.synchronised && !c.tracked);
  std::uint32_t gone = 0;
  for (int i = 0; i < c.count; ++i) {
    const Memory memory{history + i, stride};
    const ShapedContact m = shaped_contact(world, c.kind, c.a[i], c.b[i], c.image[i], memory.vector(normal_at));
    if (!m.touches) ended[gone++] = static_cast<std::uint32_t>(i);
    put_touch(c, i, m);
    if constexpr (std::is_same_v<Law, Tracked>)
      by_tracking(*static_cast<const Tracked::Constants*>(constants), world, c.kind, c, i, m, memory);
    else if constexpr (std::is_same_v<Law, Increment>)
      by_increment(world, c.kind, c, i, m);
    else
      by_rate(world, c.kind, c, i, m);
    memory.put(normal_at, m.geometry.normal);
  }
  return gone;
}

}  // namespace

void put_shaped_kernels(Kernels& table) noexcept {
  constexpr int shaped = shape::k_kernel_kinds - 1;
  table.narrow[shaped] = &narrow, table.sort_pairs[shaped] = &sort_pairs;
  law::for_each(law::Kinematics{}, [&]<class Law>(int index) { table.kinematics[shaped][index] = &kinematics<Law>; });
}

}  // namespace scree::contact
