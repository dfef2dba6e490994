// What experiments share: a scene's text into a simulation, jobs side by side on the cores, curves into charts.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/registry.h"
#include "sim/simulation.h"

namespace scree::experiments {

/// A simulation of the scene that this text describes, as `scree run` would make it, on one thread: experiments run
/// side by side. What is wrong with the text becomes a std::runtime_error with all its problems; `name` stands in them.
sim::Simulation simulation_of(std::string_view toml, std::string_view name, const Settings& settings);

/// Calls job(0) ... job(count - 1) on settings.threads threads, each once, in order of their start, and tells the
/// progress. The first exception is thrown again when all threads have ended; jobs that had not begun are then left
/// out.
void side_by_side(std::size_t count, const Settings& settings, const std::function<void(std::size_t)>& job);

/// Two or three columns of a table as a line. Long ones lose points that no eye would miss.
draw::Series line(const Table& table, std::string_view x, std::string_view y, std::string label = {},
                  draw::Mark mark = draw::Mark::line);
/// Marks of a paper's numbers: a level, a moment, points.
draw::Series level(double y, double x_low, double x_high, std::string label = {});
draw::Series moment(double x, double y_low, double y_high, std::string label = {});
draw::Series points(std::vector<double> x, std::vector<double> y, std::string label);

inline constexpr draw::Colour k_paper_ink{0.25f, 0.25f, 0.25f};  ///< of all that a paper printed

}  // namespace scree::experiments
