// The scenes and studies that come with the program can be read; those for people to begin with must not rot.
#include <gtest/gtest.h>

#include <filesystem>

#include "io/scene/scene_reader.h"
#include "io/scene/study.h"

namespace scree::io {
namespace {

TEST(ExampleScenes, are_read_without_a_problem) {
  int read = 0;
  for (const auto& file : std::filesystem::directory_iterator(SCREE_SCENES)) {
    if (file.path().extension() != ".toml") continue;
    if (file.path().stem().string().ends_with("_study")) {
      const StudyResult study = read_study(file.path());
      EXPECT_TRUE(study.study.has_value()) << study.problems.text();
      continue;
    }
    const ReadResult result = read_scene(file.path());
    EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
    ++read;
  }
  EXPECT_GE(read, 5);
}

}  // namespace
}  // namespace scree::io
