// The list of steppers. To add one, write sim/steppers/<name>.h and .cpp, and add it to the enumeration and the list
// here.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/stepper.h"
#include "sim/steppers/explicit.h"
#include "sim/steppers/moving_cell.h"
#include "sim/steppers/nonsmooth.h"
#include "sim/steppers/trapezoid.h"

namespace scree::sim {

enum class StepperKind { velocity_verlet, velocity_verlet_lammps, symplectic_euler, nonsmooth, trapezoid, nph, deform };

struct ListedStepper {
  StepperKind kind;
  StepperDescriptor descriptor;
};
inline constexpr std::array k_steppers = {
    ListedStepper{StepperKind::velocity_verlet, steppers::k_velocity_verlet},
    ListedStepper{StepperKind::velocity_verlet_lammps, steppers::k_velocity_verlet_lammps},
    ListedStepper{StepperKind::symplectic_euler, steppers::k_symplectic_euler},
    ListedStepper{StepperKind::nonsmooth, steppers::k_nonsmooth},
    ListedStepper{StepperKind::trapezoid, steppers::k_trapezoid},
    ListedStepper{StepperKind::nph, steppers::k_nph},
    ListedStepper{StepperKind::deform, steppers::k_deform},
};
inline constexpr StepperKind k_default_stepper = StepperKind::velocity_verlet;

static_assert(
    [] {
      for (std::size_t i = 0; i < k_steppers.size(); ++i)
        if (static_cast<std::size_t>(k_steppers[i].kind) != i) return false;
      return true;
    }(),
    "the order of the list must be that of the enumeration");

/// Names of the steppers in the order of the list: the index of a name is that of its stepper.
inline constexpr auto k_stepper_choices = [] {
  std::array<std::string_view, k_steppers.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = k_steppers[i].descriptor.word;
  return words;
}();
static_assert(
    [] {
      auto words = k_stepper_choices;
      std::sort(words.begin(), words.end());
      return std::adjacent_find(words.begin(), words.end()) == words.end();
    }(),
    "two steppers have the same name");

constexpr const StepperDescriptor& descriptor_of(StepperKind kind) {
  return k_steppers[static_cast<std::size_t>(kind)].descriptor;
}

/// The names of the steppers for which `is_one(descriptor)` holds, as in a message: `"nonsmooth"`, `"nph" or "deform"`.
std::string steppers_that(bool (*is_one)(const StepperDescriptor&));
/// The part of the scene that uses a feature, which replaces {what} in a message; nullopt if the scene does not use it.
std::optional<std::string> part_with(const Scene& scene, Feature feature);
/// The message that a stepper does not support a feature; empty if it does. `what` replaces {what}.
std::string refusal(const StepperDescriptor& stepper, Feature feature, std::string_view what = {});
/// Why time.step must be given, as the end of a sentence; empty if it need not be given.
std::string why_step_is_needed(const StepperDescriptor& stepper);
/// The messages about all features of the scene that its stepper does not support, in the order of the descriptor.
std::vector<std::string> refused_by_stepper(const Scene& scene);
/// Throws BuildError with the first of these messages.
void throw_if_refused(const Scene& scene);

}  // namespace scree::sim
