// A vector of three components of one number type R. Products have names (dot, cross); only + - and scaling are
// operators.
#pragma once

#include "base/number.h"

namespace scree {

template <class R>
struct Vec3 {
  R x{}, y{}, z{};
};

template <class R>
inline Vec3<R> operator+(const Vec3<R>& p, const Vec3<R>& q) {
  return {p.x + q.x, p.y + q.y, p.z + q.z};
}
template <class R>
inline Vec3<R> operator-(const Vec3<R>& p, const Vec3<R>& q) {
  return {p.x - q.x, p.y - q.y, p.z - q.z};
}
template <class R>
inline Vec3<R> operator-(const Vec3<R>& p) {
  return {-p.x, -p.y, -p.z};
}
template <class R>
inline Vec3<R> operator*(const R& s, const Vec3<R>& p) {
  return {s * p.x, s * p.y, s * p.z};
}
template <class R>
inline Vec3<R> operator*(const Vec3<R>& p, const R& s) {
  return s * p;
}
template <class R>
inline Vec3<R>& operator+=(Vec3<R>& p, const Vec3<R>& q) {
  return p = p + q;
}
template <class R>
inline Vec3<R>& operator-=(Vec3<R>& p, const Vec3<R>& q) {
  return p = p - q;
}

template <class R>
inline R dot(const Vec3<R>& p, const Vec3<R>& q) {
  return mul_add(p.x, q.x, mul_add(p.y, q.y, p.z * q.z));
}
template <class R>
inline Vec3<R> cross(const Vec3<R>& p, const Vec3<R>& q) {
  return {mul_sub(p.y, q.z, p.z * q.y), mul_sub(p.z, q.x, p.x * q.z), mul_sub(p.x, q.y, p.y * q.x)};
}
/// p + s q and p - s q, each component rounded once.
template <class R>
inline Vec3<R> add_scaled(const Vec3<R>& p, const R& s, const Vec3<R>& q) {
  return {mul_add(s, q.x, p.x), mul_add(s, q.y, p.y), mul_add(s, q.z, p.z)};
}
template <class R>
inline Vec3<R> sub_scaled(const Vec3<R>& p, const R& s, const Vec3<R>& q) {
  return {neg_mul_add(s, q.x, p.x), neg_mul_add(s, q.y, p.y), neg_mul_add(s, q.z, p.z)};
}
/// -p - s q, each component rounded once.
template <class R>
inline Vec3<R> opposite_scaled(const Vec3<R>& p, const R& s, const Vec3<R>& q) {
  return {neg_mul_sub(s, q.x, p.x), neg_mul_sub(s, q.y, p.y), neg_mul_sub(s, q.z, p.z)};
}
template <class R>
inline R norm2(const Vec3<R>& p) {
  return dot(p, p);
}
template <class R>
inline R norm(const Vec3<R>& p) {
  return sqrt(norm2(p));
}

/// A row of four numbers: a vector and one more number.
template <class R>
struct RowOf {
  Vec3<R> vector;
  R fourth;
};

template <class R, class M>
inline Vec3<R> select(const M& condition, const Vec3<R>& yes, const Vec3<R>& no) {
  return {select(condition, yes.x, no.x), select(condition, yes.y, no.y), select(condition, yes.z, no.z)};
}

using Vec3d = Vec3<double>;

/// Access to a component by its index: `v.*k_axes[k]`.
inline constexpr double Vec3d::*k_axes[3] = {&Vec3d::x, &Vec3d::y, &Vec3d::z};

}  // namespace scree
