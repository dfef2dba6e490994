// `scree run` of a scene with an ellipsoid: what it leaves tells its form, and what could not is refused before the
// run.
#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using support::put_text, support::TemporaryFolder, support::text_of;

constexpr std::string_view k_head = R"(gravity = [0, 0, "-9.81 m/s^2"]
time = { end = "0.1 ms", step = "10 us" }
output = { picture = false }
material = [{ name = "glass", density = "2500 kg/m^3" }]
contact = [{ between = ["glass", "glass"], normal = { law = "hooke", stiffness = "1 kN/m", restitution = 0.5 } }]
)";
constexpr std::string_view k_ellipsoid = R"([[ellipsoid]]
position = [0, 0, "1 m"]
axes = ["3 cm", "2 cm", "1 cm"]
orientation = { axis = [0, 0, 1], angle = "180 degree" }
material = "glass"
)";
constexpr std::string_view k_sphere = R"([[sphere]]
position = [0, 0, "2 m"]
radius = "1 cm"
material = "glass"
)";

TEST(RunForms, the_last_bodies_have_their_form_and_spheres_need_no_words_for_it) {
  const TemporaryFolder folder;
  put_text(folder / "scene.toml", std::string(k_head) + std::string(k_sphere) + std::string(k_ellipsoid));
  EXPECT_EQ(run_command({.scene = folder / "scene.toml", .out = folder / "out", .quiet = true}), k_ok);
  const std::string table = text_of(folder / "out/bodies.csv");
  EXPECT_NE(table.find(",wz [rad/s],form,half_axes_x [m],half_axes_y [m],half_axes_z "
                       "[m],orientation_w,orientation_x,orientation_y,orientation_z\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find(",sphere,0.01,0.01,0.01,1,0,0,0\n"), std::string::npos) << table;
  EXPECT_NE(table.find(",ellipsoid,0.029999999999999999,0.02,0.01,"), std::string::npos) << table;
  put_text(folder / "spheres.toml", std::string(k_head) + std::string(k_sphere));
  EXPECT_EQ(run_command({.scene = folder / "spheres.toml", .out = folder / "spheres", .quiet = true, .data = true}),
            k_ok);
  EXPECT_NE(text_of(folder / "spheres/bodies.csv").find(",wz [rad/s]\n"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder / "spheres/final.data"));
}

TEST(RunForms, a_data_file_of_ellipsoids_is_refused_before_the_run) {
  const TemporaryFolder folder;
  const std::string random =
      "[[random]]\nlow = [0, 0, 0]\nhigh = [\"1 m\", \"1 m\", \"1 m\"]\ncount = 2\naxes = [\"3 cm\", \"2 cm\", \"1 "
      "cm\"]\nmaterial = \"glass\"\n";
  for (const std::string& bodies : {std::string(k_ellipsoid), random}) {
    put_text(folder / "scene.toml", std::string(k_head) + bodies);
    testing::internal::CaptureStderr();
    const int code = run_command({.scene = folder / "scene.toml", .out = folder / "out", .quiet = true, .data = true});
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(code, k_usage);
    EXPECT_NE(said.find("--data can store only spheres"), std::string::npos) << said;
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  }
}

}  // namespace
}  // namespace scree::app
