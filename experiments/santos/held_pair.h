// Closed-form motion of two spheres at a fixed overlap that rotate relative to each other about one axis.
//
//   J Theta'' = -2 T,   T = K s + C Theta',   |T| <= T_max
//       Theta: relative angle, s: angle of the spring, J: inertia of one sphere
//
// K = k_r R_eff^2, C = gamma_r R_eff^2, T_max = mu_r R_eff F_n for rolling; K = k_t, C = gamma_t, T_max = mu_t F_n for
// twisting. [Santos2020, eq. 2c, 2d as corrected in docs/specs/santos.md, S5 to S8]
//
// Stick: a damped oscillator. Slip: the sum of spring and dashpot torque stays at the limit (S4), s = (T_max - C
// Theta')/K, so the relative rate decreases linearly with a = 2 T_max/J. Slip lasts as long as the trial torque would
// still grow, K Theta' + C Theta'' > 0, that is until Theta' = C a/K.
#pragma once

#include <algorithm>
#include <complex>

namespace scree::experiments::santos {

struct Torsion {
  double stiffness, damping, limit;  ///< K, C, T_max
};

/// Free oscillation of the spring from an initial angle and rate.
class Swing {
 public:
  Swing(const Torsion& t, double inertia, double spring, double rate) {
    const double k = 2.0 * t.stiffness / inertia, c = 2.0 * t.damping / inertia;
    const std::complex<double> root = std::sqrt(std::complex<double>(0.25 * c * c - k));
    fast_ = -0.5 * c - root, slow_ = -0.5 * c + root;
    of_slow_ = (rate - fast_ * spring) / (slow_ - fast_), of_fast_ = spring - of_slow_;
  }
  double fastest() const { return std::abs(fast_); }  ///< rate of the faster mode
  double angle(double t) const { return (of_slow_ * std::exp(slow_ * t) + of_fast_ * std::exp(fast_ * t)).real(); }
  double rate(double t) const {
    return (of_slow_ * slow_ * std::exp(slow_ * t) + of_fast_ * fast_ * std::exp(fast_ * t)).real();
  }

 private:
  std::complex<double> slow_, fast_, of_slow_, of_fast_;
};

/// Motion from relaxed springs and a relative rate: slip if the dashpot torque alone exceeds the limit, then permanent
/// stick.
class HeldPair {
 public:
  HeldPair(const Torsion& t, double inertia, double rate)
      : torsion_(t),
        start_(rate),
        slowing_(2.0 * t.limit / inertia),
        slips_(t.damping * rate > t.limit),
        sticks_at_(slips_ ? std::max(0.0, (rate - t.damping * slowing_ / t.stiffness) / slowing_) : 0.0),
        swing_(t, inertia, slips_ ? (t.limit - t.damping * rate_slipping(sticks_at_)) / t.stiffness : 0.0,
               slips_ ? rate_slipping(sticks_at_) : rate) {}

  double fastest() const { return swing_.fastest(); }
  bool slips() const { return slips_; }
  double sticks_at() const { return sticks_at_; }  ///< time at which slip ends
  double rate(double t) const { return t < sticks_at_ ? rate_slipping(t) : swing_.rate(t - sticks_at_); }
  double angle(double t) const {
    const double slipping = std::min(t, sticks_at_), slid = start_ * slipping - 0.5 * slowing_ * slipping * slipping;
    return t < sticks_at_ ? slid : slid + swing_.angle(t - sticks_at_) - swing_.angle(0.0);
  }
  double torque(double t) const {  ///< on the first sphere
    if (t < sticks_at_) return -torsion_.limit;
    return -torsion_.stiffness * swing_.angle(t - sticks_at_) - torsion_.damping * swing_.rate(t - sticks_at_);
  }

 private:
  double rate_slipping(double t) const { return start_ - slowing_ * t; }

  Torsion torsion_;
  double start_, slowing_;
  bool slips_;
  double sticks_at_;
  Swing swing_;
};

}  // namespace scree::experiments::santos
