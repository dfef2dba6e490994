// Results of `scree contact` for each law, and their output: a text table, CSV files, one page of charts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/contact/contact_laws.h"
#include "workbench/impact.h"

namespace scree::app {

/// The motion that a path varies; the charts show its load.
enum class Shown { press, slide, roll, spin };

struct BenchRun {
  LawCase law;
  std::vector<contact::ImpactPoint> points;  ///< `kinetic` is set for an impact only
  std::optional<contact::Impact> impact{};   ///< with empty `points`
};

struct Bench {
  std::string heading;  ///< description of path and bodies
  Shown shown = Shown::slide;
  int cycles = 1;  ///< dissipated energies are divided by this number
  std::vector<BenchRun> runs;
};

/// A line for each law and stage: largest load, energy stored at the end, energy dissipated per cycle by slip and by
/// dashpots, fraction of steps in slip, error of the energy balance.
std::string table_text(const Bench& bench);
/// The names of the files: one CSV per law, then loops.svg or loops.png.
std::vector<std::string> bench_files(const Bench& bench, const std::string& format);
void write_bench(const Bench& bench, const std::filesystem::path& folder, const std::string& format);

}  // namespace scree::app
