// What the nonsmooth solver says of a step, in every file that a run leaves; and nothing of it in those of smooth runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "io/frame/frame_csv.h"
#include "io/frame/series_cut.h"
#include "io/frame/tables.h"
#include "io/frame/vtp.h"
#include "support/rigid_scenes.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

using support::put_text, support::TemporaryFolder, support::text_of;
using ::testing::HasSubstr, ::testing::Not;

/// Spheres thrown together over a floor: contacts that slide and roll.
sim::Simulation sliding() {
  sim::Scene scene = test::rigid_scene(test::rigid(0.5, 0.001, 0.001), 2e-3);
  scene.gravity = {0, 0, -10}, scene.nonsmooth.tolerance = 1e-5, scene.nonsmooth.max_iterations = 40;
  scene.planes.push_back(test::floor_plane());
  for (int i = 0; i < 8; ++i)
    scene.spheres.push_back(
        test::sphere({0.0199 * i, 0.002 * (i % 2), 0.01}, 0.01, {0.2 - 0.05 * i, 0.1, 0}, {0, 5, 1}));
  sim::Simulation run(scene);
  run.advance(25);
  return run;
}

std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream stream(line);
  for (std::string word; std::getline(stream, word, ',');) all.push_back(word);
  return all;
}
double column(const std::string& header, const std::string& row, const std::string& name) {
  const auto names = words(header);
  const auto at = std::find(names.begin(), names.end(), name);
  EXPECT_NE(at, names.end()) << name;
  return at == names.end() ? -1.0 : std::stod(words(row).at(static_cast<std::size_t>(at - names.begin())));
}

TEST(SolverOutputs, a_frame_has_the_report_and_every_contact_its_residual_and_opening) {
  const sim::Simulation run = sliding();
  const sim::Frame frame = run.frame();
  ASSERT_TRUE(frame.solver);
  EXPECT_EQ(frame.solver->iterations, run.report().solver->iterations);
  ASSERT_GT(frame.contacts.size(), 3u);
  double opening = 0.0, residual = 0.0;
  for (const sim::ContactView& c : frame.contacts)
    opening = std::max(opening, c.opening), residual = std::max(residual, c.residual);
  EXPECT_GT(opening, 0.0);
  EXPECT_EQ(frame.solver->opening, opening);
  EXPECT_GT(residual, 0.0);
  EXPECT_LE(residual, frame.solver->largest_residual);  // one that does not press is not shown
  EXPECT_FALSE(sim::Simulation(test::scene_with(test::frictionless(1e4), 1e-4)).frame().solver);
}

TEST(SolverOutputs, come_back_from_a_vtp_of_bodies_with_every_bit) {
  const TemporaryFolder folder;
  const sim::Frame frame = sliding().frame();
  write_bodies_vtp(folder / "b.vtp", frame);
  const auto read = read_bodies_vtp(folder / "b.vtp");
  ASSERT_TRUE(std::holds_alternative<sim::Frame>(read)) << std::get<InputError>(read).sentence;
  const auto& got = std::get<sim::Frame>(read).solver;
  ASSERT_TRUE(got);
  EXPECT_EQ(got->iterations, frame.solver->iterations);
  EXPECT_EQ(got->residual, frame.solver->residual);
  EXPECT_EQ(got->largest_residual, frame.solver->largest_residual);
  EXPECT_EQ(got->cone_violation, frame.solver->cone_violation);
  EXPECT_EQ(got->opening, frame.solver->opening);
  EXPECT_EQ(got->worst_a, frame.solver->worst_a);
  EXPECT_EQ(got->worst_b, frame.solver->worst_b);
  EXPECT_EQ(got->unreached, frame.solver->unreached);
  EXPECT_EQ(got->reached, frame.solver->reached);
}

TEST(SolverOutputs, are_columns_of_contacts_in_nonsmooth_frames_alone) {
  const TemporaryFolder folder;
  sim::Frame frame = sliding().frame();
  const auto written = [&] {
    write_contacts_vtp(folder / "c.vtp", frame), write_frame_contacts_csv(folder / "c.csv", frame);
    std::ifstream table(folder / "c.csv");
    std::string header;
    std::getline(table, header);
    return std::pair(text_of(folder / "c.vtp"), header);
  };
  const auto [vtp, csv] = written();
  EXPECT_THAT(vtp, HasSubstr("Name=\"residual\""));
  EXPECT_THAT(vtp, HasSubstr("Name=\"opening\""));
  EXPECT_THAT(vtp, HasSubstr("Name=\"solver_iterations\" NumberOfTuples=\"1\""));
  EXPECT_THAT(csv, HasSubstr("spin_mode,residual [m/s],opening [m]"));
  frame.solver.reset();
  const auto [smooth_vtp, smooth_csv] = written();
  EXPECT_THAT(smooth_vtp, Not(HasSubstr("solver_")));
  EXPECT_THAT(smooth_vtp, Not(HasSubstr("opening")));
  EXPECT_THAT(smooth_csv, Not(HasSubstr("opening")));
}

TEST(SolverOutputs, are_columns_of_the_series_that_a_resumed_run_cuts_as_any_other) {
  const TemporaryFolder folder;
  sim::Simulation run = sliding();
  const SeriesColumns columns({.solver = true});
  const std::string header = columns.header(), row = columns.row(run.report());
  ASSERT_EQ(words(header).size(), words(row).size());
  const auto& solver = *run.report().solver;
  constexpr double k_digits = 1e-5;  // columns of the series have six digits
  EXPECT_EQ(column(header, row, "solver_iterations"), static_cast<double>(solver.iterations));
  EXPECT_NEAR(column(header, row, "solver_opening [m]"), solver.opening, k_digits * solver.opening);
  EXPECT_NEAR(column(header, row, "solver_residual_rms [m/s]"), solver.residual, k_digits * solver.residual);
  EXPECT_EQ(column(header, row, "solver_unreached"), static_cast<double>(solver.unreached));

  run.advance(1);
  put_text(folder / "series.csv", header + "\n" + row + "\n" + columns.row(run.report()) + "\n");
  std::vector<std::size_t> kept;  // columns of each row
  cut_series(folder / "series.csv", columns, {.every = 25, .last = 25, .end = 100},
             [&](std::span<const double> numbers) { kept.push_back(numbers.size()); });
  EXPECT_EQ(kept, std::vector<std::size_t>{words(header).size()});
  EXPECT_EQ(text_of(folder / "series.csv"), header + "\n" + row + "\n");
}

TEST(SolverOutputs, leave_the_series_of_smooth_runs_as_they_were) {
  EXPECT_EQ(words(SeriesColumns().header()).size(), 21u);
  const sim::Simulation smooth(test::scene_with(test::frictionless(1e4), 1e-4));
  EXPECT_EQ(words(SeriesColumns().row(smooth.report())).size(), 21u);
}

TEST(SolverOutputs, are_an_object_of_the_summary) {
  const sim::Simulation run = sliding();
  const auto summary = summary_json(run.scene(), run, {.seconds = 1.0}, 1);
  EXPECT_EQ(summary["solver"]["steps"], 25);
  EXPECT_EQ(summary["solver"]["unreached"], run.report().solver->unreached);
  EXPECT_DOUBLE_EQ(summary["solver"]["mean_iterations"].get<double>(), run.report().solver->mean_iterations());
  EXPECT_EQ(summary["solver"]["last_step"]["opening"], run.report().solver->opening);
  const sim::Simulation smooth(test::scene_with(test::frictionless(1e4), 1e-4));
  EXPECT_FALSE(summary_json(smooth.scene(), smooth, {.seconds = 1.0}, 1).contains("solver"));
}

}  // namespace
}  // namespace scree::io
