// The experiments of the papers by their ids. A new experiment is a function `Result(const Settings&)` in the folder of
// its paper and a line in registry.cpp; its literal expectations are marked (expected.h) and derived in
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
  quick,   ///< takes minutes
  medium,  ///< takes one or a few hours: every curve of the paper, with smaller systems and fewer points
  paper,   ///< the size of the paper
};
inline constexpr std::array<std::string_view, 3> k_scale_choices = {"quick", "medium", "paper"};
constexpr std::string_view word_of(Scale scale) { return k_scale_choices[static_cast<std::size_t>(scale)]; }

struct Settings {
  int threads = 1;    ///< number of threads; results do not depend on it
  std::string isa{};  ///< empty: the best instruction set of the machine
  Scale scale = Scale::paper;
  /// Called occasionally from any thread, but never concurrently, with the completed fraction, 0 to 1. May be empty.
  std::function<void(double)> progress{};
  /// The experiment may store files here, and files that it shares with other experiments in neighbouring folders. The
  /// folder need not exist.
  std::filesystem::path folder{};
  /// Runs a study (docs/sweeps.md) into a folder, or resumes the sweep in this folder; returns its table.json. Throws
  /// std::runtime_error if the folder contains the sweep of another study. If empty, sweeps are not available.
  std::function<nlohmann::json(const std::filesystem::path& study, const std::filesystem::path& folder)> sweep{};
};

/// Thrown by `Settings::sweep` if the program was requested to stop. Not a std::exception, since it is not an error of
/// the experiment and must pass through `reproduce`.
struct Stopped {};

/// The scales of an experiment: paper only; quick and paper; all three.
enum class Scales { one, two, three };
/// The default scale: paper, but quick for experiments with three scales, since their paper scale takes days.
constexpr Scale usual(Scales scales) { return scales == Scales::three ? Scale::quick : Scale::paper; }
/// The scale that is run for a requested scale: the next smaller available scale, so that the run does not take longer
/// than requested; otherwise the smallest.
constexpr Scale nearest(Scales scales, Scale requested) {
  if (scales == Scales::one) return Scale::paper;
  return scales == Scales::two && requested == Scale::medium ? Scale::quick : requested;
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
/// Null if there is no experiment with this id.
const Experiment* find(std::string_view id);
/// The error message for an unknown id, with the most similar id.
std::string unknown(std::string_view id);
/// Runs the experiment. The error of a failed simulation is stored in `Result::error`; no files are written.
Result reproduce(const Experiment& experiment, const Settings& settings);

}  // namespace scree::experiments
