#include "sim/rigid_rule.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/simulation.h"

namespace scree::sim {
namespace {

/// Calls f(law, meaning) for the law of each of the four stages. The meaning is nullopt if the law has no limit of the
/// required kind.
template <class F>
void every_law(const law::Model& model, F f) {
  law::each_stage(model, [&](const auto& choice) {
    if (const law::Descriptor* law = law::law_of(choice)) f(*law, law->rigid(law::params_of(choice)));
  });
}

/// Names of the smooth laws of a stage, as in a message: `"hooke", "hertz" or "prescribed"`.
std::string smooth_laws_of(law::Stage stage) {
  std::vector<std::string_view> names;
  for (const law::Descriptor& law : law::laws_of(stage))
    if (law.is_smooth()) names.push_back(law.name);
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == names.size() ? " or " : ", ", names[i]);
  return list;
}

bool differ(const law::RigidPress&) { return false; }
bool differ(const law::SlideLimit& limit) { return limit.moving < limit.at_rest; }
bool differ(const law::TorqueLimit& limit) {
  return limit.moving.per_radius < limit.at_rest.per_radius || limit.moving.per_smaller < limit.at_rest.per_smaller ||
         limit.moving.fixed < limit.at_rest.fixed;
}

}  // namespace

std::vector<Refusal> refusals(const law::Model& model, StepperKind kind, bool two_coefficients) {
  const StepperDescriptor& stepper = descriptor_of(kind);
  std::vector<Refusal> list;
  every_law(model, [&](const law::Descriptor& law, const std::optional<law::RigidMeaning>& meaning) {
    const auto refuse = [&](std::string why) { list.push_back({law.stage, law.name, std::move(why)}); };
    if (!stepper.is_rigid()) {
      if (!law.is_smooth())
        refuse(fmt::format("has no stiffness, which the stepper \"{}\" needs; set stepper = {}, or use {}",
                           stepper.word, steppers_that([](const StepperDescriptor& d) { return d.is_rigid(); }),
                           smooth_laws_of(law.stage_of_law)));
    } else if (!meaning) {
      refuse(fmt::format("is not supported by the stepper \"{}\": {}", stepper.word, law.not_rigid));
    } else if (!two_coefficients && std::visit([](const auto& m) { return differ(m); }, *meaning)) {
      refuse(
          "has different static and kinetic coefficients, but nonsmooth.friction = \"one\" uses a single coefficient; "
          "set nonsmooth.friction = \"static-kinetic\", or make the two equal");
    }
  });
  // If the roll law resists the whole relative spin, a spin law would resist spinning a second time. [FangNegrut2020,
  // eq. 7, 8]
  const law::Descriptor *roll = law::law_of(model.roll), *spin = law::law_of(model.spin);
  const bool named = std::any_of(list.begin(), list.end(), [](const Refusal& r) { return r.stage == "spin"; });
  if (roll && spin && !roll->resists_spin.empty() && !named)
    list.push_back({"spin", spin->name, fmt::format("counts spinning twice: {}", roll->resists_spin)});
  return list;
}

FrictionLimits friction_limits(const law::Model& model) {
  FrictionLimits limits;
  limits.slides = law::law_index(model.slide) >= 0, limits.rolls = law::law_index(model.roll) >= 0,
  limits.spins = law::law_index(model.spin) >= 0;
  every_law(model, [&](const law::Descriptor& law, const std::optional<law::RigidMeaning>& meaning) {
    if (!meaning) return;
    if (const auto* slide = std::get_if<law::SlideLimit>(&*meaning)) limits.slide = *slide;
    if (const auto* torque = std::get_if<law::TorqueLimit>(&*meaning))
      (law.stage_of_law == law::Stage::roll ? limits.roll : limits.spin) = *torque;
  });
  return limits;
}

RigidRule rigid_rule(const law::Model& model) {
  constexpr auto is_rigid = [](const ListedStepper& s) { return s.descriptor.is_rigid(); };
  constexpr auto rigid = std::find_if(k_steppers.begin(), k_steppers.end(), is_rigid);
  static_assert(rigid != k_steppers.end());
  if (const auto refused = refusals(model, rigid->kind, true); !refused.empty())
    throw BuildError{fmt::format("{} (law \"{}\") {}", refused[0].stage, refused[0].law, refused[0].why)};
  RigidRule rule;
  every_law(model, [&](const law::Descriptor& law, const std::optional<law::RigidMeaning>& meaning) {
    if (const auto* press = std::get_if<law::RigidPress>(&*meaning)) static_cast<law::RigidPress&>(rule) = *press;
    if (const auto* slide = std::get_if<law::SlideLimit>(&*meaning)) rule.slide = *slide;
    if (const auto* torque = std::get_if<law::TorqueLimit>(&*meaning))
      (law.stage_of_law == law::Stage::roll ? rule.roll : rule.spin) = *torque;
  });
  return rule;
}

}  // namespace scree::sim
