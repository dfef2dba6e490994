// The papers' experiments by their ids. A new one is a function of the form `Result(const Settings&)` in the folder of
// its paper and a line in registry.cpp; its typed expectations are marked (expected.h) and derived in
// tools/<paper>_expected.py.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "experiments/result.h"

namespace scree::experiments {

enum class Scale {
  quick,   ///< what minutes give
  medium,  ///< what an hour or a few give: every curve of the paper, smaller and with fewer points
  paper,   ///< as large as in the paper
};
inline constexpr std::array<std::string_view, 3> k_scale_words = {"quick", "medium", "paper"};
constexpr std::string_view word_of(Scale scale) { return k_scale_words[static_cast<std::size_t>(scale)]; }

struct Settings {
  int threads = 1;    ///< cores to use; results do not depend on it
  std::string isa{};  ///< "" takes the best the machine has
  Scale scale = Scale::paper;
  /// Called now and then from any thread, one call at a time: share done, 0 to 1. May be empty.
  std::function<void(double)> progress{};
  /// The experiment may keep files here, and what it shares with others in folders beside it. Not made yet.
  std::filesystem::path folder{};
  /// Runs a study (docs/sweeps.md) into a folder, goes on with the sweep that is there, or finds it done; returns its
  /// table.json. A folder that holds the sweep of another study is refused by a std::runtime_error. May be empty: then
  /// there are no sweeps.
  std::function<nlohmann::json(const std::filesystem::path& study, const std::filesystem::path& folder)> sweep{};
};

/// Thrown by `Settings::sweep` if somebody asked the program to stop. No std::exception: it is no error of the
/// experiment, and goes through `reproduce`.
struct Stopped {};

/// The scales an experiment has: the paper's alone; quick and the paper's; all three.
enum class Scales { one, two, three };
/// The one that is meant if none is named: the paper's, but quick where three are needed since the paper's takes days.
constexpr Scale usual(Scales scales) { return scales == Scales::three ? Scale::quick : Scale::paper; }
/// The one that is made if this is wished: the next smaller one that there is, so that nothing takes longer than was
/// asked for; else the smallest.
constexpr Scale nearest(Scales scales, Scale wished) {
  if (scales == Scales::one) return Scale::paper;
  return scales == Scales::two && wished == Scale::medium ? Scale::quick : wished;
}

struct Experiment {
  std::string_view id;
  std::string_view paper;  ///< key of docs/references.bib
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
