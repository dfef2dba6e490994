// Line charts in PNG or SVG, chosen by the file extension: energies over time, and figures for comparison with papers.
//
//   draw::write_chart("energy.svg", {.title = "Energy", .x_label = "time [s]", .y_label = "energy [J]",
//                                  .series = {{.label = "kinetic", .x = t, .y = kinetic}}});
// A value that is not finite (or not positive on a logarithmic axis) interrupts its line.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "draw/canvas.h"

namespace scree::draw {

enum class Mark { line, dots, line_and_dots, dashes };
enum class Scale { linear, logarithmic };

using ChartRange = std::optional<std::pair<double, double>>;  ///< low, high

struct Series {
  std::string label{};
  std::vector<double> x{}, y{};
  Mark mark = Mark::line;
  std::vector<double> y_error{};   ///< half-lengths of error bars; empty: none
  std::optional<Colour> colour{};  ///< unset: the next colour of a colour-blind-safe palette
};

/// A map below the series: cells of equal size, each with one colour. A series without points can label a colour in the
/// legend.
struct Tiles {
  double x = 0.0, y = 0.0;           ///< corner of the first cell
  double width = 1.0, height = 1.0;  ///< of a cell
  std::size_t columns = 0;           ///< cells along x; the number along y follows
  std::vector<Colour> colours{};     ///< column after column, each from low y to high y
};

struct Chart {
  std::string title{};
  std::string x_label{}, y_label{};  ///< with unit: "time [s]"
  std::vector<Series> series{};
  Scale x_scale = Scale::linear, y_scale = Scale::linear;
  ChartRange x_range{}, y_range{};  ///< unset: from the data
  std::optional<Tiles> tiles{};
  double width = 760.0, height = 480.0;  ///< a PNG has twice as many pixels in each direction
};

/// Throws std::runtime_error if the file cannot be written, or if the numbers of x and y values of a series differ.
void write_chart(const std::filesystem::path& path, const Chart& chart);

/// Writes several charts in rows, each with its own size. The heading above all charts may be empty.
void write_charts(const std::filesystem::path& path, std::span<const Chart> charts, std::size_t columns,
                  const std::string& heading = {});

}  // namespace scree::draw
