// Fit of a perspective camera to balls.
//
// With rays of slope t at the edge of the picture, a ball at (x, z) of radius r in the camera's axes is inside the edge if
// x + r sqrt(1 + t^2) - e <= t (z + D), where -D and e are the eye's place along forward and sideways. Both sides of
// one axis together give D and e in closed form from two maxima; the larger D of the two axes wins.
#include "io/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree::io {
namespace {

/// Bounds along one axis of the picture, collected over the balls.
struct Edge {
  double slope;  // t
  double high = -std::numeric_limits<double>::infinity(), low = std::numeric_limits<double>::infinity();

  void take(double x, double z, double r) {
    const double reach = r * std::sqrt(1 + slope * slope);
    high = std::max(high, x + reach - slope * z);
    low = std::min(low, x - reach + slope * z);
  }
  double distance() const { return (high - low) / (2 * slope); }
  double shift() const { return 0.5 * (high + low); }
};

/// What the balls need along both axes of the picture.
struct Fit {
  Edge horizontal, vertical;
  double nearest = std::numeric_limits<double>::infinity();  // along forward

  Fit(std::span<const Ball> balls, const Camera& camera, double margin)
      : horizontal{(1 - 2 * margin) * camera.half_height * camera.aspect}, vertical{(1 - 2 * margin) * camera.half_height} {
    const Ball something{{}, 1.0, {}};
    for (const Ball& b : balls.empty() ? std::span(&something, 1) : balls) {
      const double z = dot(b.centre, camera.forward);
      horizontal.take(dot(b.centre, camera.right), z, b.radius);
      vertical.take(dot(b.centre, camera.up), z, b.radius);
      nearest = std::min(nearest, z - b.radius);
    }
  }
};

/// A camera of this direction at the origin.
Camera looking(double aspect, const Viewpoint& viewpoint) {
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

Camera fit_camera(std::span<const Ball> balls, double aspect, const Viewpoint& viewpoint) {
  Camera camera = looking(aspect, viewpoint);
  const Fit fit(balls, camera, viewpoint.margin);
  // Never nearer than just before the first ball.
  const double back = std::max({fit.horizontal.distance(), fit.vertical.distance(), -fit.nearest});
  camera.eye = -back * camera.forward + fit.horizontal.shift() * camera.right + fit.vertical.shift() * camera.up;
  return camera;
}

double natural_aspect(std::span<const Ball> balls, const Viewpoint& viewpoint) {
  double low = 0.8, high = 2.6;
  for (int k = 0; k < 12; ++k) {  // to a thousandth
    const double aspect = 0.5 * (low + high);
    const Fit fit(balls, looking(aspect, viewpoint), viewpoint.margin);
    (fit.vertical.distance() < fit.horizontal.distance() ? low : high) = aspect;  // height to spare: may be wider
  }
  return 0.5 * (low + high);
}

}  // namespace scree::io
