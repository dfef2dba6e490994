// A contact model: for each of the five stages the selected law and the user's parameters.
//
// For a built-in law (law/all.h) the parameters are the Params struct of that law. For a law that was added at run time
// they are bytes with the layout given by its descriptor. law_of and params_of hide this difference.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "law/all.h"
#include "law/registry.h"

namespace scree::law {

/// A law that was added at run time, with its parameters.
struct RegisteredLaw {
  int index = -1;  ///< in the table of the stage
  alignas(16) std::array<std::byte, k_max_params> params{};
};

namespace detail {
template <class>
struct ParamsOf;
template <class... L>
struct ParamsOf<List<L...>> {
  /// monostate: the stage is absent. Alternative i + 1 holds the Params of the i-th law of the list.
  using type = std::variant<std::monostate, typename L::Params..., RegisteredLaw>;
};
}  // namespace detail
template <class Laws>
using Choice = typename detail::ParamsOf<Laws>::type;

struct Model {
  Choice<Kinematics> kinematics = kinematics::Rate::Params{};
  Choice<AllNormals> normal;
  Choice<AllSlides> slide;
  Choice<AllRolls> roll;
  Choice<AllSpins> spin;
};

/// Index into the table of the stage (law/registry.h), or -1 if the stage is absent.
template <class... P>
int law_index(const std::variant<std::monostate, P...>& choice) {
  const auto* registered = std::get_if<RegisteredLaw>(&choice);
  return registered ? registered->index : static_cast<int>(choice.index()) - 1;
}

template <class C>
constexpr Stage stage_of() {
  if (std::is_same_v<C, Choice<Kinematics>>) return Stage::kinematics;
  if (std::is_same_v<C, Choice<AllNormals>>) return Stage::normal;
  if (std::is_same_v<C, Choice<AllSlides>>) return Stage::slide;
  return std::is_same_v<C, Choice<AllRolls>> ? Stage::roll : Stage::spin;
}

/// The chosen law; null if the stage is absent.
template <class... P>
const Descriptor* law_of(const std::variant<std::monostate, P...>& choice) {
  const int index = law_index(choice);
  return index < 0 ? nullptr
                   : &laws_of(stage_of<std::variant<std::monostate, P...>>())[static_cast<std::size_t>(index)];
}

/// The Params of the chosen law, as its descriptor expects them.
template <class... P>
void* params_of(std::variant<std::monostate, P...>& choice) {
  return std::visit(
      [](auto& params) -> void* {
        if constexpr (std::is_same_v<std::decay_t<decltype(params)>, RegisteredLaw>)
          return params.params.data();
        else
          return &params;
      },
      choice);
}
template <class... P>
const void* params_of(const std::variant<std::monostate, P...>& choice) {
  return params_of(const_cast<std::variant<std::monostate, P...>&>(choice));
}

/// Selects a law by its index; every parameter without a default is unset.
template <class... P>
void choose(std::variant<std::monostate, P...>& choice, int index) {
  const std::size_t alternative = static_cast<std::size_t>(index) + 1;
  choice = RegisteredLaw{
      index, laws_of(stage_of<std::variant<std::monostate, P...>>())[static_cast<std::size_t>(index)].default_params};
  [&]<std::size_t... I>(std::index_sequence<I...>) {  // the last alternative is RegisteredLaw
    ((I == alternative ? void(choice.template emplace<I>()) : void()), ...);
  }
  (std::make_index_sequence<sizeof...(P)>());
}

/// Calls f(field, number) for every number of the chosen law that is set.
template <class C, class F>
void each_number(C& choice, F f) {
  const Descriptor* law = law_of(choice);
  if (!law) return;
  for (const FieldInfo& field : law->fields)
    if (!field.is_word() && is_set(field.number(params_of(choice)))) f(field, field.number(params_of(choice)));
}

/// Calls f(choice) for the four load stages: normal, slide, roll and spin.
template <class M, class F>
void each_stage(M& model, F f) {
  f(model.normal), f(model.slide), f(model.roll), f(model.spin);
}

/// A law with the constants of its parameters.
struct Ready {
  const Descriptor* law = nullptr;
  alignas(16) std::array<std::byte, k_max_constants> constants{};
};
/// `law` is null if the stage is absent or if only the stepper `nonsmooth` supports its law.
template <class C>
Ready ready(const C& choice) {
  Ready r;
  const Descriptor* law = law_of(choice);
  if (!law || !law->prepare) return r;
  r.law = law;
  law->prepare(params_of(choice), r.constants.data());
  return r;
}

}  // namespace scree::law
