// Energies over time for the chart that a run leaves.
#pragma once

#include <filesystem>
#include <numeric>
#include <vector>

#include "sim/scene.h"
#include "step/report.h"

namespace scree::app {

/// The columns of the series that make a chart of energies.
struct EnergyHistory {
  std::vector<double> time, kinetic, stored, lost, residual;
  void add(const step::StepReport& r) {
    const step::Ledger& l = r.ledger;
    time.push_back(r.time);
    kinetic.push_back(l.kinetic_translation + l.kinetic_rotation);
    stored.push_back(l.stored.sum()), lost.push_back(l.lost.sum() + l.lever), residual.push_back(l.residual());
  }
  /// A row of series.csv that an earlier part of the run wrote (io::series_header has the columns).
  void add(const std::vector<double>& row) {
    if (row.size() < 20) return;
    const auto sum = [&](int first, int last) { return std::accumulate(row.begin() + first, row.begin() + last, 0.0); };
    time.push_back(row[1]), kinetic.push_back(sum(4, 6)), stored.push_back(sum(7, 11)), lost.push_back(sum(11, 16)), residual.push_back(row[19]);
  }
};

void write_energy_chart(const std::filesystem::path& path, const sim::Scene& scene, const EnergyHistory& history);

}  // namespace scree::app
