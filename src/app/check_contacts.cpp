// Contacts in the text of `scree check`: laws and parameters by the fields that each law lists.
#include <fmt/format.h>

#include "app/check_text.h"

namespace scree::app {
namespace {

template <class... L, class Choice>
std::string stage_text(const Page& page, law::List<L...> list, const Choice& choice) {
  std::string text = "none";
  law::for_each(list, [&]<class Law>(int) {
    const auto* params = std::get_if<typename Law::Params>(&choice);
    if (!params) return;
    text = std::string(Law::name);
    for (const auto& field : Law::fields) {
      if (const auto* number = std::get_if<double Law::Params::*>(&field.member)) {
        if (is_set(params->**number)) text += fmt::format(", {} {}", field.name, page.of(params->**number, field.unit));
      } else {
        const int word = params->*std::get<int Law::Params::*>(field.member);
        if (word >= 0) text += fmt::format(", {} {}", field.name, field.words[static_cast<std::size_t>(word)]);
      }
    }
  });
  return text;
}

}  // namespace

void tell_contacts(Page& page, const sim::Scene& scene) {
  for (const auto& rule : scene.contacts) {
    page.row("contact", fmt::format("{} - {}", scene.materials[static_cast<std::size_t>(rule.material_a)].name, scene.materials[static_cast<std::size_t>(rule.material_b)].name));
    page.row("  kinematics", stage_text(page, law::Kinematics{}, rule.model.kinematics));
    page.row("  normal", stage_text(page, law::AllNormals{}, rule.model.normal));
    page.row("  slide", stage_text(page, law::AllSlides{}, rule.model.slide));
    page.row("  roll", stage_text(page, law::AllRolls{}, rule.model.roll));
    page.row("  spin", stage_text(page, law::AllSpins{}, rule.model.spin));
  }
  if (scene.contacts.empty()) page.row("contact", "none: nothing touches anything");
}

}  // namespace scree::app
