// The experiments of section 4 of [FangNegrut2020]. Notes A1 to A33 and P1 to P12 are those of
// docs/specs/fang-negrut.md; typed expectations are those of tools/fang_expected.py.
#pragma once

#include "experiments/expected.h"
#include "experiments/registry.h"

namespace scree::experiments::fang {

Result brick(const Settings& settings);           // brick.cpp
Result disk(const Settings& settings);            // disk.cpp
Result incline(const Settings& settings);         // incline.cpp
Result sweep(const Settings& settings);           // sweep.cpp
Result spin(const Settings& settings);            // spin.cpp
Result spin_hertz(const Settings& settings);      // spin_hertz.cpp
Result ellipsoid_fall(const Settings& settings);  // ellipsoid_fall.cpp
Result ellipsoid_spin(const Settings& settings);  // ellipsoid_spin.cpp
Result stack(const Settings& settings);           // stack.cpp

// Common parameters (A14): time step, friction and gravity, which the paper does not state in every section.
inline constexpr double k_dt = 1e-4;  // [s]
inline constexpr double k_g = 9.8;    // [m/s^2]; 9.81 in 4.6
inline constexpr double k_mu_s = 0.25, k_mu_k = 0.2;

}  // namespace scree::experiments::fang
