// Materials and contacts. The stages of a contact are read only from the `fields` of the chosen law: a new law is read,
// checked and explained here without a change.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/scene/keys.h"
#include "io/scene/law_catalog.h"
#include "io/text/nearest.h"

namespace scree::io {

namespace {

using Values = std::vector<std::optional<double>>;

constexpr std::size_t k_max_materials = 256;

/// All laws that have a parameter of this name: `normal "hertz" and roll "spring"`.
std::string laws_with(std::string_view word) {
  std::vector<std::string> users;
  for (const LawInfo& law : law_catalog())
    if (law.field(word) != nullptr) users.push_back(fmt::format("{} \"{}\"", law.stage, law.name));
  const std::vector<std::string_view> views(users.begin(), users.end());
  return listed(views, "and", "");
}

/// Reports keys that are not parameters of the law. Returns the parameters that a misspelt key probably meant.
std::vector<std::string_view> explain_unknown(Section& stage, const LawInfo& law) {
  std::vector<std::string_view> absent, all, meant;
  for (const FieldInfo& field : law.fields) {
    all.push_back(field.name);
    if (!stage.has(field.name)) absent.push_back(field.name);
  }
  for (const toml::key* key : stage.unknown_keys()) {
    const std::string users = laws_with(key->str());
    std::string sentence = fmt::format("{} is not used by the law \"{}\"", stage.path_of(key->str()), law.name);
    if (!users.empty()) {
      sentence += fmt::format("; it is a parameter of {}", users);
    } else if (const std::string_view near = nearest(key->str(), absent); !near.empty()) {
      sentence += fmt::format(" or by any other law. Did you mean {}?", near);
      meant.push_back(near);
    } else {
      sentence += fmt::format(" or by any other law; \"{}\" takes {}", law.name,
                              all.empty() ? "no parameters" : listed(all, "and", ""));
    }
    stage.problem(place_of(key->source()), std::move(sentence));
  }
  return meant;
}

/// Reports a parameter that is given without the one it needs, and the alternatives.
void explain_lone(Section& stage, const LawInfo& law, const FieldInfo& field) {
  const FieldInfo* partner = law.field(field.only_with);
  std::string sentence = fmt::format("{} = {} is given without `{}`", stage.path_of(field.name),
                                     stage.written(field.name), field.only_with);
  if (partner != nullptr && partner->is_word()) {
    sentence += fmt::format(", and codes differ in what the number means. Give {} = {}: {}", partner->name,
                            listed(partner->choices), partner->description);
    for (const FieldInfo& other : law.fields)
      if (!field.group.empty() && other.group == field.group && other.name != field.name)
        sentence += fmt::format(". Or give `{}` in its place: {}", other.name, other.description);
  } else {
    sentence += fmt::format(", without which it has no meaning ({})", field.description);
  }
  stage.problem(stage.key_place(field.name), std::move(sentence));
}

void check_groups(Section& stage, const LawInfo& law, const std::vector<std::string_view>& meant) {
  std::set<std::string_view> done;
  for (const FieldInfo& field : law.fields) {
    const bool may_lack = field.need == Need::at_most_one;
    if ((field.need != Need::one_of && !may_lack) || !done.insert(field.group).second) continue;
    std::vector<std::string_view> members, given;
    bool misspelt = false;
    for (const FieldInfo& other : law.fields) {
      if (other.group != field.group) continue;
      members.push_back(other.name);
      if (stage.has(other.name)) given.push_back(other.name);
      misspelt = misspelt || std::find(meant.begin(), meant.end(), other.name) != meant.end();
    }
    if (given.empty() && !misspelt && !may_lack)
      stage.problem(stage.place(), fmt::format("{} (law \"{}\") has none of {}; give exactly one of them", stage.path(),
                                               law.name, listed(members, "and", "`")));
    // Reported at the one that comes last in the file, which was probably added last.
    if (given.size() > 1) {
      const auto later = std::max_element(given.begin(), given.end(), [&](auto p, auto q) {
        const Place at_p = stage.key_place(p), at_q = stage.key_place(q);
        return std::tie(at_p.line, at_p.column) < std::tie(at_q.line, at_q.column);
      });
      stage.problem(
          stage.key_place(*later),
          fmt::format("{} (law \"{}\") has {}, which are alternatives; give {} one of {}", stage.path(), law.name,
                      listed(given, "and", "`"), may_lack ? "at most" : "exactly", listed(members, "and", "`")));
    }
  }
}

/// Checks parameters that must not be below another one. Both must have been read; a wrong value has been reported
/// already.
void check_order(Section& stage, const LawInfo& law, const Values& values) {
  for (std::size_t i = 0; i < law.fields.size(); ++i) {
    const FieldInfo* smallest = law.field(law.fields[i].not_below);
    if (smallest == nullptr) continue;
    const auto& bound = values[static_cast<std::size_t>(smallest - law.fields.data())];
    if (!values[i] || !bound || *values[i] >= *bound) continue;
    const std::string_view name = law.fields[i].name;
    stage.problem(stage.place(name),
                  fmt::format("{} = {} is below {} = {}; it must not be ({}: {}; {}: {}). Are the two exchanged?",
                              stage.path_of(name), stage.written(name), smallest->name, stage.written(smallest->name),
                              name, law.fields[i].description, smallest->name, smallest->description));
  }
}

Values read_fields(Section& stage, const LawInfo& law) {
  Values values;
  for (const FieldInfo& field : law.fields) {
    if (field.is_word()) {
      const auto word = stage.word(field.name, field.choices);
      values.push_back(word ? std::optional<double>(*word) : std::nullopt);
    } else {
      values.push_back(stage.quantity(field.name, {field.unit, field.range, field.description}));
    }
  }
  const auto meant = explain_unknown(stage, law);
  const auto is_meant = [&](std::string_view name) {
    return std::find(meant.begin(), meant.end(), name) != meant.end();
  };
  check_groups(stage, law, meant);
  check_order(stage, law, values);
  for (std::size_t i = 0; i < law.fields.size(); ++i) {
    const FieldInfo& field = law.fields[i];
    const bool given = stage.has(field.name);
    if (!given && field.need == Need::required && !is_meant(field.name))
      stage.problem(stage.place(),
                    fmt::format("{} (law \"{}\") has no `{}`, which it needs: {}{}", stage.path(), law.name, field.name,
                                field.description,
                                field.unit == "1" || field.unit.empty() ? "" : fmt::format(" [{}]", field.unit)));
    if (given && !field.only_with.empty() && !stage.has(field.only_with) && !is_meant(field.only_with)) {
      // `arm` alone: the missing coefficient or length has been reported already.
      const FieldInfo* partner = law.field(field.only_with);
      const bool reported = partner != nullptr && partner->need == Need::one_of &&
                            std::none_of(law.fields.begin(), law.fields.end(), [&](const FieldInfo& f) {
                              return f.group == partner->group && stage.has(f.name);
                            });
      if (!reported) explain_lone(stage, law, field);
    }
    // A field with `only_with` has no default: without the other field it has no meaning.
    if (!given && field.need == Need::optional && field.only_with.empty()) values[i] = field.default_value;
  }
  return values;
}

/// The law of that index, with its parameters.
template <class Choice>
void choose(Choice& choice, int index, const Values& values) {
  law::choose(choice, index);
  const LawInfo& law = *law::law_of(choice);
  void* params = law::params_of(choice);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    if (law.fields[i].is_word())
      law.fields[i].word(params) = static_cast<int>(*values[i]);
    else
      law.fields[i].number(params) = *values[i];
  }
}

/// False if the stage is present but its law is not valid.
template <class Choice>
bool read_stage(Section& contact, Choice& choice) {
  constexpr law::Stage kind = law::stage_of<Choice>();
  const std::string_view name = law::word_of(kind);
  if (const toml::node* node = contact.find(name); node != nullptr && node->is_string()) {
    contact.problem(place_of(*node),
                    fmt::format("{0}.{1} = {2} is a text; write {1} = {{ law = {2}, ... }} with the law's parameters",
                                contact.path(), name, contact.written(name)));
    return false;
  }
  auto stage = contact.section(name);
  if (!stage) return !contact.has(name);
  std::vector<std::string_view> names;
  for (const LawInfo& law : laws_of(kind)) names.push_back(law.name);
  const auto index = stage->word("law", names);
  if (!index) {
    if (!stage->has("law"))
      stage->problem(stage->place(), fmt::format("{} has no law; give law = {}", stage->path(), listed(names)));
    return false;  // the valid keys depend on the law
  }
  choose(choice, *index, read_fields(*stage, laws_of(kind)[static_cast<std::size_t>(*index)]));
  return true;
}

/// A law that needs contact paths and curvatures requires a kinematics that computes them.
template <class Choice>
void check_pairing(Section& contact, const Choice& choice, const law::Model& model) {
  const LawInfo* law = law::law_of(choice);
  if (!law || !law->needs_tracked || std::holds_alternative<law::kinematics::Tracked::Params>(model.kinematics)) return;
  contact.problem(contact.place(law->stage),
                  fmt::format("{}.{} (law \"{}\") follows the contact point over both bodies, which kinematics \"{}\" "
                              "does not; add kinematics = {{ law = \"tracked\" }} to "
                              "this contact, or take another law",
                              contact.path(), law->stage, law->name, law::law_of(model.kinematics)->name));
}

}  // namespace

std::string Draft::label(std::string_view what, const std::string& name, Place place) const {
  std::string text =
      fmt::format("{}{} at line {}", what, name.empty() ? "" : fmt::format(" \"{}\"", shortened(name)), place.line);
  if (source.files.size() > 1) text += fmt::format(" of {}", shortened(place.file));
  return text;
}

int Draft::material(Section& section, std::string_view name, Place place) {
  if (const auto at = material_index.find(name); at != material_index.end()) return at->second;
  std::vector<std::string_view> names;
  if (!source.problems.is_full())
    for (const sim::Material& material : scene.materials) names.push_back(material.name);
  section.problem(
      place,
      fmt::format("{} names the material \"{}\", which no [[material]] has; {}{}", section.path(), shortened(name),
                  names.empty() ? "there are none" : "there is " + listed(names, "and"), did_you_mean(name, names)));
  return -1;
}

int Draft::material(Section& section) {
  const auto name = section.text("material");
  return name ? material(section, *name, section.place("material")) : -1;
}

void read_materials(Section& root, Draft& draft) {
  NameList names("material");
  root.require({"material"});
  for (Section& section : root.sections("material")) {
    sim::Material material;
    Keys keys(section, scene::k_material, draft);
    keys.read(&material);
    if (keys.is_good("name")) {
      names.add(draft.source, material.name, section.place("name"));
      draft.material_index.emplace(material.name, static_cast<int>(draft.scene.materials.size()));
      draft.scene.materials.push_back(material);
      if (draft.scene.materials.size() == k_max_materials + 1)
        section.problem(section.place(),
                        fmt::format("this is material number {}; a scene may have {}, since there is a rule for "
                                    "each pair of them",
                                    draft.scene.materials.size(), k_max_materials));
      // A density that is present but wrong has been reported; its bodies do not report it again.
      if (section.has("density")) draft.density_given.insert(material.name);
    }
    section.finish();
  }
}

void read_contacts(Section& root, Draft& draft) {
  std::map<std::pair<int, int>, Place> seen;
  for (Section& section : root.sections("contact")) {
    section.require({"between", "normal"});
    sim::ContactRule rule;
    const auto between = section.texts("between");
    bool resolved = between && between->size() == 2;
    if (between && between->size() != 2)
      section.problem(
          section.place("between"),
          fmt::format("contact.between has {} names; a contact is between two, such as [\"glass\", \"glass\"]",
                      between->size()));
    if (resolved) {
      rule.material_a = draft.material(section, (*between)[0].text, (*between)[0].place);
      rule.material_b = draft.material(section, (*between)[1].text, (*between)[1].place);
      resolved = rule.material_a >= 0 && rule.material_b >= 0;
    }
    draft.rules_complete = draft.rules_complete && resolved;
    if (resolved) {
      const auto [at, is_new] = seen.emplace(std::minmax(rule.material_a, rule.material_b), section.place());
      if (!is_new)
        section.problem(
            section.place("between"),
            fmt::format("the contact between \"{}\" and \"{}\" is already given at {}", shortened((*between)[0].text),
                        shortened((*between)[1].text), draft.source.line_of(at->second, section.place())));
    }
    const bool paired = read_stage(section, rule.model.kinematics);
    std::set<std::string_view> sound;  // stages without an error; the others may mean something else than what was read
    law::each_stage(rule.model, [&](auto& choice) {
      const std::size_t before = draft.source.problems.size();
      read_stage(section, choice);
      if (draft.source.problems.size() == before)
        sound.insert(law::word_of(law::stage_of<std::decay_t<decltype(choice)>>()));
    });
    check_laws(section, draft, rule.model, sound);
    // A misspelt kinematics is one error, and may mean the required one.
    if (paired) law::each_stage(rule.model, [&](const auto& choice) { check_pairing(section, choice, rule.model); });
    if (resolved) draft.scene.contacts.push_back(std::move(rule));
    section.finish();
  }
}

}  // namespace scree::io
