// What a scene cannot do: read outside its folder without the user's word, read what is no file, read without end.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "io/text/confine.h"
#include "io/frame/load_data.h"
#include "io/scene_folder.h"
#include "io/scene/study.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;

std::string including(std::string_view name) {
  return "include = [\"" + std::string(name) + "\"]\n" + std::string(k_small_scene);
}
std::string with_data(std::string_view name) {
  return std::string(k_small_scene) + "[[data_file]]\npath = \"" + std::string(name) +
         "\"\nmaterials = [\"glass\", \"glass\"]\n";
}

/// A file next to the scene's folder that may be included.
fs::path write_neighbour(const SceneFolder& folder) {
  folder.write("../neighbour/title.toml", "title = \"from outside\"\n");
  return folder.outside() / "neighbour";
}

TEST(Confine, an_include_outside_of_the_folder_is_refused_with_a_remedy) {
  const SceneFolder folder;
  const fs::path neighbour = write_neighbour(folder);
  const std::string remedy = "--allow-path " + fs::canonical(neighbour).string();
  const ReadResult up = read_scene(folder.write("up.toml", including("../neighbour/title.toml")));
  expect_one_problem(up, "up.toml:1:12: include \"../neighbour/title.toml\" leaves the scene's folder by `..`");
  expect_one_problem(up, remedy);
  const ReadResult absolute = read_scene(folder.write("absolute.toml", including((neighbour / "title.toml").string())));
  expect_one_problem(absolute, "is absolute; a scene may only read files of its own folder");
  expect_one_problem(absolute, remedy);
  fs::create_symlink(neighbour / "title.toml", folder.inside() / "link.toml");
  const ReadResult link = read_scene(folder.write("linked.toml", including("link.toml")));
  expect_one_problem(link, "is a link that leaves the scene's folder");
  expect_one_problem(link, remedy);
  fs::create_directory_symlink(neighbour, folder.inside() / "sub");
  expect_one_problem(read_scene(folder.write("sub.toml", including("sub/title.toml"))), "is a link that leaves");
}

TEST(Confine, an_option_of_the_user_opens_one_folder_only) {
  const SceneFolder folder;
  const fs::path neighbour = write_neighbour(folder);
  folder.write("../third/title.toml", "title = \"third\"\n");
  const ReadOptions options{.allowed = {neighbour}};
  for (const std::string& name : {std::string("../neighbour/title.toml"), (neighbour / "title.toml").string()}) {
    const ReadResult result = read_scene(folder.write("scene.toml", including(name)), options);
    ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
    EXPECT_EQ(result.scene->title, "from outside");
    const ReadResult again = read_scene_texts(result.texts);
    EXPECT_TRUE(again.scene.has_value()) << again.problems.text();
  }
  expect_one_problem(read_scene(folder.write("scene.toml", including("../third/title.toml")), options),
                     "leaves the scene's folder");
  expect_one_problem(read_scene(folder.write("scene.toml", including("../neighbour/../third/title.toml")), options),
                     "leaves the scene's folder");
  // A folder whose name begins like the allowed one is another folder.
  folder.write("../neighbour2/title.toml", "title = \"other\"\n");
  expect_one_problem(read_scene(folder.write("scene.toml", including("../neighbour2/title.toml")), options),
                     "leaves the scene's folder");
}

TEST(Confine, dots_that_stay_inside_are_allowed) {
  const SceneFolder folder;
  folder.write("parts/title.toml", "title = \"inside\"\n");
  for (const char* name : {"parts/../parts/title.toml", "./parts//title.toml", "../scene/parts/title.toml"}) {
    const ReadResult result = read_scene(folder.write("scene.toml", including(name)));
    EXPECT_TRUE(result.scene.has_value()) << name << "\n" << result.problems.text();
  }
}

TEST(Confine, data_files_obey_the_same_rules) {
  const SceneFolder folder;
  fs::create_directories(folder.outside() / "packs");
  fs::copy_file(fs::path(SCREE_TEST_DATA) / "broken" / "two_types.data", folder.outside() / "packs" / "two.data");
  const auto main = folder.write("scene.toml", with_data("../packs/two.data"));
  expect_one_problem(read_scene(main), "data_file.path = \"../packs/two.data\" leaves the scene's folder by `..`");
  expect_one_problem(read_scene(main), "--allow-path ");
  ReadResult allowed = read_scene(main, {.allowed = {folder.outside() / "packs"}});
  ASSERT_TRUE(allowed.scene.has_value()) << allowed.problems.text();
  EXPECT_TRUE(load_data_files(*allowed.scene).empty());
  EXPECT_GT(allowed.scene->spheres.size(), 1U);
}

/// As with `scree check scene.toml` from within the folder: the name has no folder in it.
class FromWithin {
 public:
  explicit FromWithin(const fs::path& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  ~FromWithin() { fs::current_path(before_); }

 private:
  fs::path before_;
};

TEST(Confine, a_missing_file_is_reported_as_missing_inside_the_folder_too) {
  const SceneFolder folder;
  const auto including_none = folder.write("including.toml", including("none.toml")),
             naming_none = folder.write("naming.toml", with_data("none.data"));
  const auto study =
      folder.write("study.toml", "scene = \"none.toml\"\n[[vary]]\nkey = \"time.end\"\nvalues = [\"1 s\"]\n");
  const FromWithin within(folder.inside());
  for (const fs::path& path : {including_none, including_none.filename()})
    expect_one_problem(read_scene(path), "include \"none.toml\" does not exist; there is no file /");
  for (const fs::path& path : {naming_none, naming_none.filename()})
    expect_one_problem(read_scene(path), "data_file.path = \"none.data\" does not exist; there is no file /");
  for (const fs::path& path : {study, study.filename()}) {
    const InputErrors problems = read_study(path).problems;
    ASSERT_EQ(problems.size(), 1U) << problems.text();
    EXPECT_NE(problems.text().find("scene \"none.toml\" does not exist; there is no file /"), std::string::npos)
        << problems.text();
  }
}

TEST(Confine, only_regular_files_are_read) {
  const SceneFolder folder;
  ASSERT_EQ(::mkfifo((folder.inside() / "pipe.toml").c_str(), 0600), 0);
  fs::create_directory(folder.inside() / "folder.toml");
  expect_one_problem(read_scene(folder.write("scene.toml", including("pipe.toml"))),
                     "include \"pipe.toml\" is a pipe; only regular files");
  expect_one_problem(read_scene(folder.write("scene.toml", including("folder.toml"))),
                     "is a folder; only regular files are read");
  expect_one_problem(read_scene(folder.write("scene.toml", with_data("pipe.toml"))),
                     "is a pipe; only regular files are read");
  const ReadOptions devices{.allowed = {"/dev"}};
  expect_one_problem(read_scene(folder.write("scene.toml", including("/dev/zero")), devices),
                     "is a device; only regular files are read");
  expect_one_problem(read_scene(folder.inside() / "pipe.toml"),
                     "pipe.toml:1:1: this is a pipe; only regular files are read");
  expect_one_problem(read_scene("/dev/zero"), "this is a device; only regular files are read");
  expect_one_problem(read_scene(folder.inside()), "this is a folder");
  expect_one_problem(read_scene(folder.inside() / "none.toml"), "this does not exist");
}

TEST(Confine, a_link_that_leads_to_itself_ends) {
  const SceneFolder folder;
  fs::create_symlink("loop.toml", folder.inside() / "loop.toml");
  EXPECT_FALSE(read_scene(folder.write("scene.toml", including("loop.toml"))).scene.has_value());
}

TEST(Confine, a_file_without_end_is_refused_by_its_size) {
  const SceneFolder folder;
  const auto large = folder.write("large.toml", "# ");
  fs::resize_file(large, k_largest_scene + 1);  // a hole: takes no room on the disk
  expect_one_problem(read_scene(large),
                     "is larger than the limit of 16 MiB; put many bodies into a "
                     "[[data_file]], or raise the limit by --scene-limit");
  expect_one_problem(read_scene(folder.write("scene.toml", including("large.toml"))),
                     "include \"large.toml\" is larger than the limit of 16 MiB");
}

TEST(Confine, includes_are_limited_in_their_sum) {
  const SceneFolder folder;
  const std::string half = "#" + std::string(k_largest_scene / 2, 'x') + "\n";
  folder.write("a.toml", half);
  folder.write("b.toml", half);
  expect_one_problem(
      read_scene(folder.write("scene.toml", "include = [\"a.toml\", \"b.toml\"]\n" + std::string(k_small_scene))),
      "scene.toml:1:22: with \"b.toml\" the scene is larger than the limit of 16 MiB;");
}

TEST(Confine, an_option_of_the_user_raises_the_limit_and_a_scene_once_read_needs_it_no_more) {
  const SceneFolder folder;
  const auto scene = folder.write("scene.toml", including("title.toml"));
  folder.write("title.toml", "title = \"" + std::string(1000, 'x') + "\"\n");
  const std::uint64_t size = fs::file_size(scene) + fs::file_size(folder.inside() / "title.toml");
  expect_one_problem(read_scene(scene, {.scene_limit = size - 1}), "the scene is larger than");
  const ReadResult read = read_scene(scene, {.scene_limit = size});
  ASSERT_TRUE(read.scene.has_value()) << read.problems.text();
  EXPECT_TRUE(read_scene_texts(read.texts, {.scene_limit = 10}).scene.has_value());
}

TEST(Confine, a_path_with_a_zero_in_it_is_refused) {
  const SceneFolder folder;
  expect_one_problem(read_scene(folder.write("scene.toml", including("a\\u0000b"))), "has a zero character in it");
}

}  // namespace
}  // namespace scree::io
