// What a summary can hold is known before the run: every name of a real one is among those that were told.
#include "app/run/summary_names.h"

#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "io/scene/scene_reader.h"
#include "io/scene/study.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using support::put_text, support::TemporaryFolder, support::text_of;

constexpr std::string_view k_bodies = R"(
output = { picture = false }
material = [{ name = "glass", density = "2500 kg/m^3" }]
contact = [{ between = ["glass", "glass"], normal = { law = "hooke", stiffness = "1 kN/m", restitution = 0.5 }, slide = { law = "coulomb-spring", stiffness = "1 kN/m", coefficient = 0.4, damping = 0 } }]
[[lattice]]
low = ["1 cm", "1 cm", "1 cm"]
high = ["3 cm", "3 cm", "3 cm"]
spacing = "9.99 mm"
radius = "5 mm"
material = "glass"
)";
constexpr std::string_view k_cell =
    "[cell]\nperiodic = [\"x\", \"y\", \"z\"]\nlow = [0, 0, 0]\nhigh = [\"4 cm\", \"4 cm\", \"4 cm\"]\n";

struct Told {
  std::set<std::string> names;
  nlohmann::json summary;
};
Told reported_of(const std::string& text) {
  const TemporaryFolder folder;
  put_text(folder / "scene.toml", text);
  const auto read = io::read_scene(folder / "scene.toml");
  EXPECT_TRUE(read.scene.has_value()) << read.problems.text();
  if (!read.scene) return {};
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_command({.scene = folder / "scene.toml", .out = folder / "out", .quiet = true}), k_ok);
  testing::internal::GetCapturedStdout();
  return {summary_names(*read.scene), flattened(nlohmann::json::parse(text_of(folder / "out/summary.json")))};
}

void expect_all_known(const Told& told, std::string_view among_them) {
  EXPECT_TRUE(told.names.contains(std::string(among_them))) << among_them;
  EXPECT_TRUE(told.summary.contains(among_them)) << among_them;
  for (const auto& [name, value] : told.summary.items())
    EXPECT_TRUE(told.names.contains(name) || io::is_of_the_machine(name)) << name;
}

TEST(SummaryNames, hold_all_that_a_run_tells_under_every_kind_of_stepper) {
  const std::string time = "time = { end = \"0.1 ms\", step = \"10 us\" }", bodies(k_bodies), cell(k_cell);
  expect_all_known(reported_of(time + bodies), "energy.lost.slide");
  expect_all_known(reported_of("stepper = \"trapezoid\"\n" + time + bodies), "sweeps.mean_sweeps");
  expect_all_known(reported_of("stepper = \"nonsmooth\"\n" + time + bodies), "solver.last_step.residual_rms");
  expect_all_known(reported_of("stepper = \"deform\"\ndeform = { rate = [\"-1 1/s\", 0, 0] }\n" + time + bodies + cell),
                   "cell.length[0]");
}

TEST(SummaryNames, hold_what_the_scene_measures) {
  const std::string scene = "time = { end = \"0.1 ms\", step = \"10 us\" }" + std::string(k_bodies);
  expect_all_known(reported_of(scene + "[measure.packing]\n"), "packing.stress.contact[0][0]");
  expect_all_known(reported_of("gravity = [0, 0, \"-9.81 m/s^2\"]\n" + scene +
                               "[measure.repose]\ncentre = [\"2 cm\", \"2 cm\", 0]\nradius = \"2 cm\"\n"),
                   "repose.angle_deg");
}

TEST(SummaryNames, what_is_not_among_them_is_explained) {
  const std::set<std::string> names = summary_names(sim::Scene{});
  EXPECT_EQ(why_not_measured("contacts", names), "");
  EXPECT_EQ(why_not_measured("contcts", names), "is in no summary.json of this scene. Did you mean \"contacts\"?");
  EXPECT_EQ(why_not_measured("energy.lost", names),
            "is not a single number; use one of its parts, such as \"energy.lost.normal\"");
  EXPECT_EQ(why_not_measured("packing.volume_fraction", names), "is measured only if the scene has [measure.packing]");
  EXPECT_NE(why_not_measured("colour of the sky", names).find("is in no summary.json of this scene; those are \""),
            std::string::npos);
}

}  // namespace
}  // namespace scree::app
