// Colours of bodies: by material, by height, by the order of insertion.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "draw/picture.h"

namespace scree::draw {
namespace {

constexpr Colour k_fixed{0.62f, 0.64f, 0.67f};
// Suitable for red-green colour blindness: lightness differs together with hue.
constexpr std::array<Colour, 6> k_materials{{{0.91f, 0.69f, 0.33f},
                                             {0.17f, 0.47f, 0.63f},
                                             {0.82f, 0.36f, 0.27f},
                                             {0.35f, 0.66f, 0.55f},
                                             {0.51f, 0.40f, 0.63f},
                                             {0.93f, 0.86f, 0.67f}}};
// Colours of the layers from early to late.
constexpr std::array<Colour, 5> k_strata{{{0.13f, 0.33f, 0.42f},
                                          {0.20f, 0.60f, 0.58f},
                                          {0.93f, 0.80f, 0.50f},
                                          {0.94f, 0.60f, 0.32f},
                                          {0.83f, 0.34f, 0.25f}}};
constexpr int k_bands = 10;           // each colour is used twice, so that a heap shows several layers
constexpr float k_variation = 0.10f;  // variation of lightness between grains, so that neighbours can be distinguished

/// Maps an id to a number in 0..1, equal on every machine.
float hashed(std::int64_t id) {
  auto h = static_cast<std::uint64_t>(id) * 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
  return static_cast<float>((h >> 40) & 0xffff) / 65535.0f;
}

Colour blend(const Colour& p, const Colour& q, float fraction) {
  return {p[0] + fraction * (q[0] - p[0]), p[1] + fraction * (q[1] - p[1]), p[2] + fraction * (q[2] - p[2])};
}

/// Interpolates between the layer colours; `at` in 0..1.
Colour ramp(double at) {
  const double x = std::clamp(at, 0.0, 1.0) * (k_strata.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(x), k_strata.size() - 2);
  return blend(k_strata[k], k_strata[k + 1], static_cast<float>(x - static_cast<double>(k)));
}

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void take(double x) { low = std::min(low, x), high = std::max(high, x); }
  double fraction(double x) const { return high > low ? (x - low) / (high - low) : 0.5; }
};

}  // namespace

std::vector<Solid> solids_from(std::span<const sim::BodyView> bodies, Colouring colouring) {
  Extent height, order;
  for (const sim::BodyView& b : bodies) {
    if (b.locks == sim::k_lock_all || !std::isfinite(norm2(b.position))) continue;
    height.take(b.position.z);
    order.take(static_cast<double>(b.id));
  }
  const auto colour_of = [&](const sim::BodyView& b) -> Colour {
    if (b.locks == sim::k_lock_all) return k_fixed;
    switch (colouring) {
      case Colouring::material: return k_materials[static_cast<std::size_t>(b.material) % k_materials.size()];
      case Colouring::height: return ramp(height.fraction(b.position.z));
      case Colouring::order:
        return k_strata[std::min(static_cast<std::size_t>(order.fraction(static_cast<double>(b.id)) * k_bands),
                                 static_cast<std::size_t>(k_bands - 1)) %
                        k_strata.size()];
    }
    return k_fixed;
  };
  std::vector<Solid> solids;
  solids.reserve(bodies.size());
  for (const sim::BodyView& b : bodies) {
    if (!std::isfinite(norm2(b.position))) continue;
    const float light = 1 + k_variation * (hashed(b.id) - 0.5f);
    Colour c = colour_of(b);
    for (float& part : c) part = std::min(light * part, 1.0f);
    solids.push_back({b.position, b.radius, c, b.shape, b.half_axes, state::axes_of(b.orientation)});
  }
  return solids;
}

}  // namespace scree::draw
