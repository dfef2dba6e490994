// The whole law of Fang and Negrut with numbers for grains of a centimetre.
#pragma once

#include "support/scenes.h"

namespace scree::test {

struct FangNegrut {
  double stiffness = 1e5;  ///< normal and K_E [N/m]
  double friction = 0.5;   ///< static; kinetic is 0.8 of it
  double eta = 0.2;
  bool slides = true;
};
inline law::Model fang_negrut(const FangNegrut& f) {
  law::Model model;
  model.kinematics = law::kinematics::Tracked::Params{.pair_mass = law::kinematics::PairMass::effective};
  model.normal = law::normal::Hooke::Params{.stiffness = f.stiffness, .restitution = 0.6};
  const double at_rest = f.friction, moving = 0.8 * f.friction;
  if (f.slides)
    model.slide = law::slide::FangNegrut::Params{
        .stiffness = f.stiffness, .static_coefficient = at_rest, .kinetic_coefficient = moving, .damping_ratio = 0.3};
  model.roll = law::roll::FangNegrut::Params{.eta = f.eta,
                                             .slide_stiffness = f.stiffness,
                                             .static_coefficient = at_rest,
                                             .kinetic_coefficient = moving,
                                             .damping_ratio = 0.3};
  model.spin = law::spin::FangNegrut::Params{.curvature = 200,
                                             .eta = 0.2,
                                             .slide_stiffness = f.stiffness,
                                             .static_coefficient = at_rest,
                                             .kinetic_coefficient = moving,
                                             .damping_ratio = 0.3};
  return model;
}

}  // namespace scree::test
