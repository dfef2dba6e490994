#include "analysis/near_pairs.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/floor_to_int.h"

namespace scree::analysis {
namespace {

/// Points sorted into cells that are at least as wide as the reach.
class Bins {
 public:
  Bins(const Region& region, std::span<const Vec3d> points, double reach) : region_(region), of_(points.size()) {
    // about as many cells as points at most
    const int largest = floor_to_int(std::cbrt(static_cast<double>(points.size()))) + 1;
    for (std::size_t k = 0; k < 3; ++k)
      count_[k] = std::clamp(floor_to_int(widths(region).*k_axes[k] / reach), 1, largest);
    first_.assign(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]) + 1, 0);
    for (std::size_t i = 0; i < points.size(); ++i) ++first_[(of_[i] = bin_of(points[i])) + 1];
    for (std::size_t bin = 1; bin < first_.size(); ++bin) first_[bin] += first_[bin - 1];
    members_.resize(points.size());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < points.size(); ++i) members_[next[of_[i]]++] = i;
  }

  /// Calls f(j) once for every j in the cell of i and in the neighbouring cells.
  template <class F>
  void each_around(std::size_t i, F f) const {
    const auto bin = static_cast<int>(of_[i]);
    const std::array<int, 3> at = {bin % count_[0], bin / count_[0] % count_[1], bin / count_[0] / count_[1]};
    std::array<std::array<int, 3>, 3> around{};
    std::array<int, 3> size{};
    for (std::size_t k = 0; k < 3; ++k)
      for (int d = -1; d <= 1; ++d) {
        int cell = at[k] + d;
        if (region_.cell.periodic[k]) cell = (cell + count_[k]) % count_[k];
        if (cell < 0 || cell >= count_[k]) continue;
        if (std::find(around[k].begin(), around[k].begin() + size[k], cell) == around[k].begin() + size[k])
          around[k][static_cast<std::size_t>(size[k]++)] = cell;
      }
    for (int z = 0; z < size[2]; ++z)
      for (int y = 0; y < size[1]; ++y)
        for (int x = 0; x < size[0]; ++x) {
          const auto cell = static_cast<std::size_t>(around[0][static_cast<std::size_t>(x)] +
                                                     count_[0] * (around[1][static_cast<std::size_t>(y)] +
                                                                  count_[1] * around[2][static_cast<std::size_t>(z)]));
          for (std::size_t m = first_[cell]; m < first_[cell + 1]; ++m) f(members_[m]);
        }
  }

 private:
  std::size_t bin_of(const Vec3d& point) const {
    const Vec3d f = fraction(region_, point);
    std::array<int, 3> at{};
    for (std::size_t k = 0; k < 3; ++k) {
      double share = f.*k_axes[k];
      if (region_.cell.periodic[k]) share -= std::floor(share);
      at[k] = std::clamp(floor_to_int(share * count_[k]), 0, count_[k] - 1);
    }
    return static_cast<std::size_t>(at[0] + count_[0] * (at[1] + count_[1] * at[2]));
  }

  const Region& region_;
  std::array<int, 3> count_{};
  std::vector<std::size_t> of_, first_, members_;
};

}  // namespace

void each_near(const Region& region, std::span<const Vec3d> points, double reach,
               const std::function<void(std::size_t, std::size_t, const Vec3d&)>& f) {
  if (points.size() < 2 || !(reach > 0.0)) return;
  const Bins bins(region, points, reach);
  for (std::size_t i = 0; i < points.size(); ++i)
    bins.each_around(i, [&](std::size_t j) {
      if (j <= i) return;
      region.cell.each_image(points[i] - points[j], reach, [&](const Vec3d& d) {
        if (norm2(d) < reach * reach) f(i, j, d);
      });
    });
}

std::vector<sim::ContactView> touching_spheres(const sim::Frame& frame, const Region& region) {
  std::vector<Vec3d> centres;
  double largest = 0.0;
  for (const sim::BodyView& b : frame.bodies) centres.push_back(b.position), largest = std::max(largest, b.radius);
  std::vector<sim::ContactView> contacts;
  each_near(region, centres, 2.0 * largest, [&](std::size_t i, std::size_t j, const Vec3d& branch) {
    const sim::BodyView &a = frame.bodies[i], &b = frame.bodies[j];
    const double distance = norm(branch), overlap = a.radius + b.radius - distance;
    if (!(overlap > 0.0 && distance > 0.0)) return;
    sim::ContactView contact;
    contact.a = a.id, contact.b = b.id, contact.from = a.position, contact.branch = branch,
    contact.normal = 1.0 / distance * branch, contact.overlap = overlap;
    contacts.push_back(contact);
  });
  std::sort(contacts.begin(), contacts.end(), [](const sim::ContactView& p, const sim::ContactView& q) {
    return std::tie(p.a, p.b, p.branch.x, p.branch.y, p.branch.z) <
           std::tie(q.a, q.b, q.branch.x, q.branch.y, q.branch.z);
  });
  return contacts;
}

}  // namespace scree::analysis
