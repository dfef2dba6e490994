// Whole numbers of any number. A cast of what an int cannot hold is undefined, and bodies may be anywhere.
#pragma once

namespace scree {

/// The largest whole number not above x, within +- 1e9, where neighbours of it are ints, too; -1e9 of what is no
/// number.
inline int floor_to_int(double x) {
  constexpr double k_far = 1e9;
  const double near = x > -k_far ? (x < k_far ? x : k_far) : -k_far;
  const int cut = static_cast<int>(near);
  return cut - (near < cut);
}

}  // namespace scree
