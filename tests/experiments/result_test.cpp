// What is reported of an experiment: verdicts, notes, table, JSON, files, exit code.
#include "experiments/result.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "experiments/registry.h"
#include "experiments/work.h"
#include "support/temporary_folder.h"

namespace scree::experiments {
namespace {

Result sample() {
  Result result{.id = "some-1-thing", .title = "A thing", .paper = "Somebody2020", .section = "1"};
  result.wall_seconds = 1.5;
  result.add(number("friction", 1.75, 1.75449, 1.7545, "N", 1e-3));
  result.add(within("time of the slip", 0.11, 0.0981, 0.0983, "s", 3e-4, "paper differs: no reading gives it"));
  result.add(statement("it stops", "yes", true));
  result.add(reported("marginal", {}, 0, 1, "1", "round-off decides"));
  return result;
}

TEST(Check, is_ok_within_its_tolerance_and_not_beyond) {
  EXPECT_TRUE(within("", {}, 2.0, 2.5, "m", 0.5).ok());
  EXPECT_FALSE(within("", {}, 2.0, 2.51, "m", 0.5).ok());
  EXPECT_TRUE(number("", {}, -200.0, -199.0, "m", 0.0051).ok());  // shares are of the size, whatever the sign
  EXPECT_FALSE(number("", {}, -200.0, -199.0, "m", 0.0049).ok());
  EXPECT_FALSE(statement("", "yes", false).ok());
}

TEST(Check, a_number_that_was_not_measured_fails) {
  EXPECT_FALSE(within("", {}, 2.0, k_unset, "m", 1e9).ok());
  EXPECT_FALSE(within("", {}, k_unset, 2.0, "m", 1e9).ok());
}

TEST(Check, a_number_whose_expected_value_is_not_a_number_fails) {
  const Check check = number("", {}, k_unset, 2.0, "m", 1e-3);
  EXPECT_TRUE(check.judged());
  EXPECT_FALSE(check.ok());
  EXPECT_FALSE(within("", {}, 2.0, 2.0, "m", k_unset).ok()) << "a tolerance that is not a number";
}

TEST(Check, a_reported_number_is_not_judged) {
  const Check check = reported("", {}, 0, 1, "1");
  EXPECT_FALSE(check.judged());
  EXPECT_TRUE(check.ok());
}

TEST(Result, the_paper_does_not_decide_the_verdict) {
  Result result;
  result.add(within("time", 0.11, 0.0981, 0.0981, "s", 1e-4, "paper differs: no reading gives it"));
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.checks[0].paper_differs());
}

TEST(Result, a_printed_number_that_is_not_the_expected_one_is_never_hidden) {
  Result result;
  result.add(number("far", 1.10, 1.0, 1.0, "s", 1e-3, "some note"));
  EXPECT_EQ(result.checks[0].note, "paper differs: by +10 %; some note");
  result.add(number("zero", 1.0, 0.0, 0.0, "s", 0.0));
  EXPECT_EQ(result.checks[1].note, "paper differs: 1 instead of 0");
  result.add(number("cut instead of rounded", 1.92e-5, 1.92833e-5, 1.92833e-5, "m", 1e-6));
  EXPECT_EQ(result.checks[2].note, "");
  result.add(number("words", "about one", 1.0, 1.0, "s", 1e-3));
  EXPECT_EQ(result.checks[3].note, "");
}

TEST(Result, a_printed_number_in_a_text_is_compared_like_any_other) {
  Result result;
  const auto note_of = [&](const char* paper, double expected, double tolerance = 1e-6) {
    result.add(within("time", paper, expected, expected, "s", tolerance));
    return result.checks.back().note;
  };
  EXPECT_EQ(note_of("0.46 s", 0.4637), "") << "0.4637 rounds to 0.46";
  EXPECT_EQ(note_of("0.46 s", 0.4663), "paper differs: by -1.4 %") << "0.4663 rounds to 0.47";
  EXPECT_EQ(note_of("0.46 s", 0.4663, 0.01), "") << "the method cannot tell them apart";
  EXPECT_EQ(note_of("as theory, 7.143 s", 50.0 / 7.0), "");
  EXPECT_EQ(note_of("as theory, 7.143 s", 8.0), "paper differs: by -11 %");
  EXPECT_EQ(note_of("0.9 to 1.8 s", 1.057), "");
  EXPECT_EQ(note_of("0.9 to 1.8 s", 2.7), "paper differs: by -50 %");
  EXPECT_EQ(note_of("before 8 s", 6.66), "");
  EXPECT_EQ(note_of("before 8 s", 10.0), "paper differs: by -20 %");
  EXPECT_EQ(note_of("2.0 +- 0.5 s", 2.9), "") << "two standard uncertainties";
  EXPECT_EQ(note_of("2.0 +- 0.5 s", 4.0), "paper differs: by -50 %");
  EXPECT_EQ(note_of("good agreement", 1.0), "");
  result.add(within("angle", "1.90e+01 deg", 20.0, 20.0, "deg", 1e-6));
  EXPECT_EQ(result.checks.back().note, "paper differs: by -5 %");
}

TEST(Result, a_printed_number_without_an_expected_one_is_compared_with_the_measured_one_and_its_uncertainty) {
  Result result;
  Check check = reported("Z", "2.85 +- 0.05", k_unset, 2.74, "1", "3 seeds");
  check.uncertainty = 0.01;
  result.add(check);
  EXPECT_EQ(result.checks[0].note, "paper differs: by +4 % from the measured value; 3 seeds")
      << "0.11 is 2.16 times hypot(0.05, 0.01)";
  check.uncertainty = 0.03;
  result.add(check);
  EXPECT_EQ(result.checks[1].note, "3 seeds") << "0.11 is 1.89 times hypot(0.05, 0.03)";
  result.add(reported("Z", 4.0, k_unset, 4.157, "1"));
  EXPECT_TRUE(result.checks[2].paper_differs());
  result.add(reported("ratio", "< 1, at all times", k_unset, 3.99, "1"));
  EXPECT_TRUE(result.checks[3].paper_differs());
  EXPECT_EQ(result.paper_differs(), 3u);
}

TEST(Result, a_printed_text_that_hides_a_number_is_refused) {
  Result result;
  EXPECT_THROW(result.add(within("time", "at about 0.46 s or so", 1.0, 1.0, "s", 1e-6)), std::logic_error);
  EXPECT_THROW(result.add(within("ratio", "0.3 at most times", 1.0, 1.0, "1", 1e-6)), std::logic_error);
  EXPECT_NO_THROW(result.add(within("ratio", "line of Fig. 10", 1.0, 1.0, "1", 1e-6)));
  EXPECT_NO_THROW(result.add(within("share", "static equilibrium at 4.0 s", 0.0, 0.0, "1", 1e-6)));
  EXPECT_NO_THROW(result.add(within("torque", "0 to machine precision", 0.0, 0.0, "N m", 1e-6)));
  EXPECT_NO_THROW(result.add(statement("rises", "slight increase, 2.6 to 3.4 s", true)));
}

TEST(Result, the_table_has_all_columns_verdicts_and_notes) {
  const std::string text = table_text(sample());
  EXPECT_NE(text.find("some-1-thing: A thing (Somebody2020, section 1), 1.5 s\n"), std::string::npos) << text;
  for (const char* word : {"what", "paper", "expected", "measured", "difference", "verdict", "friction [N]", "1.75449",
                           "ok\n", "ok, paper differs\n", "reported\n", "yes",
                           "      paper differs: no reading gives it\n", "      round-off decides\n"})
    EXPECT_NE(text.find(word), std::string::npos) << word << "\n" << text;
  EXPECT_EQ(text.find("FAILS"), std::string::npos) << text;
  Result bad = sample();
  bad.add(within("wrong", {}, 1, 2, "m", 0.5));
  EXPECT_NE(table_text(bad).find("FAILS"), std::string::npos);
  EXPECT_NE(table_text(bad).find("+1e+02 %"), std::string::npos) << table_text(bad);
}

TEST(Result, the_page_has_a_row_a_check_and_keeps_bars_inside_their_cells) {
  Result other = sample();
  other.checks.clear();
  other.add(number("largest |F|", {}, 2.0, 2.0, "N", 1e-9));
  const std::string page = page_text(std::vector{sample(), other});
  EXPECT_TRUE(page.starts_with("2 of 2 experiments reproduced; 5 checks, 0 failed; 1 times")) << page;
  EXPECT_NE(page.find("### some-1-thing: A thing (Somebody2020, section 1)\n"), std::string::npos) << page;
  EXPECT_NE(page.find("| time of the slip | s | 0.11 | 0.0981 | 0.0983 | +0.2 % | ok, paper differs | paper differs: "
                      "no reading gives it |\n"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("| largest \\|F\\| | N | - | 2 | 2 | 0 | ok |  |\n"), std::string::npos) << page;
}

TEST(Result, the_json_has_the_documented_structure) {
  const nlohmann::json json = to_json(sample());
  EXPECT_EQ(json.at("id"), "some-1-thing");
  EXPECT_EQ(json.at("title"), "A thing");
  EXPECT_EQ(json.at("paper"), "Somebody2020");
  EXPECT_EQ(json.at("section"), "1");
  EXPECT_EQ(json.at("wall_seconds"), 1.5);
  ASSERT_EQ(json.at("checks").size(), 4U);
  for (const auto& check : json.at("checks")) {
    EXPECT_EQ(check.size(), 10U);
    for (const char* key :
         {"what", "paper", "expected", "measured", "unit", "tolerance", "judged", "ok", "uncertainty", "note"})
      EXPECT_TRUE(check.contains(key)) << key;
  }
  EXPECT_EQ(json["checks"][0]["paper"], 1.75);
  EXPECT_EQ(json["checks"][0]["ok"], true);
  EXPECT_EQ(json["checks"][2]["paper"], "yes");
  EXPECT_TRUE(json["checks"][3]["paper"].is_null());
  EXPECT_TRUE(json["checks"][3]["tolerance"].is_null());
  EXPECT_FALSE(json.contains("error"));
}

TEST(Result, leaves_its_files_in_a_folder) {
  const support::TemporaryFolder folder;
  Result result = sample();
  Table table("curve", {"time [s]", "x [m]"});
  for (int i = 0; i < 10; ++i) table.row({0.1 * i, 2.0 * i});
  result.figure.panels = {draw::Chart{.title = "x",
                                      .x_label = "time [s]",
                                      .y_label = "x [m]",
                                      .series = {line(table, "time", "x", "x"), level(4, 0, 1, "paper")}}};
  result.tables.push_back(table);
  sim::BodyView body;
  body.radius = 0.1, body.half_axes = {0.1, 0.1, 0.1};
  result.pictures.push_back(
      {.name = "bodies",
       .panels = {{.title = "one", .solids = draw::solids_from(std::span(&body, 1), draw::Colouring::order)}},
       .style = {.panel_width = 64}});
  write_files(result, folder / "some-1-thing");
  const auto json = nlohmann::json::parse(support::text_of(folder / "some-1-thing/result.json"));
  EXPECT_EQ(json, to_json(result));
  EXPECT_EQ(support::text_of(folder / "some-1-thing/curve.csv").substr(0, 31), "time [s],x [m]\n0,0\n0.1,2\n0.2,4\n");
  EXPECT_EQ(support::text_of(folder / "some-1-thing/figure.png").substr(1, 3), "PNG");
  EXPECT_EQ(support::text_of(folder / "some-1-thing/bodies.png").substr(1, 3), "PNG");
  EXPECT_NE(support::text_of(folder / "some-1-thing/figure.svg").find("<svg"), std::string::npos);
}

TEST(Table, finds_columns_by_their_names_and_thins_rows) {
  Table table("t", {"time [s]", "x [m]"});
  for (int i = 0; i < 100; ++i) table.row({1.0 * i, 2.0 * i});
  EXPECT_EQ(table["x"][3], 6.0);
  EXPECT_EQ(table["x [m]"][3], 6.0);
  EXPECT_THROW(table["y"], std::logic_error);
  EXPECT_THROW(table.row({1.0}), std::logic_error);
  EXPECT_EQ(table.thinned(10).size(), 10U);
  EXPECT_EQ(table.thinned(10)["x"][1], 20.0);
  EXPECT_EQ(table.thinned(1000).size(), 100U);
}

TEST(ExitCode, distinguishes_a_failed_check_from_an_experiment_with_an_error) {
  std::vector<Result> results = {sample(), sample()};
  EXPECT_EQ(app::reproduce_exit_code(results), app::k_ok);
  results[1].error = "the run blew up";
  EXPECT_EQ(app::reproduce_exit_code(results), app::k_not_reproduced);
  EXPECT_EQ(to_json(results[1]).at("error"), "the run blew up");
  EXPECT_NE(table_text(results[1]).find("could not be carried out: the run blew up"), std::string::npos);
  results[1] = sample();
  results[1].add(within("wrong", {}, 1, 2, "m", 0.5));
  EXPECT_EQ(app::reproduce_exit_code(results), app::k_not_reproduced);
}

TEST(Registry, ids_are_unique_and_the_nearest_to_an_unknown_one_is_suggested) {
  for (const Experiment& e : all()) EXPECT_EQ(find(e.id), &e) << e.id;
  EXPECT_EQ(find("fang-4.1-brik"), nullptr);
  EXPECT_EQ(
      unknown("fang-4.1-brik"),
      "there is no experiment \"fang-4.1-brik\"; `scree reproduce --list` names all. Did you mean \"fang-4.1-brick\"?");
  EXPECT_EQ(app::reproduce_command({.ids = {"fang-4.1-brik"}}), app::k_usage);
}

TEST(Registry, what_a_simulation_throws_becomes_the_error_of_its_result) {
  const Experiment broken{"broken", "Nobody", "0", "A scene with a mistake", Scales::one, [](const Settings& s) {
                            simulation_of("gravity = [0, 0, -9.81]", "broken.toml", s);
                            return Result{};
                          }};
  const Result result = reproduce(broken, {});
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.id, "broken");
  EXPECT_NE(result.error.find("broken.toml:1:"), std::string::npos) << result.error;
}

TEST(SideBySide, runs_every_job_once_and_passes_on_an_exception) {
  for (const int threads : {1, 2, 5}) {
    std::vector<int> done(100);
    double last = 0.0;
    side_by_side(done.size(), {.threads = threads, .progress = [&](double fraction) { last = fraction; }},
                 [&](std::size_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(100, 1));
    EXPECT_EQ(last, 1.0);
    EXPECT_THROW(side_by_side(10, {.threads = threads},
                              [](std::size_t i) {
                                if (i == 3) throw std::runtime_error("no");
                              }),
                 std::runtime_error);
  }
}

}  // namespace
}  // namespace scree::experiments
