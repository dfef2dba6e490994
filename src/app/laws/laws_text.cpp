// Four columns (name, unit, range, description); alternatives are grouped under "exactly one of". The text is generated
// from the same list of fields that the scene reader checks, so no law is treated specially.
#include "app/laws/laws_text.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

#include "io/scene/law_catalog.h"
#include "io/text/nearest.h"

namespace scree::app {

namespace {

using io::FieldInfo;
using io::LawInfo;

constexpr std::size_t k_width = 118, k_name = 19, k_unit = 9, k_range = 14, k_indent = 4;

std::string_view question_of(std::string_view stage) {
  if (stage == "kinematics") return "relative motion of the surfaces (optional; the first law if absent)";
  if (stage == "normal") return "normal force (required)";
  if (stage == "slide") return "friction force against sliding (optional)";
  if (stage == "roll") return "torque against rolling (optional)";
  return "torque against spinning about the normal (optional)";
}

/// Wraps `text` into lines that begin at column `from`; the caller has already indented the first line.
std::string wrapped(std::string_view text, std::size_t from) {
  std::string out;
  std::size_t column = from;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (column > from && column + 1 + word.size() > k_width) {
      while (out.ends_with(' ')) out.pop_back();
      out += "\n" + std::string(from, ' ');
      column = from;
    }
    if (column > from) out += ' ', ++column;
    out += word;
    column += word.size();
  }
  return out;
}

std::string unit_of(const FieldInfo& field) {
  return field.is_word() ? "word" : field.unit == "1" ? "-" : std::string(field.unit);
}

std::string sentence_of(const FieldInfo& field) {
  std::string text(field.description);
  if (field.is_word()) text += ". Choices: " + io::listed(field.choices);
  const std::string partner = fmt::format("`{}`", field.only_with);
  if (!field.only_with.empty() && text.find(partner) == std::string::npos) text += ". Only with " + partner;
  if (!field.not_below.empty()) text += fmt::format("; not below `{}`", field.not_below);
  // A field that depends on another one has no default: it is required if the other one is given.
  if (field.need == Need::optional && field.only_with.empty())
    text += field.is_word()
                ? fmt::format(". Default \"{}\"", field.choices[static_cast<std::size_t>(field.default_value)])
                : fmt::format(". Default {:g}", field.default_value);
  return text;
}

std::string row(const FieldInfo& field, std::size_t indent) {
  const std::string range = field.is_word() ? "" : std::string(describe(field.range));
  const std::size_t name_width = k_indent + k_name - indent;
  return fmt::format("{:{}}{:<{}} {:<{}} {:<{}} {}\n", "", indent, field.name, name_width, unit_of(field), k_unit,
                     range, k_range, wrapped(sentence_of(field), k_indent + k_name + k_unit + k_range + 3));
}

std::string law_text(const LawInfo& law) {
  std::string text = fmt::format("  {:<{}} {}\n", law.name, k_name + 1, wrapped(law.source, k_name + 4));
  std::string_view lines = law.equation;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    text += fmt::format("{:{}}{}\n", "", k_indent, wrapped(lines.substr(0, end), k_indent + 2));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  if (law.needs_tracked) text += fmt::format("{:{}}(on kinematics \"tracked\" only)\n", "", k_indent);
  if (law.steppers == io::Steppers::nonsmooth)
    text += fmt::format("{:{}}(under stepper \"nonsmooth\" only)\n", "", k_indent);
  if (!law.not_rigid.empty())
    text += fmt::format("{:{}}{}\n", "", k_indent,
                        wrapped(fmt::format("({}under stepper \"nonsmooth\": {})",
                                            law.steppers == io::Steppers::smooth ? "not " : "", law.not_rigid),
                                k_indent));
  text += fmt::format("{:{}}energy: {}\n", "", k_indent,
                      wrapped(law.creates_energy.empty() ? "creates none" : law.creates_energy, k_indent + 8));
  if (law.fields.empty()) text += "    (no parameters)\n";
  std::set<std::string_view> done;
  for (const FieldInfo& field : law.fields) {
    if (field.group.empty()) {
      text += row(field, k_indent);
      continue;
    }
    if (!done.insert(field.group).second) continue;
    text += fmt::format("{:{}}{} one of:\n", "", k_indent, field.need == Need::one_of ? "exactly" : "at most");
    for (const FieldInfo& other : law.fields)
      if (other.group == field.group) text += row(other, k_indent + 2);
  }
  return text;
}

}  // namespace

std::string laws_text() {
  std::string text =
      "Contact laws. A [[contact]] chooses one for each stage, such as\n"
      "  normal = { law = \"hooke\", stiffness = \"1e5 N/m\", restitution = 0.5 }\n"
      "Every stepper supports every law unless the law states otherwise; \"nonsmooth\" uses only the limits and the\n"
      "`restitution` of smooth laws.\n"
      "A parameter is required unless it has a default or stands under \"exactly one of\" or \"at most one of\".\n"
      "In the equations: F force and M torque on a, N = |normal force|, n normal from b to a, d overlap,\n"
      "v_n separation speed, c_n dashpot of the normal law, R and m effective radius and mass, a contact radius;\n"
      "s, r, t and v, v_r, w_n: displacement and rate of sliding, of rolling (R (w_a - w_b) x n) and of spinning;\n"
      "D what a step adds; (arm): the length that `arm` names.\n";
  for (const std::string_view stage : io::k_stage_choices) {
    text += fmt::format("\n{}: {}\n", stage, question_of(stage));
    for (const LawInfo& law : io::laws_of(stage)) text += "\n" + law_text(law);
  }
  return text;
}

}  // namespace scree::app
