// Recorded results and the page that is written from them: what counts as a difference, what the blocks hold, and that
// docs/experiments.md is up to date.
#include "experiments/record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "experiments/page.h"
#include "support/temporary_folder.h"

namespace scree::experiments {
namespace {

const Experiment& some() { return *find("fang-4.6-stack"); }  // one with two scales

Result sample() {
  Result result{.id = std::string(some().id),
                .title = std::string(some().title),
                .paper = std::string(some().paper),
                .section = std::string(some().section)};
  result.add(number("force", 1.75, 1.75449, 1.7545, "N", 1e-3, "3 seeds, deviation 0.02"));
  result.add(within("zero but for rounding", {}, 0.0, 3e-14, "m", 1e-9));
  result.add(reported("time", 0.11, 0.0981, 0.0983, "s", "paper differs: no reading gives it"));
  result.add(reported("quiet", {}, k_unset, k_unset, "s"));
  return result;
}

Record recorded(Scale scale = Scale::quick, const std::filesystem::path& folder = {}) {
  return record_of(some(), scale, sample(), folder, "abc123");
}

TEST(Record, is_the_same_after_writing_and_reading) {
  const support::TemporaryFolder folder;
  write_record(recorded(), folder.path());
  const Record back = read_record(folder / "fang-4.6-stack.quick.json");
  EXPECT_EQ(table_text(back.result), table_text(sample()));
  EXPECT_EQ(differences(sample(), back), std::vector<std::string>{});
  EXPECT_EQ(back.command, "scree reproduce fang-4.6-stack --scale quick");
  EXPECT_EQ(back.revision, "abc123");
  EXPECT_EQ(back.date.size(), std::string("2026-11-18").size());
  EXPECT_THROW(read_record(folder / "nothing.json"), std::runtime_error);
  support::put_text(folder / "no.json", "{\"id\": 3}");
  EXPECT_THROW(read_record(folder / "no.json"), std::runtime_error);
}

TEST(Record, differs_from_a_result_with_another_number_paper_tolerance_verdict_note_or_check) {
  const auto changed = [](auto&& change) {
    Result result = sample();
    change(result.checks);
    return differences(result, recorded());
  };
  using Checks = std::vector<Check>;
  EXPECT_EQ(changed([](Checks& c) { c[0].measured += 1e-4; }),
            std::vector<std::string>{"\"force\": the measured value is 1.7546, recorded 1.7545"});
  EXPECT_EQ(changed([](Checks& c) { c[0].expected = 1.75; }).size(), 1u);
  EXPECT_EQ(changed([](Checks& c) { c[0].tolerance *= 2; }).size(), 1u);
  EXPECT_EQ(changed([](Checks& c) { c[0].paper = 1.76; }).size(), 1u);
  EXPECT_EQ(changed([](Checks& c) { c[0].unit = "kN"; }).size(), 1u);
  EXPECT_EQ(changed([](Checks& c) { c[0].judging = Judged::no; }).size(), 1u);
  EXPECT_EQ(changed([](Checks& c) { c[0].note = "three seeds"; }).size(), 1u);
  EXPECT_EQ(changed([](Checks& c) { c[3].measured = 1.0; }).size(), 1u) << "a value where there was none";
  EXPECT_EQ(changed([](Checks& c) { c.erase(c.begin()); }),
            std::vector<std::string>{"\"force\" is recorded, and there is no such check now"});
  EXPECT_EQ(changed([](Checks& c) { c.push_back(statement("new", {}, true)); }),
            std::vector<std::string>{"\"new\" is not in the record"});
}

TEST(Record, does_not_differ_by_rounding_or_by_numbers_in_notes) {
  Result result = sample();
  result.checks[0].measured *= 1.0 + 1e-9;
  result.checks[1].measured = 5e-13;  // a thousandth of its tolerance is 1e-12
  result.checks[0].note = "3 seeds, deviation 1.7e-2";
  EXPECT_EQ(differences(result, recorded()), std::vector<std::string>{});
  result.checks[1].measured = 2e-12;
  EXPECT_EQ(differences(result, recorded()).size(), 1u);
}

TEST(Page, has_heading_origin_and_checks_of_a_record_between_its_markers_and_keeps_the_rest) {
  const support::TemporaryFolder folder;
  write_record(recorded(), folder.path());
  const std::string page = page_from_records(
      "before\n<!-- sum -->\n<!-- end -->\n<!-- result fang-4.6-stack quick -->\nold\nolder\n<!-- end -->\nafter\n<!-- "
      "differs -->\n<!-- end -->\n",
      folder.path());
  const auto has = [&](const char* text) { return page.find(text) != std::string::npos; };
  EXPECT_TRUE(
      page.starts_with("before\n<!-- sum -->\n1 of 1 experiments reproduced; 4 checks, 0 failed; 1 times the paper"))
      << page;
  EXPECT_TRUE(has("<!-- end -->\n<!-- result fang-4.6-stack quick -->\n### fang-4.6-stack: Three spheres stacked"))
      << page;
  EXPECT_TRUE(has("4 checks, 0 failed. Recorded by `scree reproduce fang-4.6-stack --scale quick` at abc123 on "))
      << page;
  EXPECT_TRUE(has("| force | N | 1.75 | 1.75449 | 1.7545 | +0.00057 % | ok | 3 seeds, deviation 0.02 |\n")) << page;
  EXPECT_TRUE(has("<!-- end -->\nafter\n<!-- differs -->\n| experiment |")) << page;
  EXPECT_TRUE(has("| fang-4.6-stack | time | s | 0.11 | 0.0981 | 0.0983 | no reading gives it |\n<!-- end -->\n"))
      << page;
  EXPECT_FALSE(has("old")) << page;
  EXPECT_EQ(page_from_records(page, folder.path()), page) << "written twice it is the same";
}

TEST(Page, lists_slow_records_that_are_older_than_their_quick_version) {
  const support::TemporaryFolder folder;
  const std::string page = "<!-- result fang-4.6-stack paper -->\n<!-- end -->\n";
  write_record(recorded(Scale::quick), folder.path());
  write_record(recorded(Scale::paper, folder.path()), folder.path());
  EXPECT_EQ(page_from_records(page, folder.path()).find("Not repeated"), std::string::npos);
  Record quick = recorded();
  quick.result.checks[0].measured *= 1.0 + 1e-7;
  write_record(quick, folder.path());
  EXPECT_NE(page_from_records(page, folder.path()).find("Not repeated"), std::string::npos);
}

TEST(Page, with_a_wrong_marker_or_without_a_record_names_the_line) {
  const support::TemporaryFolder folder;
  const auto problem = [&](const char* page) {
    try {
      page_from_records(page, folder.path());
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_TRUE(problem("\n<!-- result fang-4.6-stack quick -->\n<!-- end -->\n").starts_with("line 2: ")) << "no record";
  EXPECT_TRUE(problem("<!-- result fang-4.6-stack -->\n<!-- end -->\n").starts_with("line 1: ")) << "no scale";
  EXPECT_TRUE(problem("\n\n<!-- end -->\n").starts_with("line 3: ")) << "ends nothing";
  EXPECT_TRUE(problem("<!-- sum -->\n<!-- differs -->\n<!-- end -->\n").starts_with("line 2: ")) << "not ended";
  EXPECT_TRUE(problem("<!-- sum -->\n").starts_with("line 1: ")) << "not ended";
  EXPECT_EQ(problem("<!-- a remark -->\n"), "");
}

TEST(PageOfExperiments, is_generated_from_its_records) {
  const std::filesystem::path docs = std::filesystem::path(SCREE_SCENES).parent_path() / "docs";
  const std::string page = support::text_of(docs / "experiments.md");
  EXPECT_EQ(page_from_records(page, docs / "results"), page)
      << "stale: run `scree reproduce --page docs/experiments.md`";
  for (const Experiment& e : all())
    EXPECT_NE(page.find(std::string("<!-- result ") + std::string(e.id) + " "), std::string::npos)
        << e.id << " is not on the page";
}

TEST(ReproduceCommand, records_a_result_and_then_finds_whether_the_record_is_stale) {
  const support::TemporaryFolder folder;
  const app::ReproduceArguments record{.ids = {"santos-table1"}, .out = folder / "out", .record = folder / "results"};
  const app::ReproduceArguments compare{.ids = {"santos-table1"}, .out = folder / "out", .compare = folder / "results"};
  EXPECT_EQ(app::reproduce_command(compare), app::k_not_reproduced) << "there is no record";
  EXPECT_EQ(app::reproduce_command(record), app::k_ok);
  EXPECT_EQ(app::reproduce_command(compare), app::k_ok);
  Record changed = read_record(folder / "results/santos-table1.paper.json");
  changed.result.checks[3].measured += 1.0;
  write_record(changed, folder / "results");
  EXPECT_EQ(app::reproduce_command(compare), app::k_not_reproduced);
}

}  // namespace
}  // namespace scree::experiments
