// Computation of the depth maps.
#include "draw/light_map.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>
#include <thread>

namespace scree::draw {
namespace {

constexpr float k_texels_per_radius = 6.0f;  // finer texels make no visible difference in the average of about 100 maps
// along the longer axis; needed if a few bodies fill the picture
constexpr float k_min_texels = 200.0f;
constexpr float k_max_texels = 1400.0f;  // along one axis: 8 MB per map, which fits into the cache

/// Two unit vectors that complete n to an orthonormal triple.
void complete(const Vec3f& n, Vec3f& u, Vec3f& v) {
  const Vec3f other = std::abs(n.z) < 0.9f ? Vec3f{0, 0, 1} : Vec3f{1, 0, 0};
  u = cross(other, n);
  u = (1.0f / norm(u)) * u;
  v = cross(n, u);
}

Vec3f narrow(const Vec3d& p) { return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}; }

/// Height of the surface of a solid above its centre, along the direction towards the light.
class SurfaceHeight {
 public:
  SurfaceHeight(const Occluder& solid, const Vec3f& across, const Vec3f& along, const Vec3f& towards)
      : shape_(solid.shape),
        across_(turned(solid, across)),
        along_(turned(solid, along)),
        towards_(turned(solid, towards)) {}

  /// The height at the distances x and y from the centre; NaN if the line misses the solid. In the axes of the body and
  /// in units of its half axes, the height is the parameter s at which the line p + s t leaves the unit ball, or the
  /// cube of half edge one.
  float top(float x, float y) const {
    constexpr float nothing = std::numeric_limits<float>::quiet_NaN(),
                    infinite = std::numeric_limits<float>::infinity();
    const Vec3f p = x * across_ + y * along_;
    if (shape_ == shape::BodyShape::ellipsoid) {
      const float a = norm2(towards_), b = dot(towards_, p), d = b * b - a * (norm2(p) - 1);
      return d > 0 ? (std::sqrt(d) - b) / a : nothing;
    }
    float in = -infinite, out = infinite;
    for (const auto part : {&Vec3f::x, &Vec3f::y, &Vec3f::z}) {
      const float q = (-1 - p.*part) / towards_.*part, r = (1 - p.*part) / towards_.*part;
      in = std::max(in, std::min(q, r)), out = std::min(out, std::max(q, r));
    }
    return in < out ? out : nothing;
  }

 private:
  static Vec3f turned(const Occluder& s, const Vec3f& p) {
    return {dot(s.scaled_axis[0], p), dot(s.scaled_axis[1], p), dot(s.scaled_axis[2], p)};
  }

  shape::BodyShape shape_;
  Vec3f across_, along_, towards_;
};

}  // namespace

Occluder::Occluder(const Solid& solid, const Vec3d& middle)
    : centre(narrow(solid.centre - middle)),
      radius(static_cast<float>(solid.radius)),
      thickness(radius),
      shape(solid.shape) {
  if (shape == shape::BodyShape::sphere) return;
  const double half[3] = {solid.half.x, solid.half.y, solid.half.z};
  thickness = static_cast<float>(*std::min_element(half, half + 3));
  for (int k = 0; k < 3; ++k) scaled_axis[k] = narrow((1 / half[k]) * solid.axes.axis[k]);
}

LightMap::LightMap(std::span<const Occluder> solids, const Vec3f& towards_light) : towards_(towards_light) {
  complete(towards_, across_, along_);
  constexpr float infinite = std::numeric_limits<float>::infinity();
  float right = -infinite, high = -infinite, mean_thickness = 0;
  left_ = low_ = infinite;
  for (const Occluder& b : solids) {
    const float x = dot(b.centre, across_), y = dot(b.centre, along_);
    left_ = std::min(left_, x - b.radius);
    right = std::max(right, x + b.radius);
    low_ = std::min(low_, y - b.radius);
    high = std::max(high, y + b.radius);
    mean_thickness += b.thickness / static_cast<float>(solids.size());
  }
  if (solids.empty() || !(mean_thickness > 0)) return;  // no texels: everything is lit
  const float extent = std::max(right - left_, high - low_);
  texel_ = std::clamp(mean_thickness / k_texels_per_radius, extent / k_max_texels, extent / k_min_texels);
  per_length_ = 1 / texel_;
  width_ = static_cast<std::size_t>((right - left_) * per_length_) + 1;
  height_ = static_cast<std::size_t>((high - low_) * per_length_) + 1;
  depth_.assign(width_ * height_, -infinite);

  for (const Occluder& b : solids) {
    const SurfaceHeight surface(b, across_, along_, towards_);
    const float cx = (dot(b.centre, across_) - left_) * per_length_ - 0.5f;  // in texels, relative to their centres
    const float cy = (dot(b.centre, along_) - low_) * per_length_ - 0.5f;
    const float r = b.radius * per_length_, top = dot(b.centre, towards_);
    const int y_begin = std::max(static_cast<int>(std::ceil(cy - r)), 0);
    const int y_end = std::min(static_cast<int>(cy + r) + 1, static_cast<int>(height_));
    for (int y = y_begin; y < y_end; ++y) {
      const float dy = static_cast<float>(y) - cy, rest = r * r - dy * dy;
      if (rest <= 0) continue;
      const float half = std::sqrt(rest);
      const int x_begin = std::max(static_cast<int>(std::ceil(cx - half)), 0);
      const int x_end = std::min(static_cast<int>(cx + half) + 1, static_cast<int>(width_));
      float* const row = &depth_[static_cast<std::size_t>(y) * width_];
      for (int x = x_begin; x < x_end; ++x) {
        if (row[x] >= top + b.radius) continue;  // completely hidden, as most solids of a heap
        const float dx = static_cast<float>(x) - cx;
        const float height = b.shape == shape::BodyShape::sphere ? texel_ * std::sqrt(std::max(rest - dx * dx, 0.0f))
                                                                 : surface.top(texel_ * dx, texel_ * dy);
        if (top + height > row[x]) row[x] = top + height;
      }
    }
  }
}

std::vector<Vec3f> cone_of_directions(const Vec3f& axis, double half_angle, int count) {
  Vec3f u, v;
  complete(axis, u, v);
  std::vector<Vec3f> directions;
  for (int k = 0; k < count; ++k) {  // a Fibonacci spiral: uniform over the solid angle
    const double c = 1 - (1 - std::cos(half_angle)) * (k + 0.5) / count, s = std::sqrt(1 - c * c);
    const double turn = k * std::numbers::pi * (3 - std::sqrt(5.0));
    directions.push_back(static_cast<float>(c) * axis + static_cast<float>(s * std::cos(turn)) * u +
                         static_cast<float>(s * std::sin(turn)) * v);
  }
  return directions;
}

void in_parallel(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
  const std::size_t workers = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t blocks = std::min(count, 8 * workers);  // more blocks than workers, for load balance
  std::atomic<std::size_t> next{0};
  const auto loop = [&] {
    for (std::size_t k = next++; k < blocks; k = next++) work(count * k / blocks, count * (k + 1) / blocks);
  };
  std::vector<std::jthread> threads;
  for (std::size_t k = 1; k < std::min(workers, blocks); ++k) threads.emplace_back(loop);
  loop();
}

}  // namespace scree::draw
