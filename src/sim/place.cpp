#include "sim/place.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "base/floor_to_int.h"
#include "base/random.h"
#include "shape/box_meets.h"
#include "sim/simulation.h"

namespace scree::sim {
namespace {

constexpr int k_tries = 20000;  // positions tried for one body; enough up to a solid fraction of 0.35

struct Site {
  double x, y, z;  // of the spacing
};

/// Edges of the unit cell and the sites in it, for a nearest-neighbour distance of 1.
struct LatticeCell {
  Vec3d edge;
  std::vector<Site> sites;
};
LatticeCell lattice_cell(LatticeKind kind) {
  const double s2 = std::sqrt(2.0), s3 = std::sqrt(3.0);
  switch (kind) {
    case LatticeKind::cubic: return {{1, 1, 1}, {{0, 0, 0}}};
    case LatticeKind::body_centred: {
      const double e = 2.0 / s3;
      return {{e, e, e}, {{0, 0, 0}, {e / 2, e / 2, e / 2}}};
    }
    case LatticeKind::face_centred:
      return {{s2, s2, s2}, {{0, 0, 0}, {s2 / 2, s2 / 2, 0}, {s2 / 2, 0, s2 / 2}, {0, s2 / 2, s2 / 2}}};
    case LatticeKind::hexagonal: {
      const double h = std::sqrt(2.0 / 3.0);
      return {{1, s3, 2 * h}, {{0, 0, 0}, {0.5, s3 / 2, 0}, {0.5, s3 / 6, h}, {0, 2 * s3 / 3, h}}};
    }
  }
  return {};
}

/// Adds three random shifts. Along a locked axis the shift is zero, so that a two-dimensional scene stays flat. Bodies
/// with all degrees of freedom locked are shifted along all axes, as the grains of a rough bed.
Vec3d jittered(const Vec3d& site, double jitter, Locks locks, Random& random) {
  Vec3d shift{random.uniform(-jitter, jitter), random.uniform(-jitter, jitter), random.uniform(-jitter, jitter)};
  for (std::size_t k = 0; k < 3; ++k)
    if (locks != k_lock_all && (locks >> k & 1U) != 0) shift.*k_axes[k] = 0.0;
  return site + shift;
}

double radius_of(const Radii& radii, Random& random) {
  return radii.low == radii.high ? radii.low : random.uniform(radii.low, radii.high);
}

}  // namespace

std::vector<Placed> place_lattice(const LatticeFill& fill, const std::string& place) {
  const LatticeCell unit = lattice_cell(fill.kind);
  const double a = fill.spacing;
  const Vec3d size = fill.region.high - fill.region.low;
  const auto cells = [&](double length, double edge) {
    return static_cast<std::int64_t>(std::floor(length / (a * edge) + 1e-9)) + 1;
  };
  const Vec3d middle = 0.5 * (fill.region.low + fill.region.high);
  const double slack = 1e-9 * a;
  std::vector<Placed> sites;
  for (std::int64_t k = 0; k < cells(size.z, unit.edge.z); ++k)
    for (std::int64_t j = 0; j < cells(size.y, unit.edge.y); ++j)
      for (std::int64_t i = 0; i < cells(size.x, unit.edge.x); ++i)
        for (const Site& s : unit.sites) {
          const Vec3d p = fill.region.low + a * Vec3d{static_cast<double>(i) * unit.edge.x + s.x,
                                                      static_cast<double>(j) * unit.edge.y + s.y,
                                                      static_cast<double>(k) * unit.edge.z + s.z};
          if (p.x > fill.region.high.x + slack || p.y > fill.region.high.y + slack || p.z > fill.region.high.z + slack)
            continue;
          const double aside = std::hypot(p.x - middle.x, p.y - middle.y);
          if (is_set(fill.disc) && aside > fill.disc) continue;
          if (is_set(fill.slope) && p.z - fill.region.low.z > (fill.disc - aside) * std::tan(fill.slope)) continue;
          sites.push_back({p, fill.radius});
        }
  std::stable_sort(sites.begin(), sites.end(),
                   [&](const Placed& p, const Placed& q) { return p.position.z < q.position.z - slack; });
  if (fill.count >= 0) {
    if (static_cast<std::int64_t>(sites.size()) < fill.count)
      throw BuildError{
          fmt::format("[[lattice]] has {} sites, but lattice.count = {}; use a larger box or a smaller spacing",
                      sites.size(), fill.count),
          place};
    sites.resize(static_cast<std::size_t>(fill.count));
  }
  if (fill.jitter > 0.0)
    for (std::size_t i = 0; i < sites.size(); ++i) {
      Random random(fill.seed, i);
      sites[i].position = jittered(sites[i].position, fill.jitter, fill.traits.locks, random);
    }
  return sites;
}

Occupied::Occupied(const state::Cell& cell, double largest_radius) : cell_(cell) {
  const std::array<double, 3> box{cell.length.x, cell.length.y, cell.length.z};
  const Vec3d stretch = cell.stretch();
  for (int k = 0; k < 3; ++k) {
    size_[k] = 2.0 * largest_radius * stretch.*k_axes[k];
    if (cell.periodic[k]) {
      count_[k] = std::max(1, floor_to_int(box[k] / size_[k]));
      size_[k] = box[k] / count_[k];
    }
  }
}
std::array<int, 3> Occupied::bin(const Vec3d& p) const {
  const Vec3d u = cell_.upright(p);
  return {floor_to_int(u.x / size_[0]), floor_to_int(u.y / size_[1]), floor_to_int(u.z / size_[2])};
}
Occupied::Key Occupied::key(int x, int y, int z) const {
  int c[3] = {x, y, z};
  for (int k = 0; k < 3; ++k)
    if (cell_.periodic[k]) c[k] = (c[k] % count_[k] + count_[k]) % count_[k];
  const auto part = [](int v) { return static_cast<Key>(static_cast<std::uint32_t>(v)) & 0x1fffff; };
  return part(c[0]) | part(c[1]) << 21 | part(c[2]) << 42;
}
bool Occupied::is_clear_of(const PlacedBox& other, const Placed& ball) const {
  // A box may be as long as the cell, so that the image with the nearest centre need not be the nearest image.
  const auto reach = [&](int k) { return cell_.periodic[static_cast<std::size_t>(k)] ? 1 : 0; };
  const Vec3d apart = cell_.shortest(ball.position - other.position);
  for (int x = -reach(0); x <= reach(0); ++x)
    for (int y = -reach(1); y <= reach(1); ++y)
      for (int z = -reach(2); z <= reach(2); ++z)
        if (shape::sphere_meets_box(ball.radius, other.box, apart + cell_.edges({x, y, z})).gap < 0.0) return false;
  return true;
}
bool Occupied::is_free(const Placed& ball) const {
  for (const PlacedBox& other : boxes_)
    if (!is_clear_of(other, ball)) return false;
  const auto home = bin(ball.position);
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        const auto found = bins_.find(key(home[0] + x, home[1] + y, home[2] + z));
        if (found == bins_.end()) continue;
        for (const Placed& other : found->second) {
          const double reach = ball.radius + other.radius;
          if (norm2(cell_.shortest(ball.position - other.position)) < reach * reach) return false;
        }
      }
  return true;
}
void Occupied::add(const Placed& ball) {
  const auto home = bin(ball.position);
  bins_[key(home[0], home[1], home[2])].push_back(ball);
}

void Occupied::add(const state::Bodies& bodies, std::size_t slot) {
  const state::BodyLine& line = bodies.lines[slot];
  if (bodies.shape_of_slot(slot) != shape::BodyShape::box) return add(Placed{line.position(), line.radius});
  const state::Orientation& q = bodies.orientations[slot];
  boxes_.push_back({line.position(), shape::make_box(q[0], q[1], q[2], q[3], bodies.shapes[slot].half)});
}

void refuse_doubled_rows(const Scene& scene, const LatticeFill& fill, const state::Cell& cell,
                         const std::string& place) {
  if (!cell.is_periodic() || fill.traits.locks == k_lock_all) return;
  LatticeFill still = fill;
  still.jitter = 0.0;
  const double nearest = (2.0 - scene.guard.overlap_limit) * fill.radius;  // smallest allowed distance of two centres
  const Vec3d margin = fill.radius * 2.0 * cell.stretch();
  const auto is_at_face = [&](const Vec3d& p) {
    const Vec3d u = cell.upright(p - cell.edges(cell.image_flags(p)));
    for (std::size_t k = 0; k < 3; ++k)
      if (cell.periodic[k] &&
          (u.*k_axes[k] < margin.*k_axes[k] || u.*k_axes[k] > cell.length.*k_axes[k] - margin.*k_axes[k]))
        return true;
    return false;
  };
  // Test spheres that just touch at that distance. Sites that are too near without a periodic face between them are not
  // reported here.
  Occupied through(cell, 0.5 * nearest), directly(state::Cell{}, 0.5 * nearest);
  for (const Placed& site : place_lattice(still, place)) {
    if (!is_at_face(site.position)) continue;
    const Placed ball{site.position, 0.5 * nearest};
    if (!through.is_free(ball) && directly.is_free(ball)) {
      std::string axes;
      const Vec3d size = site.position - fill.region.low;
      for (std::size_t k = 0; k < 3; ++k)
        if (cell.periodic[k] && size.*k_axes[k] > cell.length.*k_axes[k] - nearest)
          axes +=
              fmt::format("{}{:c}, where the period of the cell is {:.6g} {}", axes.empty() ? " along " : ", along ",
                          "xyz"[k], cell.length.*k_axes[k], unit_of(scene, "m"));
      throw BuildError{
          fmt::format(
              "the last row of [[lattice]] overlaps the first row across a periodic face{}; end the lattice one "
              "spacing (lattice.spacing = {:.6g} {}) before the far face, by lattice.high",
              axes, fill.spacing, unit_of(scene, "m")),
          place};
    }
    through.add(ball), directly.add(ball);
  }
}

std::vector<Placed> place_random(const RandomFill& fill, Occupied& occupied, const std::string& place) {
  std::vector<Placed> placed;
  for (std::int64_t i = 0; i < fill.count; ++i) {
    Random random(fill.seed, static_cast<std::uint64_t>(i));
    Placed ball{{}, radius_of(fill.radii, random)};
    const auto& periodic = occupied.cell().periodic;
    const Vec3d margin{periodic[0] ? 0.0 : ball.radius, periodic[1] ? 0.0 : ball.radius,
                       periodic[2] ? 0.0 : ball.radius};
    const Vec3d low = fill.region.low + margin, high = fill.region.high - margin;
    int tries = 0;
    do {
      if (++tries > k_tries)
        throw BuildError{
            fmt::format(
                "[[random]] found no free position for body {} of random.count = {} in {} tries; its box is too "
                "full (random addition reaches a solid fraction of about 0.35). Use a larger box or a smaller "
                "count",
                i + 1, fill.count, k_tries),
            place};
      ball.position = {random.uniform(low.x, high.x), random.uniform(low.y, high.y), random.uniform(low.z, high.z)};
    } while (!occupied.is_free(ball));
    occupied.add(ball);
    placed.push_back(ball);
  }
  return placed;
}

std::int64_t due_at(const Stream& stream, double time, double step) {
  // Half a step of tolerance, so that a batch due at the time of a step is inserted in that step whatever the rounding.
  const double since = time - stream.start + 0.5 * step;
  if (since < 0.0) return 0;
  const double batches = stream.interval > 0.0 ? std::floor(since / stream.interval) + 1.0 : 1e18;
  return static_cast<std::int64_t>(
      std::min(static_cast<double>(stream.count), batches * static_cast<double>(stream.batch)));
}
double last_batch_at(const Stream& stream) {
  return stream.start + stream.interval * static_cast<double>((stream.count - 1) / stream.batch);
}

std::int64_t rosette_rings(std::int64_t bodies) {
  std::int64_t rings = 0;
  while (1 + 3 * rings * (rings + 1) < bodies) ++rings;
  return rings;
}

namespace {

/// Site k of a rosette with a neighbour distance of 1: the centre, then ring by ring, along the six sides of each.
Vec3d rosette_site(std::int64_t k) {
  const std::int64_t ring = rosette_rings(k + 1);
  if (ring == 0) return {};
  const std::int64_t in_ring = k - 1 - 3 * ring * (ring - 1), side = in_ring / ring, along = in_ring % ring;
  const auto corner = [&](std::int64_t i) {
    const double a = static_cast<double>(i) * std::numbers::pi / 3.0;
    return static_cast<double>(ring) * Vec3d{std::cos(a), std::sin(a), 0.0};
  };
  const double fraction = static_cast<double>(along) / static_cast<double>(ring);
  return (1.0 - fraction) * corner(side) + fraction * corner(side + 1);
}

}  // namespace

Placed stream_candidate(const Stream& stream, std::int64_t which, std::int64_t attempt) {
  Random size(stream.seed, static_cast<std::uint64_t>(which));
  const double r = radius_of(stream.radii, size);
  Random random(mixed(stream.seed) + static_cast<std::uint64_t>(which), static_cast<std::uint64_t>(attempt));
  const Box& box = stream.region;
  if (stream.arrangement == Arrangement::rosette) {
    Random yaw(mixed(mixed(stream.seed)), static_cast<std::uint64_t>(which / stream.batch));
    const double a = yaw.uniform(0.0, 2.0 * std::numbers::pi);
    const Vec3d site = stream.spacing * rosette_site(which % stream.batch);
    const Vec3d turned{std::cos(a) * site.x - std::sin(a) * site.y, std::sin(a) * site.x + std::cos(a) * site.y, 0.0};
    return {jittered(0.5 * (box.low + box.high) + turned, stream.jitter, stream.traits.locks, random), r};
  }
  return {{random.uniform(box.low.x + r, box.high.x - r), random.uniform(box.low.y + r, box.high.y - r),
           random.uniform(box.low.z + r, box.high.z - r)},
          r};
}

}  // namespace scree::sim
