// Functions shared by experiments: a simulation from the text of a scene, parallel jobs, curves for charts.
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

/// A simulation of the scene in this text, built as by `scree run`, with one thread, since several simulations run in
/// parallel. Throws a std::runtime_error with all input errors of the text; they contain `name` as the file name.
sim::Simulation simulation_of(std::string_view toml, std::string_view name, const Settings& settings);

/// Calls job(0) ... job(count - 1) once each on settings.threads threads, started in this order, and reports the
/// progress. The first exception is rethrown when all threads have ended; jobs that had not started by then are
/// skipped.
void side_by_side(std::size_t count, const Settings& settings, const std::function<void(std::size_t)>& job);

/// Two or three columns of a table as a line. Long columns are thinned to the resolution of a chart.
draw::Series line(const Table& table, std::string_view x, std::string_view y, std::string label = {},
                  draw::Mark mark = draw::Mark::line);
/// Marks for numbers of a paper: a horizontal level, a vertical line at a time, points.
draw::Series level(double y, double x_low, double x_high, std::string label = {});
draw::Series moment(double x, double y_low, double y_high, std::string label = {});
draw::Series points(std::vector<double> x, std::vector<double> y, std::string label);

inline constexpr draw::Colour k_paper_ink{0.25f, 0.25f, 0.25f};  ///< colour of all values printed in a paper

}  // namespace scree::experiments
