#include "app/contact/contact_laws.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "io/scene/law_catalog.h"
#include "io/text/nearest.h"
#include "io/text/units.h"
#include "io/scene/split_words.h"

namespace scree::app {
namespace {

// order as in contact::Stage
constexpr std::array<std::string_view, 4> k_stages = {"normal", "slide", "roll", "spin"};

/// Calls f(choice) for the stage with this index.
template <class Model, class F>
void with_stage(Model& model, std::size_t stage, F f) {
  std::size_t at = 0;
  law::each_stage(model, [&](auto& choice) {
    if (at++ == stage) f(choice);
  });
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Sets one parameter of a law and unsets the alternatives of its group. Returns the error, or an empty string.
std::string set_parameter(const law::Descriptor& law, void* params, std::string_view name, std::string_view value) {
  std::vector<std::string_view> names;
  for (const law::FieldInfo& field : law.fields) names.push_back(field.name);
  const law::FieldInfo* field = law.field(name);
  if (!field)
    return fmt::format("the law \"{}\" has no parameter \"{}\"; it takes {}{}", law.name, name,
                       io::listed(names, "and", ""), io::did_you_mean(name, names));
  if (field->is_word()) {
    const auto is = std::find(field->choices.begin(), field->choices.end(), value);
    if (is == field->choices.end())
      return fmt::format("{} = {} is not a choice of the law \"{}\"; the choices are {}{}", name, value, law.name,
                         io::listed(field->choices), io::did_you_mean(value, field->choices));
    field->word(params) = static_cast<int>(is - field->choices.begin());
    return {};
  }
  const auto plain = field->unit == "1" ? io::number_in<double>(value)
                                        : std::nullopt;  // a dimensionless number needs no unit but may have one: 30 %
  const auto number = plain ? std::variant<double, io::UnitFault>(*plain) : io::quantity_in(value, field->unit);
  if (const auto* fault = std::get_if<io::UnitFault>(&number))
    return fmt::format("{} = {} {} ({} [{}])", name, value, fault->why, field->description, field->unit);
  const double x = std::get<double>(number);
  if (!holds(field->range, x))
    return fmt::format("{} = {} must be {} ({})", name, value, describe(field->range), field->description);
  for (const law::FieldInfo& other : law.fields)
    if (!other.is_word() && !field->group.empty() && other.group == field->group) other.number(params) = k_unset;
  field->number(params) = x;
  return {};
}

/// The error for two parameters that are valid individually but in the wrong order; empty if there is none.
std::string order_error(const law::Descriptor& law, const void* params) {
  for (const law::FieldInfo& more : law.fields)
    if (const law::FieldInfo* less = law.field(more.not_below); less && more.number(params) < less->number(params))
      return fmt::format("{} = {:g} is below {} = {:g}; give both", more.name, more.number(params), less->name,
                         less->number(params));
  return {};
}

struct Found {
  std::size_t stage;
  int law;
};
/// All smooth laws with this name.
std::vector<Found> find_law(std::string_view name, std::string_view stage) {
  std::vector<Found> found;
  for (std::size_t s = 0; s < k_stages.size(); ++s) {
    const auto laws = io::laws_of(k_stages[s]);
    for (std::size_t i = 0; i < laws.size(); ++i)
      if (laws[i].name == name && laws[i].steppers != io::Steppers::nonsmooth &&
          (stage.empty() || stage == k_stages[s]))
        found.push_back({s, static_cast<int>(i)});
  }
  return found;
}

std::string unknown_law(std::string_view name, std::string_view stage) {
  std::vector<std::string_view> names;
  for (const std::string_view s : k_stages)
    for (const io::LawInfo& law : io::laws_of(s)) {
      if (law.name == name && law.steppers == io::Steppers::nonsmooth)
        return fmt::format(
            "the law \"{}\" has no springs: it belongs to the stepper nonsmooth, and its load cannot be computed for a "
            "single contact",
            name);
      if (law.steppers != io::Steppers::nonsmooth && (stage.empty() || stage == s) &&
          std::find(names.begin(), names.end(), law.name) == names.end())
        names.push_back(law.name);
    }
  return fmt::format("there is no {}law \"{}\"; `scree laws` lists all{}",
                     stage.empty() ? "" : fmt::format("{} ", stage), name, io::did_you_mean(name, names));
}

}  // namespace

std::variant<LawCase, Fault> law_case(const std::string& words, const std::string& stage, const contact::Grain& grain) {
  const auto parts = split(words, ':');
  std::string_view name = parts[0], wanted = stage;
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    wanted = name.substr(0, dot), name.remove_prefix(dot + 1);
    if (std::find(k_stages.begin(), k_stages.end(), wanted) == k_stages.end())
      return Fault{fmt::format("\"{}\" in {} is not a stage of a contact; there are {}{}", wanted, words,
                               io::listed(k_stages, "and"), io::did_you_mean(wanted, k_stages))};
  }
  std::vector<Found> found = find_law(name, wanted);
  if (found.empty() && wanted == stage) found = find_law(name, {});  // the stage implied by a path is only a preference
  if (found.empty()) return Fault{unknown_law(name, parts[0] == name ? std::string_view{} : wanted)};
  if (found.size() > 1) {
    std::vector<std::string> ways;
    for (const Found& f : found) ways.push_back(fmt::format("{}.{}", k_stages[f.stage], name));
    const std::vector<std::string_view> views(ways.begin(), ways.end());
    return Fault{
        fmt::format("several stages have a law \"{}\": write {}, or give --stage", name, io::listed(views, "or", ""))};
  }
  LawCase result{words, std::string(k_stages[found[0].stage]),
                 contact::preset_model(grain, static_cast<contact::Stage>(found[0].stage), found[0].law)};
  std::string wrong;
  for (std::size_t i = 1; i < parts.size() && wrong.empty(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos)
      return Fault{fmt::format("\"{}\" in {} has no value; write law:parameter=value", parts[i], words)};
    with_stage(result.model, found[0].stage, [&](auto& choice) {
      wrong = set_parameter(*law::law_of(choice), law::params_of(choice), parts[i].substr(0, equals),
                            parts[i].substr(equals + 1));
    });
  }
  with_stage(result.model, found[0].stage, [&](const auto& choice) {
    if (wrong.empty()) wrong = order_error(*law::law_of(choice), law::params_of(choice));
  });
  if (!wrong.empty()) return Fault{fmt::format("{}: {}", words, wrong)};
  return result;
}

std::vector<LawCase> all_cases(const std::string& stage, const contact::Grain& grain) {
  std::vector<LawCase> cases;
  for (const io::LawInfo& law : io::laws_of(stage))
    if (law.steppers != io::Steppers::nonsmooth)
      cases.push_back(std::get<LawCase>(law_case(fmt::format("{}.{}", stage, law.name), stage, grain)));
  for (LawCase& c : cases) c.label.erase(0, stage.size() + 1);
  return cases;
}

std::variant<LawCase, Fault> scene_case(const sim::Scene& scene, const std::string& between) {
  std::vector<std::string_view> names;
  for (const sim::Material& m : scene.materials) names.push_back(m.name);
  const auto pair = split(between, ',');
  if (pair.size() != 2)
    return Fault{
        fmt::format("--between {} is not two materials; write --between {},{}", between, names.front(), names.back())};
  std::array<int, 2> index{};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto at = std::find(names.begin(), names.end(), pair[i]);
    if (at == names.end())
      return Fault{fmt::format("the scene has no material \"{}\"; there is {}{}", pair[i], io::listed(names, "and"),
                               io::did_you_mean(pair[i], names))};
    index[i] = static_cast<int>(at - names.begin());
  }
  for (const sim::ContactRule& rule : scene.contacts) {
    if (std::minmax(rule.material_a, rule.material_b) != std::minmax(index[0], index[1])) continue;
    bool smooth = true;
    law::each_stage(rule.model, [&](const auto& choice) {
      const law::Descriptor* law = law::law_of(choice);
      smooth = smooth && (!law || law->is_smooth());
    });
    if (!smooth)
      return Fault{
          fmt::format("the contact between \"{}\" and \"{}\" is rigid: its laws have no springs, and the load cannot "
                      "be computed for a single contact",
                      pair[0], pair[1])};
    return LawCase{between, "slide", rule.model};
  }
  return Fault{fmt::format("the scene has no [[contact]] between \"{}\" and \"{}\"", pair[0], pair[1])};
}

}  // namespace scree::app
