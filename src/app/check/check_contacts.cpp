// Contacts in the text of `scree check`: laws and their parameters, generated from the field list of each law.
#include <fmt/format.h>

#include "app/check/check_text.h"

namespace scree::app {
namespace {

template <class Choice>
std::string stage_text(const Page& page, const Choice& choice) {
  const law::Descriptor* law = law::law_of(choice);
  if (!law) return "none";
  std::string text(law->name);
  const void* params = law::params_of(choice);
  for (const law::FieldInfo& field : law->fields) {
    if (!field.is_word()) {
      if (is_set(field.number(params)))
        text += fmt::format(", {} {}", field.name, page.of(field.number(params), field.unit));
    } else if (const int word = field.word(params); word >= 0) {
      text += fmt::format(", {} {}", field.name, field.choices[static_cast<std::size_t>(word)]);
    }
  }
  return text;
}

}  // namespace

void report_contacts(Page& page, const sim::Scene& scene) {
  for (const auto& rule : scene.contacts) {
    page.row("contact", fmt::format("{} - {}", scene.materials[static_cast<std::size_t>(rule.material_a)].name,
                                    scene.materials[static_cast<std::size_t>(rule.material_b)].name));
    page.row("  kinematics", stage_text(page, rule.model.kinematics));
    page.row("  normal", stage_text(page, rule.model.normal));
    page.row("  slide", stage_text(page, rule.model.slide));
    page.row("  roll", stage_text(page, rule.model.roll));
    page.row("  spin", stage_text(page, rule.model.spin));
  }
  if (scene.contacts.empty()) page.row("contact", "none: no contact forces");
}

}  // namespace scree::app
