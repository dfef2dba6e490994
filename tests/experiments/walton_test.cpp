// The paths of the experiment are those of the specification, step by step, and so are forces and work of every law on
// them.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/walton/walton.h"

namespace scree::experiments::walton {
namespace {

/// Rows of tests/data/walton_paths_every_tenth.csv by the path and the step; columns as its third line names them.
std::map<std::string, std::map<int, std::map<std::string, double>>> table() {
  std::map<std::string, std::map<int, std::map<std::string, double>>> rows;
  std::ifstream file(std::filesystem::path(SCREE_TEST_DATA) / "walton_paths_every_tenth.csv");
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    for (std::size_t i = 2; i < cells.size(); ++i) rows[cells[0]][std::stoi(cells[1])][names[i]] = std::stod(cells[i]);
  }
  return rows;
}

TEST(WaltonPaths, equal_those_of_the_specification_in_force_and_work_of_every_law) {
  const auto rows = table();
  ASSERT_EQ(rows.size(), 4u);
  constexpr double k_close = 1e-9;  // the table has 10 digits; forces are the same sums in another order
  // Increments of 1e-6 m are differences of positions of 1e-3 m; sines are rounded to 12 digits in the table. Work is a
  // sum of some thousand increments that the table has with 10 digits of each.
  constexpr double k_increment = 1e-15 /* [m] */, k_sine = 1e-12, k_work = 1e-6;
  for (const auto& [name, steps] : rows) {
    const auto path =
        static_cast<Path>(std::find(k_path_choices.begin(), k_path_choices.end(), name) - k_path_choices.begin());
    for (std::size_t law = 0; law < k_law_choices.size(); ++law) {
      const char column = static_cast<char>('A' + static_cast<int>(law));
      sim::DrivenContact contact(model(static_cast<Law>(law)), pair());
      const auto points = waypoints(path);
      ASSERT_EQ(static_cast<int>(points.size()), steps.rbegin()->first + 1) << name;  // and the one that presses
      double largest = 0.0;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const sim::Driven& d = contact.drive_to(points[i]);
        const auto at = steps.find(static_cast<int>(i));
        if (at == steps.end()) continue;
        const auto& row = at->second;
        EXPECT_NEAR(force_at(points[i].overlap), row.at("Nnew"), k_close * row.at("Nnew")) << name << " " << i;
        EXPECT_NEAR(points[i].slide.x - points[i - 1].slide.x, row.at("dsx"), k_increment) << name << " " << i;
        EXPECT_NEAR(std::sin(points[i].tilt.y), row.at("nx"), k_sine) << name << " " << i;
        const double size =
            std::hypot(row.at(std::string("T") + column + "x"), row.at(std::string("T") + column + "z"));
        largest = std::max(largest, size);
        // In P8 the displacement law of the specification does not transport its spring; ours projects it,
        // as walton does.
        if (path == Path::p8 && static_cast<Law>(law) == Law::displacement) continue;
        EXPECT_NEAR(norm(d.loads.slide), size, k_close * 0.01) << name << " " << column << " " << i;
        EXPECT_NEAR(d.slide.work, row.at(std::string("W") + column), k_work * largest * 0.01)
            << name << " " << column << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace scree::experiments::walton
