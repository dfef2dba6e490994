// Spin friction of a patch under Hertzian pressure: limit = 3 pi/16 a mu |F_n|.
//     [Lubkin1951; FangNegrut2020, appendix A.3]
//
// In Lubkin's theory the torque approaches this limit along a curve. Here only the limit is his; the spring is the
// linear one of `marshall`.
#pragma once

#include <numbers>

#include "law/spin/patch_twist.h"

namespace scree::law::spin {

struct HertzPressure {
  static constexpr double k_limit = 3.0 * std::numbers::pi / 16.0;
  static constexpr std::string_view k_coefficient_description =
      "sliding friction coefficient of the patch; torque limit 3 pi/16 a x this x |F_n|";
};
struct Lubkin : PatchTwist<HertzPressure> {
  static constexpr std::string_view name = "lubkin";
  static constexpr std::string_view source = "limit of Lubkin1951, spring of Marshall2009; FangNegrut2020 appendix A.3";
  static constexpr std::string_view equation =
      "M = -(k t + c w_n) n,  |M| <= 3 pi/16 a coefficient N,  a = sqrt(R d)\n"
      "k = stiffness a^2/2,  c = a^2/2 (damping, damping_by_mass m, or damping_of_normal c_n)";
};

}  // namespace scree::law::spin
