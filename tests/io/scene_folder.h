// A folder of scene files that is there for one test.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "io/scene/scene_reader.h"
#include "support/temporary_folder.h"

namespace scree::io {

inline constexpr std::string_view k_small_scene = R"(
time.end = "1 s"
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "1e5 N/m", restitution = 0.5 }
[[sphere]]
position = [0, 0, 0]
radius = "1 mm"
material = "glass"
)";

class SceneFolder {
 public:
  SceneFolder() { std::filesystem::create_directories(inside()); }

  /// The scene's own folder, and the one around it.
  std::filesystem::path inside() const { return folder_ / "scene"; }
  std::filesystem::path outside() const { return folder_.path(); }

  std::filesystem::path write(const std::filesystem::path& name, std::string_view text) const {
    const std::filesystem::path path = inside() / name;
    std::filesystem::create_directories(path.parent_path());
    support::put_text(path, text);
    return path;
  }

 private:
  support::TemporaryFolder folder_;
};

/// Exactly one problem, and it says this.
inline void expect_one_problem(const ReadResult& result, std::string_view part) {
  EXPECT_FALSE(result.scene.has_value());
  ASSERT_EQ(result.problems.size(), 1U) << result.problems.text();
  EXPECT_NE(describe(result.problems[0]).find(part), std::string::npos) << result.problems.text();
}

}  // namespace scree::io
