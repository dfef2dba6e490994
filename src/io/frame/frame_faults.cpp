#include "io/frame/frame_faults.h"

#include <algorithm>
#include <cmath>
#include <concepts>

#include <fmt/format.h>

#include "io/frame/frame_columns.h"

namespace scree::io {
namespace {

/// Maximum number of edges by which a tilt may shear, or a body may be away from the cell. Larger tilts have no use,
/// and whole numbers of edges must stay exactly countable.
constexpr double k_max_edges = 1e6;
/// Maximum tilt, after whole edges have been removed, over the length of the inclined edge. The search for the shortest
/// image examines that many rows.
constexpr double k_max_slant = 1e4;

bool is_finite(double x) { return std::isfinite(x); }
bool is_finite(const Vec3d& v) { return is_finite(v.x) && is_finite(v.y) && is_finite(v.z); }
bool is_finite(const state::Orientation& q) {
  return std::all_of(q.begin(), q.end(), [](double x) { return is_finite(x); });
}
template <class T>
requires std::integral<T> || std::is_enum_v<T>
bool is_finite(T) { return true; }

std::string describe(const Vec3d& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x, v.y, v.z); }

}  // namespace

std::optional<TiltFault> tilt_fault(const sim::CellSpec& cell) {
  constexpr std::string_view advice = "; any lattice can be described by tilts of at most half an edge";
  const Vec3d length = cell.bounds.high - cell.bounds.low;
  const auto leans = leans_of(cell.tilt);
  for (std::size_t i = 0; i < leans.size(); ++i) {
    const auto& [name, tilt, edge, along] = leans[i];
    const double own = length.*k_axes[edge], below = length.*k_axes[along], lean = std::abs(tilt);
    if (!is_finite(tilt)) return TiltFault{i, "is not finite; give the length by which it leans, or 0"};
    // along an open axis an edge generates no images; bounds that are not valid are reported elsewhere
    if (!cell.periodic[edge] || !(own > 0.0) || (cell.periodic[along] && !(below > 0.0))) continue;
    if (cell.periodic[along] && lean > k_max_edges * below)
      return TiltFault{i, fmt::format("leans by more than a million edges along {}{}", k_axis_choices[along], advice)};
    const double rest = cell.periodic[along] ? std::min(lean, below) : lean;
    if (rest > k_max_slant * own)
      return TiltFault{i, fmt::format("leans by more than {:g} times its edge along {}{}", k_max_slant,
                                      k_axis_choices[edge], cell.periodic[along] ? advice : "; make it smaller")};
  }
  return std::nullopt;
}

std::string far_outside(const Vec3d& position, const sim::CellSpec& spec) {
  state::Cell cell = sim::cell_of(spec);
  // an edge of an open axis generates no images, so its tilt has no influence
  if (!cell.periodic[1]) cell.tilt.xy = 0.0;
  if (!cell.periodic[2]) cell.tilt.xz = cell.tilt.yz = 0.0;
  const Vec3d u = cell.upright(position);
  for (std::size_t k = 0; k < 3; ++k)
    if (cell.periodic[k] && cell.length.*k_axes[k] > 0.0 &&
        !(std::abs(u.*k_axes[k] / cell.length.*k_axes[k] - 0.5) <= k_max_edges + 0.5))
      return fmt::format(
          "is at {}, more than a million edges outside of the periodic cell; images so far away cannot be counted",
          describe(position));
  return {};
}

std::optional<CellFault> cell_fault(const sim::CellSpec& cell) {
  for (std::size_t k = 0; k < 3; ++k) {
    const double low = cell.bounds.low.*k_axes[k], high = cell.bounds.high.*k_axes[k];
    if (!is_finite(low) || !is_finite(high))
      return CellFault{k, fmt::format("the bounds of the cell along {} are not finite; the run had gone wrong by then, "
                                      "so take an earlier frame",
                                      k_axis_choices[k])};
    if (cell.periodic[k] && !(low < high && is_finite(high - low)))
      return CellFault{k, fmt::format("the cell goes from {:g} to {:g} along {}, which is periodic; its edge needs a "
                                      "finite length above 0. Correct the bounds, or make the axis open",
                                      low, high, k_axis_choices[k])};
  }
  if (const auto fault = tilt_fault(cell))
    return CellFault{fault->which,
                     fmt::format("the tilt {} of the cell {}", leans_of(cell.tilt)[fault->which].name, fault->what)};
  return std::nullopt;
}

std::string body_fault(const sim::BodyView& body, const sim::CellSpec& cell) {
  std::string_view infinite;
  const auto look = [&](const char* name, const char*, const auto& value) {
    if (infinite.empty() && !is_finite(value)) infinite = name;
  };
  look("position", "m", body.position), each_body_column(body, look), each_shape_column(body, look);
  if (!infinite.empty())
    return fmt::format("the {} of body {} is not finite; the run had gone wrong by then, so take an earlier frame",
                       infinite, body.id);
  if (!(body.radius > 0.0))
    return fmt::format(
        "the radius of body {} is {:g}; bodies have a size, so radius > 0. Correct it, or remove the body", body.id,
        body.radius);
  const Vec3d& half = body.half_axes;
  if (body.shape != shape::BodyShape::sphere && !(half.x > 0.0 && half.y > 0.0 && half.z > 0.0))
    return fmt::format(
        "body {} is not a sphere and has the half axes {}; all three must be above 0. Correct them, or remove the body",
        body.id, describe(half));
  if (const std::string far = far_outside(body.position, cell); !far.empty())
    return fmt::format("body {} {}. Wrap its position, or take an earlier frame", body.id, far);
  return {};
}

std::vector<Doubled> doubled_ids(std::vector<std::pair<std::int64_t, int>> ids) {
  std::sort(ids.begin(), ids.end());
  std::vector<Doubled> doubled;
  for (std::size_t i = 1; i < ids.size(); ++i)
    if (ids[i].first == ids[i - 1].first) doubled.push_back({ids[i].first, ids[i - 1].second, ids[i].second});
  return doubled;
}

}  // namespace scree::io
