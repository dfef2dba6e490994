// Parameters of laws, written from the `fields` of the chosen law and from nothing else.
#include <algorithm>
#include <type_traits>

#include "io/written_value.h"

namespace scree::io {
namespace {

using Lines = std::vector<std::pair<std::string_view, std::string>>;

/// A word by its index.
template <class Params, class Field>
double number_in(const Params& params, const Field& field) {
  const auto number = [&](auto member) {
    using Number = std::decay_t<decltype(params.*member)>;
    // gcc 12 sees a pointer to a double even into Params that hold one int only, and warns; a smaller struct has none.
    if constexpr (sizeof(Number) <= sizeof(params))
      return static_cast<double>(params.*member);
    else
      return k_unset;
  };
  return std::visit(number, field.member);
}

template <class L>
Lines lines_of(const typename L::Params& params, sim::Units units) {
  Lines lines = {{"law", in_quotes(L::name)}};
  const auto is_given = [&](const auto& field) {
    const double number = number_in(params, field);
    return field.words.empty() ? is_set(number) : number >= 0.0;
  };
  for (const auto& field : L::fields) {
    const double number = number_in(params, field);
    // A field that goes with another has no meaning without it, and no default of its own beside it.
    const bool goes_alone = field.only_with.empty();
    const bool has_partner = std::any_of(L::fields.begin(), L::fields.end(),
                                         [&](const auto& f) { return f.name == field.only_with && is_given(f); });
    if (!is_given(field) || !(goes_alone || has_partner)) continue;
    if (goes_alone && field.need == Need::optional && number == field.preset) continue;
    if (field.words.empty()) {
      lines.emplace_back(field.name, written(number, field.unit, units));
      continue;
    }
    const auto i = static_cast<std::size_t>(number);
    const std::string word = i < field.words.size() ? std::string(field.words[i]) : fmt::format("number {}", i);
    lines.emplace_back(field.name, in_quotes(word));
  }
  return lines;
}

template <class Laws>
Lines lines_of(const law::Choice<Laws>& choice, sim::Units units) {
  Lines lines;
  law::for_each(Laws{}, [&]<class L>(int index) {
    if (law::law_index(choice) == index) lines = lines_of<L>(std::get<typename L::Params>(choice), units);
  });
  return lines;
}

}  // namespace

Lines written_law(const law::Model& model, std::string_view stage, sim::Units units) {
  if (stage == "kinematics") return lines_of<law::Kinematics>(model.kinematics, units);
  if (stage == "normal") return lines_of<law::AllNormals>(model.normal, units);
  if (stage == "slide") return lines_of<law::AllSlides>(model.slide, units);
  if (stage == "roll") return lines_of<law::AllRolls>(model.roll, units);
  return lines_of<law::AllSpins>(model.spin, units);
}

}  // namespace scree::io
