// Spin friction of a patch under uniform pressure: limit = 2/3 a mu |F_n|.
//     [Marshall2009, eq. 30-44; LAMMPS twisting marshall]
#pragma once

#include "law/spin/patch_twist.h"

namespace scree::law::spin {

struct UniformPressure {
  static constexpr double k_limit = 2.0 / 3.0;
  static constexpr std::string_view k_coefficient_description =
      "sliding friction coefficient of the patch; torque limit 2/3 a x this x |F_n|";
};
struct Marshall : PatchTwist<UniformPressure> {
  static constexpr std::string_view name = "marshall";
  static constexpr std::string_view source = "Marshall2009 eq. 30-44; LAMMPS twisting marshall";
  static constexpr std::string_view equation =
      "M = -(k t + c w_n) n,  |M| <= 2/3 a coefficient N,  a = sqrt(R d)\n"
      "k = stiffness a^2/2,  c = a^2/2 (damping, damping_by_mass m, or damping_of_normal c_n)";
};

}  // namespace scree::law::spin
