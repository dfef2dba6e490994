#include "contact/presets.h"

#include <cmath>
#include <numbers>

#include "law/damping.h"

namespace scree::contact {
namespace {

/// What the laws ask for, from the grain. [Hertz1882; Mindlin's stiffness as in Tsuji1992]
struct Derived {
  explicit Derived(const Grain& g)
      : grain(g),
        radius(0.5 * g.radius),
        mass(2.0 / 3.0 * std::numbers::pi * g.density * g.radius * g.radius * g.radius),
        inertia(0.4 * mass * g.radius * g.radius),
        modulus(0.5 * g.modulus / (1.0 - g.poisson * g.poisson)),
        shear(0.25 * g.modulus / ((2.0 - g.poisson) * (1.0 + g.poisson))),
        patch(std::sqrt(radius * g.overlap)),
        force(4.0 / 3.0 * modulus * patch * g.overlap),
        press_stiffness(force / g.overlap),
        slide_stiffness(8.0 * shear * patch),
        ratio(law::damping_ratio(g.restitution)) {}
  Grain grain;
  double radius, mass, inertia;            ///< effective [m], [kg], [kg m^2]
  double modulus, shear;                   ///< E_eff, G_eff [Pa]
  double patch, force;                     ///< at the reference overlap [m], [N]
  double press_stiffness, slide_stiffness; ///< [N/m]
  double ratio;                            ///< of critical damping, for every dashpot
  double kinetic() const { return grain.kinetic_share * grain.friction; }
  double roll_damping() const { return 2.0 * ratio * std::sqrt(mass * slide_stiffness); }
  double twist_stiffness() const { return 0.5 * slide_stiffness * patch * patch; }
  double spin_length() const { return 2.0 / 3.0 * patch * grain.friction; }  ///< [Marshall2009]
};

/// Not defined: a law without a preset has no Preset<L>::of.
template <class L>
struct Preset;

template <>
struct Preset<law::normal::Hooke> {
  static law::normal::Hooke::Params of(const Derived& d) { return {.stiffness = d.press_stiffness, .restitution = d.grain.restitution}; }
};
template <>
struct Preset<law::normal::Hertz> {
  static law::normal::Hertz::Params of(const Derived& d) { return {.effective_modulus = d.modulus, .restitution = d.grain.restitution}; }
};
template <>
struct Preset<law::normal::Prescribed> {
  static law::normal::Prescribed::Params of(const Derived& d) { return {.force = d.force}; }
};
template <>
struct Preset<law::slide::CoulombSpring> {
  static law::slide::CoulombSpring::Params of(const Derived& d) {
    return {.stiffness = d.slide_stiffness, .coefficient = d.grain.friction, .damping_of_normal = 0.5};
  }
};
template <>
struct Preset<law::slide::FangNegrut> {
  static law::slide::FangNegrut::Params of(const Derived& d) {
    return {.stiffness = d.slide_stiffness, .static_coefficient = d.grain.friction, .kinetic_coefficient = d.kinetic(), .damping_ratio = d.ratio};
  }
};
template <>
struct Preset<law::slide::CundallStrack> {
  static law::slide::CundallStrack::Params of(const Derived& d) {
    return {.stiffness = d.slide_stiffness, .coefficient = d.grain.friction, .damping_ratio = d.ratio};
  }
};
template <>
struct Preset<law::slide::Tsuji> {
  static law::slide::Tsuji::Params of(const Derived& d) { return {.effective_shear = d.shear, .coefficient = d.grain.friction}; }
};
template <>
struct Preset<law::slide::Luding> {
  static law::slide::Luding::Params of(const Derived& d) {
    return {.stiffness = d.slide_stiffness, .static_coefficient = d.grain.friction, .kinetic_coefficient = d.kinetic(), .damping_of_normal = 0.5};
  }
};
template <>
struct Preset<law::slide::Campello> {  // with Mindlin's shear modulus as the others have it; the source's own is (2 - nu)/2 times that of two equal bodies
  static law::slide::Campello::Params of(const Derived& d) {
    return {.effective_shear = d.shear, .static_coefficient = d.grain.friction, .kinetic_coefficient = d.kinetic()};
  }
};
template <>
struct Preset<law::slide::Walton> {
  static law::slide::Walton::Params of(const Derived& d) { return {.effective_shear = d.shear, .coefficient = d.grain.friction}; }
};
template <class Roll>
typename Roll::Params sprung_roll(const Derived& d) {
  return {.stiffness = d.slide_stiffness, .damping = d.roll_damping(), .coefficient = d.grain.rolling, .arm = law::effective_radius};
}
template <class Roll>
typename Roll::Params constant_roll(const Derived& d) {
  return {.coefficient = d.grain.rolling, .arm = law::effective_radius};
}
template <>
struct Preset<law::roll::Spring> {
  static law::roll::Spring::Params of(const Derived& d) { return sprung_roll<law::roll::Spring>(d); }
};
template <>
struct Preset<law::roll::IwashitaOda> {
  static law::roll::IwashitaOda::Params of(const Derived& d) { return sprung_roll<law::roll::IwashitaOda>(d); }
};
template <>
struct Preset<law::roll::ConstantTorque> {
  static law::roll::ConstantTorque::Params of(const Derived& d) { return constant_roll<law::roll::ConstantTorque>(d); }
};
template <>
struct Preset<law::roll::Zhou> {
  static law::roll::Zhou::Params of(const Derived& d) { return constant_roll<law::roll::Zhou>(d); }
};
template <>
struct Preset<law::roll::FangNegrut> {
  static law::roll::FangNegrut::Params of(const Derived& d) {  // torque limit 2 eta mu |F_n| R_eff [FangNegrut2020, eq. 2b, 2c]
    return {.eta = 0.5 * d.grain.rolling / d.grain.friction, .slide_stiffness = d.slide_stiffness, .static_coefficient = d.grain.friction,
            .kinetic_coefficient = d.kinetic(), .damping_ratio = d.ratio};
  }
};
template <>
struct Preset<law::spin::Spring> {
  static law::spin::Spring::Params of(const Derived& d) {
    return {.stiffness = d.twist_stiffness(), .damping = 2.0 * d.ratio * std::sqrt(d.inertia * d.twist_stiffness()), .length = d.spin_length()};
  }
};
template <class Pressure>
typename law::spin::PatchTwist<Pressure>::Params twisted_patch(const Derived& d) {
  return {.stiffness = d.slide_stiffness, .coefficient = d.grain.friction, .damping_of_normal = 0.5};
}
template <>
struct Preset<law::spin::Marshall> {
  static law::spin::Marshall::Params of(const Derived& d) { return twisted_patch<law::spin::UniformPressure>(d); }
};
template <>
struct Preset<law::spin::Lubkin> {
  static law::spin::Lubkin::Params of(const Derived& d) { return twisted_patch<law::spin::HertzPressure>(d); }
};
template <>
struct Preset<law::spin::FangNegrut> {
  static law::spin::FangNegrut::Params of(const Derived& d) {
    return {.effective_modulus = d.modulus, .slide_stiffness = d.slide_stiffness, .static_coefficient = d.grain.friction,
            .kinetic_coefficient = d.kinetic(), .damping_ratio = d.ratio};
  }
};

template <class Laws, class Choice>
void choose(law::Model& model, Choice& choice, int wanted, const Derived& d) {
  law::for_each(Laws{}, [&]<class L>(int index) {
    if (index != wanted) return;
    choice = Preset<L>::of(d);
    if (law::needs_tracked<L>()) model.kinematics = law::kinematics::Tracked::Params{};
  });
}

template <class Laws>
void empty_dashpots(law::Choice<Laws>& choice) {
  law::for_each(Laws{}, [&]<class L>(int) {
    auto* params = std::get_if<typename L::Params>(&choice);
    if (params == nullptr) return;
    for (const auto& field : L::fields) {
      const auto* number = std::get_if<double L::Params::*>(&field.member);
      if (number == nullptr || !is_set(params->**number)) continue;
      if (field.name.starts_with("damping") || field.name == "viscoelastic") params->**number = 0.0;
      if (field.name == "restitution") params->**number = 1.0;
    }
  });
}

}  // namespace

DrivenPair pair_of(const Grain& g) {
  const double mass = 4.0 / 3.0 * std::numbers::pi * g.density * g.radius * g.radius * g.radius;
  return {g.radius, g.radius, mass, mass};
}

law::Model preset_model(const Grain& grain, Stage stage, int law) {
  const Derived derived(grain);
  law::Model model;
  model.normal = Preset<law::normal::Hertz>::of(derived);
  switch (stage) {
    case normal_stage: choose<law::Normals>(model, model.normal, law, derived); break;
    case slide_stage: choose<law::Slides>(model, model.slide, law, derived); break;
    case roll_stage: choose<law::Rolls>(model, model.roll, law, derived); break;
    case spin_stage: choose<law::Spins>(model, model.spin, law, derived); break;
  }
  return model;
}

law::Model without_dashpots(law::Model model) {
  empty_dashpots<law::AllNormals>(model.normal), empty_dashpots<law::AllSlides>(model.slide);
  empty_dashpots<law::AllRolls>(model.roll), empty_dashpots<law::AllSpins>(model.spin);
  return model;
}

}  // namespace scree::contact
