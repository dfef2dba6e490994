// A contact model in the form that kernels read: for each stage the index of its kernel and the constants of the law as
// plain bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/chunk.h"
#include "law/model.h"

namespace scree::contact {

struct PreparedStage {
  int law = -1;  ///< index into the table of the stage (law/registry.h); -1: no law
  const law::Descriptor* descriptor = nullptr;
  alignas(16) std::array<std::byte, law::k_max_constants> constants{};
  int history_first = 0, history_size = 0;  ///< columns
};

/// Position of each load in the row that records the loads of a contact (contact/applied.h). The normal force is first;
/// 0: the model has no such stage.
struct LoadRow {
  std::uint8_t friction = 0, roll = 0, spin = 0;
  std::uint8_t roll_b = 0;  ///< only of laws whose torques on the two bodies are not opposite
  std::uint8_t width = 1;
};

struct PreparedModel {
  PreparedStage kinematics, normal, slide, roll, spin;
  int history_size = 0;  ///< columns of all stages together
  LoadRow loads;
};

inline constexpr int k_max_history = law::k_max_numbers;  ///< of one contact

/// Contacts of other shapes (shape::is_shaped) have more history columns than those of spheres with spheres and planes.
enum class Shapes { spheres_at_planes, all };
PreparedModel prepare(const law::Model& model, Shapes shapes = Shapes::spheres_at_planes);

/// Energy stored in the springs of one contact, by stage; `history` contains its numbers in column order.
struct SpringEnergy {
  double slide = 0.0, roll = 0.0, spin = 0.0;
};
SpringEnergy spring_energy(const PreparedModel& model, const law::ContactGeometry<double>& geometry,
                           const double* history);
/// Elastic energy of the normal stage of a contact [J].
double pressed_energy(const PreparedModel& model, const law::ContactGeometry<double>& geometry);

}  // namespace scree::contact
