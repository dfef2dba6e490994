// Writes the parameters of laws, using only the descriptor of the chosen law.
#include "io/scene/written_value.h"

namespace scree::io {
namespace {

using Lines = std::vector<std::pair<std::string_view, std::string>>;

template <class Choice>
Lines lines_of(const Choice& choice, sim::Units units) {
  const law::Descriptor* law = law::law_of(choice);
  if (!law) return {};
  const void* params = law::params_of(choice);
  const auto number_in = [&](const law::FieldInfo& field) {  // a choice as its index
    return field.is_word() ? static_cast<double>(field.word(params)) : field.number(params);
  };
  const auto is_given = [&](const law::FieldInfo& field) {
    return field.is_word() ? number_in(field) >= 0.0 : is_set(number_in(field));
  };
  Lines lines = {{"law", in_quotes(law->name)}};
  for (const law::FieldInfo& field : law->fields) {
    const double number = number_in(field);
    // A field with `only_with` has no meaning without the other field, and no default.
    const bool is_independent = field.only_with.empty();
    const law::FieldInfo* partner = law->field(field.only_with);
    if (!is_given(field) || !(is_independent || (partner && is_given(*partner)))) continue;
    if (is_independent && field.need == Need::optional && number == field.default_value) continue;
    if (!field.is_word()) {
      lines.emplace_back(field.name, written(number, field.unit, units));
      continue;
    }
    const auto i = static_cast<std::size_t>(number);
    const std::string word = i < field.choices.size() ? std::string(field.choices[i]) : fmt::format("number {}", i);
    lines.emplace_back(field.name, in_quotes(word));
  }
  return lines;
}

}  // namespace

Lines written_law(const law::Model& model, std::string_view stage, sim::Units units) {
  if (stage == "kinematics") return lines_of(model.kinematics, units);
  if (stage == "normal") return lines_of(model.normal, units);
  if (stage == "slide") return lines_of(model.slide, units);
  if (stage == "roll") return lines_of(model.roll, units);
  return lines_of(model.spin, units);
}

}  // namespace scree::io
