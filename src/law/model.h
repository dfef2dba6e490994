// A contact model: one choice for each of the five stages, as parameters that a person gave.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "law/all.h"

namespace scree::law {

namespace detail {
template <class>
struct ParamsOf;
template <class... L>
struct ParamsOf<List<L...>> {
  /// monostate: the stage is absent. Alternative i + 1 holds the Params of the i-th law of the list.
  using type = std::variant<std::monostate, typename L::Params...>;
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

/// Index into the All list of the stage, or -1 if the stage is absent.
template <class... P>
int law_index(const std::variant<std::monostate, P...>& choice) {
  return static_cast<int>(choice.index()) - 1;
}

}  // namespace scree::law
