// Tensors of second rank and a measure of their anisotropy.
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "base/vec3.h"

namespace scree::analysis {

/// t[i] is row i, (t_ix, t_iy, t_iz).
using Tensor = std::array<Vec3d, 3>;

inline double at(const Tensor& t, int i, int j) { return t[static_cast<std::size_t>(i)].*k_axes[j]; }

/// t += weight (p x q): t_ij += weight p_i q_j.
inline void add_product(Tensor& t, double weight, const Vec3d& p, const Vec3d& q) {
  t[0] += weight * p.x * q, t[1] += weight * p.y * q, t[2] += weight * p.z * q;
}
inline Tensor operator+(const Tensor& s, const Tensor& t) { return {s[0] + t[0], s[1] + t[1], s[2] + t[2]}; }
inline Tensor scaled(double by, const Tensor& t) { return {by * t[0], by * t[1], by * t[2]}; }
inline double trace(const Tensor& t) { return t[0].x + t[1].y + t[2].z; }

/// Anisotropy sqrt(3/2 D:D) / |mean|, with the deviator D of the symmetric part and mean = trace/3: 0 for an isotropic
/// tensor, |largest - other| / |mean| for a uniaxial one. Invariant under rotation. For disks, in the plane normal to
/// `flat_axis`: sqrt(2 D:D) / |mean|, mean = trace/2, with the same meaning.
inline double anisotropy(const Tensor& t, std::optional<std::size_t> flat_axis = {}) {
  const auto is_flat = [&](int k) { return flat_axis == static_cast<std::size_t>(k); };
  double mean = 0.0, squares = 0.0;
  for (int i = 0; i < 3; ++i)
    if (!is_flat(i)) mean += at(t, i, i) / (flat_axis ? 2.0 : 3.0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (is_flat(i) || is_flat(j)) continue;
      const double d = 0.5 * (at(t, i, j) + at(t, j, i)) - (i == j ? mean : 0.0);
      squares += d * d;
    }
  return mean != 0.0 ? std::sqrt((flat_axis ? 2.0 : 1.5) * squares) / std::abs(mean) : 0.0;
}

}  // namespace scree::analysis
