// Bodies that pass through each other within one step, so that no evaluation of contacts finds their overlap.
//
// In the last step body i was displaced by u_i. Two bodies whose centres are d apart at its end were d - (1 - s) u
// apart at the fraction s of the step, u = u_i - u_j. If the minimum of |d - (1 - s) u| lies inside the step, the
// largest overlap was never evaluated. It is reported if it exceeds the limit of the overlap alarm. Pairs with |u|
// below k_suspect of the smaller radius are left out: their largest overlap exceeds the larger of the two overlaps at
// the ends by about u^2 / 8 |d| at most, 0.3 % of the smaller radius.
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/contacts.h"

namespace scree::contact {
namespace {

using state::Slot;

// of the smaller radius; the start-up warning uses the same value (sim/guard_leap.cpp)
constexpr double k_suspect = 0.2;
// of the smaller radius; if the rounding error of a displacement exceeds it, the two bodies count as passed
constexpr double k_unresolved = 0.01;

/// The interval that a body swept along the sorting axis, and its displacement.
struct Swept {
  Slot slot;
  double low, high;
  double length2;  ///< squared displacement relative to the middle of the velocity box [m^2]
};

struct SortingAxis {
  int index = 2;
  double period = 0.0;  ///< period of images along it; 0: the axis is open [m]
};
/// The open axis along which the bodies extend furthest. If all axes are periodic it is z: only the third edge of a
/// cell, whose z component is length.z, leaves the xy plane, also in a sheared cell.
SortingAxis sorting_axis(const state::World& world) {
  SortingAxis best{.period = world.cell.length.z};
  double longest = 0.0;
  for (int k = 0; k < 3; ++k) {
    if (world.cell.periodic[static_cast<std::size_t>(k)]) continue;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const state::BodyLine& p : world.bodies.lines)
      low = std::min(low, p.position().*k_axes[k]), high = std::max(high, p.position().*k_axes[k]);
    if (high - low > longest) longest = high - low, best = {.index = k, .period = 0.0};
  }
  return best;
}

}  // namespace

double Contacts::inscribed_radius(const state::Bodies& bodies, Slot i) {
  if (bodies.shapes.empty()) return bodies.lines[i].radius;
  const Vec3d& half = bodies.shapes[i].half;
  return std::min({half.x, half.y, half.z});
}

void Contacts::look_for_passages(const state::World& world, const VelocityBox& velocities, double time) {
  look_for_passages(world, velocities, time, [&](Slot i) { return time * world.bodies.lines[i].velocity(); });
}

void Contacts::look_for_passages(const state::World& world, const VelocityBox& velocities, double time,
                                 const std::function<Vec3d(Slot)>& displacement) {
  const double suspect = k_suspect * smallest_radius_;
  if (alarm_ || !(time * velocities.across() > suspect) || !std::isfinite(passage_alarm_)) return;
  const state::Bodies& bodies = world.bodies;
  // If the relative displacement of two bodies is u, at least one of them moved by u / 2 or more relative to any third
  // point.
  const Vec3d low{velocities.low[0], velocities.low[1], velocities.low[2]},
      high{velocities.high[0], velocities.high[1], velocities.high[2]};
  const Vec3d middle = 0.5 * time * (low + high);
  const SortingAxis axis = sorting_axis(world);
  const auto swept = [&](Slot i) {
    const double end = bodies.lines[i].position().*k_axes[axis.index], u = displacement(i).*k_axes[axis.index],
                 r = bodies.lines[i].radius;
    return Swept{i, std::min(end, end - u) - r, std::max(end, end - u) + r, norm2(displacement(i) - middle)};
  };
  std::vector<Swept> fast;
  double longest = 0.0;
  for (Slot i = 0; i < bodies.size(); ++i)
    if (const Swept s = swept(i); s.length2 > 0.25 * suspect * suspect)
      fast.push_back(s), longest = std::max(longest, s.high - s.low);
  std::sort(fast.begin(), fast.end(),
            [](const Swept& p, const Swept& q) { return std::pair(p.low, p.slot) < std::pair(q.low, q.slot); });

  // Displacements of several periods need no more images: the interval of a fast body is as long as its displacement.
  const std::vector<double> shifts = axis.period > 0.0 ? std::vector{-axis.period, 0.0, axis.period} : std::vector{0.0};
  std::vector<OverlapAlarm> worst(bodies.size() > 0 ? blocks_.size() : 0);
#pragma omp parallel for schedule(static)
  for (std::size_t block = 0; block < worst.size(); ++block)
    for (Slot j = blocks_[block].first; j < blocks_[block].last; ++j) {
      const Swept other = swept(j);
      for (const double shift : shifts) {  // images of j along the axis
        const double from = other.low + shift - longest, to = other.high + shift;
        auto s = std::partition_point(fast.begin(), fast.end(), [&](const Swept& f) { return f.low < from; });
        for (; s != fast.end() && s->low <= to; ++s)
          if (const auto found = passage(world, s->slot, j, displacement(s->slot) - displacement(j));
              found.fraction > worst[block].fraction)
            worst[block] = found;
      }
    }
  OverlapAlarm deepest;
  for (const OverlapAlarm& one : worst)
    if (one.fraction > deepest.fraction) deepest = one;
  if (deepest.fraction > passage_alarm_) alarm_ = deepest;
}

/// The largest overlap of bodies i and j within the step in which i moved by u relative to j; empty if it was at an end
/// of the step.
OverlapAlarm Contacts::passage(const state::World& world, Slot i, Slot j, const Vec3d& u) const {
  const state::Bodies& bodies = world.bodies;
  const state::BodyLine &p = bodies.lines[i], &q = bodies.lines[j];
  const double r_i = inscribed_radius(bodies, i), r_j = inscribed_radius(bodies, j), smaller = std::min(r_i, r_j),
               u2 = norm2(u);
  if (i == j || (p.is_fixed() && q.is_fixed()) || !(u2 > k_suspect * k_suspect * smaller * smaller)) return {};
  const OverlapAlarm unresolved{.a = std::min(p.id, q.id),
                                .b = std::max(p.id, q.id),
                                .overlap = r_i + r_j,
                                .fraction = (r_i + r_j) / smaller,
                                .between_steps = true,
                                .distance = std::sqrt(u2)};
  if (!(std::sqrt(u2) * std::numeric_limits<double>::epsilon() < k_unresolved * smaller)) return unresolved;
  const Vec3d half_way = world.cell.shortest(p.position() - q.position() - 0.5 * u);
  const double s = -dot(half_way, u) / u2;  // fraction of the step, from its middle
  if (!(std::abs(s) < 0.5)) return {};
  const double overlap = r_i + r_j - norm(half_way + s * u);
  return {.a = std::min(p.id, q.id),
          .b = std::max(p.id, q.id),
          .overlap = overlap,
          .fraction = overlap / smaller,
          .between_steps = true,
          .distance = std::sqrt(u2)};
}

}  // namespace scree::contact
