// `scree contact` tells loops of one contact, by presets and by the rules of a scene.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/commands.h"
#include "app/contact_laws.h"
#include "app/exit_codes.h"
#include "io/law_catalog.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using support::put_text, support::TemporaryFolder, support::text_of;
using ::testing::HasSubstr;

struct Said {
  int code;
  std::string text, errors;
};
Said said(const ContactArguments& arguments) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = contact_command(arguments);
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

TEST(ContactCommand, every_path_goes_through_every_law_of_its_stage) {
  for (const char* path : {"press", "shear", "shear-varying", "roll", "spin", "turn", "impact"}) {
    const auto [code, text, errors] = said({.path = path, .cycles = 1, .steps = 100});
    EXPECT_EQ(code, k_ok) << path << errors;
    const std::string stage = std::string(path) == "press" ? "normal" : std::string(path) == "roll" || std::string(path) == "spin" ? path : "slide";
    for (const io::LawInfo& law : io::laws_of(stage)) {
      if (law.steppers == io::Steppers::nonsmooth) continue;
      EXPECT_THAT(text, HasSubstr("\n" + std::string(law.name) + " ")) << path;
    }
    EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  }
}

TEST(ContactCommand, leaves_a_csv_a_law_and_one_page) {
  const TemporaryFolder folder;
  for (const char* format : {"svg", "png"})
    EXPECT_EQ(said({.path = "shear", .laws = {"coulomb-spring", "luding:kinetic_coefficient=0.1"}, .cycles = 1, .steps = 100, .out = folder / "out", .format = format}).code, k_ok);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/loops.svg"));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/loops.png"));
  const std::string csv = text_of(folder / "out/luding_kinetic_coefficient_0.1.csv");
  EXPECT_THAT(csv, HasSubstr("time [s],overlap [m],slide_x [m]"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 126);  // header, 25 steps of pressing in, 100 of the cycle
  EXPECT_THAT(csv, HasSubstr(",slip,none,none\n"));
}

TEST(ContactCommand, goes_along_a_file_and_tells_what_is_wrong_with_one) {
  const TemporaryFolder folder;
  put_text(folder / "good.csv", "time [ms], overlap [um], spin [rad]\n1, 1, 0\n2, 1, 0.01\n3, 1, 0\n");
  const Said good = said({.path = (folder / "good.csv").string(), .laws = {"lubkin"}});
  EXPECT_EQ(good.code, k_ok) << good.errors;
  EXPECT_THAT(good.text, HasSubstr("path of good.csv, 3 waypoints"));
  put_text(folder / "bad.csv", "time, overlap\n1, one\n");
  const Said bad = said({.path = (folder / "bad.csv").string(), .laws = {"lubkin"}});
  EXPECT_EQ(bad.code, k_bad_scene);
  EXPECT_THAT(bad.errors, HasSubstr("bad.csv:2:4: overlap = \"one\" is not a finite number"));
  EXPECT_EQ(said({.path = (folder / "none.csv").string()}).code, k_bad_scene);
}

TEST(ContactCommand, mistakes_name_what_was_probably_meant) {
  const auto refused = [](const ContactArguments& arguments, const std::string& part) {
    const Said s = said(arguments);
    EXPECT_EQ(s.code, k_usage);
    EXPECT_THAT(s.errors, HasSubstr(part));
  };
  refused({.path = "shaer"}, "Did you mean \"shear\"?");
  refused({.laws = {"waltn"}}, "Did you mean \"walton\"?");
  refused({.laws = {"spring"}}, "several stages have a law \"spring\": write roll.spring or spin.spring");
  refused({.laws = {"rol.spring"}}, "Did you mean \"roll\"?");
  refused({.laws = {"coulomb"}}, "stepper nonsmooth");
  refused({.laws = {"tsuji:coeficient=1"}}, "Did you mean \"coefficient\"?");
  refused({.laws = {"tsuji:coefficient=-1"}}, "must be >= 0");
  refused({.laws = {"tsuji:coefficient"}}, "gives no value");
  refused({.laws = {"walton:unloading=scald"}}, "Did you mean \"scaled\"?");
  refused({.laws = {"luding:kinetic_coefficient=0.9"}}, "is below kinetic_coefficient");
  refused({.overlap = "3"}, "has no unit");
  refused({.path = "impact", .angle = "100 degrees"}, "less than 90 degrees");
}

TEST(ContactCommand, a_stage_tells_names_apart_and_parameters_take_units) {
  EXPECT_EQ(said({.path = "roll", .laws = {"spring", "fang-negrut"}}).code, k_ok);  // the path implies the stage
  EXPECT_EQ(said({.laws = {"spring"}, .stage = "spin"}).code, k_ok);
  const auto found = law_case("coulomb-spring:stiffness=3 kN/m:damping=2 kg/s", "", {});
  const auto& params = std::get<law::slide::CoulombSpring::Params>(std::get<LawCase>(found).model.slide);
  EXPECT_EQ(params.stiffness, 3000.0);
  EXPECT_EQ(params.damping, 2.0);
  EXPECT_FALSE(is_set(params.damping_of_normal)) << "alternatives are taken back";
}

TEST(ContactCommand, takes_the_rules_of_a_scene) {
  const TemporaryFolder folder;
  put_text(folder / "s.toml", R"(gravity = [0, 0, 0]
time = { end = "1 ms", step = "10 us" }
material = [{ name = "glass", density = "2500 kg/m^3" }, { name = "steel", density = "7800 kg/m^3" }]
contact = [
  { between = ["glass", "glass"], normal = { law = "hooke", stiffness = "100 kN/m", restitution = 0.5 }, slide = { law = "coulomb-spring", stiffness = "30 kN/m", coefficient = 0.3, damping_of_normal = 0.5 } },
  { between = ["glass", "steel"], normal = { law = "hooke", stiffness = "200 kN/m", restitution = 0.5 }, slide = { law = "coulomb-spring", stiffness = "60 kN/m", coefficient = 0.2, damping_of_normal = 0.5 } },
]
[[sphere]]
position = [0, 0, 0]
radius = "2 mm"
material = "glass"
)");
  const Said all = said({.scene = folder / "s.toml"});
  EXPECT_EQ(all.code, k_ok) << all.errors;
  EXPECT_THAT(all.text, HasSubstr("spheres of radius 0.002 m"));
  EXPECT_THAT(all.text, HasSubstr("\nglass,glass "));
  EXPECT_THAT(all.text, HasSubstr("\nglass,steel "));
  const Said one = said({.scene = folder / "s.toml", .between = {"steel,glass"}, .plane = true});
  EXPECT_THAT(one.text, HasSubstr("\nsteel,glass "));
  EXPECT_EQ(one.text.find("glass,glass"), std::string::npos);
  EXPECT_THAT(said({.scene = folder / "s.toml", .between = {"glass,stel"}}).errors, HasSubstr("Did you mean \"steel\"?"));
  EXPECT_THAT(said({.scene = folder / "s.toml", .between = {"steel,steel"}}).errors, HasSubstr("no [[contact]] between \"steel\" and \"steel\""));
  EXPECT_THAT(said({.scene = folder / "s.toml", .laws = {"tsuji"}}).errors, HasSubstr("--between"));
}

}  // namespace
}  // namespace scree::app
