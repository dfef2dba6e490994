// Fit of a perspective camera to solids.
//
// With rays of slope t at the edge of the picture, a solid at (x, z) in the axes of the camera is inside the edge if x
// + h - e <= t (z + D). Here -D and e are the coordinates of the eye along forward and sideways, and h is the extent of
// the solid along sideways - t forward (for a ball of radius r: r sqrt(1 + t^2)). The conditions of both sides of one
// axis give D and e in closed form from two maxima; the larger D of the two axes is used.
#include "draw/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree::draw {
namespace {

/// Bounds along one axis of the picture, collected over the solids.
struct Edge {
  double slope;  // t
  double high = -std::numeric_limits<double>::infinity(), low = std::numeric_limits<double>::infinity();

  void take(const Solid& solid, const Vec3d& sideways, const Vec3d& forward) {
    const Vec3d right = sideways - slope * forward, left = sideways + slope * forward;
    high = std::max(high, dot(solid.centre, right) + solid.reach(right));
    low = std::min(low, dot(solid.centre, left) - solid.reach(left));
  }
  double distance() const { return (high - low) / (2 * slope); }
  double shift() const { return 0.5 * (high + low); }
};

/// Bounds of the solids along both axes of the picture.
struct Fit {
  Edge horizontal, vertical;
  double nearest = std::numeric_limits<double>::infinity();  // along forward

  Fit(std::span<const Solid> solids, const Camera& camera, double margin)
      : horizontal{(1 - 2 * margin) * camera.half_height * camera.aspect},
        vertical{(1 - 2 * margin) * camera.half_height} {
    const Solid something{.radius = 1.0};
    for (const Solid& s : solids.empty() ? std::span(&something, 1) : solids) {
      horizontal.take(s, camera.right, camera.forward);
      vertical.take(s, camera.up, camera.forward);
      nearest = std::min(nearest, dot(s.centre, camera.forward) - s.reach(camera.forward));
    }
  }
};

/// A camera of this direction at the origin.
Camera camera_at_origin(double aspect, const Viewpoint& viewpoint) {
  constexpr double degree = std::numbers::pi / 180;
  const double a = viewpoint.azimuth * degree;
  const double e = std::clamp(viewpoint.elevation, -89.0, 89.0) * degree;
  Camera camera;
  camera.forward = {-std::cos(a) * std::cos(e), -std::sin(a) * std::cos(e), -std::sin(e)};
  camera.right = {-std::sin(a), std::cos(a), 0.0};
  camera.up = cross(camera.right, camera.forward);
  camera.half_height = std::tan(0.5 * viewpoint.opening * degree) / aspect;
  camera.aspect = aspect;
  return camera;
}

}  // namespace

Camera fit_camera(std::span<const Solid> solids, double aspect, const Viewpoint& viewpoint) {
  Camera camera = camera_at_origin(aspect, viewpoint);
  const Fit fit(solids, camera, viewpoint.margin);
  // The eye must be in front of the nearest solid.
  const double back = std::max({fit.horizontal.distance(), fit.vertical.distance(), -fit.nearest});
  camera.eye = -back * camera.forward + fit.horizontal.shift() * camera.right + fit.vertical.shift() * camera.up;
  return camera;
}

double natural_aspect(std::span<const Solid> solids, const Viewpoint& viewpoint) {
  double low = 0.8, high = 2.6;
  for (int k = 0; k < 12; ++k) {  // bisection to 0.001
    const double aspect = 0.5 * (low + high);
    const Fit fit(solids, camera_at_origin(aspect, viewpoint), viewpoint.margin);
    // unused height: the picture may be wider
    (fit.vertical.distance() < fit.horizontal.distance() ? low : high) = aspect;
  }
  return 0.5 * (low + high);
}

}  // namespace scree::draw
