// `scree analyse` on frames of a run, with the contacts that lie beside them: the numbers of the checkpoint.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using nlohmann::json;
using support::put_text, support::TemporaryFolder, support::text_of;

/// Spheres that fell between two walls, periodic along x, with all modes of friction; not yet at rest.
constexpr std::string_view k_scene = R"(
units = "reduced"
gravity = [0, 0, -10]
[time]
end = 2
step = 1e-3
[cell]
periodic = ["x"]
low = [0, 0, 0]
high = [5, 0, 0]
[[material]]
name = "sphere"
density = 1
[[contact]]
between = ["sphere", "sphere"]
normal = { law = "hooke", stiffness = 1e4, restitution = 0.5 }
slide = { law = "coulomb-spring", stiffness = 5e3, coefficient = 0.3, damping = 1 }
roll = { law = "spring", stiffness = 5e3, damping = 1, coefficient = 0.1, arm = "effective-radius" }
spin = { law = "spring", stiffness = 1e3, damping = 1, length = 0.02 }
[[plane]]
name = "floor"
point = [0, 0, 0]
normal = [0, 0, 1]
material = "sphere"
[[plane]]
name = "front"
point = [0, -1, 0]
velocity = [0, 0.5, 0]
normal = [0, 1, 0]
material = "sphere"
[[plane]]
name = "back"
point = [0, 4, 0]
normal = [0, -1, 0]
material = "sphere"
[[random]]
low = [0, 0, 0]
high = [5, 4, 12]
count = 120
radius = [0.4, 0.5]
seed = 3
material = "sphere"
[output]
picture = false
frames_every = 1
)";

/// Where two values differ by more than `tolerance` (numbers that are given as strings of a path), one a line.
void differences(const json& due, const json& got, const std::string& path, double tolerance, std::string& list) {
  if (due.is_structured() && due.type() == got.type() && due.size() == got.size()) {
    for (const auto& [key, value] : due.items()) {
      const json& other =
          got.is_array() ? got[static_cast<std::size_t>(std::stoul(key))] : got.value(key, json("missing"));
      differences(value, other, path + "/" + key, tolerance, list);
    }
    return;
  }
  if (due == got) return;
  if (due.is_number() && got.is_number() && std::abs(due.get<double>() - got.get<double>()) <= tolerance) return;
  list += fmt::format("{}: due {}, got {}\n", path, due.dump(), got.dump());
}

class AnalysedFrames : public ::testing::Test {
 protected:
  AnalysedFrames() {
    put_text(folder / "scene.toml", k_scene);
    testing::internal::CaptureStdout();
    EXPECT_EQ(run_command({.scene = folder / "scene.toml", .out = folder / "run", .quiet = true}), k_ok);
    testing::internal::GetCapturedStdout();
  }
  int analyse(AnalyseArguments arguments) {
    arguments.json = true;
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = analyse_command(arguments);
    noted = testing::internal::GetCapturedStderr();
    const std::string text = testing::internal::GetCapturedStdout();
    if (code == k_ok) told = json::parse(text);
    return code;
  }
  json analysed(AnalyseArguments arguments) {
    EXPECT_EQ(analyse(std::move(arguments)), k_ok) << noted;
    return told;
  }

  TemporaryFolder folder;
  const std::filesystem::path frames = folder / "run/frames", bodies = frames / "bodies_000002000.vtp",
                              contacts = frames / "contacts_000002000.vtp";
  json told;
  std::string noted;
};

TEST_F(AnalysedFrames, a_frame_with_its_contacts_tells_what_the_checkpoint_of_that_step_tells) {
  const json due = analysed({.path = folder / "run"}), got = analysed({.path = bodies});
  EXPECT_NE(noted.find("contacts with their loads are from " + contacts.string()), std::string::npos) << noted;
  ASSERT_EQ(due.at("region").at("bounds"), json({"periodic", "walls", "bodies"}));
  ASSERT_EQ(due.at("modes"), json({"slide", "roll", "spin"}));
  ASSERT_GT(due.at("carrying").at("contacts"), 100);
  ASSERT_GT(due.at("carrying").at("mobilised_slide"), 0.0);
  ASSERT_TRUE(due.at("rest").at("unbalanced_force").is_number());

  // A branch comes back as the difference of its ends, off by an ulp of places up to 30, 4e-15, and is about 1 long: a
  // share of 1e-14 of what the forces add up to. Everything else is made of the same bits in the same order.
  const double pressure = due.at("pressure").get<double>();
  std::string unequal, off;
  differences(due, got, "", 0.0, unequal), differences(due, got, "", 1e-13 * pressure, off);
  EXPECT_EQ(off, "");
  for (std::size_t begin = 0; begin < unequal.size(); begin = unequal.find('\n', begin) + 1)
    EXPECT_TRUE(unequal.substr(begin).starts_with("/stress/") || unequal.substr(begin).starts_with("/pressure"))
        << unequal.substr(begin, unequal.find('\n', begin) - begin);
}

TEST_F(AnalysedFrames, a_file_of_contacts_leads_to_its_bodies) {
  const json due = analysed({.path = bodies});
  EXPECT_EQ(analysed({.path = contacts}), due);
  std::filesystem::create_directory(folder / "elsewhere");
  std::filesystem::copy(contacts, folder / "elsewhere/contacts_000002000.vtp");
  EXPECT_EQ(analyse({.path = folder / "elsewhere/contacts_000002000.vtp"}), k_bad_scene);
  EXPECT_NE(noted.find("holds contacts; give the file of bodies"), std::string::npos) << noted;
  std::filesystem::copy(bodies, folder / "elsewhere/mine.vtp");
  EXPECT_EQ(analysed({.path = folder / "elsewhere/mine.vtp", .contacts = contacts}), due);
}

TEST_F(AnalysedFrames, a_checkpoint_that_was_converted_tells_the_same) {
  const auto convert = [&](const char* out, bool of_contacts) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(convert_command({folder / "run/checkpoint.h5", folder / out, {}, of_contacts}), k_ok);
    return testing::internal::GetCapturedStderr();
  };
  convert("bodies.vtp", false), convert("contacts.vtp", true);
  EXPECT_EQ(analysed({.path = folder / "bodies.vtp"}), analysed({.path = bodies}));
  EXPECT_NE(convert("contacts.csv", true).find("friction, walls and weight"), std::string::npos);
}

TEST_F(AnalysedFrames, without_contacts_it_says_how_to_have_them) {
  const json none = analysed({.path = bodies, .contacts = "none"});
  EXPECT_TRUE(none.at("stress").is_null());
  EXPECT_EQ(none.at("contacts_by"), "distances");
  std::filesystem::remove(contacts);
  EXPECT_EQ(analysed({.path = bodies}), none);
  EXPECT_NE(
      noted.find("contacts_*.vtp beside bodies_*.vtp if its scene has frames_every and frames = [\"vtp\"] in [output]"),
      std::string::npos)
      << noted;
}

TEST_F(AnalysedFrames, contacts_of_other_bodies_are_refused) {
  EXPECT_EQ(analyse({.path = bodies, .contacts = frames / "contacts_000001000.vtp"}), k_bad_scene);
  EXPECT_NE(noted.find("is of step 1000, and the bodies are of step 2000"), std::string::npos) << noted;
  std::string other(k_scene);
  put_text(folder / "other.toml", other.replace(other.find("seed = 3"), 8, "seed = 4"));
  testing::internal::CaptureStdout();
  ASSERT_EQ(run_command({.scene = folder / "other.toml", .out = folder / "other", .quiet = true}), k_ok);
  testing::internal::GetCapturedStdout();
  std::filesystem::copy(folder / "other/frames/contacts_000002000.vtp", contacts,
                        std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(analyse({.path = bodies}), k_bad_scene);
  EXPECT_NE(noted.find("it is from another run"), std::string::npos) << noted;
  EXPECT_EQ(analyse({.path = folder / "run", .contacts = contacts}), k_usage);
  EXPECT_EQ(analyse({.path = bodies, .contacts = folder / "none.vtp"}), k_bad_scene);
}

/// As Scree wrote them before they told friction, walls and weight.
TEST_F(AnalysedFrames, older_contacts_tell_who_has_a_law_and_nothing_of_limits_and_balance) {
  std::string text = text_of(contacts);
  put_text(contacts, text.replace(text.find("\"gravity\""), 9, "\"gravely\""));
  const json due = analysed({.path = folder / "run"}), got = analysed({.path = bodies});
  EXPECT_NE(noted.find("only slipping contacts count as mobilised"), std::string::npos) << noted;
  for (const char* same : {"modes", "coordination", "rattlers", "forces"})
    EXPECT_EQ(got.at(same), due.at(same)) << same;
  EXPECT_TRUE(got.at("rest").is_null());
  EXPECT_TRUE(got.at("carrying").at("load_slide").is_null());
  EXPECT_TRUE(got.at("stress").is_object());
}

}  // namespace
}  // namespace scree::app
