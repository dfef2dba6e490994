// `scree reproduce` and the sweeps of experiments: one that is done is read and not made again, one of another study is
// refused.
#include <gtest/gtest.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/sweep/sweep_folder.h"
#include "app/sweep/sweep_plan.h"
#include "experiments/santos/packing_report.h"
#include "io/scene/study.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using experiments::Scale;
namespace santos = experiments::santos;
using nlohmann::json;

/// The summary of a packing as the specification has it.
json summary_of(const santos::State& state) {
  const auto known = santos::k_known[static_cast<std::size_t>(
      std::find(santos::k_known_states.begin(), santos::k_known_states.end(), state) - santos::k_known_states.begin())];
  const json stress = {{state.pressure, 0.0, 0.0}, {0.0, state.pressure, 0.0}, {0.0, 0.0, state.pressure}};
  return {
      {"time", 2000.0},
      {"ended_by", "unbalanced_force 2e-4 < 3e-4"},
      {"packing",
       {{"volume_fraction", double(known.volume_fraction)},
        {"coordination", double(known.coordination)},
        {"rattler_share", double(known.rattlers)},
        {"rest",
         {{"kinetic_energy_per_body", 1e-12}, {"kinetic_energy_per_carrying_body", 1e-14}, {"unbalanced_force", 2e-4}}},
        {"stress", {{"sum", stress}, {"kinetic", {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}}}}}}};
}

class ReproduceWithSweep : public ::testing::Test {
 protected:
  /// The sweep that santos-fig3 would make, planned and not begun.
  Sweep planned(const std::string& study) {
    const santos::Protocol protocol = santos::friction_protocol(Scale::quick);
    const auto there = folder_.path() / "santos-packings" / "quick";
    std::filesystem::create_directories(there / "sweep");
    support::put_text(there / "scene.toml", santos::scene_text(protocol));
    support::put_text(there / "study.toml", study);
    const io::StudyResult read = io::read_study(there / "study.toml");
    EXPECT_TRUE(read.study) << read.problems.text();
    Sweep sweep = plan_sweep(*read.study, there / "sweep", {});
    write_sweep(sweep);
    return sweep;
  }
  json result(const char* id) const { return json::parse(support::text_of(folder_.path() / id / "result.json")); }

  support::TemporaryFolder folder_;
};

TEST_F(ReproduceWithSweep, reads_one_that_is_done_for_both_figures) {
  const santos::Protocol protocol = santos::friction_protocol(Scale::quick);
  const Sweep sweep = planned(santos::study_text(protocol));
  for (std::int64_t n = 1; n <= sweep.count(); ++n) {
    std::filesystem::create_directories(sweep.run_folder(n));
    support::put_text(sweep.run_folder(n) / "summary.json",
                      summary_of(protocol.states[static_cast<std::size_t>((n - 1) / protocol.seeds)]).dump());
    write_outcome(sweep.run_folder(n), {.state = PointState::finished});
  }
  EXPECT_EQ(reproduce_command({.ids = {"santos-fig3", "santos-fig4"}, .out = folder_.path()}), k_ok);
  EXPECT_FALSE(result("santos-fig3").contains("error")) << result("santos-fig3");
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "santos-fig4" / "figure.svg"));
}

TEST_F(ReproduceWithSweep, refuses_a_folder_that_holds_another_study) {
  planned(santos::study_text(santos::friction_protocol(Scale::quick)) + "# of an older program\n");
  EXPECT_EQ(reproduce_command({.ids = {"santos-fig3"}, .scale = "quick", .out = folder_.path()}), k_not_reproduced);
  EXPECT_NE(result("santos-fig3").at("error").get<std::string>().find("of another study"), std::string::npos);
}

}  // namespace
}  // namespace scree::app
