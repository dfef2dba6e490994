// Spinning friction of a patch under Hertz's pressure: limit = 3 pi/16 a mu |F_n|.      [Lubkin1951; FangNegrut2020, appendix A.3]
//
// Lubkin's torque grows along a curve to that limit; of his theory only the limit is here, on the straight spring of `marshall`.
#pragma once

#include <numbers>

#include "law/spin/patch_twist.h"

namespace scree::law::spin {

struct HertzPressure {
  static constexpr double k_limit = 3.0 * std::numbers::pi / 16.0;
  static constexpr std::string_view k_says = "sliding friction coefficient of the patch; torque limit 3 pi/16 a x this x |F_n|";
};
struct Lubkin : PatchTwist<HertzPressure> {
  static constexpr std::string_view name = "lubkin";
  static constexpr std::string_view source = "limit of Lubkin1951, spring of Marshall2009; FangNegrut2020 appendix A.3";
};

}  // namespace scree::law::spin
