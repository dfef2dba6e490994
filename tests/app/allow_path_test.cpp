// The user's word on the command line: --allow-path opens a folder for run and check, and nothing else does.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "app/exit_codes.h"
#include "io/scene_folder.h"

namespace scree::app {
namespace {

int exit_code(const std::string& arguments) {
  const int status = std::system((std::string(SCREE_PROGRAM) + " " + arguments + " > /dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(AllowPath, opens_a_folder_for_check_and_run) {
  const io::SceneFolder folder;
  folder.write("../titles/title.toml", "title = \"from outside\"\n");
  folder.write("../more/skin.toml", "skin = \"1 mm\"\n");
  std::string text = "include = [\"../titles/title.toml\", \"../more/skin.toml\"]" + std::string(io::k_small_scene);
  text.replace(text.find("1 s"), 3, "1 us");
  const std::string scene = folder.write("scene.toml", text).string() + " ";
  const std::string one = "--allow-path " + (folder.outside() / "titles").string() + " ";
  const std::string other = "--allow-path " + (folder.outside() / "more").string() + " ";
  EXPECT_EQ(exit_code("check " + scene), k_bad_scene);
  EXPECT_EQ(exit_code("check " + one + scene), k_bad_scene);
  EXPECT_EQ(exit_code("check " + one + other + scene), k_ok) << "one folder a word, and the scene after it";
  EXPECT_EQ(exit_code("run " + scene + one + other + "--quiet --out " + (folder.outside() / "out").string()), k_ok);
  EXPECT_EQ(exit_code("check " + scene + "--allow-path " + (folder.outside() / "none").string()), k_usage);
}

}  // namespace
}  // namespace scree::app
