// What a checkpoint claims is on the disk before it: rows, frames, warnings. This program has an fsync of its own that
// notes which file is synced, and calls the system's.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

#include "app/run/run.h"
#include "io/frame/frame_writer.h"
#include "support/random_frame.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace {

std::mutex g_mutex;
std::vector<std::filesystem::path>* g_synced = nullptr;

}  // namespace

extern "C" int fsync(int file) {
  {
    const std::scoped_lock lock(g_mutex);
    if (g_synced) g_synced->push_back(std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file)));
  }
  return static_cast<int>(syscall(SYS_fsync, file));
}

namespace scree::app {
namespace {

namespace fs = std::filesystem;

/// Names of what is synced while it exists, from a folder on.
class Synced {
 public:
  explicit Synced(const fs::path& folder) : folder_(fs::canonical(folder)) {
    const std::scoped_lock lock(g_mutex);
    g_synced = &paths_;
  }
  ~Synced() {
    const std::scoped_lock lock(g_mutex);
    g_synced = nullptr;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const fs::path& path : paths_) names.push_back(path.lexically_relative(folder_).string());
    return names;
  }

 private:
  fs::path folder_;
  std::vector<fs::path> paths_;
};

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) names.push_back(entry.path().lexically_relative(folder).string());
  return names;
}

TEST(SyncedOutputs, all_files_of_frames_and_their_folder_are_on_the_disk_after_a_flush) {
  const support::TemporaryFolder folder;
  io::FrameWriter writer(folder.path(), {.vtp = true, .dump = true, .csv = true});
  const Synced synced(folder.path());
  for (const std::int64_t step : {0, 100, 200}) {
    sim::Frame frame = support::random_frame(20, 30, static_cast<unsigned>(step));
    frame.step = step;
    writer.add(std::move(frame));
  }
  writer.flush();
  const std::vector<std::string> names = synced.names();
  for (const std::string& file : files_in(folder.path()))
    EXPECT_EQ(std::count(names.begin(), names.end(), file), 1) << file;
  const auto last_file =
      std::find_if(names.rbegin(), names.rend(), [](const std::string& name) { return name.starts_with("frames/"); });
  const auto frames = std::find(names.rbegin(), names.rend(), "frames");
  EXPECT_LT(frames - names.rbegin(), last_file - names.rbegin()) << "the folder is synced after its files";
  writer.flush();
  EXPECT_EQ(synced.names(), names) << "what is on the disk is not synced again";
  writer.finish();
}

TEST(SyncedOutputs, rows_and_frames_come_before_the_checkpoint_and_results_before_the_record_that_the_run_is_finished) {
  const support::TemporaryFolder folder;
  support::put_text(folder / "scene.toml", R"(
gravity = [0, 0, "-9.81 m/s^2"]
[time]
end = "10 ms"
step = "0.1 ms"
[output]
frames_every = "5 ms"
frames = ["vtp", "dump", "csv"]
picture = false
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "3 kN/m", restitution = 0.3 }
[[sphere]]
position = [0, 0, "20 mm"]
radius = "5 mm"
material = "glass"
)");
  const auto loaded = read_or_complain(folder / "scene.toml", {});
  ASSERT_TRUE(loaded);
  fs::create_directory(folder / "run");
  const Synced synced(folder / "run");
  run_into(*loaded, {.scene = {}, .out = folder / "run", .checkpoint_every = 1e9, .quiet = true, .data = true});
  const std::vector<std::string> names = synced.names();
  const auto position = [&](const std::string& name) {
    return names.rend() - std::find(names.rbegin(), names.rend(), name);
  };                                                    // of the last sync; 0: none
  const auto new_file = [&](const std::string& name) {  // the last one that is to take this name
    return names.rend() - std::find_if(names.rbegin(), names.rend(),
                                       [&](const std::string& n) { return n.starts_with(name) && n != name; });
  };
  const auto checkpoint = new_file("checkpoint.h5"), record = new_file("run.json");
  ASSERT_GT(checkpoint, 0);
  EXPECT_GT(record, checkpoint);
  for (const std::string& file : files_in(folder / "run")) {
    if (file == ".lock" || file == "run.json") continue;
    EXPECT_GT(position(file), 0) << file << " was never synced";
    EXPECT_LT(position(file), record) << file;
    if (!file.starts_with("frames/")) continue;
    EXPECT_LT(position(file), checkpoint) << file;
  }
  for (const std::string name : {"series.csv", "frames.dump", "bodies.pvd", "contacts.pvd", "frames"}) {
    const auto last_before = std::find(names.rend() - checkpoint, names.rend(), name);
    EXPECT_NE(last_before, names.rend()) << name << " was not synced before the checkpoint of the end";
  }
}

}  // namespace
}  // namespace scree::app
