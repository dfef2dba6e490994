// The vocabulary that a number type R offers to a law.
//
// A law is written once over R. With R = double it is the scalar reference; with R = Pack (base/pack.h)
// the same text works on several contacts at once. Everything a law may use besides + - * / and
// comparisons stands here for double, and in pack.h for Pack. Nothing here may round differently in the
// two: each operation is the correctly rounded IEEE one, so that a SIMD lane has the bits of the scalar. The compiler may not
// fuse a product and a sum by itself; where it pays, mul_add and its kin say so, for every number type alike.
#pragma once

#include <cmath>

namespace scree {

inline double sqrt(double x) { return std::sqrt(x); }
/// x y + z, x y - z and z - x y, rounded once.
inline double mul_add(double x, double y, double z) { return std::fma(x, y, z); }
inline double mul_sub(double x, double y, double z) { return std::fma(x, y, -z); }
inline double neg_mul_add(double x, double y, double z) { return std::fma(-x, y, z); }
// Pictures reckon in float, where the last bit is nobody's business.
inline float mul_add(float x, float y, float z) { return x * y + z; }
inline float mul_sub(float x, float y, float z) { return x * y - z; }
inline float sqrt(float x) { return std::sqrt(x); }
inline double abs(double x) { return std::fabs(x); }
/// Of two numbers the smaller; the second one if they cannot be ordered (as the SIMD instruction does).
inline double min(double x, double y) { return x < y ? x : y; }
inline double max(double x, double y) { return x > y ? x : y; }
/// `yes` where the condition holds, `no` elsewhere. Both are evaluated: a lane cannot branch.
inline double select(bool condition, double yes, double no) { return condition ? yes : no; }
/// Does the condition hold in some lane? A law may skip work that no lane needs.
inline bool any(bool condition) { return condition; }
inline bool both(bool p, bool q) { return p && q; }

/// -1, 0 or +1. [-0 and +0 both give 0]
template <class R>
R sign(const R& x) {
  return select(x > R(0.0), R(1.0), select(x < R(0.0), R(-1.0), R(0.0)));
}

}  // namespace scree
