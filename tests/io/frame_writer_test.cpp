// Frames of a run: which files are there, what a resumed run keeps, and what a full disk does.
#include "io/frame/frame_writer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>

#include <fmt/format.h>

#include "io/frame/dump.h"
#include "io/frame/vtp.h"
#include "io/text/whole_file.h"
#include "support/random_frame.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

using support::put_text, support::random_frame, support::TemporaryFolder, support::text_of;

constexpr sim::OutputSpec k_all{.vtp = true, .dump = true, .csv = true};

sim::Frame frame_at(std::int64_t step, std::size_t bodies = 20) {
  sim::Frame frame = random_frame(bodies, 30, static_cast<unsigned>(step));
  frame.step = step, frame.time = 1e-3 * static_cast<double>(step);
  return frame;
}
std::string series(const std::string& kind, const std::vector<std::int64_t>& steps) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
      "byte_order=\"LittleEndian\">\n<Collection>\n";
  for (const std::int64_t step : steps)
    text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"frames/{}_{:09}.vtp\"/>\n",
                        1e-3 * static_cast<double>(step), kind, step);
  return text + "</Collection>\n</VTKFile>\n";
}
std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}
void write_run(const std::filesystem::path& folder, const std::vector<std::int64_t>& steps,
               std::int64_t last_step = k_no_frames_yet) {
  FrameWriter writer(folder, k_all, last_step);
  for (const std::int64_t step : steps) writer.add(frame_at(step));
  writer.finish();
}

TEST(FrameWriter, every_frame_is_there_in_every_format_when_it_has_finished) {
  const TemporaryFolder folder;
  write_run(folder.path(), {0, 100, 200, 300});
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"bodies.pvd", "contacts.pvd", "frames", "frames.dump"}));
  EXPECT_EQ(text_of(folder / "bodies.pvd"), series("bodies", {0, 100, 200, 300}));
  EXPECT_EQ(text_of(folder / "contacts.pvd"), series("contacts", {0, 100, 200, 300}));
  EXPECT_EQ(names_in(folder / "frames").size(), 12U);  // bodies and contacts as .vtp, bodies as .csv; no temporary ones
  for (const std::int64_t step : {0, 100, 200, 300}) {
    const auto bodies = read_bodies_vtp(folder / "frames" / frame_file_name("bodies", step, ".vtp"));
    ASSERT_TRUE(std::holds_alternative<sim::Frame>(bodies));
    support::expect_same_bodies(frame_at(step), std::get<sim::Frame>(bodies));
    const auto dumped = read_dump(folder / "frames.dump", step);
    ASSERT_TRUE(std::holds_alternative<DumpFrame>(dumped));
    support::expect_same_bodies(frame_at(step), std::get<DumpFrame>(dumped).frame);
    const std::string table = text_of(folder / "frames" / frame_file_name("bodies", step, ".csv"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 21);
  }
}

TEST(FrameWriter, a_resumed_run_leaves_the_files_of_one_that_was_never_interrupted) {
  const TemporaryFolder folder;
  write_run(folder / "whole", {0, 100, 200, 300});
  write_run(folder / "resumed", {0, 100, 200, 250});
  put_text(folder / "resumed/frames/bodies_000000275.vtp.partial", "half a fr");
  put_text(folder / "resumed/frames/bodies_note.csv", "mine");
  write_run(folder / "resumed", {200, 300}, 199);
  EXPECT_EQ(text_of(folder / "resumed/frames/bodies_note.csv"), "mine") << "a file that is not of the run was touched";
  std::filesystem::remove(folder / "resumed/frames/bodies_note.csv");
  EXPECT_EQ(names_in(folder / "resumed/frames"), names_in(folder / "whole/frames"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "whole"))
    if (entry.is_regular_file()) {
      const auto name = std::filesystem::relative(entry.path(), folder / "whole");
      EXPECT_EQ(text_of(folder / "resumed" / name), text_of(entry.path())) << name;
    }
}

TEST(FrameWriter, a_new_run_in_an_old_folder_keeps_nothing_of_the_old_frames) {
  const TemporaryFolder folder;
  write_run(folder.path(), {0, 100});
  write_run(folder.path(), {50});
  EXPECT_EQ(text_of(folder / "bodies.pvd"), series("bodies", {50}));
  EXPECT_EQ(names_in(folder / "frames").size(), 3U);
  EXPECT_EQ(text_of(folder / "frames.dump"), dump_text(frame_at(50)));
}

TEST(FrameWriter, a_resumed_run_that_wants_other_formats_leaves_no_series_that_names_missing_files) {
  const TemporaryFolder folder;
  write_run(folder.path(), {0, 100, 200});
  FrameWriter(folder.path(), {.vtp = false, .csv = true}, 100).finish();
  EXPECT_EQ(text_of(folder / "bodies.pvd"), series("bodies", {0, 100}));
  EXPECT_EQ(text_of(folder / "contacts.pvd"), series("contacts", {0, 100}));
  EXPECT_EQ(text_of(folder / "frames.dump"), dump_text(frame_at(0)) + dump_text(frame_at(100)));
  FrameWriter(folder.path(), {.vtp = false, .csv = true}).finish();
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"frames"}));
}

TEST(FrameWriter, a_foreign_series_is_not_overwritten_by_a_resumed_run) {
  const TemporaryFolder folder;
  put_text(folder / "bodies.pvd", "mine");
  EXPECT_THROW(FrameWriter(folder.path(), k_all, 100), std::runtime_error);
  EXPECT_EQ(text_of(folder / "bodies.pvd"), "mine");
}

TEST(FrameWriter, frames_behind_a_link_are_neither_removed_nor_written) {
  const TemporaryFolder folder;
  write_run(folder / "other", {0, 100});
  const auto before = names_in(folder / "other/frames");
  std::filesystem::create_directory(folder / "run");
  std::filesystem::create_directory_symlink(folder / "other/frames", folder / "run/frames");
  EXPECT_EQ(any_frame(folder / "run"), folder / "run/frames");
  EXPECT_THROW(remove_frames(folder / "run"), WriteError);
  EXPECT_THROW(FrameWriter(folder / "run", k_all), WriteError);
  EXPECT_THROW(FrameWriter(folder / "run", k_all, 50), WriteError);
  EXPECT_EQ(names_in(folder / "other/frames"), before);
  EXPECT_EQ(names_in(folder / "run"), (std::vector<std::string>{"frames"}));
}

TEST(FrameWriter, a_frame_that_was_left_is_found_and_files_of_others_are_not) {
  const TemporaryFolder folder;
  EXPECT_EQ(any_frame(folder.path()), std::nullopt);
  std::filesystem::create_directory(folder / "frames");
  put_text(folder / "frames/notes.txt", "mine"), put_text(folder / "frames/bodies_of_water.vtp", "mine");
  EXPECT_EQ(any_frame(folder.path()), std::nullopt);
  put_text(folder / "frames/contacts_000000100.vtp", "");
  EXPECT_EQ(any_frame(folder.path()), folder / "frames/contacts_000000100.vtp");
}

TEST(FrameWriter, the_queue_is_ordered_and_bounded_and_the_destructor_writes_it_out) {
  const TemporaryFolder folder;
  {
    FrameWriter writer(folder.path(), {.vtp = false, .dump = true});
    for (std::int64_t step = 0; step < 50; ++step) writer.add(frame_at(step, 200));
  }
  EXPECT_EQ(names_in(folder / "frames").size(), 0U);
  for (const std::int64_t step : {0, 49})
    EXPECT_TRUE(std::holds_alternative<DumpFrame>(read_dump(folder / "frames.dump", step)));
}

/// What add() or finish() said in a child process whose files may have `limit` bytes at most: a disk that is full.
std::string error_with_files_up_to(rlim_t limit, const std::filesystem::path& folder, const sim::OutputSpec& output) {
  const auto report = folder / "report.txt";
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    std::string said = "no error";
    try {
      FrameWriter writer(folder / "run", output);
      const rlimit small{limit, RLIM_INFINITY};
      setrlimit(RLIMIT_FSIZE, &small);
      for (std::int64_t step = 0; step < 10; ++step) writer.add(frame_at(step, 2000));
      writer.finish();
    } catch (const std::runtime_error& error) {
      said = error.what();
    }
    const rlimit large{RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &large);
    put_text(report, said);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return text_of(report);
}

TEST(FrameWriter, a_full_disk_is_an_error_with_path_and_cause_and_leaves_no_half_frame) {
  const TemporaryFolder folder;
  const std::string vtp = error_with_files_up_to(10000, folder.path(), {.vtp = true});
  EXPECT_TRUE(vtp.starts_with((folder / "run/frames/bodies_000000000.vtp").string() + ": cannot write: File too large"))
      << vtp;
  EXPECT_EQ(names_in(folder / "run/frames").size(), 0U);
  EXPECT_EQ(text_of(folder / "run/bodies.pvd"), series("bodies", {}));

  const std::string one = dump_text(frame_at(0, 2000));
  const std::string dump = error_with_files_up_to(one.size() + 10000, folder.path(), {.vtp = false, .dump = true});
  EXPECT_TRUE(dump.starts_with((folder / "run/frames.dump").string() + ": cannot write: File too large")) << dump;
  EXPECT_EQ(text_of(folder / "run/frames.dump"), one) << "the frame before must be left as it was";
}

TEST(FrameWriter, after_an_error_every_further_frame_is_refused_at_once) {
  const TemporaryFolder folder;
  FrameWriter writer(folder.path(), {.vtp = true});
  std::filesystem::remove_all(folder / "frames");
  const auto add_many = [&] {
    for (std::int64_t step = 0; step < 10; ++step) writer.add(frame_at(step));
  };
  EXPECT_THROW(add_many(), std::runtime_error);
  EXPECT_THROW(writer.add(frame_at(11)), std::runtime_error);
  EXPECT_THROW(writer.finish(), std::runtime_error);
}

TEST(Pvd, steps_are_read_from_names) {
  EXPECT_EQ(step_in_name("bodies_000000120.vtp"), 120);
  EXPECT_EQ(step_in_name("bodies_1234567890123.vtp.partial"), 1234567890123);
  for (const char* name : {"bodies.vtp", "bodies_.vtp", "bodies_12", "bodies_-12.vtp", "bodies_1x.vtp",
                           "bodies_99999999999999999999.vtp", ""})
    EXPECT_EQ(step_in_name(name), -1) << name;
}

}  // namespace
}  // namespace scree::io
