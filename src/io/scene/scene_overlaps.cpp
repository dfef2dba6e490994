// Checks for bodies that overlap at the start by more than guard.overlap_limit: single spheres with each other and with
// planes, and neighbours on a lattice. Overlaps that exist only after bodies have been placed (a sphere inside a
// lattice, a data file) are found by the guard when the run starts.
//
// The sweep is along the axis with the largest spread of spheres: the spheres are sorted by their lower end, and each
// one is compared with those that begin before it ends. Across a periodic face the first spheres are repeated as
// images.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "io/scene/scene_draft.h"

namespace scree::io {

namespace {

// maximum number of tested pairs; beyond, the guard of the run, which has a grid, finds overlaps
constexpr std::int64_t k_max_tests = 20'000'000;

struct Ball {
  std::array<double, 3> at;
  double radius;
  std::size_t index;
  bool is_image = false;
};

std::array<double, 3> axes_of(const Vec3d& v) { return {v.x, v.y, v.z}; }

class Sweep {
 public:
  Sweep(const std::vector<Positioned>& spheres, const sim::CellSpec& cell) {
    for (std::size_t i = 0; i < spheres.size(); ++i)
      if (is_set(spheres[i].radius)) balls_.push_back({axes_of(spheres[i].position), spheres[i].radius, i});
    const auto low = axes_of(cell.bounds.low), high = axes_of(cell.bounds.high);
    double widest = -1.0;
    cell_ = sim::cell_of(cell);
    for (std::size_t k = 0; k < 3; ++k) {
      cell_.periodic[k] = cell_.periodic[k] && low[k] < high[k];
      const auto [first, last] = std::minmax_element(balls_.begin(), balls_.end(),
                                                     [&](const Ball& p, const Ball& q) { return p.at[k] < q.at[k]; });
      const double spread = balls_.empty() ? 0.0 : last->at[k] - first->at[k];
      if (spread > widest) widest = spread, axis_ = k;
    }
    if (cell_.tilt.any()) axis_ = 2;  // along x and y, images in a tilted cell are also shifted sideways
    if (cell_.periodic[axis_]) add_images(low[axis_]);
    std::sort(balls_.begin(), balls_.end(), [&](const Ball& p, const Ball& q) { return begin(p) < begin(q); });
  }

  /// Calls found(i, j, distance) for all pairs that touch, up to the maximum number of tests.
  template <class F>
  void run(F found) const {
    std::int64_t tests = 0;
    for (std::size_t i = 0; i < balls_.size(); ++i)
      for (std::size_t j = i + 1; j < balls_.size() && begin(balls_[j]) < balls_[i].at[axis_] + balls_[i].radius; ++j) {
        if (++tests > k_max_tests) return;
        const Ball &p = balls_[i], &q = balls_[j];
        if (p.index == q.index || (p.is_image && q.is_image)) continue;
        const double distance = between(p, q);
        if (distance < p.radius + q.radius) found(p.index, q.index, distance);
      }
  }

 private:
  double begin(const Ball& ball) const { return ball.at[axis_] - ball.radius; }

  void add_images(double low) {
    state::ImageFlags one{};
    one[axis_] = 1;
    const auto edge = axes_of(cell_.edges(one));
    const double length = edge[axis_];
    double largest = 0.0;
    for (Ball& ball : balls_) {
      const double turns = std::floor((ball.at[axis_] - low) / length);
      for (std::size_t k = 0; k < 3; ++k) ball.at[k] -= edge[k] * turns;
      largest = std::fmax(largest, ball.radius);
    }
    const std::size_t count = balls_.size();
    for (std::size_t i = 0; i < count; ++i) {
      Ball image = balls_[i];
      if (image.at[axis_] >= low + 2.0 * largest) continue;
      for (std::size_t k = 0; k < 3; ++k) image.at[k] += edge[k];
      image.is_image = true;
      balls_.push_back(image);
    }
  }

  double between(const Ball& p, const Ball& q) const {
    const Vec3d d = cell_.shortest({p.at[0] - q.at[0], p.at[1] - q.at[1], p.at[2] - q.at[2]});
    return std::hypot(d.x, d.y, d.z);
  }

  std::vector<Ball> balls_;
  state::Cell cell_;
  std::size_t axis_ = 0;
};

std::string remedy(double fraction, double limit) {
  return fmt::format(
      "{:.3g} times the smaller radius, where guard.overlap_limit is {:g}; the contact forces would throw the "
      "bodies apart. If that is meant, set guard.overlap = \"warn\"",
      fraction, limit);
}

/// A body that is not locked is in contact with any plane that it is behind, however deep. Planes attached to a body
/// are left to the guard, because that body may be behind its own plane.
void check_planes(Draft& draft) {
  if (!draft.stepper().takes(sim::Feature::planes)) return;  // has been reported
  const sim::GuardSpec& guard = draft.scene.guard;
  const auto check = [&](const Positioned& body, const sim::Plane& plane) {
    const double height = dot(body.position - plane.point, plane.normal),
                 fraction = (body.radius - height) / body.radius;
    const auto sinks_soon = [&](const sim::Sink& sink) { return dot(body.position - sink.point, sink.normal) < 0.0; };
    const bool overlaps = guard.overlap == sim::Alarm::stop && fraction > guard.overlap_limit;
    const bool leaves = guard.leaving == sim::Alarm::stop && height < -body.radius &&
                        std::none_of(draft.scene.sinks.begin(), draft.scene.sinks.end(), sinks_soon);
    if (!overlaps && !leaves) return;
    const std::string name = shortened(plane.name);
    draft.source.problem(
        body.place,
        height < 0.0
            ? fmt::format(
                  "{} is behind plane \"{}\", its centre by {:.3g} {}, and the run would stop at once; bodies are on "
                  "the side to which the normal of a plane points. Move one of the two, or reverse the normal",
                  body.label, name, -height, sim::unit_of(draft.scene, "m"))
            : fmt::format("{} overlaps plane \"{}\" by {:.3g} {}, {}", body.label, name, body.radius - height,
                          sim::unit_of(draft.scene, "m"), remedy(fraction, guard.overlap_limit)));
  };
  for (const Positioned& body : draft.positions)
    for (const sim::Plane& plane : draft.scene.planes)
      if (body.is_sphere && !body.is_locked && is_set(body.radius)) check(body, plane);
}

}  // namespace

void check_overlaps(Draft& draft) {
  check_planes(draft);
  const sim::GuardSpec& guard = draft.scene.guard;
  if (guard.overlap != sim::Alarm::stop) return;
  for (const TightLattice& lattice : draft.tight_lattices) {
    const double fraction = lattice.overlap / lattice.radius;
    if (fraction <= guard.overlap_limit) continue;
    draft.source.problem(lattice.place, fmt::format("lattice.spacing = {} lets neighbours overlap by {:.3g} {}, {}",
                                                    lattice.spacing, lattice.overlap, sim::unit_of(draft.scene, "m"),
                                                    remedy(fraction, guard.overlap_limit)));
  }
  std::set<std::size_t> reported;  // many spheres at one place give one error for each sphere, not for each pair
  Sweep(draft.positions, draft.scene.cell).run([&](std::size_t i, std::size_t j, double distance) {
    const Positioned &first = draft.positions[std::min(i, j)], &second = draft.positions[std::max(i, j)];
    const double overlap = first.radius + second.radius - distance;
    const double fraction = overlap / std::fmin(first.radius, second.radius);
    if (distance == 0.0 || fraction <= guard.overlap_limit || (first.is_locked && second.is_locked)) return;
    if (!reported.insert(std::max(i, j)).second) return;
    draft.source.problem(second.place,
                         fmt::format("{} overlaps {} by {:.3g} {}, {}", second.label, first.label, overlap,
                                     sim::unit_of(draft.scene, "m"), remedy(fraction, guard.overlap_limit)));
  });
}

}  // namespace scree::io
