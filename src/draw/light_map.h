// Shadow maps: a depth map of the solids along one direction of light, and the directions of a lamp and of the sky.
//
// The map is an orthographic view from the light: each texel stores the position of the surface nearest to the light. A
// point is lit if no surface in its texel is nearer to the light. Points outside the map are lit.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "draw/camera.h"

namespace scree::draw {

/// Coordinates in a picture are relative to the centre of the scene, so single precision is sufficient.
using Vec3f = Vec3<float>;

/// A solid that casts shadows.
struct Occluder {
  Vec3f centre;
  float radius = 0.0f;     ///< of the ball, or of a ball that encloses the solid
  float thickness = 0.0f;  ///< its smallest half axis
  shape::BodyShape shape = shape::BodyShape::sphere;
  Vec3f scaled_axis[3];  ///< for ellipsoids and boxes: unit axes divided by half axes

  Occluder(const Solid& solid, const Vec3d& middle);
};

class LightMap {
 public:
  /// Fastest if the solids are roughly sorted by increasing distance from the light.
  LightMap(std::span<const Occluder> solids, const Vec3f& towards_light);

  const Vec3f& towards_light() const { return towards_; }
  /// side of a texel; points must be moved off their surface by about this length
  float texel() const { return texel_; }
  bool lit(const Vec3f& p) const {
    const float x = (dot(p, across_) - left_) * per_length_, y = (dot(p, along_) - low_) * per_length_;
    if (!(x >= 0 && y >= 0 && x < static_cast<float>(width_) && y < static_cast<float>(height_))) return true;
    return depth_[static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x)] <= dot(p, towards_) + texel_;
  }

 private:
  Vec3f towards_, across_, along_;
  float left_ = 0, low_ = 0, texel_ = 1, per_length_ = 1;
  std::size_t width_ = 0, height_ = 0;
  std::vector<float> depth_;
};

/// `count` directions evenly distributed over a cone of this half-angle [rad] about an axis (unit vector).
std::vector<Vec3f> cone_of_directions(const Vec3f& axis, double half_angle, int count);

/// Divides 0..count into blocks and processes them on all processors. work(begin, end) must not write results of other
/// blocks.
void in_parallel(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace scree::draw
