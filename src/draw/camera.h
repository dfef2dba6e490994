// The objects of a picture (coloured balls, ellipsoids and boxes) and a perspective camera that is fitted to them
// exactly.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "base/vec3.h"
#include "draw/canvas.h"
#include "state/shape.h"

namespace scree::draw {

struct Solid {
  Vec3d centre{};
  double radius = 0.0;                            ///< of the ball, or of a ball that encloses the ellipsoid or box
  std::array<float, 3> colour{0.8f, 0.8f, 0.8f};  ///< sRGB, each 0..1
  // For ellipsoids and boxes only:
  shape::BodyShape shape = shape::BodyShape::sphere;
  Vec3d half{};                                                 ///< semi-axes, or half the edges
  shape::Axes<double> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  ///< of the body in the world, unit vectors

  /// Extent from the centre along d, times the length of d.
  double reach(const Vec3d& d) const {
    const double p = half.x * dot(axes.axis[0], d), q = half.y * dot(axes.axis[1], d),
                 r = half.z * dot(axes.axis[2], d);
    switch (shape) {
      case shape::BodyShape::sphere: break;
      case shape::BodyShape::ellipsoid: return std::sqrt(p * p + q * q + r * r);
      case shape::BodyShape::box: return std::abs(p) + std::abs(q) + std::abs(r);
    }
    return radius * norm(d);
  }
};

/// The direction of view; fit_camera() computes the position of the camera.
struct Viewpoint {
  double azimuth = -90.0;   ///< azimuth of the camera about the vertical, from +x towards +y [deg]
  double elevation = 20.0;  ///< above the horizon [deg], -89..89
  double opening = 30.0;    ///< horizontal angle of view [deg]; small values give nearly parallel rays
  double margin = 0.05;     ///< empty fraction of the picture at each side
};

struct Camera {
  Vec3d eye{};
  Vec3d right{}, up{}, forward{};  ///< orthonormal
  double half_height = 0.2;        ///< tangent of half the vertical angle of view
  double aspect = 1.5;             ///< width over height

  /// Coordinates along right, up and forward, from the eye.
  Vec3d seen(const Vec3d& p) const {
    const Vec3d q = p - eye;
    return {dot(q, right), dot(q, up), dot(q, forward)};
  }
  /// Position of p on a picture of this height.
  Point project(const Vec3d& p, double height) const {
    const Vec3d q = seen(p);
    const double scale = 0.5 * height / half_height;
    return {0.5 * height * aspect + scale * q.x / q.z, 0.5 * height - scale * q.y / q.z};
  }
};

/// The nearest camera of this direction with all solids completely in the picture.
Camera fit_camera(std::span<const Solid> solids, double aspect, const Viewpoint& viewpoint = {});

/// Aspect ratio (width over height) for which the solids fill the picture in both directions, within 0.8..2.6.
double natural_aspect(std::span<const Solid> solids, const Viewpoint& viewpoint = {});

}  // namespace scree::draw
