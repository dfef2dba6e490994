// Small dense algebra in six numbers, for the second-order solver.
#pragma once

#include <Eigen/Core>

#include "base/vec3.h"

namespace scree::solve {

using Six = Eigen::Matrix<double, 6, 1>;
using SixBySix = Eigen::Matrix<double, 6, 6>;

inline Eigen::Vector3d eigen(const Vec3d& v) { return {v.x, v.y, v.z}; }
inline Vec3d plain_vector(const Eigen::Vector3d& v) { return {v[0], v[1], v[2]}; }

}  // namespace scree::solve
