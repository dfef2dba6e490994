#include "workbench/paths.h"

#include <cmath>
#include <numbers>

namespace scree::contact {
namespace {

/// The approach of a new contact: the overlap increases with a smooth start and end.
void press_in(std::vector<Waypoint>& points, const PathSpec& spec) {
  const int steps = std::max(spec.steps / 4, 1);
  for (int i = 1; i <= steps; ++i) {
    const double fraction = static_cast<double>(i) / steps;
    points.push_back({.time = 0.25 * spec.period * fraction,
                      .overlap = 0.5 * spec.overlap * (1.0 - std::cos(std::numbers::pi * fraction))});
  }
}

/// The waypoint at a phase. `since`: the phase since the start of the first cycle [rad].
Waypoint at_phase(const PathSpec& spec, double since) {
  const double s = std::sin(since), a = spec.amplitude;
  Waypoint w{.overlap = spec.overlap};
  switch (spec.kind) {
    case PathKind::press: w.overlap = 0.5 * spec.overlap * (1.0 - std::cos(since)); break;
    case PathKind::shear: w.slide.x = a * s; break;
    case PathKind::shear_varying: w.slide.x = a * s, w.overlap *= 1.0 + spec.variation * std::sin(2.0 * since); break;
    case PathKind::roll: w.roll.x = a * s; break;
    case PathKind::spin: w.spin = a * s; break;
    case PathKind::turn: {
      constexpr double quarter = 0.5 * std::numbers::pi;  // first the slide, then the cone
      w.slide.x = a * (since < quarter ? s : 1.0);
      if (since > quarter)
        w.tilt = {spec.cone * std::sin(since - quarter), spec.cone * (1.0 - std::cos(since - quarter)), 0.0};
      break;
    }
  }
  return w;
}

double between(double p, double q, double fraction) { return p + fraction * (q - p); }
Vec3d between(const Vec3d& p, const Vec3d& q, double fraction) { return p + fraction * (q - p); }

Mode mode_of(const Driven& driven, PathKind kind) {
  return kind == PathKind::roll ? driven.roll.mode : kind == PathKind::spin ? driven.spin.mode : driven.slide.mode;
}

}  // namespace

std::vector<Waypoint> path(const PathSpec& spec) {
  std::vector<Waypoint> points;
  if (spec.kind != PathKind::press) press_in(points, spec);
  const double start = points.empty() ? 0.0 : points.back().time;
  const double turns = spec.cycles + (spec.kind == PathKind::turn ? 0.25 : 0.0);
  const auto count = static_cast<int>(std::lround(turns * spec.steps));
  for (int i = 1; i <= count; ++i) {
    Waypoint w = at_phase(spec, 2.0 * std::numbers::pi * i / spec.steps);
    w.time = start + spec.period * i / spec.steps;
    points.push_back(w);
  }
  return points;
}

void add_leg(std::vector<Waypoint>& points, const Waypoint& from, const Waypoint& to, int steps) {
  for (int i = 1; i <= steps; ++i) {
    const double s = static_cast<double>(i) / steps;
    points.push_back({between(from.time, to.time, s), between(from.overlap, to.overlap, s),
                      between(from.slide, to.slide, s), between(from.roll, to.roll, s), between(from.spin, to.spin, s),
                      between(from.tilt, to.tilt, s)});
  }
}

std::vector<Waypoint> path_by_legs(const std::vector<Waypoint>& corners, int steps) {
  std::vector<Waypoint> points;
  Waypoint at;
  for (const Waypoint& corner : corners) {
    add_leg(points, at, corner, steps);
    at = corner;
  }
  return points;
}

double slip_distance(const law::Model& model, const DrivenPair& pair, double overlap, PathKind kind) {
  constexpr double k_first = 1e-9, k_growth = 1.02, k_last = 1.0, k_no_spring = 1e-3;
  const double unit = kind == PathKind::spin ? 1.0 : pair.effective_radius();
  DrivenContact contact(model, pair);
  Waypoint w{.time = 1.0, .overlap = overlap};
  contact.drive_to(w);
  for (double fraction = k_first; fraction < k_last; fraction *= k_growth) {
    w.time += 1.0;
    (kind == PathKind::roll ? w.roll.x : kind == PathKind::spin ? w.spin : w.slide.x) = unit * fraction;
    if (mode_of(contact.drive_to(w), kind) == Mode::slip) return unit * (fraction == k_first ? k_no_spring : fraction);
  }
  return unit * k_no_spring;
}

}  // namespace scree::contact
