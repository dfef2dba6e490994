// Casts rays, then adds light, then computes colours. All colours in the computation are linear. See solid_renderer.h.
#include "draw/solid_renderer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "draw/light_map.h"

namespace scree::draw {
namespace {

constexpr int k_background = -1, k_floor = -2, k_plate = -3;  // targets of a ray other than solid 0, 1, ...
constexpr float k_ground_reach = 5.0f;                        // [scene radii]; farther parts of the floor are fully lit
constexpr std::size_t k_maps_at_once = 16;                    // at most 8 MB each
constexpr Vec3f k_lamp_tint{1.04f, 1.0f, 0.94f}, k_sky_tint{0.95f, 0.99f, 1.06f};
constexpr float k_floor_gain = 1.02f;  // removes the faintest shadows, so that the floor has no visible end
constexpr float k_fade = 0.12f;        // width of the fade-out at each edge, over the width of the picture
constexpr float k_bounce = 0.22f;      // light from the floor, on a surface that faces down
constexpr float k_gloss = 0.10f, k_gloss_sharpness = 26.0f;

/// The end point of one ray and the light that arrives there.
struct Sample {
  Vec3f place, normal;
  float lamp = 0, sky = 0;  ///< fractions of the full light; 1: no occlusion
  int what = k_background;
};

float linear(float srgb) { return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f); }
Vec3f linear(const Colour& c) { return {linear(c[0]), linear(c[1]), linear(c[2])}; }
unsigned char encoded(float light) {
  const float c = std::clamp(light, 0.0f, 1.0f);
  const float srgb = c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f;
  return static_cast<unsigned char>(std::lround(255 * srgb));
}
Vec3f times(const Vec3f& p, const Vec3f& q) { return {p.x * q.x, p.y * q.y, p.z * q.z}; }
Vec3f narrow(const Vec3d& p) { return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}; }
Vec3f direction(const Viewpoint& v) {
  const double a = v.azimuth * std::numbers::pi / 180, e = v.elevation * std::numbers::pi / 180;
  return narrow({std::cos(a) * std::cos(e), std::sin(a) * std::cos(e), std::sin(e)});
}

/// Range of x/z over a ball at (x, z): the slopes of the two tangents through the eye.
std::pair<double, double> tangents(double x, double z, double r) {
  const double root = r * std::sqrt(std::max(x * x + z * z - r * r, 0.0)), below = z * z - r * r;
  return {(x * z - root) / below, (x * z + root) / below};
}

/// A solid in the axes of the body and in units of its half axes: an ellipsoid becomes the unit ball and a box the cube
/// of half edge one. The parameter along a ray does not change.
class ScaledSolid {
 public:
  ScaledSolid(const Solid& s, const Camera& camera) : shape_(s.shape) {
    const bool ball = s.shape == shape::BodyShape::sphere;
    const double half[3] = {ball ? s.radius : s.half.x, ball ? s.radius : s.half.y, ball ? s.radius : s.half.z};
    for (int k = 0; k < 3; ++k) {
      const Vec3d e = (1 / half[k]) * s.axes.axis[k];
      scaled_axis_[k] = {dot(e, camera.right), dot(e, camera.up), dot(e, camera.forward)};
    }
    centre_ = scaled(camera.seen(s.centre));
  }

  /// First intersection with a ray from the eye: position = result x ray in the axes of the camera. Infinite: a miss.
  double first(const Vec3d& camera_ray) const {
    constexpr double never = std::numeric_limits<double>::infinity();
    const Vec3d ray = scaled(camera_ray);
    if (shape_ != shape::BodyShape::box) {
      const double a = norm2(ray), b = dot(ray, centre_), d = b * b - a * (norm2(centre_) - 1);
      return d > 0 ? (b - std::sqrt(d)) / a : never;
    }
    double in = -never, out = never;  // the interval between the two faces of every pair
    for (const auto part : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
      // a ray parallel to the faces gives infinities
      const double p = (centre_.*part - 1) / ray.*part, q = (centre_.*part + 1) / ray.*part;
      in = std::max(in, std::min(p, q)), out = std::min(out, std::max(p, q));
    }
    return in < out ? in : never;
  }

 private:
  Vec3d scaled(const Vec3d& p) const {
    return {dot(scaled_axis_[0], p), dot(scaled_axis_[1], p), dot(scaled_axis_[2], p)};
  }

  shape::BodyShape shape_;
  Vec3d scaled_axis_[3], centre_;
};

/// The outward normal of a solid at a point of its surface. Normals scale by the inverse of the factors of positions.
Vec3d normal_at(const Solid& s, const Vec3d& place) {
  const Vec3d arm = place - s.centre;
  if (s.shape == shape::BodyShape::sphere) return (1 / s.radius) * arm;
  const double half[3] = {s.half.x, s.half.y, s.half.z};
  Vec3d normal, face;
  double farthest = -1;
  for (int k = 0; k < 3; ++k) {
    const double fraction = dot(s.axes.axis[k], arm) / half[k];  // -1..1
    normal += (fraction / half[k]) * s.axes.axis[k];
    if (std::abs(fraction) > farthest)
      farthest = std::abs(fraction), face = std::copysign(1.0, fraction) * s.axes.axis[k];
  }
  return s.shape == shape::BodyShape::box ? face : (1 / norm(normal)) * normal;
}

class Painter {
 public:
  Painter(std::span<const Solid> solids, const Camera& camera, const Ground& ground, int height,
          const RenderStyle& style)
      : solids_(solids), camera_(camera), ground_(ground), style_(style) {
    image_.height = height;
    image_.width = static_cast<int>(std::lround(height * camera.aspect));
    width_ = image_.width * style.rays;
    height_ = height * style.rays;
    // The centre of the scene becomes the origin.
    Vec3d low = ground.centre, high = ground.centre;
    if (!solids.empty() && ground.kind == GroundKind::none) low = high = solids[0].centre;
    for (const Solid& b : solids) {
      low = {std::min(low.x, b.centre.x - b.radius), std::min(low.y, b.centre.y - b.radius),
             std::min(low.z, b.centre.z - b.radius)};
      high = {std::max(high.x, b.centre.x + b.radius), std::max(high.y, b.centre.y + b.radius),
              std::max(high.z, b.centre.z + b.radius)};
    }
    middle_ = 0.5 * (low + high);
    reach_ = static_cast<float>(std::max(0.5 * norm(high - low), ground.radius));
    for (const Solid& s : solids) occluders_.emplace_back(s, middle_);
    std::sort(occluders_.begin(), occluders_.end(),
              [](const Occluder& p, const Occluder& q) { return p.centre.z > q.centre.z; });
  }

  Image paint() {
    cast_rays();
    light();
    colour();
    return std::move(image_);
  }

 private:
  /// Slope of the ray through column x or row y of the fine grid.
  double slope_x(double x) const { return (2 * (x + 0.5) / width_ - 1) * camera_.half_height * camera_.aspect; }
  double slope_y(double y) const { return (1 - 2 * (y + 0.5) / height_) * camera_.half_height; }

  void cast_rays() {
    const std::size_t rays = static_cast<std::size_t>(width_) * height_;
    std::vector<float> depth(rays, std::numeric_limits<float>::infinity());  // along forward
    samples_.resize(rays);
    in_parallel(height_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = 0; k < solids_.size(); ++k) cast_on(static_cast<int>(k), begin, end, depth);
      for (std::size_t y = begin; y < end; ++y) {
        for (int x = 0; x < width_; ++x) finish_ray(x, static_cast<int>(y), depth[y * width_ + x]);
      }
    });
  }

  void cast_on(int k, std::size_t row_begin, std::size_t row_end, std::vector<float>& depth) {
    const double r = solids_[k].radius;
    const Vec3d c = camera_.seen(solids_[k].centre);
    if (c.z <= 1.001 * r) return;  // behind the eye, or containing it
    const auto [left, right] = tangents(c.x, c.z, r);
    const auto [low, high] = tangents(c.y, c.z, r);
    const double per_slope = 0.5 * height_ / camera_.half_height;  // the grid is square
    const int x_begin = std::max(0, static_cast<int>(std::floor(0.5 * width_ + left * per_slope)));
    const int x_end = std::min<int>(width_, static_cast<int>(std::ceil(0.5 * width_ + right * per_slope)));
    const int y_begin =
        std::max(static_cast<int>(row_begin), static_cast<int>(std::floor(0.5 * height_ - high * per_slope)));
    const int y_end = std::min(static_cast<int>(row_end), static_cast<int>(std::ceil(0.5 * height_ - low * per_slope)));
    const ScaledSolid scaled_solid(solids_[k], camera_);
    for (int y = y_begin; y < y_end; ++y) {
      for (int x = x_begin; x < x_end; ++x) {
        const auto z = static_cast<float>(scaled_solid.first({slope_x(x), slope_y(y), 1.0}));
        const std::size_t at = static_cast<std::size_t>(y) * width_ + x;
        if (z < depth[at]) {
          depth[at] = z;
          samples_[at].what = k;
        }
      }
    }
  }

  /// Completes a ray whose nearest solid, if any, is at this depth: intersection with the ground, position and normal.
  void finish_ray(int x, int y, double depth) {
    Sample& s = samples_[static_cast<std::size_t>(y) * width_ + x];
    const Vec3d ray = slope_x(x) * camera_.right + slope_y(y) * camera_.up + camera_.forward;
    Vec3d normal{0, 0, 1};
    const auto meet = [&](double d, int what, const Vec3d& n) {
      if (!(d > 0 && d < depth)) return;
      depth = d;
      s.what = what;
      normal = n;
    };
    const Vec3d eye = camera_.eye - ground_.centre;
    if (ground_.kind == GroundKind::plate) {
      const double top = -eye.z / ray.z;
      if (std::hypot(eye.x + top * ray.x, eye.y + top * ray.y) < ground_.radius) meet(top, k_plate, {0, 0, 1});
      const double a = ray.x * ray.x + ray.y * ray.y, b = eye.x * ray.x + eye.y * ray.y;
      const double d = b * b - a * (eye.x * eye.x + eye.y * eye.y - ground_.radius * ground_.radius);
      if (d > 0) {
        const double side = (-b - std::sqrt(d)) / a, z = eye.z + side * ray.z;
        if (z < 0 && z > -ground_.thickness) {
          meet(side, k_plate, (1 / ground_.radius) * Vec3d{eye.x + side * ray.x, eye.y + side * ray.y, 0});
        }
      }
    }
    if (ground_.kind != GroundKind::none && ray.z < 0) {
      const double drop = ground_.kind == GroundKind::plate ? ground_.thickness : 0.0;
      const double d = -(eye.z + drop) / ray.z;
      if (std::hypot(eye.x + d * ray.x, eye.y + d * ray.y) < k_ground_reach * reach_) meet(d, k_floor, {0, 0, 1});
    }
    if (s.what == k_background) return;
    const Vec3d place = camera_.eye + depth * ray;
    if (s.what >= 0) normal = normal_at(solids_[s.what], place);
    s.place = narrow(place - middle_);
    s.normal = narrow(normal);
  }

  /// Light of one direction: the sum to which it is added, and its fraction of that sum.
  struct Ray {
    Vec3f towards;
    float Sample::*sum;
    float fraction;
  };

  /// Adds the light of all directions.
  void light() {
    const Lighting& l = style_.light;
    std::vector<Ray> rays;
    const float lamp_fraction = 1.0f / static_cast<float>(std::max(l.lamp_maps, 1));
    for (const Vec3f& w : cone_of_directions(direction(l.lamp), l.lamp_size * std::numbers::pi / 180, l.lamp_maps)) {
      rays.push_back({w, &Sample::lamp, lamp_fraction});
    }
    // The sky is brighter at the zenith than at the horizon, as on an overcast day.
    const auto brightness = [](const Vec3f& w) { return 0.5f + 0.5f * w.z; };
    const std::vector<Vec3f> sky = cone_of_directions({0, 0, 1}, 0.47 * std::numbers::pi, l.sky_maps);
    float whole = 0;  // on a surface that faces up
    for (const Vec3f& w : sky) whole += brightness(w) * w.z;
    for (const Vec3f& w : sky) rays.push_back({w, &Sample::sky, brightness(w) / whole});

    for (std::size_t k = 0; k < rays.size(); k += k_maps_at_once) {
      add_light(std::span(rays).subspan(k, std::min(k_maps_at_once, rays.size() - k)), k);
    }
  }

  /// Of the n x n samples of a pixel, direction d lights only those on diagonal d mod n, with n times the strength. The
  /// mean of the pixel still contains all directions, with 1/n of the work.
  void add_light(std::span<const Ray> rays, std::size_t first) {
    std::vector<std::optional<LightMap>> maps(rays.size());
    in_parallel(rays.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) maps[k].emplace(occluders_, rays[k].towards);
    });
    const auto n = static_cast<std::size_t>(style_.rays);
    in_parallel(height_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y) {
        const std::span<Sample> row(&samples_[y * width_], width_);
        for (std::size_t k = 0; k < rays.size(); ++k) {
          for (std::size_t x = (first + k + y) % n; x < row.size(); x += n) {
            if (receives(row[x], rays[k].towards, *maps[k])) {
              row[x].*rays[k].sum += static_cast<float>(n) * rays[k].fraction * dot(row[x].normal, rays[k].towards);
            }
          }
        }
      }
    });
  }

  bool receives(const Sample& s, const Vec3f& towards, const LightMap& map) const {
    if (s.what == k_background || dot(s.normal, towards) <= 0) return false;
    if (!map.lit(s.place + map.texel() * s.normal)) return false;
    if (ground_.kind != GroundKind::plate || s.what != k_floor) return true;
    const Vec3f rim = narrow(ground_.centre - middle_);  // shadow of the plate on the floor
    const Vec3f q = s.place + ((rim.z - s.place.z) / towards.z) * towards - rim;
    return q.x * q.x + q.y * q.y > static_cast<float>(ground_.radius * ground_.radius);
  }

  /// Visible fraction of the shadows on the floor, which fade out towards the edges of the picture.
  float shadow_fraction(int x, int y) const {
    const int edge = std::min({x, y, image_.width - 1 - x, image_.height - 1 - y});
    const float t = std::min(static_cast<float>(edge) / (k_fade * static_cast<float>(image_.width)), 1.0f);
    return t * t * (3 - 2 * t);
  }

  Vec3f shade(const Sample& s, float shadows, const Vec3f& background, const Vec3f& plate) const {
    if (s.what == k_background) return background;
    const Vec3f lamp = direction(style_.light.lamp);
    const auto lamp_strength = static_cast<float>(style_.light.lamp_strength);
    const auto sky_strength = static_cast<float>(style_.light.sky_strength);
    if (s.what == k_floor) {  // the background, darkened by the shadows
      const float whole = lamp_strength * lamp.z + sky_strength;
      const float left = std::min(k_floor_gain * (lamp_strength * s.lamp + sky_strength * s.sky) / whole, 1.0f);
      return (1 - shadows * (1 - left)) * background;
    }
    const float bounce = k_bounce * (0.5f - 0.5f * s.normal.z) * (0.3f + 0.7f * s.sky);
    const Vec3f light =
        lamp_strength * s.lamp * k_lamp_tint + sky_strength * s.sky * k_sky_tint + Vec3f{bounce, bounce, bounce};
    if (s.what == k_plate) return times(plate, light);
    const Vec3f towards_eye = narrow(camera_.eye - middle_) - s.place;
    const Vec3f half = (1 / norm(towards_eye)) * towards_eye + lamp;
    const float facing = std::max(dot(s.normal, half) / norm(half), 0.0f);
    const float seen = std::min(s.lamp / std::max(dot(s.normal, lamp), 0.1f), 1.0f);  // unoccluded fraction of the lamp
    const float gloss = k_gloss * seen * std::pow(facing, k_gloss_sharpness);
    return times(linear(solids_[s.what].colour), light) + Vec3f{gloss, gloss, gloss};
  }

  void colour() {
    const Vec3f background = linear(style_.background), plate = linear(style_.plate);
    const int rays = style_.rays;
    image_.rgb.resize(3 * static_cast<std::size_t>(image_.width) * image_.height);
    in_parallel(image_.height, [&](std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y) {
        for (int x = 0; x < image_.width; ++x) {
          const float shadows = shadow_fraction(x, static_cast<int>(y));
          Vec3f sum;
          for (int k = 0; k < rays * rays; ++k) {
            const Vec3f c =
                shade(samples_[(y * rays + k / rays) * width_ + x * rays + k % rays], shadows, background, plate);
            sum += Vec3f{std::min(c.x, 1.0f), std::min(c.y, 1.0f), std::min(c.z, 1.0f)};
          }
          const float fraction = 1.0f / static_cast<float>(rays * rays);
          unsigned char* const p = &image_.rgb[3 * (y * image_.width + x)];
          p[0] = encoded(fraction * sum.x);
          p[1] = encoded(fraction * sum.y);
          p[2] = encoded(fraction * sum.z);
        }
      }
    });
  }

  std::span<const Solid> solids_;
  const Camera& camera_;
  const Ground& ground_;
  const RenderStyle& style_;
  Image image_;
  int width_ = 0, height_ = 0;  ///< of the fine grid of rays
  Vec3d middle_;
  float reach_ = 1.0f;
  std::vector<Occluder> occluders_;
  std::vector<Sample> samples_;
};

}  // namespace

Image render(std::span<const Solid> solids, const Camera& camera, const Ground& ground, int height,
             const RenderStyle& style) {
  return Painter(solids, camera, ground, height, style).paint();
}

}  // namespace scree::draw
