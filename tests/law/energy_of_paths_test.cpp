// Which law creates energy on closed paths? The same function as `scree contact --energy` (docs/workbench.md has its
// table for 1,000 paths).
//
// 2,000 random closed paths a law, with the normal force changing and the normal tilting, as preset and with empty
// dashpots: 100,000 in all. Who is said to create energy must do so; of all others neither the driver's work nor the
// law's own energy balance (slip and viscous dissipation) may show any at the end of any path. Work and balance must
// agree to second order in the step; that is a matter of each path, and asked of fewer with more steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/contact/contact_energy.h"
#include "law/registry.h"

namespace scree::app {
namespace {

constexpr std::uint64_t k_many_paths = 2000, k_some_paths = 100;
constexpr int k_few_steps = 20, k_more_steps = 100;  // of a leg; a path has up to 13 legs
// up to 1,300 steps of some ten operations, on fractions of the largest energy
constexpr double k_round = 1e-11;
// What the trapezoid of the work is wrong by at k_few_steps: for Hertz's curve, its worst, 4e-5 at 100 steps
// (closed_paths.h), of second order.
constexpr double k_trapezoid = 4e-5 * (100.0 / k_few_steps) * (100.0 / k_few_steps);

/// Every law with other words than those of its preset, and with what words do not reach. Words that go with a number
/// are arms; `start` is of a contact that is new, not of a path.
std::vector<std::string> variants() {
  std::vector<std::string> all = {"spin.fang-negrut:curvature=50000 m-1"};
  for (const law::Descriptor& law : law::all_laws())
    for (const law::FieldInfo& field : law.fields) {
      if (!law.preset || !field.is_word() || !field.only_with.empty() || field.name == "start") continue;
      for (std::size_t w = 0; w < field.choices.size(); ++w)
        if (static_cast<double>(w) != field.default_value)
          all.push_back(std::string(law.stage) + "." + std::string(law.name) + ":" + std::string(field.name) + "=" +
                        std::string(field.choices[w]));
    }
  return all;
}

std::string name_of(const EnergyRow& row) {
  return row.law.find('.') == std::string::npos ? row.stage + "." + row.law : row.law;
}
std::vector<EnergyRow> rows_of_all(std::uint64_t paths, int steps) {
  const EnergySearch search{.paths = paths, .steps = steps};
  std::vector<EnergyRow> rows = energy_rows({}, search);
  for (EnergyRow& row : energy_rows(variants(), search)) rows.push_back(std::move(row));
  return rows;
}

TEST(ClosedPaths, laws_create_energy_by_definition_or_not_at_all) {
  for (const EnergyRow& row : rows_of_all(k_many_paths, k_few_steps)) {
    const std::string name = name_of(row);
    for (const contact::Created& found : {row.driven, row.undamped}) {
      if (row.creates) {
        EXPECT_GT(found.worst, 0.1) << name << " is said to create energy";
      } else {
        EXPECT_LE(found.by_books, k_round) << name << ", path " << found.where;
        EXPECT_LE(found.worst, k_trapezoid) << name << ", path " << found.where;
      }
    }
  }
}

TEST(ClosedPaths, a_law_that_creates_energy_reports_the_amount) {
  int creating = 0;
  for (const EnergyRow& row : rows_of_all(1, 1)) {
    creating += row.creates;
    EXPECT_FALSE(row.creates && row.descriptor->creates_energy.empty()) << name_of(row);
  }
  EXPECT_GE(
      creating,
      7);  // histories of displacement whose stiffness follows the patch, and forces that are not scaled down with it
}

TEST(ClosedPaths, the_energy_balance_closes_to_second_order_in_the_step) {
  const auto coarse = rows_of_all(k_some_paths, k_more_steps), fine = rows_of_all(k_some_paths, 2 * k_more_steps);
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    const double open = coarse[i].undamped.open, later = fine[i].undamped.open;
    // Torques without a spring flip where the rolling turns round, within a step: of first order.
    if (open <= k_round) continue;
    EXPECT_LT(later, open / (coarse[i].descriptor->jumps ? 1.8 : 3.5)) << name_of(coarse[i]);
  }
}

}  // namespace
}  // namespace scree::app
