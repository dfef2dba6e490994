// Which law creates energy on closed paths? The same function as `scree contact --energy` (docs/workbench.md has its table for 1,000 paths).
//
// 100 random closed paths a law, with the normal force changing and the normal tilting, as preset and with empty dashpots: 4,600 in all. Where dashpots are empty the law's
// own books (lost, dragged) must not be negative at the end of any path, to rounding, and the driver's work must agree with the books to second order in the step.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/contact_energy.h"
#include "io/law_catalog.h"

namespace scree::app {
namespace {

constexpr std::uint64_t k_paths = 100;
constexpr int k_steps = 100;
constexpr double k_round = 1e-11;  // 1,300 steps of some ten operations, on shares of the largest energy

// Displacement histories whose stiffness follows the patch, forces that are not scaled down with it, and springs that are there from the start.
const std::vector<std::string> k_creating = {"slide.tsuji", "slide.campello", "slide.walton:unloading=unscaled", "spin.marshall", "spin.lubkin", "spin.fang-negrut"};
// Words of laws that create energy with other words, which create none.
const std::vector<std::string> k_tamed = {"slide.walton", "slide.walton:magnitude=kept", "spin.fang-negrut:curvature=50000 m-1"};

std::string name_of(const EnergyRow& row) { return row.law.find('.') == std::string::npos ? row.stage + "." + row.law : row.law; }
bool creates(const std::string& name) { return std::find(k_creating.begin(), k_creating.end(), name) != k_creating.end(); }

std::vector<EnergyRow> rows_of_all(int steps) {
  std::vector<EnergyRow> rows = energy_rows({}, {.paths = k_paths, .steps = steps});
  std::vector<std::string> variants = k_tamed;
  variants.push_back("slide.walton:unloading=unscaled");
  for (EnergyRow& row : energy_rows(variants, {.paths = k_paths, .steps = steps})) rows.push_back(std::move(row));
  return rows;
}

TEST(ClosedPaths, laws_create_energy_by_definition_or_not_at_all) {
  for (const EnergyRow& row : rows_of_all(k_steps)) {
    const std::string name = name_of(row);
    if (creates(name)) {
      EXPECT_GT(row.undamped.worst, 0.1) << name << " is said to create energy";
      EXPECT_GT(row.driven.worst, 0.1) << name;
      continue;
    }
    EXPECT_LE(row.undamped.by_books, k_round) << name << ", path " << row.undamped.where;
    EXPECT_LE(row.driven.by_books, k_round) << name << ", path " << row.driven.where;
    EXPECT_LE(row.undamped.worst, row.undamped.open) << name;  // what the work says beyond the books is what they are open by
    EXPECT_EQ(row.driven.creating, 0u) << name;
  }
}

TEST(ClosedPaths, a_law_that_says_it_creates_none_is_not_among_those_that_do) {
  for (const io::LawInfo& law : io::law_catalog()) {
    const std::string name = std::string(law.stage) + "." + std::string(law.name);
    EXPECT_FALSE(creates(name) && law.creates_energy.empty()) << name;
  }
}

TEST(ClosedPaths, the_books_close_to_second_order_in_the_step) {
  const auto coarse = rows_of_all(k_steps), fine = rows_of_all(2 * k_steps);
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    const double open = coarse[i].undamped.open, later = fine[i].undamped.open;
    // Torques without a spring flip where the rolling turns round, within a step: of first order.
    const bool flips = coarse[i].law == "constant-torque" || coarse[i].law == "zhou";
    if (open <= k_round) continue;
    EXPECT_LT(later, open / (flips ? 1.8 : 3.5)) << name_of(coarse[i]);
  }
}

}  // namespace
}  // namespace scree::app
