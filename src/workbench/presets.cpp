#include "workbench/presets.h"

#include <numbers>

namespace scree::contact {

DrivenPair pair_of(const Grain& g) {
  const double mass = 4.0 / 3.0 * std::numbers::pi * g.density * g.radius * g.radius * g.radius;
  return {g.radius, g.radius, mass, mass};
}

law::Model preset_model(const Grain& grain, Stage stage, int law) {
  const law::GrainContact contact(grain);
  law::Model model;
  model.normal = law::normal::Hertz::preset(contact);
  int at = normal_stage;
  law::each_stage(model, [&](auto& choice) {
    if (at++ != stage) return;
    law::choose(choice, law);
    law::law_of(choice)->preset(contact, law::params_of(choice));
    if (law::law_of(choice)->needs_tracked) model.kinematics = law::kinematics::Tracked::Params{};
  });
  return model;
}

law::Model without_dashpots(law::Model model) {
  law::each_stage(model, [](auto& choice) {
    law::each_number(choice, [](const law::FieldInfo& field, double& number) {
      if (field.is_dashpot()) number = field.name == "restitution" ? 1.0 : 0.0;
    });
  });
  return model;
}

}  // namespace scree::contact
