#include "sim/build_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/simulation.h"

namespace scree::sim {
namespace {

bool can_be_computed_with(double x) { return x >= k_min_mass && x <= k_max_mass; }

std::array<Vec3d, 8> corners_of(const Box& box) {
  std::array<Vec3d, 8> corners;
  for (std::size_t i = 0; i < 8; ++i)
    corners[i] = {i & 1 ? box.high.x : box.low.x, i & 2 ? box.high.y : box.low.y, i & 4 ? box.high.z : box.low.z};
  return corners;
}

bool is_behind(const Sink& sink, const Vec3d& p) { return dot(p - sink.point, sink.normal) < 0.0; }

}  // namespace

void throw_if_mass_out_of_range(const Scene& scene, double radius, double mass, double inertia,
                                const BodyTraits& traits) {
  if (can_be_computed_with(mass) && can_be_computed_with(inertia)) return;
  const Material& material = scene.materials[static_cast<std::size_t>(traits.material)];
  const std::string cause = is_set(traits.mass)
                                ? fmt::format("the given mass is {:.6g} {}", traits.mass, unit_of(scene, "kg"))
                                : fmt::format("the density of \"{}\" is {:.6g} {}", material.name, material.density,
                                              unit_of(scene, "kg/m^3"));
  throw BuildError{
      fmt::format("a body of radius {:.6g} {} would have the mass {:.6g} {} and the moment of inertia {:.6g} {}, since "
                  "{}; masses and moments of inertia must lie between {:g} and {:g}. Check the units of density, mass "
                  "and radius",
                  radius, unit_of(scene, "m"), mass, unit_of(scene, "kg"), inertia, unit_of(scene, "kg m^2"), cause,
                  k_min_mass, k_max_mass)};
}

std::string unresolved(const Vec3d& position, double radius, const state::Cell& cell, const char* metre) {
  double farthest = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double low = cell.low.*k_axes[k],
                 high = low + cell.length.*k_axes[k];  // positions along a periodic axis are wrapped into this range
    farthest =
        std::max(farthest, cell.periodic[k] ? std::max(std::abs(low), std::abs(high)) : std::abs(position.*k_axes[k]));
  }
  const double spacing = std::nextafter(farthest, std::numeric_limits<double>::infinity()) - farthest;
  if (!(spacing > k_finest_fraction * radius)) return {};
  return fmt::format(
      "is at ({0:.6g}, {1:.6g}, {2:.6g}) {3}, where numbers of double precision are {4:.2g} {3} apart, {5:.2g} of its "
      "radius of {6:.6g} {3}: its motion and its overlaps would not be resolved. This spacing must be at most {7:.0e} "
      "of the radius, which holds up to {8:.2g} {3} from the origin; shift the scene towards the origin",
      position.x, position.y, position.z, metre, spacing, spacing / radius, radius, k_finest_fraction,
      k_finest_fraction * radius / std::numeric_limits<double>::epsilon());
}

void throw_if_unresolved(const Scene& scene, const state::World& world) {
  const char* metre = unit_of(scene, "m");
  for (const state::BodyLine& line : world.bodies.lines)
    if (const std::string why = unresolved(line.position(), line.radius, world.cell, metre); !why.empty())
      throw BuildError{fmt::format("body {} {}", line.id, why)};
  for (std::size_t s = 0; s < scene.streams.size(); ++s)
    for (const Vec3d& corner : corners_of(scene.streams[s].region))
      if (const std::string why = unresolved(corner, scene.streams[s].radii.low, world.cell, metre); !why.empty())
        throw BuildError{fmt::format("a body of stream {} in a corner of its box {}", s + 1, why)};
}

void throw_if_all_sink(const Scene& scene, const state::World& world) {
  constexpr const char* k_remedy =
      "A sink keeps bodies on the side to which its normal points; reverse the normal, or move the sink";
  for (const Sink& sink : scene.sinks) {
    const auto& lines = world.bodies.lines;
    if (!lines.empty() && std::all_of(lines.begin(), lines.end(),
                                      [&](const state::BodyLine& line) { return is_behind(sink, line.position()); }))
      throw BuildError{
          fmt::format("sink \"{}\" would remove all {} initial bodies at once: their centres are behind it. {}",
                      sink.name, lines.size(), k_remedy)};
    for (std::size_t s = 0; s < scene.streams.size(); ++s) {
      const auto corners = corners_of(scene.streams[s].region);
      if (std::all_of(corners.begin(), corners.end(), [&](const Vec3d& corner) { return is_behind(sink, corner); }))
        throw BuildError{
            fmt::format("sink \"{}\" would remove every body of stream {} at once: its box is behind the sink. {}",
                        sink.name, s + 1, k_remedy)};
    }
  }
}

}  // namespace scree::sim
