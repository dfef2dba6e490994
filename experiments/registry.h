// The papers' experiments by their ids. A new one is a function of the form `Result(const Settings&)` in the folder of its paper and a
// line in registry.cpp.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "experiments/result.h"

namespace scree::experiments {

enum class Scale {
  quick,  ///< what a minute gives
  paper,  ///< as large as in the paper
};

struct Settings {
  int threads = 1;     ///< cores to use; results do not depend on it
  std::string isa{};   ///< "" takes the best the machine has
  Scale scale = Scale::paper;
  /// Called now and then from any thread, one call at a time: share done, 0 to 1. May be empty.
  std::function<void(double)> progress{};
};

enum class Scales { one, two };  ///< is there a quick form?

struct Experiment {
  std::string_view id;
  std::string_view paper;    ///< key of docs/references.bib
  std::string_view section;
  std::string_view title;
  Scales scales;
  Result (*run)(const Settings&);
};

std::span<const Experiment> all();
/// Null if there is none of that id.
const Experiment* find(std::string_view id);
/// The sentence for an id that there is not, with the nearest one.
std::string unknown(std::string_view id);
/// Carry it out. A simulation that fails becomes `Result::error`; nothing is written.
Result reproduce(const Experiment& experiment, const Settings& settings);

}  // namespace scree::experiments
