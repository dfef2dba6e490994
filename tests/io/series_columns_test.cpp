// The columns of series.csv come from one list: header, rows, positions and the ledger of summary.json agree.
#include "io/frame/series_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

namespace scree::io {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  return fields;
}

/// Every number of the report differs from every other.
step::StepReport report_of_distinct_numbers() {
  step::StepReport r;
  r.step = 7, r.time = 0.125, r.bodies = 11, r.contacts = 13, r.largest_overlap = 0.0625;
  step::Ledger& l = r.ledger;
  double next = 1.5;
  for (double* x : {&l.kinetic_translation,
                    &l.kinetic_rotation,
                    &l.gravity,
                    &l.near_field,
                    &l.arm_mismatch,
                    &l.drag,
                    &l.walls,
                    &l.drives,
                    &l.box,
                    &l.inserted,
                    &l.initial,
                    &l.turnover,
                    &l.stored.normal,
                    &l.stored.slide,
                    &l.stored.roll,
                    &l.stored.spin,
                    &l.dissipated.normal,
                    &l.dissipated.slide,
                    &l.dissipated.roll,
                    &l.dissipated.spin})
    *x = next, next *= 1.25;
  r.solver.emplace().iterations = 17;
  r.solver->residual = 3e-5;
  r.cell.emplace();
  r.cell->cell.length = {2, 3, 4};
  r.cell->pressure = {.xx = 101, .yy = 102, .zz = 103, .yz = 104, .xz = 105, .xy = 106};
  return r;
}

TEST(SeriesColumns, of_a_plain_run_keep_the_header_that_users_have_in_files) {
  EXPECT_EQ(
      SeriesColumns().header(),
      "step,time [s],bodies,contacts,kinetic_translation [J],kinetic_rotation [J],gravity [J],stored_normal [J],"
      "stored_slide [J],stored_roll [J],stored_spin [J],lost_normal [J],lost_slide [J],lost_roll [J],lost_spin [J],"
      "lever [J],walls [J],drives [J],inserted [J],residual [J],largest_overlap [1]");
  const std::string all =
      SeriesColumns({.units = sim::Units::reduced, .fields = true, .solver = true, .cell = true}).header();
  EXPECT_EQ(
      all.substr(all.find("largest_overlap")),
      "largest_overlap [1],near_field [reduced],drag [reduced],solver_iterations,solver_residual_rms [reduced],"
      "solver_residual_max [reduced],solver_cone_violation,solver_opening [reduced],solver_worst_a,solver_worst_b,"
      "solver_passes,solver_unreached,box [reduced],volume [reduced],cell_lx [reduced],cell_ly [reduced],"
      "cell_lz [reduced],cell_xy [reduced],cell_xz [reduced],cell_yz [reduced],pressure_xx [reduced],"
      "pressure_yy [reduced],pressure_zz [reduced],pressure_xy [reduced],pressure_xz [reduced],pressure_yz [reduced]");
}

TEST(SeriesColumns, have_as_many_values_as_names_for_every_choice_of_options) {
  const step::StepReport report = report_of_distinct_numbers();
  for (int bits = 0; bits < 16; ++bits) {
    SeriesOptions options{.fields = (bits & 1) != 0, .solver = (bits & 2) != 0, .cell = (bits & 4) != 0};
    std::vector<double> measured;
    if ((bits & 8) != 0) options.measured = {"phi [1]", "Z [1]"}, measured = {0.5, 4.0};
    const SeriesColumns columns(options);
    const auto names = fields_of(columns.header()), values = fields_of(columns.row(report, measured));
    EXPECT_EQ(names.size(), columns.size());
    EXPECT_EQ(values.size(), columns.size());
    EXPECT_EQ(columns.numbers(report).size() + measured.size(), columns.size());
  }
}

TEST(SeriesColumns, have_the_values_of_their_names) {
  const step::StepReport report = report_of_distinct_numbers();
  const SeriesColumns columns({.fields = true, .solver = true, .cell = true});
  const auto value = [&](std::string_view name) { return columns.numbers(report)[columns.index_of(name)]; };
  EXPECT_EQ(value("step"), 7.0);
  EXPECT_EQ(value("time"), 0.125);
  EXPECT_EQ(value("stored_roll"), report.ledger.stored.roll);
  EXPECT_EQ(value("lost_slide"), report.ledger.dissipated.slide);
  EXPECT_EQ(value("residual"), report.ledger.residual());
  EXPECT_EQ(value("drag"), report.ledger.drag);
  EXPECT_EQ(value("solver_iterations"), 17.0);
  EXPECT_EQ(value("solver_residual_rms"), 3e-5);
  EXPECT_EQ(value("volume"), 24.0);
  EXPECT_EQ(value("pressure_yz"), 104.0);
  EXPECT_THROW(columns.index_of("stored"), std::logic_error);
}

TEST(SeriesColumns, of_energies_are_terms_of_the_ledger_in_the_summary) {
  const step::StepReport report = report_of_distinct_numbers();
  const nlohmann::json ledger = ledger_json(report.ledger);
  const SeriesColumns columns({.fields = true, .cell = true});
  const auto numbers = columns.numbers(report);
  const auto names = fields_of(columns.header());
  int energies = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t unit = names[i].find(" [J]");
    if (unit == std::string::npos) continue;
    const std::string name = names[i].substr(0, unit);
    const std::size_t dash = name.find('_');
    const bool of_stage = name.starts_with("stored_") || name.starts_with("lost_");
    EXPECT_EQ(of_stage ? ledger.at(name.substr(0, dash)).at(name.substr(dash + 1)) : ledger.at(name), numbers[i])
        << name;
    ++energies;
  }
  EXPECT_EQ(energies, 19);
  EXPECT_EQ(ledger.at("residual_over_turnover"), report.ledger.residual() / report.ledger.turnover);
}

}  // namespace
}  // namespace scree::io
