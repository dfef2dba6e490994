// A small file whose text is replaced in its own blocks.
#include "io/text/overwrite.h"

#include <gtest/gtest.h>

#include "io/text/whole_file.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

using support::put_text, support::TemporaryFolder, support::text_of;

TEST(Overwrite, leaves_the_new_text_and_no_end_of_the_old_one) {
  const TemporaryFolder folder;
  put_text(folder / "run.json", "a longer text that was there before");
  overwrite_in_place(folder / "run.json", "short");
  EXPECT_EQ(text_of(folder / "run.json"), "short");
  overwrite_in_place(folder / "run.json", std::string(100000, 'x'));
  EXPECT_EQ(text_of(folder / "run.json"), std::string(100000, 'x'));
}

TEST(Overwrite, neither_makes_a_file_nor_follows_a_link) {
  const TemporaryFolder folder;
  EXPECT_THROW(overwrite_in_place(folder / "nothing", "text"), WriteError);
  EXPECT_FALSE(std::filesystem::exists(folder / "nothing"));
  put_text(folder / "precious", "precious");
  std::filesystem::create_symlink("precious", folder / "link");
  EXPECT_THROW(overwrite_in_place(folder / "link", "text"), WriteError);
  EXPECT_EQ(text_of(folder / "precious"), "precious");
}

TEST(Overwrite, reserved_room_does_not_change_the_file) {
  const TemporaryFolder folder;
  put_text(folder / "run.json", "text");
  reserve_room(folder / "run.json", 8192);
  EXPECT_EQ(text_of(folder / "run.json"), "text");
  reserve_room(folder / "nothing", 8192);
  EXPECT_FALSE(std::filesystem::exists(folder / "nothing"));
}

}  // namespace
}  // namespace scree::io
