// What `scree contact` found of each law, and how it is told: tables of text, CSV, one page of charts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/contact/contact_laws.h"
#include "workbench/impact.h"

namespace scree::app {

/// What goes back and forth on a path, and so what its charts show.
enum class Shown { press, slide, roll, spin };

struct BenchRun {
  LawCase law;
  std::vector<contact::ImpactPoint> points;  ///< `kinetic` is told by an impact only
  std::optional<contact::Impact> impact{};   ///< without its points
};

struct Bench {
  std::string heading;  ///< path and bodies in words
  Shown shown = Shown::slide;
  int cycles = 1;  ///< by which losses are divided
  std::vector<BenchRun> runs;
};

/// A line for each law and stage: largest load, stored at the end, lost and dragged a cycle, share of steps that slip,
/// how far the books are open.
std::string table_text(const Bench& bench);
/// The names of its files: one CSV a law, and loops.svg or loops.png last.
std::vector<std::string> bench_files(const Bench& bench, const std::string& format);
void write_bench(const Bench& bench, const std::filesystem::path& folder, const std::string& format);

}  // namespace scree::app
