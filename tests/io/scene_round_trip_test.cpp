// A scene that is written and read again is the same scene: the same text, the same words of `scree check`, and the
// same bits of its bodies and contacts after some steps.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/check/check_text.h"
#include "app/commands.h"
#include "io/checkpoint/checkpoint.h"
#include "io/frame/load_data.h"
#include "io/scene/scene_reader.h"
#include "io/scene/validate.h"
#include "sim/critical.h"
#include "sim/simulation.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;

/// Every scene that is shipped or stands in the test data.
std::vector<fs::path> scene_files() {
  std::vector<fs::path> files;
  for (const fs::path& folder : {fs::path(SCREE_SCENES), fs::path(SCREE_TEST_DATA)})
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      const bool is_scene = entry.path().extension() == ".toml" && name.find("_study") == std::string::npos &&
                            name != "all_words_sink.toml";  // a part of all_words.toml
      if (is_scene) files.push_back(entry.path());
    }
  std::sort(files.begin(), files.end());
  return files;
}

std::string description(const sim::Scene& scene) {
  return app::scene_text(scene, {}, {.step = sim::chosen_step(scene), .skin = scene.skin, .bodies = 1}) +
         app::step_text(scene);
}

sim::Scene read_again(const std::string& text) {
  const std::vector<SceneText> texts = {{"again.toml", text}};
  ReadResult read = read_scene_texts(texts);
  EXPECT_TRUE(read.scene.has_value()) << read.problems.text() << text;
  return read.scene ? std::move(*read.scene) : sim::Scene{};
}

/// Nothing if the scene cannot be built: some of the test data say every word and are no sound scenes.
std::optional<std::uint64_t> hash_after(const sim::Scene& scene, std::int64_t steps) {
  try {
    sim::Simulation simulation(scene);
    simulation.advance(steps);
    return simulation.state_hash();
  } catch (const sim::BuildError&) {
    return {};
  } catch (const sim::Unsolved&) {
    return {};
  } catch (const sim::LostBody&) {
    return {};
  }
}

TEST(SceneRoundTrip, a_scene_that_is_written_and_read_is_the_same) {
  constexpr std::int64_t k_steps = 5;
  int hashed = 0;
  for (const fs::path& file : scene_files()) {
    SCOPED_TRACE(file.string());
    ReadResult read = read_scene(file);
    ASSERT_TRUE(read.scene.has_value()) << read.problems.text();
    const WrittenScene written = write_scene(*read.scene);
    EXPECT_TRUE(written.faults.empty());
    const sim::Scene again = read_again(written.text);
    EXPECT_EQ(write_scene(again).text, written.text);
    EXPECT_EQ(description(again), description(*read.scene));
    const auto before = hash_after(*read.scene, k_steps), after = hash_after(again, k_steps);
    EXPECT_EQ(before, after);
    hashed += before ? 1 : 0;
  }
  EXPECT_GE(hashed, 12);
}

TEST(SceneRoundTrip, a_direction_and_an_orientation_keep_their_bits) {
  // Lengths of 1 that rounding has touched: the reader scales a direction once more, and must arrive at the same bits.
  for (int i = 0; i < 2000; ++i) {
    const double angle = 0.37 * i, height = std::sin(0.11 * i);
    const Vec3d v = with_length_one({std::cos(angle), std::sin(angle), height});
    sim::Scene scene;
    scene.sinks.push_back({.name = "s", .point = {}, .normal = v});
    scene.solids.emplace_back();
    scene.solids[0].half = {1, 2, 3};
    const double half = 0.5 * angle;
    scene.solids[0].orientation = {std::cos(half), std::sin(half) * v.x, std::sin(half) * v.y, std::sin(half) * v.z};
    scene.materials.push_back({"m", 1.0});
    scene.time.end = 1.0;
    scene.solids[0].traits.material = 0;
    scene.planes.emplace_back();
    scene.planes[0].name = "p", scene.planes[0].point = -9.0 * v, scene.planes[0].normal = v;
    law::Model model;
    model.normal = law::normal::Hooke::Params{.stiffness = 1.0, .restitution = 0.5};
    scene.contacts.push_back({0, 0, model});
    const sim::Scene again = read_again(write_scene(scene).text);
    ASSERT_EQ(again.sinks.size(), 1U);
    for (const auto k : k_axes) ASSERT_EQ(again.sinks[0].normal.*k, v.*k) << i;
    ASSERT_EQ(again.solids[0].orientation, scene.solids[0].orientation) << i;
  }
}

/// Two spheres over a plane, made by hand.
sim::Scene two_spheres() {
  sim::Scene scene;
  scene.materials.push_back({"glass", 2500.0});
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1e4, .restitution = 0.5};
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 5e3, .coefficient = 0.4, .damping = 0.0};
  scene.contacts.push_back({0, 0, model});
  scene.gravity = {0.0, 0.0, -9.81};
  scene.time.end = 1.0, scene.time.step = 1e-5;
  for (const double x : {0.0, 0.0021}) {
    sim::OneSphere sphere;
    sphere.position = {x, 0.0, 1e-3 + 0.1 * x}, sphere.radius = 1e-3;
    sphere.traits.velocity = {0.1 - 100.0 * x, -0.0, 0.0};
    scene.spheres.push_back(sphere);
  }
  sim::Plane floor;
  floor.name = "floor";
  scene.planes.push_back(floor);
  return scene;
}

TEST(SceneRoundTrip, bodies_of_a_data_file_are_written_once_they_are_loaded) {
  sim::Scene scene = two_spheres();
  scene.spheres.clear(), scene.planes.clear();
  sim::DataFile file;
  file.path = (fs::path(SCREE_TEST_DATA) / "pack.data").string();
  file.material_of_type = {0, 0}, file.locks_of_type = {0, sim::k_lock_all};
  scene.files = {file};
  const sim::Scene unread = read_again(write_scene(scene).text);
  ASSERT_EQ(unread.files.size(), 1U);
  EXPECT_EQ(unread.files[0].path, file.path);
  const InputErrors problems = load_data_files(scene);
  ASSERT_TRUE(problems.empty()) << problems.text();
  ASSERT_EQ(scene.spheres.size(), 3U);
  const sim::Scene again = read_again(write_scene(scene).text);
  EXPECT_EQ(hash_after(again, 3), hash_after(scene, 3));
}

TEST(SceneRoundTrip, a_scene_built_in_code_resumes_from_its_checkpoint) {
  const sim::Scene scene = two_spheres();
  EXPECT_TRUE(validate(scene).empty());
  sim::Simulation whole(scene), begun(scene);
  whole.advance(3000);
  begun.advance(1000);
  const fs::path folder = fs::path(testing::TempDir()) / "scree_scene_by_hand";
  fs::create_directories(folder);
  write_checkpoint(folder, {texts_of(scene), "test", begun.steps_done(), begun.time(), begun.save()});
  const Checkpoint kept = read_checkpoint(checkpoint_path(folder));
  ReadResult read = read_scene_texts(kept.scene);
  ASSERT_TRUE(read.scene.has_value()) << read.problems.text();
  sim::Simulation resumed(*read.scene, kept.state);
  resumed.advance(2000);
  EXPECT_EQ(resumed.state_hash(), whole.state_hash());
  EXPECT_EQ(resumed.time(), whole.time());
  fs::remove_all(folder);
}

TEST(SceneRoundTrip, a_body_without_a_name_gets_one_where_a_joint_needs_it) {
  sim::Scene scene = two_spheres();
  scene.stepper = sim::StepperKind::nonsmooth;
  sim::Joint joint;
  joint.kind = state::JointKind::spherical;
  joint.a = {sim::BodyRef::Of::spheres, 1};
  scene.joints.push_back(joint);
  scene.spheres[0].name = "body-1";  // the name that would have been given
  const sim::Scene again = read_again(write_scene(scene).text);
  ASSERT_EQ(again.joints.size(), 1U);
  EXPECT_EQ(again.joints[0].a, joint.a);
  EXPECT_EQ(again.joints[0].b, sim::BodyRef{});
  EXPECT_EQ(again.spheres[0].name, "body-1");
  EXPECT_EQ(again.spheres[1].name, "body-2");
}

}  // namespace
}  // namespace scree::io
