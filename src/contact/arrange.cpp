#include "contact/arrange.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "search/curve.h"

namespace scree::contact {
namespace {

using state::Slot;

/// No position of a real scene is beyond this distance [m]; beyond it, the cell indices of the search would overflow.
constexpr double k_far = 1e100;
constexpr double k_max_wraps = 1e6;  // box lengths that a body may cross between two rebuilds

bool is_lost(const state::BodyLine& body, const state::Cell& cell) {
  const Vec3d p = body.position(), u = cell.upright(p);
  for (std::size_t k = 0; k < 3; ++k)
    if (!(std::abs(p.*k_axes[k]) < k_far) ||
        (cell.periodic[k] && !(std::abs(u.*k_axes[k]) < k_max_wraps * cell.length.*k_axes[k])))
      return true;
  return false;
}

template <class C>
void permute(C& column, const std::vector<Slot>& order) {
  if (column.empty()) return;
  C sorted;
  sorted.reserve(order.size());
  for (const Slot i : order) sorted.push_back(column[i]);
  column = std::move(sorted);
}

}  // namespace

Wrapped wrap(state::World& world) {
  Wrapped wrapped{world.cell.reduce(), std::vector<state::ImageFlags>(world.bodies.size(), state::ImageFlags{0, 0, 0})};
  const auto& cell = world.cell;
  const bool any = cell.is_periodic();
  const std::size_t n = world.bodies.size();
  std::size_t lost = n;
#pragma omp parallel for schedule(static) reduction(min : lost)
  for (std::size_t i = 0; i < n; ++i) {
    auto& body = world.bodies.lines[i];
    if (is_lost(body, cell)) {
      lost = std::min(lost, i);
      continue;
    }
    if (any) {
      const state::ImageFlags t = cell.image_flags(body.position());
      const Vec3d back = cell.edges(t);
      body.x -= back.x, body.y -= back.y, body.z -= back.z;
      auto& image_flags = world.bodies.image_flags[i];
      if (wrapped.rebase.any()) image_flags = wrapped.rebase(image_flags);
      for (std::size_t k = 0; k < 3; ++k) image_flags[k] += t[k];
      wrapped.moved[i] = t;
    }
    body.x0 = body.x, body.y0 = body.y, body.z0 = body.z;
  }
  if (lost < n)
    throw LostBody{world.bodies.lines[lost].id, world.bodies.lines[lost].position(),
                   world.bodies.lines[lost].velocity()};
  for (auto& wall : world.walls) wall.listed_point = wall.point;
  return wrapped;
}

std::vector<Slot> new_order(const state::World& world, const std::vector<char>& removed, bool sort) {
  const auto& lines = world.bodies.lines;
  std::vector<Slot> order;
  order.reserve(lines.size());
  for (Slot i = 0; i < lines.size(); ++i)
    if (removed.empty() || !removed[i]) order.push_back(i);
  if (!sort || order.empty()) return order;

  Vec3d low = lines[order[0]].position(), high = low;
  double diameter = 0.0;
  for (const Slot i : order) {
    const auto& p = lines[i];
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    diameter += 2.0 * p.radius;
  }
  diameter /= static_cast<double>(order.size());
  const double extent = std::max({high.x - low.x, high.y - low.y, high.z - low.z, diameter});
  const int bits = std::clamp(static_cast<int>(std::ceil(std::log2(extent / diameter))), 1, 16);
  const double scale = std::ldexp(1.0, bits) / (extent * (1.0 + 1e-12));
  std::vector<std::pair<std::uint64_t, Slot>> keyed;
  keyed.reserve(order.size());
  for (const Slot i : order) {
    const auto cell = [&](double x, double x0) { return static_cast<std::uint32_t>((x - x0) * scale); };
    const auto& p = lines[i];
    keyed.emplace_back(search::hilbert_key(cell(p.x, low.x), cell(p.y, low.y), cell(p.z, low.z), bits), i);
  }
  std::sort(keyed.begin(), keyed.end());
  std::transform(keyed.begin(), keyed.end(), order.begin(), [](const auto& k) { return k.second; });
  return order;
}

void rearrange(state::Bodies& bodies, const std::vector<Slot>& order) {
  permute(bodies.lines, order), permute(bodies.loads, order), permute(bodies.predictions, order);
  permute(bodies.mass, order), permute(bodies.inertia, order), permute(bodies.image_flags, order),
      permute(bodies.orientations, order);
  permute(bodies.shapes, order), permute(bodies.forces, order), permute(bodies.rotations, order),
      permute(bodies.field_forces, order);
}

}  // namespace scree::contact
