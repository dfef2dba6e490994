// `scree contact` tells loops of one contact, by presets and by the rules of a scene.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/contact/contact_laws.h"
#include "app/exit_codes.h"
#include "io/scene/law_catalog.h"
#include "workbench/workbench.h"
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
    const std::string stage = std::string(path) == "press"                                 ? "normal"
                              : std::string(path) == "roll" || std::string(path) == "spin" ? path
                                                                                           : "slide";
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
    EXPECT_EQ(said({.path = "shear",
                    .laws = {"coulomb-spring", "luding:kinetic_coefficient=0.1"},
                    .cycles = 1,
                    .steps = 100,
                    .out = folder / "out",
                    .format = format})
                  .code,
              k_ok);
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
  EXPECT_THAT(good.text, HasSubstr("path of good.csv, 3 waypoints, 1000 steps per leg"));
  std::filesystem::copy_file(folder / "good.csv", folder / "LOUD.CSV");
  EXPECT_EQ(said({.path = (folder / "LOUD.CSV").string(), .laws = {"lubkin"}}).code, k_ok);
  std::string long_file = "time, overlap\n";
  for (int i = 1; i <= 5; ++i) long_file += std::to_string(i) + ", 1e-6\n";
  put_text(folder / "long.csv", long_file);
  EXPECT_THAT(said({.path = (folder / "long.csv").string(), .laws = {"lubkin"}, .steps = 1'000'000}).errors,
              HasSubstr("give fewer --steps"));
  put_text(folder / "deep.csv", "time, overlap [mm]\n1, 3\n");
  EXPECT_THAT(said({.path = (folder / "deep.csv").string(), .laws = {"lubkin"}}).errors,
              HasSubstr("is more than the radius of 0.001 m"));
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
  refused({.laws = {"tsuji:coefficient"}}, "has no value");
  refused({.laws = {"walton:unloading=scald"}}, "Did you mean \"scaled\"?");
  refused({.laws = {"luding:kinetic_coefficient=0.9"}}, "is below kinetic_coefficient");
  refused({.overlap = "3"}, "has no unit");
  refused({.path = "impact", .angle = "100 degrees"}, "less than 90 degrees");
  refused({.cycles = 1000, .steps = 1'000'000}, "1000 cycles of 1000000 steps each are more than 4000000 steps in all");
  refused({.overlap = "2 mm"}, "an overlap of 0.002 m is more than the radius of 0.001 m");
}

TEST(ContactCommand, an_option_that_would_change_nothing_is_refused) {
  const auto refused = [](const ContactArguments& arguments, const std::string& part) {
    const Said s = said(arguments);
    EXPECT_EQ(s.code, k_usage) << part;
    EXPECT_THAT(s.errors, HasSubstr(part));
  };
  refused({.density = "1000 kg/m^3"}, "--density has no effect: without a scene");
  refused({.between = {"glass,glass"}}, "--between has no effect: it selects rules of a scene");
  refused({.speed = "1 m/s"}, "--speed has no effect: it applies only to --path impact");
  refused({.path = "roll", .angle = "1 rad"}, "--angle has no effect: it applies only to --path impact");
  refused({.path = "press", .amplitude = "1 um"}, "--amplitude has no effect");
  refused({.path = "impact", .period = "1 s"}, "--period has no effect");
  refused({.radius = "1 mm", .energy = true}, "--radius has no effect: --energy");
}

TEST(ContactCommand, an_impact_is_at_45_degrees_unless_told_otherwise) {
  EXPECT_THAT(said({.path = "impact", .laws = {"walton"}}).text,
              HasSubstr("impact at 0.1 m/s, 45 degrees from the normal"));
}

TEST(ContactCommand, a_law_without_friction_slips) {
  const Said s = said({.laws = {"walton:coefficient=0"}, .cycles = 1, .steps = 100});
  EXPECT_THAT(s.text, HasSubstr("80.0 %"));  // 100 of 125 steps; while it is pressed in nothing slides
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

/// Glass and steel are spheres, lead one of given mass, felt on a plane alone, cork and ice nowhere. There is a rule
/// for any two but ice and cork.
std::string scene_text() {
  std::string text = R"(gravity = [0, 0, 0]
time = { end = "1 ms", step = "10 us" }
material = [{ name = "glass", density = "2500 kg/m^3" }, { name = "steel", density = "7800 kg/m^3" }, { name = "lead" }, { name = "felt", density = "300 kg/m^3" }, { name = "cork", density = "200 kg/m^3" }, { name = "ice" }]
)";
  const std::vector<std::string> names = {"glass", "steel", "lead", "felt", "cork", "ice"};
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (names[i] != "ice" || names[j] != "cork")
        text += fmt::format(
            "[[contact]]\nbetween = [\"{}\", \"{}\"]\nnormal = {{ law = \"hooke\", stiffness = \"100 kN/m\", "
            "restitution = 0.5 }}\n"
            "slide = {{ law = \"coulomb-spring\", stiffness = \"30 kN/m\", coefficient = 0.3, damping_of_normal = 0.5 "
            "}}\n",
            names[i], names[j]);
  return text + R"([[sphere]]
position = [0, 0, 0]
radius = "2 mm"
material = "glass"
[[sphere]]
position = [0, 0, "1 cm"]
radius = "3 mm"
material = "steel"
[[sphere]]
position = [0, 0, "3 cm"]
radius = "4 mm"
material = "lead"
mass = "2 g"
[[plane]]
point = [0, 0, "-1 cm"]
normal = [0, 0, 1]
material = "steel"
[[plane]]
point = [0, 0, "-2 cm"]
normal = [0, 0, 1]
material = "felt"
)";
}

TEST(ContactCommand, takes_the_rules_of_a_scene) {
  const TemporaryFolder folder;
  put_text(folder / "s.toml", scene_text());
  const Said two = said({.scene = folder / "s.toml", .between = {"glass,glass", "glass,steel"}});
  EXPECT_EQ(two.code, k_ok) << two.errors;
  EXPECT_THAT(two.text, HasSubstr("\nglass,glass "));
  EXPECT_THAT(two.text, HasSubstr("\nglass,steel "));
  const Said all = said({.scene = folder / "s.toml", .radius = "1 mm", .density = "917 kg/m^3"});
  EXPECT_EQ(all.code, k_ok) << all.errors;
  EXPECT_THAT(all.text, HasSubstr("\ncork,felt "));
  EXPECT_EQ(all.text.find("felt,felt"), std::string::npos) << "walls do not meet";
  const Said one = said({.scene = folder / "s.toml", .between = {"steel,glass"}, .plane = true});
  EXPECT_THAT(one.text, HasSubstr("\nsteel,glass "));
  EXPECT_EQ(one.text.find("glass,glass"), std::string::npos);
  EXPECT_THAT(said({.scene = folder / "s.toml", .between = {"glass,stel"}}).errors,
              HasSubstr("Did you mean \"steel\"?"));
  EXPECT_THAT(said({.scene = folder / "s.toml", .between = {"cork,ice"}}).errors,
              HasSubstr("no [[contact]] between \"cork\" and \"ice\""));
  EXPECT_THAT(said({.scene = folder / "s.toml", .laws = {"tsuji"}}).errors, HasSubstr("--between"));
}

TEST(ContactCommand, bodies_are_those_of_the_materials_that_meet) {
  const TemporaryFolder folder;
  put_text(folder / "s.toml", scene_text());
  const auto on = [&](const char* between, bool plane = false, const char* radius = "", const char* density = "") {
    const Said s =
        said({.scene = folder / "s.toml", .between = {between}, .radius = radius, .density = density, .plane = plane});
    return s.text + s.errors;
  };
  EXPECT_THAT(on("glass,glass"), HasSubstr("; spheres of radius 0.002 m, 2500 kg/m^3\n"));
  EXPECT_THAT(on("steel,glass"),
              HasSubstr("; sphere of radius 0.003 m, 7800 kg/m^3 and sphere of radius 0.002 m, 2500 kg/m^3\n"));
  EXPECT_THAT(on("steel,glass", true), HasSubstr("; sphere of radius 0.003 m, 7800 kg/m^3 on a plane\n"));
  EXPECT_THAT(on("felt,steel"), HasSubstr("; sphere of radius 0.003 m, 7800 kg/m^3 on a plane\n"));
  EXPECT_THAT(on("felt,felt"), HasSubstr("only on walls, which do not touch each other"));
  const double by_hand = 2e-3 / (4.0 / 3.0 * std::numbers::pi * 4e-3 * 4e-3 * 4e-3);
  EXPECT_THAT(on("lead,steel"),
              HasSubstr(fmt::format("; sphere of radius 0.004 m, {:g} kg/m^3 and sphere of radius 0.003 m", by_hand)));
  EXPECT_THAT(on("cork,steel"),
              HasSubstr("the scene has no sphere of \"cork\" that defines the radius; give --radius"));
  EXPECT_THAT(on("cork,steel", false, "1 mm"),
              HasSubstr("; sphere of radius 0.001 m, 200 kg/m^3 and sphere of radius 0.001 m, 7800 kg/m^3\n"));
  EXPECT_THAT(on("glass,glass", false, "", "1000 kg/m^3"), HasSubstr("the scene defines the density of these bodies"));
  const Said both = said({.scene = folder / "s.toml", .between = {"glass,glass", "felt,steel"}});
  EXPECT_THAT(both.text, HasSubstr("; glass,glass: spheres of radius 0.002 m, 2500 kg/m^3; felt,steel: sphere of "
                                   "radius 0.003 m, 7800 kg/m^3 on a plane\n"));
}

TEST(Workbench, a_material_without_a_single_sphere_is_told_by_its_fills_and_streams) {
  using Shape = sim::MaterialBody::Shape;
  sim::Scene scene;
  scene.materials = {{"seed", 1200.0}};  // 0, which all that follow are of
  EXPECT_EQ(sim::body_of_material(scene, 0).shape, Shape::unknown);
  scene.planes.resize(1);
  EXPECT_EQ(sim::body_of_material(scene, 0).shape, Shape::plane);
  scene.randoms.resize(1);
  scene.randoms[0].radii = {1e-3, 1e-3}, scene.randoms[0].semi_axes = {1e-3, 1e-3, 5e-4};
  EXPECT_EQ(sim::body_of_material(scene, 0).shape, Shape::unknown) << "ellipsoids have no one radius";
  scene.streams.resize(1);
  scene.streams[0].radii = {1e-3, 3e-3};
  const sim::MaterialBody streamed = sim::body_of_material(scene, 0);
  EXPECT_EQ(streamed.shape, Shape::sphere);
  EXPECT_DOUBLE_EQ(streamed.radius, 2e-3);
  EXPECT_EQ(streamed.density, 1200.0);
  scene.lattices.resize(1);
  scene.lattices[0].radius = 5e-3;
  EXPECT_EQ(sim::body_of_material(scene, 0).radius, 5e-3);
}

TEST(ContactCommand, a_density_is_taken_where_the_scene_does_not_say_it) {
  const TemporaryFolder folder;
  put_text(folder / "s.toml", scene_text());
  EXPECT_THAT(said({.scene = folder / "s.toml", .between = {"ice,ice"}, .radius = "1 mm"}).errors,
              HasSubstr("does not define the density of \"ice\"; give --density"));
  EXPECT_THAT(
      said({.scene = folder / "s.toml", .between = {"ice,ice"}, .radius = "1 mm", .density = "917 kg/m^3"}).text,
      HasSubstr("; spheres of radius 0.001 m, 917 kg/m^3\n"));
}

}  // namespace
}  // namespace scree::app
