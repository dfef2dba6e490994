// Bodies that pass through each other within one step, so that no evaluation of contacts sees them overlap.
//
// In the step just made body i was displaced by u_i. Two bodies with centres d apart at its end were d - (1 - s) u
// apart at the fraction s of it, u = u_i - u_j. If the smallest |d - (1 - s) u| lies inside the step, the largest
// overlap was never evaluated. It is reported if it exceeds the limit of the overlap alarm. Pairs with |u| below
// k_suspect of the smaller radius are left out: for these the largest overlap exceeds the larger one at the two ends by
// less than u^2 / 8 R, 0.3 % of the radius.
#include <algorithm>
#include <cmath>

#include "contact/contacts.h"

namespace scree::contact {
namespace {

using state::Slot;

// of the smaller radius; the start-up warning has the same number (sim/guard_leap.cpp)
constexpr double k_suspect = 0.2;
// Pairs examined in one step, at most. Only in cells without an open axis, where fast bodies cannot be sorted by
// position, are there so many.
constexpr std::size_t k_max_pairs = 20'000'000;

/// The displacement of one fast body, and where it was along the axis of sorting.
struct Swept {
  Slot slot;
  double low, high;
  double length2;  ///< squared displacement against the middle of all [m^2]
};

/// An axis that is not periodic, along which the bodies extend farthest; -1 if there is none.
int sorting_axis(const state::World& world) {
  int best = -1;
  double longest = 0.0;
  for (int k = 0; k < 3; ++k) {
    if (world.cell.periodic[static_cast<std::size_t>(k)]) continue;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const state::BodyLine& p : world.bodies.lines)
      low = std::min(low, p.position().*k_axes[k]), high = std::max(high, p.position().*k_axes[k]);
    if (high - low > longest) longest = high - low, best = k;
  }
  return best;
}

}  // namespace

double Contacts::inscribed_radius(const state::Bodies& bodies, Slot i) {
  if (bodies.forms.empty()) return bodies.lines[i].radius;
  const Vec3d& half = bodies.forms[i].half;
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
  // Of two bodies that moved against each other by u at least one moved against any third point by u / 2.
  const Vec3d low{velocities.low[0], velocities.low[1], velocities.low[2]},
      high{velocities.high[0], velocities.high[1], velocities.high[2]};
  const Vec3d middle = 0.5 * time * (low + high);
  const int axis = sorting_axis(world);
  const auto swept = [&](Slot i) {
    if (axis < 0) return Swept{i, 0.0, 0.0, norm2(displacement(i) - middle)};
    const double end = bodies.lines[i].position().*k_axes[axis], u = displacement(i).*k_axes[axis],
                 r = bodies.lines[i].radius;
    return Swept{i, std::min(end, end - u) - r, std::max(end, end - u) + r, norm2(displacement(i) - middle)};
  };
  std::vector<Swept> fast;
  double longest = 0.0;
  for (Slot i = 0; i < bodies.size(); ++i)
    if (const Swept s = swept(i); s.length2 > 0.25 * suspect * suspect)
      fast.push_back(s), longest = std::max(longest, s.high - s.low);
  if (const std::size_t most = std::max<std::size_t>(1, k_max_pairs / std::max<std::size_t>(1, bodies.size()));
      axis < 0 && fast.size() > most) {
    std::nth_element(
        fast.begin(), fast.begin() + static_cast<std::ptrdiff_t>(most), fast.end(),
        [](const Swept& p, const Swept& q) { return std::pair(p.length2, q.slot) > std::pair(q.length2, p.slot); });
    fast.resize(most);
  }
  std::sort(fast.begin(), fast.end(),
            [](const Swept& p, const Swept& q) { return std::pair(p.low, p.slot) < std::pair(q.low, q.slot); });

  std::vector<OverlapAlarm> worst(bodies.size() > 0 ? blocks_.size() : 0);
#pragma omp parallel for schedule(static)
  for (std::size_t block = 0; block < worst.size(); ++block)
    for (Slot j = blocks_[block].first; j < blocks_[block].last; ++j) {
      const Swept other = swept(j);
      const auto first =
          std::partition_point(fast.begin(), fast.end(), [&](const Swept& s) { return s.low < other.low - longest; });
      for (auto s = first; s != fast.end() && s->low <= other.high; ++s)
        if (const auto found = passage(world, s->slot, j, displacement(s->slot) - displacement(j));
            found.fraction > worst[block].fraction)
          worst[block] = found;
    }
  OverlapAlarm deepest;
  for (const OverlapAlarm& one : worst)
    if (one.fraction > deepest.fraction) deepest = one;
  if (deepest.fraction > passage_alarm_) alarm_ = deepest;
}

/// How deep bodies i and j were within the step in which i moved by u against j; nothing if they were deepest at one of
/// its ends.
OverlapAlarm Contacts::passage(const state::World& world, Slot i, Slot j, const Vec3d& u) const {
  const state::Bodies& bodies = world.bodies;
  const state::BodyLine &p = bodies.lines[i], &q = bodies.lines[j];
  const double r_i = inscribed_radius(bodies, i), r_j = inscribed_radius(bodies, j), smaller = std::min(r_i, r_j),
               u2 = norm2(u);
  if (i == j || (p.is_fixed() && q.is_fixed()) || !(u2 > k_suspect * k_suspect * smaller * smaller)) return {};
  const Vec3d half_way = world.cell.shortest(p.position() - q.position() - 0.5 * u);
  const double s = -dot(half_way, u) / u2;  // of the step, from its middle
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
