// Kick and drift of bodies by their loads. Compiled with the contact kernels, once for each instruction set.
#pragma once

#ifdef __FMA__
#include <immintrin.h>
#endif

#include "kernel/contact/rows.h"

namespace scree::SCREE_ISA {

/// A row of four numbers as one value; the compiler maps it to registers of the instruction set.
typedef double Four __attribute__((vector_size(32), may_alias));

inline Four row(const double (&numbers)[4]) { return *reinterpret_cast<const Four*>(numbers); }
inline Four& row(double (&numbers)[4]) { return *reinterpret_cast<Four*>(numbers); }
/// x y + z, rounded once.
inline Four mul_add(const Four& x, const Four& y, const Four& z) {
#ifdef __FMA__  // otherwise the compiler splits it where x or y is a broadcast number
  return _mm256_fmadd_pd(x, y, z);
#else
  Four sum;
  for (int k = 0; k < 4; ++k) sum[k] = __builtin_fma(x[k], y[k], z[k]);
  return sum;
#endif
}
inline Four mul_add(double x, const Four& y, const Four& z) { return mul_add(Four{x, x, x, x}, y, z); }
inline Four larger(const Four& x, const Four& y) { return x > y ? x : y; }
inline Four smaller(const Four& x, const Four& y) { return x < y ? x : y; }

/// Rows of a body: (x, radius), (v, 1/m), (w, 1/I), (x0, -). The fourth number of a load is always zero, so that 1/m
/// and 1/I do not change.
SCREE_KERNEL
inline void kick_drift(const contact::KickDrift& p, state::BodyLine* bodies, const state::LoadLine* loads,
                       state::VelocityPrediction* predictions, std::size_t count, contact::VelocityBox& box) {
  const Four g = {p.gravity.x, p.gravity.y, p.gravity.z, 0.0}, end_g = p.end * g, begin_g = p.begin * g;
  const Four drift = {p.drift, p.drift, p.drift, 0.0};
  const double end = p.end, begin = p.begin;
  const bool drifts = p.drift != 0.0, with_predictions = p.predictions;
  Four low = row(box.low), high = row(box.high);
  for (std::size_t i = 0; i < count; ++i) {
    Four* line = reinterpret_cast<Four*>(bodies + i);
    const Four* load = reinterpret_cast<const Four*>(loads + i);
    const Four force = load[0], torque = load[1];
    Four v = line[1], w = line[2];
    const double inverse_mass = v[3], inverse_inertia = w[3];
    if (end != 0.0) {
      v = mul_add(end * inverse_mass, force, v + end_g);
      w = mul_add(end * inverse_inertia, torque, w);
    }
    if (drifts) {
      const Four gain_v = mul_add(begin * inverse_mass, force, begin_g), gain_w = (begin * inverse_inertia) * torque;
      v += gain_v, w += gain_w;
      if (with_predictions) {
        Four* prediction = reinterpret_cast<Four*>(predictions + i);
        prediction[0] = gain_v, prediction[1] = gain_w;
      }
      low = smaller(v, low), high = larger(v, high);
      line[0] = mul_add(drift, v, line[0]);
    }
    line[1] = v, line[2] = w;
  }
  row(box.low) = low, row(box.high) = high;
}

/// A linear map in registers. If it were read through a pointer, its numbers would be reloaded for every body, since
/// the stores between could have changed them.
struct Linear {
  explicit Linear(const contact::Triangular& t) : on(row(t.on)), by_y(row(t.by_y)), by_z(row(t.by_z)) {}
  Four operator()(const Four& v) const { return sheared(v, on * v); }
  Four sheared(const Four& v, const Four& grown) const {
    const Four y = {v[1], v[1], v[1], v[1]}, z = {v[2], v[2], v[2], v[2]};
    return mul_add(by_z, z, mul_add(by_y, y, grown));
  }
  Four on, by_y, by_z;
};
struct Affine : Linear {
  explicit Affine(const contact::Triangular& t) : Linear(t), to(row(t.to)) {}
  Four operator()(const Four& v) const { return sheared(v, mul_add(on, v, to)); }
  Four to;
};

SCREE_KERNEL
inline void displacement_box(const contact::Triangular& listed, const state::BodyLine* bodies, std::size_t count,
                             contact::Moved& moved) {
  const Affine taken(listed);
  const Four vector_part = {1.0, 1.0, 1.0, 0.0};
  Four low = row(moved.low), high = row(moved.high);
  double farthest2 = moved.farthest2;
  for (std::size_t i = 0; i < count; ++i) {
    const Four* line = reinterpret_cast<const Four*>(bodies + i);
    const Four d = (line[0] - taken(line[3])) * vector_part;
    low = smaller(d, low), high = larger(d, high);
    const double d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    farthest2 = d2 > farthest2 ? d2 : farthest2;
  }
  moved.farthest2 = farthest2;
  row(moved.low) = low, row(moved.high) = high;
}

}  // namespace scree::SCREE_ISA
