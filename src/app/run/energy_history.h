// Energies over time for the energy chart of a run, stored in a fixed amount of memory.
//
// Rows are grouped into bins with equal numbers of rows; each bin stores the lowest and the highest value of a quantity
// with their times. When all bins are full, neighbouring bins are merged. A chart therefore shows every peak, and up to
// k_bins rows it shows every row.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "io/frame/series_columns.h"
#include "sim/scene.h"

namespace scree::app {

/// One quantity over time.
class Envelope {
 public:
  static constexpr std::size_t k_bins = 4096;  // a chart has 1,500 pixels
  void add(double time, double value);
  /// Points for a chart, in the order of time.
  struct Points {
    std::vector<double> x, y;
  };
  Points points() const;

 private:
  struct Point {
    double time = 0.0, value = 0.0;
  };
  struct Bin {
    Point low, high;
    void take(const Point& p) {
      if (p.value < low.value || std::isnan(low.value))
        low = p;  // a bin is a gap only if none of its values is a number
      if (p.value > high.value || std::isnan(high.value)) high = p;
    }
  };
  std::vector<Bin> bins_;
  std::int64_t rows_a_bin_ = 1, in_last_ = 0;
};

/// The chart of energies: each of its lines is a sum of columns of the series.
class EnergyHistory {
 public:
  struct Line {
    const char* label;
    std::vector<std::size_t> columns;  ///< their sum is the line
    Envelope values{};
  };

  explicit EnergyHistory(const io::SeriesColumns& columns);
  /// Adds the numbers of a row, either just computed or read from the file of an earlier part of the run.
  void add(std::span<const double> row);
  const std::vector<Line>& lines() const { return lines_; }

 private:
  std::size_t time_;
  std::vector<Line> lines_;
};

void write_energy_chart(const std::filesystem::path& path, const sim::Scene& scene, const EnergyHistory& history);

}  // namespace scree::app
