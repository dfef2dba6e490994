// Writes the frames of a run in a background thread, while the run continues.
//
//   DIR/bodies.pvd, DIR/contacts.pvd        time series for ParaView
//   DIR/frames/bodies_000001200.vtp, ...    one file for each frame; the number is the step
//   DIR/frames.dump                         all frames for OVITO
//   DIR/frames/bodies_000001200.csv         tables
//
// A file is complete before a series names it. After flush() all files are on the disk and survive a power failure. At
// most k_frames_waiting frames wait in memory; add() blocks when the queue is full.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "io/frame/pvd.h"
#include "sim/views.h"

namespace scree::io {

inline constexpr std::size_t k_frames_waiting = 2;
inline constexpr std::int64_t k_no_frames_yet = -1;

class FrameWriter {
 public:
  /// Removes the frames of an earlier run in the folder that belong to steps after `last_step`: by default all of them,
  /// in a resumed run those after the checkpoint. Throws std::runtime_error.
  FrameWriter(std::filesystem::path folder, const sim::OutputSpec& output, std::int64_t last_step = k_no_frames_yet);
  /// Writes the waiting frames and ignores errors; call finish() before to receive them.
  ~FrameWriter();

  /// Add a frame to the queue. Throws the first error of the thread, so that a run stops when its frames cannot be
  /// written.
  void add(sim::Frame frame);
  /// Wait until all frames are written, and sync them to the disk. Throws the first error of the thread.
  void flush();
  /// The same, after the last frame; ends the thread.
  void finish();

 private:
  void work();
  void write(const sim::Frame& frame);
  void stop();
  void sync();

  std::filesystem::path folder_;
  sim::OutputSpec output_;
  std::optional<PvdSeries> bodies_, contacts_;
  /// Files written since the last flush. Only the background thread accesses this set while a frame waits, only the
  /// caller otherwise.
  std::set<std::filesystem::path> unsynced_;

  std::mutex mutex_;  ///< guards the members below
  std::condition_variable changed_;
  std::deque<sim::Frame> waiting_;
  bool done_ = false;
  std::exception_ptr error_;
  std::thread thread_;  ///< the last member, so that it starts after all others have been initialised
};

/// A frame of an earlier run in a folder, or `frames` itself if it is a symbolic link; empty if there is none.
std::optional<std::filesystem::path> any_frame(const std::filesystem::path& folder);

/// Remove all frames of an earlier run in a folder. Throws WriteError if `frames` is a symbolic link, because its
/// target may belong to another run.
void remove_frames(const std::filesystem::path& folder);

/// bodies_000001200.vtp
std::string frame_file_name(std::string_view kind, std::int64_t step, std::string_view ending);

}  // namespace scree::io
