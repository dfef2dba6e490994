// Floor of a double as an int, defined for every double. A plain cast has undefined behaviour if int cannot represent
// the value, and body coordinates are unbounded.
#pragma once

namespace scree {

/// floor(x), clamped to +-1e9 so that the result +-1 is also an int; -1e9 for NaN.
inline int floor_to_int(double x) {
  constexpr double k_far = 1e9;
  const double near = x > -k_far ? (x < k_far ? x : k_far) : -k_far;
  const int cut = static_cast<int>(near);
  return cut - (near < cut);
}

}  // namespace scree
