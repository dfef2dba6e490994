#include "sim/rigid_rule.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/simulation.h"

namespace scree::sim {
namespace {

/// f.operator()<Law>(params) for the law that the choice holds; nothing if the stage is absent.
template <class... L, class Choice, class F>
void with_params(law::List<L...> list, const Choice& choice, F f) {
  law::for_each(list, [&]<class Law>(int) {
    if (const auto* params = std::get_if<typename Law::Params>(&choice)) f.template operator()<Law>(*params);
  });
}

/// f(stage, smooth laws, all laws, choice) for the four stages that have laws of both kinds.
template <class F>
void every_stage(const law::Model& model, F f) {
  f("normal", law::Normals{}, law::AllNormals{}, model.normal);
  f("slide", law::Slides{}, law::AllSlides{}, model.slide);
  f("roll", law::Rolls{}, law::AllRolls{}, model.roll);
  f("spin", law::Spins{}, law::AllSpins{}, model.spin);
}

/// `"hooke", "hertz" or "prescribed"`.
template <class... L>
std::string names_of(law::List<L...> list) {
  std::string names;
  law::for_each(list, [&]<class Law>(int i) { names += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == sizeof...(L) ? " or " : ", ", Law::name); });
  return names;
}

/// What a law means to a rigid contact: a RigidPress or a limit; nothing where it has none. The stage decides the type, and the law says it.
template <class Law>
auto meaning(const typename Law::Params& params) {
  if constexpr (requires { Law::rigid_press(params); })
    return std::optional(Law::rigid_press(params));
  else if constexpr (requires { { Law::rigid_limit(params) } -> std::same_as<law::SlideLimit>; })
    return std::optional(Law::rigid_limit(params));
  else if constexpr (requires { Law::rigid_limit(params); })
    return Law::rigid_limit(params);
  else
    return std::optional<std::monostate>();
}

bool differ(const law::RigidPress&) { return false; }
bool differ(std::monostate) { return false; }
bool differ(const law::SlideLimit& limit) { return limit.moving < limit.at_rest; }
bool differ(const law::TorqueLimit& limit) {
  return limit.moving.per_radius < limit.at_rest.per_radius || limit.moving.per_smaller < limit.at_rest.per_smaller || limit.moving.fixed < limit.at_rest.fixed;
}

}  // namespace

std::vector<Refusal> refusals(const law::Model& model, StepperKind kind, bool two_coefficients) {
  const StepperDescriptor& stepper = descriptor_of(kind);
  std::vector<Refusal> list;
  every_stage(model, [&](std::string_view stage, auto smooth, auto all, const auto& choice) {
    with_params(all, choice, [&]<class Law>(const typename Law::Params& params) {
      const auto refuse = [&](std::string why) { list.push_back({stage, Law::name, std::move(why)}); };
      if (!stepper.is_rigid()) {
        if (law::rigid_only<Law>())
          refuse(fmt::format("has no stiffness, which the stepper \"{}\" needs; set stepper = {}, or take {}",
                             stepper.word, steppers_that([](const StepperDescriptor& d) { return d.is_rigid(); }),
                             names_of(smooth)));
        return;
      }
      const auto told = meaning<Law>(params);
      if (!told)
        refuse(fmt::format("cannot run under the stepper \"{}\": {}", stepper.word, law::not_rigid<Law>()));
      else if (!two_coefficients && differ(*told))
        refuse("has a static and a kinetic coefficient that differ, and nonsmooth.friction = \"one\" takes one for both; set nonsmooth.friction = \"static-kinetic\", or make the two equal");
    });
  });
  // Its torque is against the whole relative spin, so that beside it a spin law would resist spinning a second time.
  // [FangNegrut2020, eq. 7, 8]
  const auto* zhou = std::get_if<law::roll::Zhou::Params>(&model.roll);
  const bool named = std::any_of(list.begin(), list.end(), [](const Refusal& r) { return r.stage == "spin"; });
  if (zhou && !named)
    with_params(law::AllSpins{}, model.spin, [&]<class Law>(const typename Law::Params&) {
      list.push_back({"spin", Law::name,
                      "counts spinning twice: the torque of roll \"zhou\" is against rolling and spinning together. "
                      "Drop the spin law, or take roll \"constant-torque\", which is against rolling alone"});
    });
  return list;
}

FrictionLimits friction_limits(const law::Model& model) {
  FrictionLimits limits;
  limits.slides = law::law_index(model.slide) >= 0, limits.rolls = law::law_index(model.roll) >= 0, limits.spins = law::law_index(model.spin) >= 0;
  every_stage(model, [&](std::string_view stage, auto, auto all, const auto& choice) {
    with_params(all, choice, [&]<class Law>(const typename Law::Params& params) {
      const auto told = meaning<Law>(params);
      using Told = typename decltype(told)::value_type;
      if constexpr (std::is_same_v<Told, law::SlideLimit>) limits.slide = told;
      if constexpr (std::is_same_v<Told, law::TorqueLimit>) (stage == "roll" ? limits.roll : limits.spin) = told;
    });
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
  every_stage(model, [&](std::string_view stage, auto, auto all, const auto& choice) {
    with_params(all, choice, [&]<class Law>(const typename Law::Params& params) {
      const auto told = meaning<Law>(params);
      using Told = typename decltype(told)::value_type;
      if constexpr (std::is_same_v<Told, law::RigidPress>) static_cast<law::RigidPress&>(rule) = *told;
      if constexpr (std::is_same_v<Told, law::SlideLimit>) rule.slide = *told;
      if constexpr (std::is_same_v<Told, law::TorqueLimit>) (stage == "roll" ? rule.roll : rule.spin) = *told;
    });
  });
  return rule;
}

}  // namespace scree::sim
