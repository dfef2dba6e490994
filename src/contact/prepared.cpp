#include "contact/prepared.h"

#include <stdexcept>

namespace scree::contact {
namespace {

/// A law without a kernel (law/rigid.h) is treated as an absent stage: sim::build_models rejects such models for the
/// passes of smooth contacts, and rigid contacts use no kernels.
template <class Choice>
PreparedStage prepare_stage(const Choice& choice) {
  const law::Ready ready = law::ready(choice);
  if (!ready.law) return {};
  return {law::law_index(choice), ready.law, ready.constants, 0, ready.law->history_size};
}

double stored_in(const PreparedStage& stage, const law::ContactGeometry<double>& geometry, const double* numbers) {
  if (stage.law < 0) return 0.0;
  return stage.descriptor->stored(stage.constants.data(), geometry, numbers + stage.history_first);
}

}  // namespace

PreparedModel prepare(const law::Model& model, Shapes shapes) {
  PreparedModel ready;
  using law::kinematics::Tracked;
  ready.kinematics = prepare_stage(model.kinematics);
  const bool spheres = shapes == Shapes::spheres_at_planes,
             tracked = std::holds_alternative<Tracked::Params>(model.kinematics);
  // Without `tracked`, other shapes store the last normal, from which the search for the next one starts.
  ready.kinematics.history_size = tracked   ? (spheres ? Tracked::k_sphere_history : Tracked::k_history)
                                  : spheres ? 0
                                            : 3;
  ready.normal = prepare_stage(model.normal);
  ready.slide = prepare_stage(model.slide);
  ready.roll = prepare_stage(model.roll);
  ready.spin = prepare_stage(model.spin);
  for (PreparedStage* stage : {&ready.kinematics, &ready.slide, &ready.roll, &ready.spin}) {
    stage->history_first = ready.history_size;
    ready.history_size += stage->history_size;
  }
  const auto add_load = [&](std::uint8_t& place, std::uint8_t numbers) {
    place = ready.loads.width, ready.loads.width = static_cast<std::uint8_t>(place + numbers);
  };
  if (ready.slide.law >= 0) add_load(ready.loads.friction, 3);
  if (ready.roll.law >= 0) add_load(ready.loads.roll, 3);
  if (ready.roll.law >= 0 && ready.roll.descriptor->rolls_each) add_load(ready.loads.roll_b, 3);
  if (ready.spin.law >= 0) add_load(ready.loads.spin, 1);
  if (ready.history_size > k_max_history)
    throw std::logic_error("a contact model has more history columns than k_max_history");
  return ready;
}

SpringEnergy spring_energy(const PreparedModel& model, const law::ContactGeometry<double>& geometry,
                           const double* history) {
  return {stored_in(model.slide, geometry, history), stored_in(model.roll, geometry, history),
          stored_in(model.spin, geometry, history)};
}

double pressed_energy(const PreparedModel& model, const law::ContactGeometry<double>& geometry) {
  return model.normal.descriptor->press(model.normal.constants.data(), geometry, law::Motion<double>{}).stored;
}

}  // namespace scree::contact
