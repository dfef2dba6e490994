// A contact model ready for the kernels: for each stage the index of its kernel and the law's constants as plain bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel/chunk.h"
#include "law/model.h"

namespace scree::contact {

struct PreparedStage {
  int law = -1;  ///< index into the table of the stage (law/registry.h); -1: absent
  const law::Descriptor* descriptor = nullptr;
  alignas(16) std::array<std::byte, law::k_most_constants> constants{};
  int history_first = 0, history_size = 0;  ///< columns
};

/// Where the loads of a contact stand in the row that records them (contact/applied.h): the normal force first; 0: the
/// model has no such stage.
struct LoadRow {
  std::uint8_t friction = 0, roll = 0, spin = 0;
  std::uint8_t roll_b = 0;  ///< of laws whose torques on the two bodies are not opposite
  std::uint8_t width = 1;
};

struct PreparedModel {
  PreparedStage kinematics, normal, slide, roll, spin;
  int history_size = 0;  ///< columns of all stages together
  LoadRow loads;
};

inline constexpr int k_most_history = law::k_most_numbers;  ///< of one contact

/// Shaped contacts (shape::is_shaped) have more history columns than those of spheres with each other and with planes.
enum class Shapes { spheres_at_planes, all };
PreparedModel prepare(const law::Model& model, Shapes shapes = Shapes::spheres_at_planes);

/// Energy stored in the springs of one contact, by stage; `history` is its numbers in column order.
struct SpringEnergy {
  double slide = 0.0, roll = 0.0, spin = 0.0;
};
SpringEnergy spring_energy(const PreparedModel& model, const law::Touch<double>& touch, const double* history);
/// Elastic energy of the normal stage at a touch.
double pressed_energy(const PreparedModel& model, const law::Touch<double>& touch);

}  // namespace scree::contact
