// Every law of every stage as plain data: the `fields` of law/all.h without their types.
//
// The scene reader, its messages ("which law uses that word?") and `scree laws` walk this list. It is made from the type
// lists at first use; nothing is registered by hand.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/field.h"

namespace scree::io {

/// A Field without the struct it belongs to.
struct FieldInfo {
  std::string_view name, unit;
  Range range;
  Need need;
  std::string_view group;
  double preset;
  std::span<const std::string_view> words;
  std::string_view only_with, not_below, says;
  bool is_word() const { return !words.empty(); }
};

/// Which steppers run a law.
enum class Steppers { all, smooth, nonsmooth };

struct LawInfo {
  std::string_view stage, name, source;
  std::vector<FieldInfo> fields;
  bool needs_tracked;  ///< refused on kinematics that do not follow the contact point
  Steppers steppers;
  std::string_view creates_energy;  ///< when and how much; empty if it never does
  std::string_view not_rigid;  ///< why `nonsmooth` does not run it, or not with all parameters; empty if it does
};

/// In the order of the stages, and in each stage in the order of law/all.h.
std::span<const LawInfo> law_catalog();

/// The laws of one stage; position i is alternative i + 1 of the stage's Choice.
std::span<const LawInfo> laws_of(std::string_view stage);

inline constexpr std::string_view k_stage_words[] = {"kinematics", "normal", "slide", "roll", "spin"};

}  // namespace scree::io
