// Packings of Santos2020 without making them: which states, which study, what is read back; and one small sweep of two
// packings.
#include "experiments/santos/packings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/sweep/sweep_plan.h"
#include "experiments/santos/packing_report.h"
#include "experiments/santos/santos.h"
#include "io/scene/study.h"
#include "io/text/whole_file.h"
#include "support/temporary_folder.h"

namespace scree::experiments::santos {
namespace {

using nlohmann::json;

constexpr double k_rounding = 1e-12;  // of values of order 1 after fewer than a hundred operations: some 5000 eps

constexpr Scale k_scales[] = {Scale::quick, Scale::medium, Scale::paper};

bool each_once(const std::vector<State>& states) {
  std::set<std::tuple<double, double, double, double>> seen;
  for (const State& s : states) seen.insert({s.slide, s.roll, s.spin, s.pressure});
  return seen.size() == states.size();
}

TEST(StatesOfPackings, appear_once_though_several_panels_show_them) {
  for (const Scale scale : k_scales) {
    EXPECT_TRUE(each_once(friction_states(scale))) << word_of(scale);
    EXPECT_TRUE(each_once(pressure_states(scale))) << word_of(scale);
    std::size_t on_curves = 0;
    for (const Curve& curve : curves(scale)) on_curves += curve.values.size();
    EXPECT_TRUE(scale == Scale::quick || friction_states(scale).size() < on_curves + k_known_states.size())
        << "no two curves have a state in common";
  }
  EXPECT_EQ(friction_states(Scale::quick).size(), k_known_states.size());
  EXPECT_LE(friction_states(Scale::medium).size(), 55u);
}

TEST(StatesOfPackings, have_those_of_the_specification_first_at_every_scale) {
  for (const Scale scale : k_scales) {
    const auto states = friction_states(scale);
    ASSERT_GE(states.size(), k_known_states.size());
    EXPECT_TRUE(std::equal(k_known_states.begin(), k_known_states.end(), states.begin())) << word_of(scale);
  }
}

TEST(Equation5, falls_from_6_to_the_limits_of_the_paper) {
  EXPECT_EQ(guess_of_coordination({}), 6.0);
  EXPECT_EQ(guess_of_coordination({0.0, 1.0, 1.0}), 6.0) << "without sliding friction no other mode is active";
  EXPECT_NEAR(guess_of_coordination({100.0, 0.0, 0.0}), 4.0, k_rounding);  // tanh(100 / 0.3) is 1 to rounding
  EXPECT_NEAR(guess_of_coordination({100.0, 100.0, 0.0}), 2.0, k_rounding);
  EXPECT_NEAR(guess_of_coordination({100.0, 0.0, 100.0}), 3.0, k_rounding);
  EXPECT_NEAR(guess_of_coordination({0.3, 0.0, 0.0}), 6.0 - 2.0 * std::tanh(1.0), k_rounding);
}

TEST(StudyOfPackings, is_valid_with_every_variant_of_its_scene) {
  for (const Scale scale : k_scales)
    for (const Protocol& protocol : {friction_protocol(scale), pressure_protocol(scale)}) {
      const support::TemporaryFolder folder;
      io::write_whole_file(folder.path() / "scene.toml", {scene_text(protocol)}, io::Survives::the_process);
      io::write_whole_file(folder.path() / "study.toml", {study_text(protocol)}, io::Survives::the_process);
      const io::StudyResult read = io::read_study(folder.path() / "study.toml");
      ASSERT_TRUE(read.study) << read.problems.text();
      EXPECT_EQ(read.study->runs(), static_cast<std::int64_t>(protocol.states.size()) * protocol.seeds);
      app::Sweep sweep = app::plan_sweep(*read.study, folder.path() / "sweep", {});
      EXPECT_EQ(app::check_variants(sweep).mistakes, std::vector<std::string>{});
    }
}

TEST(StudyOfPackings, runs_longer_at_low_pressure) {
  const Protocol protocol = friction_protocol(Scale::quick);
  const double usual = longest_time(protocol, {.slide = 0.3});
  EXPECT_NEAR(longest_time(protocol, {.slide = 0.3, .pressure = 1e-6}), 10.0 * usual,
              1.0);  // longest_time() rounds to whole units
  EXPECT_EQ(longest_time(protocol, {.slide = 0.3, .pressure = 1e-2}), usual);
}

/// A row as app/sweep/sweep_table.cpp writes it.
json row_of(int run, const State& state, int seed, double fraction, double coordination, double rattlers) {
  json measured = json::object();
  for (const std::string& path : measures()) measured[path] = 0.0;
  measured["packing.volume_fraction"] = fraction, measured["packing.coordination"] = coordination,
  measured["packing.rattler_share"] = rattlers;
  measured["ended_by"] = "unbalanced_force 9e-4 < 1e-3", measured["time"] = 2000.0;
  for (const int axis : {0, 1, 2}) measured[fmt::format("packing.stress.sum[{0}][{0}]", axis)] = state.pressure;
  const json values = {{std::string(k_slide_key), state.slide},
                       {std::string(k_roll_key), state.roll},
                       {std::string(k_spin_key), state.spin},
                       {std::string(k_pressure_key), state.pressure},
                       {"time.end", 5000},
                       {std::string(k_seed_key), seed}};
  return {{"run", run}, {"values", values}, {"state", "finished"}, {"reason", ""}, {"measured", measured}};
}

TEST(TableOfPackings, is_read_back_with_a_description_of_its_failures) {
  json first = row_of(1, {0.3, 0.0, 0.0}, 1, 0.59, 4.6, 0.13),
       second = row_of(2, {1.0, 1.0, 1.0, 1e-3}, 2, 0.5, 2.6, 0.7), third = first;
  first["measured"]["ended_by"] = "time", first["measured"]["packing.stress.sum[0][1]"] = -2e-6,
  first["measured"]["packing.stress.kinetic[1][1]"] = 3e-9,
  first["measured"]["packing.rest.kinetic_energy_per_body"] = 1e-11;
  second["measured"]["packing.coordination"] = nullptr;
  third["run"] = 3, third["state"] = "trouble", third["reason"] = "overlap is 120 % of the radius";
  for (auto& item : third["measured"]) item = nullptr;
  const Packings packings = read_packings({{"rows", {first, second, third}}});
  ASSERT_EQ(packings.made.size(), 2u);
  EXPECT_EQ(packings.made[0].state, (State{0.3, 0.0, 0.0}));
  EXPECT_EQ(packings.made[0].volume_fraction, 0.59);
  EXPECT_FALSE(packings.made[0].is_at_rest());
  EXPECT_NEAR(packings.made[0].pressure_error(), 0.02, k_rounding);
  EXPECT_NEAR(packings.made[0].pressure_of_motion, 1e-9, 1e-20);  // a third of 3e-9: 1e-11 of it
  EXPECT_NEAR(packings.made[0].pressure_of_spins(), 2.0 * 1e-11 * 0.59 / (std::numbers::pi / 6.0) / 1e-4,
              1e-15);  // of 2e-7
  EXPECT_EQ(packings.made[1].state.pressure, 1e-3);
  EXPECT_FALSE(is_set(packings.made[1].coordination)) << "an unknown Z is not zero";
  EXPECT_TRUE(packings.made[1].is_at_rest());
  EXPECT_EQ(packings.failures,
            (std::vector<std::string>{"run 3, (0.3, 0, 0) seed 1: trouble, overlap is 120 % of the radius"}));
  EXPECT_THROW(read_packings({{"rows", {{{"run", 1}}}}}), std::runtime_error);
}

TEST(SpreadOfSeeds, is_the_standard_deviation_of_a_sample) {
  const double values[] = {2.0, 4.0, k_unset, 9.0};  // mean 5, squares 9 + 1 + 16 = 26
  const Spread spread = spread_of(values);
  EXPECT_EQ(spread.count, 3u);
  EXPECT_DOUBLE_EQ(spread.mean, 5.0);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(13.0));
  EXPECT_DOUBLE_EQ(spread.error(), std::sqrt(13.0 / 3.0));
  EXPECT_FALSE(is_set(spread_of(std::array{1.0}).deviation)) << "one seed has no spread";
  EXPECT_FALSE(is_set(spread_of({}).mean));
}

/// Z = 4, 3, 3 + step at mu_r = mu_t = 0.1, 0.3, 1; two seeds each at +- 0.1.
Line line_with(double step) {
  std::vector<Packing> packings;
  const std::array<std::pair<double, double>, 3> points = {{{1.0, 3.0 + step}, {0.1, 4.0}, {0.3, 3.0}}};
  for (const auto& [mu, z] : points)
    for (const int seed : {1, 2})
      packings.push_back({.state = {1.0, mu, mu}, .seed = seed, .coordination = z + (seed == 1 ? 0.1 : -0.1)});
  for (const Line& line : lines_of(grouped(packings), Scale::medium))
    if (line.varied == Varied::roll_and_spin && line.held == 1.0) return line;
  return {};
}

TEST(TrendOfALine, allows_three_standard_errors_and_no_more) {
  EXPECT_EQ(line_with(0.0).values, (std::vector{0.1, 0.3, 1.0})) << "by size, whatever the order of the runs";
  // Deviation 0.1 sqrt(2), error of a mean 0.1, of a difference 0.1 sqrt(2); three of them are 0.424.
  EXPECT_EQ(against_trend(line_with(-0.5), &Group::coordination, -1.0), 0.0);
  EXPECT_NEAR(against_trend(line_with(0.3), &Group::coordination, -1.0), 0.3 / (0.3 * std::sqrt(2.0)), k_rounding);
  EXPECT_GT(against_trend(line_with(0.5), &Group::coordination, -1.0), 1.0);
}

/// A table as if all packings of the study had been made, with the numbers of the specification where it has some.
json as_if_made(const Protocol& protocol) {
  json rows = json::array();
  for (const State& state : protocol.states)
    for (int seed = 1; seed <= protocol.seeds; ++seed) {
      State friction = state;
      friction.pressure = k_usual_pressure;
      const auto known = std::find(k_known_states.begin(), k_known_states.end(), friction) - k_known_states.begin();
      const double more = 0.1 * std::log10(state.pressure / k_usual_pressure), wiggle = 0.001 * (seed - 2);
      const double z =
          known < 4 ? k_known[static_cast<std::size_t>(known)].coordination : guess_of_coordination(state) + 1.5;
      const double phi = known < 4 ? k_known[static_cast<std::size_t>(known)].volume_fraction : 0.55,
                   rattlers = known < 4 ? k_known[static_cast<std::size_t>(known)].rattlers : 0.5;
      rows.push_back(row_of(static_cast<int>(rows.size()) + 1, state, seed, phi + 0.01 * more + wiggle,
                            z + more + wiggle, rattlers + wiggle));
    }
  return {{"rows", rows}};
}

TEST(FiguresOfPackings, judge_and_draw_the_numbers_of_a_table) {
  const support::TemporaryFolder folder;
  Settings settings{.scale = Scale::quick, .folder = folder.path() / "santos-fig3"};
  std::filesystem::path study;
  settings.sweep = [&](const std::filesystem::path& file, const std::filesystem::path&) {
    return study = file, as_if_made(friction_protocol(Scale::quick));
  };
  for (const auto figure : {figure_3, figure_4}) {
    const Result result = figure(settings);
    EXPECT_TRUE(result.ok()) << table_text(result);
    EXPECT_EQ(study, folder.path() / "santos-packings" / "quick" / "study.toml") << "both use the same packings";
    write_files(result, settings.folder);
  }
  settings.sweep = [&](const std::filesystem::path&, const std::filesystem::path&) {
    return as_if_made(pressure_protocol(Scale::quick));
  };
  const Result result = figure_5(settings);
  EXPECT_TRUE(result.ok()) << table_text(result);
  write_files(result, settings.folder);
}

TEST(FiguresOfPackings, fail_where_the_stress_of_contacts_is_not_the_applied_pressure_to_a_millionth) {
  const support::TemporaryFolder folder;
  Settings settings{.scale = Scale::quick, .folder = folder.path() / "santos-fig3"};
  json table = as_if_made(friction_protocol(Scale::quick));
  settings.sweep = [&](const std::filesystem::path&, const std::filesystem::path&) { return table; };
  table["rows"][2]["measured"]["packing.stress.sum[0][2]"] = 0.9e-6 * k_usual_pressure;
  EXPECT_EQ(figure_3(settings).failed(), 0u);
  table["rows"][2]["measured"]["packing.stress.sum[0][2]"] = -1.1e-6 * k_usual_pressure;
  EXPECT_EQ(figure_3(settings).failed(), 1u) << table_text(figure_3(settings));
  table["rows"][2]["measured"]["packing.rest.kinetic_energy_per_body"] = 1e-11;  // spins may balance 2e-7 of P
  EXPECT_EQ(figure_3(settings).failed(), 0u) << table_text(figure_3(settings));
  table["rows"][2]["measured"]["packing.stress.sum[0][2]"] = nullptr;
  EXPECT_EQ(figure_3(settings).failed(), 1u) << table_text(figure_3(settings));
}

TEST(FiguresOfPackings, fail_where_the_virial_of_the_barostat_is_one_percent_off) {
  // The barostat then balances 1.01 of the contact stress against the pressure, and its own measure, which ends the
  // run, cannot detect that.
  const support::TemporaryFolder folder;
  Settings settings{.scale = Scale::quick, .folder = folder.path() / "santos-fig3"};
  json table = as_if_made(friction_protocol(Scale::quick));
  settings.sweep = [&](const std::filesystem::path&, const std::filesystem::path&) { return table; };
  EXPECT_EQ(figure_3(settings).failed(), 0u) << table_text(figure_3(settings));
  for (json& row : table["rows"])
    for (const int axis : {0, 1, 2})
      row["measured"][fmt::format("packing.stress.sum[{0}][{0}]", axis)] = k_usual_pressure / 1.01;
  EXPECT_EQ(figure_3(settings).failed(), 1u) << table_text(figure_3(settings));
}

TEST(FiguresOfPackings, report_where_limits_of_the_paper_differ_from_ours) {
  const support::TemporaryFolder folder;
  Settings settings{.scale = Scale::medium, .folder = folder.path() / "santos-fig3"};
  json table = as_if_made(friction_protocol(Scale::medium));
  settings.sweep = [&](const std::filesystem::path&, const std::filesystem::path&) { return table; };
  const auto at_limit = [&](double z) {
    int seed = 0;
    for (json& row : table["rows"])
      if (row["values"][std::string(k_slide_key)] == 1.0 && row["values"][std::string(k_roll_key)] == 100.0 &&
          row["values"][std::string(k_spin_key)] == 0.0)
        row["measured"]["packing.coordination"] = z + 0.013 * (seed++ - 1);
    const Result result = figure_3(settings);
    const auto check = std::find_if(result.checks.begin(), result.checks.end(),
                                    [](const Check& c) { return c.what == "Z at (1, 100, 0)"; });
    EXPECT_NE(check, result.checks.end());
    return check != result.checks.end() && check->paper_differs();
  };
  EXPECT_TRUE(at_limit(2.74)) << "the paper prints 2.85 +- 0.05, and 0.11 is more than two standard uncertainties";
  EXPECT_FALSE(at_limit(2.80));
}

TEST(FiguresOfPackings, fail_where_packings_are_missing_and_list_them) {
  const support::TemporaryFolder folder;
  Settings settings{.scale = Scale::quick, .folder = folder.path() / "santos-fig3"};
  json table = as_if_made(friction_protocol(Scale::quick));
  table["rows"][4]["state"] = "crashed", table["rows"][4]["reason"] = "ended by signal 9";
  settings.sweep = [&](const std::filesystem::path&, const std::filesystem::path&) { return table; };
  const Result some = figure_3(settings);
  EXPECT_EQ(some.failed(), 1u) << table_text(some);
  EXPECT_NE(table_text(some).find("run 5, (0, 0, 0) seed 5: crashed, ended by signal 9"), std::string::npos)
      << table_text(some);
  table = as_if_made(friction_protocol(Scale::quick)), table["rows"][0]["measured"]["ended_by"] = "time";
  const Result moving = figure_3(settings);
  EXPECT_EQ(moving.failed(), 1u) << table_text(moving);
  EXPECT_NE(table_text(moving).find("moving at their end: (0, 0, 0) seed 1"), std::string::npos) << table_text(moving);
  for (json& row : table["rows"]) row["state"] = "refused";
  EXPECT_NE(figure_3(settings).error.find("no packing was made"), std::string::npos);
  settings.sweep = {};
  EXPECT_THROW(figure_3(settings), std::runtime_error);
}

TEST(SmallPackings, made_by_the_program_balance_the_applied_pressure) {
  const support::TemporaryFolder folder;
  Settings settings{.folder = folder.path() / "test"};
  settings.sweep = [](const std::filesystem::path& study, const std::filesystem::path& into) {
    EXPECT_EQ(
        std::system(
            fmt::format("{} sweep {} --out {} --jobs 1 --quiet", SCREE_PROGRAM, study.string(), into.string()).c_str()),
        0);
    return json::parse(support::text_of(into / "table.json"));
  };
  const Protocol small{.title = "two small ones",
                       .bodies = 100,
                       .seeds = 1,
                       .time_factor = 0.015,
                       .states = {{0.3, 0.0, 0.0}, {1.0, 1.0, 1.0}}};
  const Packings packings = make_packings(small, folder.path() / "packings", settings);
  EXPECT_EQ(packings.failures, std::vector<std::string>{});
  ASSERT_EQ(packings.made.size(), 2u);
  for (const Packing& p : packings.made) {
    SCOPED_TRACE(describe(p.state));
    // After at most 3,000 tau they are jammed, if not quite at rest: a solid, under about its pressure. (One that comes
    // to 1e-6 is in tests/analysis/at_rest_test.cpp.)
    EXPECT_GT(p.volume_fraction, 0.45);
    EXPECT_LT(p.volume_fraction, 0.62);
    EXPECT_LT(p.pressure_error(), 0.1);
    EXPECT_GT(p.coordination, analysis::isostatic_coordination(modes_of(p.state), analysis::Dimension::three));
  }
  EXPECT_LT(packings.made[1].coordination, packings.made[0].coordination);
  // Momentum is conserved to rounding: in each of some 1e5 steps 100 spheres of speed 0.1 and more round by eps;
  // roundings of random sign add up to at most 100 eps x sqrt(1e5) x 0.1 = 7e-13.
  EXPECT_LT(packings.momentum, 1e-10);
}

TEST(MomentumOfPackings, is_the_largest_sum_of_velocities_of_a_run) {
  const support::TemporaryFolder folder;
  EXPECT_FALSE(is_set(largest_momentum(folder.path()))) << "no runs";
  const auto put = [&](const char* run, const char* rows) {
    std::filesystem::create_directories(folder.path() / "runs" / run);
    support::put_text(folder.path() / "runs" / run / "bodies.csv",
                      std::string("id,material,radius,x,y,z,vx,vy,vz,wx,wy,wz\n") + rows);
  };
  put("0001", "1,grain,0.5,9,9,9,1,2,-3e-1,7,7,7\n2,grain,0.5,9,9,9,-1,-2,0.3,7,7,7\n");
  EXPECT_NEAR(largest_momentum(folder.path()), 0.0, 1e-15);  // 1 - 1, 2 - 2, and two literals of 0.3
  put("0002", "1,grain,0.5,9,9,9,1,2,0,7,7,7\n2,grain,0.5,9,9,9,2,2,0,7,7,7\n");
  EXPECT_DOUBLE_EQ(largest_momentum(folder.path()), 5.0);
  put("0003", "1,\"grain, \"\"old\"\"\",0.5,9,9,9,5,2,0,7,7,7\n2,\"two,\nlines\",0.5,9,9,9,3,4,0,7,7,7\n");
  EXPECT_DOUBLE_EQ(largest_momentum(folder.path()), 10.0) << "a name may contain commas";
}

TEST(Scales, fall_back_to_the_next_smaller_one_that_is_defined) {
  EXPECT_EQ(nearest(Scales::one, Scale::quick), Scale::paper) << "it has no other scale";
  EXPECT_EQ(nearest(Scales::two, Scale::medium), Scale::quick);
  EXPECT_EQ(nearest(Scales::three, Scale::medium), Scale::medium);
  EXPECT_EQ(usual(Scales::two), Scale::paper);
  EXPECT_EQ(usual(Scales::three), Scale::quick);
}

}  // namespace
}  // namespace scree::experiments::santos
