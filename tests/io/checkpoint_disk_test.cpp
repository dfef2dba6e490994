// When the machine fails: full disks, missing folders, kill -9 at any moment. What was whole stays whole.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "io/text/whole_file.h"
#include "support/checkpoints.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;
using support::TemporaryFolder, test::random_checkpoint, test::same_bits;
using testing::AllOf, testing::Contains, testing::HasSubstr, testing::IsEmpty;

/// A megabyte, whose step is its only difference, so that a reader can tell which one it got.
Checkpoint large_checkpoint(std::int64_t step) {
  Checkpoint c;
  c.step = step;
  c.state.put("bodies/position", std::vector<double>(120000, static_cast<double>(step)), 3);
  return c;
}

void truncate_to_half(const fs::path& path) { fs::resize_file(path, fs::file_size(path) / 2); }

/// Runs something in a process of its own and returns its exit code. The child leaves without the tests' own end.
template <class Do>
int in_a_child(Do act) {
  const pid_t child = fork();
  if (child == 0) _exit(act());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CheckpointFolder, the_newest_is_read_and_the_former_kept) {
  const TemporaryFolder folder;
  for (const std::uint64_t seed : {1, 2, 3}) write_checkpoint(folder.path(), random_checkpoint(seed));
  const Found found = newest_whole_checkpoint(folder.path());
  EXPECT_EQ(found.path, checkpoint_path(folder.path()));
  EXPECT_TRUE(same_bits(found.checkpoint, random_checkpoint(3)));
  EXPECT_THAT(found.remarks, IsEmpty());
  EXPECT_TRUE(same_bits(read_checkpoint(previous_checkpoint_path(folder.path())), random_checkpoint(2)));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2) << "nothing else is left";
}

TEST(CheckpointFolder, a_damaged_or_half_written_file_is_named_and_left_aside) {
  const TemporaryFolder folder;
  for (const std::uint64_t seed : {1, 2}) write_checkpoint(folder.path(), random_checkpoint(seed));
  truncate_to_half(checkpoint_path(folder.path()));
  std::ofstream(partial_name(checkpoint_path(folder.path()))) << "half";
  const Found found = newest_whole_checkpoint(folder.path());
  EXPECT_EQ(found.path, previous_checkpoint_path(folder.path()));
  EXPECT_TRUE(same_bits(found.checkpoint, random_checkpoint(1)));
  EXPECT_THAT(found.remarks, Contains(HasSubstr("checkpoint.h5 is truncated")));
  EXPECT_THAT(found.remarks, Contains(AllOf(HasSubstr("checkpoint.h5.partial"), HasSubstr("interrupted write"))));
  truncate_to_half(found.path);
  EXPECT_THROW(newest_whole_checkpoint(folder.path()), CheckpointError);
}

TEST(CheckpointFolder, one_without_checkpoints_is_reported) {
  const TemporaryFolder folder;
  try {
    newest_whole_checkpoint(folder.path());
    FAIL();
  } catch (const CheckpointError& error) {
    EXPECT_THAT(error.what, AllOf(HasSubstr("no whole checkpoint"), HasSubstr("checkpoint.h5 is not there")));
  }
}

TEST(CheckpointFolder, a_folder_that_cannot_be_written_is_reported) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  for (const auto& [name, why] : {std::pair{"missing", "no such folder"}, std::pair{"file", "a file is in the way"}})
    try {
      write_checkpoint(folder / name, Checkpoint{});
      FAIL();
    } catch (const WriteError& error) {
      EXPECT_THAT(error.what(),
                  AllOf(HasSubstr((folder / name).string()), HasSubstr("cannot open for writing"), HasSubstr(why)));
    }
}

TEST(CheckpointFolder, a_folder_without_permission_is_reported) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  const int code = in_a_child([&] {
    constexpr uid_t k_nobody = 65534;  // root may write everywhere, so it becomes somebody else
    if (geteuid() == 0 && setuid(k_nobody) != 0) return 3;
    try {
      write_checkpoint(folder.path(), Checkpoint{});
      return 1;
    } catch (const WriteError& error) {
      return error.error == EACCES && std::string(error.what()).find("permissions") != std::string::npos ? 0 : 2;
    }
  });
  EXPECT_EQ(code, 0);
  fs::permissions(folder.path(), fs::perms::owner_all);
}

TEST(CheckpointFolder, a_file_that_may_not_grow_leaves_the_former_ones_whole) {
  const TemporaryFolder folder;
  for (const std::int64_t step : {1, 2}) write_checkpoint(folder.path(), large_checkpoint(step));
  const int code = in_a_child([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{400000, 400000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_checkpoint(folder.path(), large_checkpoint(3));
      return 1;
    } catch (const WriteError& error) {
      return error.error == EFBIG && std::string(error.what()).find("cannot write") != std::string::npos ? 0 : 2;
    }
  });
  EXPECT_EQ(code, 0);
  const Found found = newest_whole_checkpoint(folder.path());
  EXPECT_EQ(found.checkpoint.step, 2);
  EXPECT_THAT(found.remarks, IsEmpty()) << "the half-written file was taken away";
  EXPECT_EQ(read_checkpoint(previous_checkpoint_path(folder.path())).step, 1);
}

TEST(WholeFile, a_full_disk_is_reported_with_a_remedy) {
  const int full = open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  ASSERT_LT(write(full, "bytes", 5), 0);
  const WriteError error("x", "write", errno);
  close(full);
  EXPECT_EQ(error.error, ENOSPC);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("No space left"), HasSubstr("free some space and resume")));
}

TEST(WholeFile, leaves_neither_the_file_nor_its_partial_when_a_write_fails) {
  const TemporaryFolder folder;
  const int code = in_a_child([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{3, 3};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_whole_file(folder / "x", {"bytes"}, Survives::the_machine);
      return 1;
    } catch (const WriteError& error) {
      return error.error == EFBIG ? 0 : 2;
    }
  });
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(WholeFile, is_never_written_through_a_link) {
  const TemporaryFolder folder;
  std::ofstream(folder / "precious") << "precious";
  const auto text_of = [&](const char* name) {
    std::ifstream file(folder / name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  fs::create_symlink(folder / "precious", folder / "x.partial");
  fs::create_symlink(folder / "precious", folder / "x");
  write_whole_file(folder / "x", {"bytes"}, Survives::the_process);
  EXPECT_EQ(text_of("precious"), "precious");
  EXPECT_FALSE(fs::is_symlink(folder / "x"));
  EXPECT_EQ(text_of("x"), "bytes");
  fs::create_hard_link(folder / "precious", folder / "y.partial");
  write_whole_file(folder / "y", {"bytes"}, Survives::the_process);
  EXPECT_EQ(text_of("precious"), "precious");
  EXPECT_EQ(text_of("y"), "bytes");
}

TEST(WholeFile, what_is_opened_or_refused_by_name_is_not_followed) {
  const TemporaryFolder folder;
  fs::create_symlink(folder / "elsewhere", folder / "link");
  for (const bool opened : {false, true}) {
    try {
      opened ? static_cast<void>(open_for_writing(folder / "link", O_WRONLY)) : refuse_link(folder / "link");
      ADD_FAILURE() << opened;
    } catch (const WriteError& error) {
      EXPECT_EQ(error.error, ELOOP);
      EXPECT_THAT(error.what(), HasSubstr("a symbolic link is in the way"));
      EXPECT_THAT(error.what(), HasSubstr("choose another folder"));
    }
  }
  EXPECT_FALSE(fs::exists(folder / "elsewhere"));
  refuse_link(folder / "nothing");
  close(open_for_writing(folder / "own", O_WRONLY));
  EXPECT_TRUE(fs::is_regular_file(folder / "own"));
}

TEST(CheckpointFolder, a_kill_at_any_moment_leaves_a_whole_checkpoint) {
  const TemporaryFolder folder;
  Random random(7, 0);
  write_checkpoint(folder.path(), large_checkpoint(0));
  std::int64_t last = 0;
  int interrupted = 0;
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    if (child == 0)
      for (std::int64_t step = last + 1;; ++step) write_checkpoint(folder.path(), large_checkpoint(step));
    std::this_thread::sleep_for(std::chrono::microseconds(static_cast<int>(random.uniform(1e3, 5e4))));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const Found found = newest_whole_checkpoint(folder.path());
    EXPECT_TRUE(same_bits(found.checkpoint, large_checkpoint(found.checkpoint.step)));
    EXPECT_GE(found.checkpoint.step, last) << "an older one than before";
    last = found.checkpoint.step;
    interrupted += !found.remarks.empty();
  }
  EXPECT_GT(last, 0) << "no checkpoint was ever finished";
  EXPECT_GT(interrupted, 0) << "no kill met a write";
}

}  // namespace
}  // namespace scree::io
