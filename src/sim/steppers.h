// The list of steppers. To add one: write sim/steppers/<name>.h and .cpp, and put it into the enumeration and the list
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
    "a stepper stands in the list at the place of its enumerator");

/// In the order of the list, so that the place of a word is that of its stepper.
inline constexpr auto k_stepper_words = [] {
  std::array<std::string_view, k_steppers.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = k_steppers[i].descriptor.word;
  return words;
}();
static_assert(
    [] {
      auto words = k_stepper_words;
      std::sort(words.begin(), words.end());
      return std::adjacent_find(words.begin(), words.end()) == words.end();
    }(),
    "two steppers have one word");

constexpr const StepperDescriptor& descriptor_of(StepperKind kind) {
  return k_steppers[static_cast<std::size_t>(kind)].descriptor;
}

/// `"nonsmooth"`, `"nph" or "deform"`: those for which `is_one(descriptor)` holds.
std::string steppers_that(bool (*is_one)(const StepperDescriptor&));
/// The part of a scene that asks for a feature, which is {what} of a sentence; nothing if none does.
std::optional<std::string> part_with(const Scene& scene, Feature feature);
/// The sentence with which a stepper refuses a feature; empty if it takes it. `what` stands for {what}.
std::string refusal(const StepperDescriptor& stepper, Feature feature, std::string_view what = {});
/// Why time.step must be given, as the end of a sentence; empty: it need not be.
std::string why_step_is_needed(const StepperDescriptor& stepper);
/// What the stepper of a scene refuses in it, all sentences in the order of its descriptor.
std::vector<std::string> refused_by_stepper(const Scene& scene);
/// Throws BuildError with the first of them.
void throw_if_refused(const Scene& scene);

}  // namespace scree::sim
