// Frames of a run, written by one thread in the background so that the run goes on meanwhile.
//
// DIR/bodies.pvd, DIR/contacts.pvd        time series for ParaView
// DIR/frames/bodies_000001200.vtp, ...    one file a frame; the number is the step
// DIR/frames.dump                         all frames for OVITO
// DIR/frames/bodies_000001200.csv         tables
// Files are there whole before a series names them. They are on the disk, and survive a power cut, after flush().
// At most k_frames_waiting frames wait in memory; then add() waits too.
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
  /// Frames of steps after `last_step` that an earlier run left in the folder are removed: all of them by default;
  /// those after the checkpoint when a run is resumed. Throws std::runtime_error.
  FrameWriter(std::filesystem::path folder, const sim::OutputSpec& output, std::int64_t last_step = k_no_frames_yet);
  /// Writes what is waiting; errors are lost here, so call finish().
  ~FrameWriter();

  /// Hand over a frame. Throws the first error of the thread: a run need not go on if its frames are lost.
  void add(sim::Frame frame);
  /// Wait until all so far is written and sync it to the disk. Throws the first error of the thread.
  void flush();
  /// The same, and no more frames come.
  void finish();

 private:
  void work();
  void write(const sim::Frame& frame);
  void stop();
  void sync();

  std::filesystem::path folder_;
  sim::OutputSpec output_;
  std::optional<PvdSeries> bodies_, contacts_;
  /// Files written since the last flush; the thread's while a frame waits, the caller's otherwise.
  std::set<std::filesystem::path> unsynced_;

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::deque<sim::Frame> waiting_;
  bool done_ = false;
  std::exception_ptr error_;
  std::thread thread_;  ///< last, so that it begins when all else is there
};

/// A frame that a run left in a folder, or `frames` itself if it is a symbolic link; nothing if there is none.
std::optional<std::filesystem::path> any_frame(const std::filesystem::path& folder);

/// Take out all frames that a run left in a folder. Throws WriteError if `frames` is a symbolic link: what is behind
/// it may be of another run.
void remove_frames(const std::filesystem::path& folder);

/// bodies_000001200.vtp
std::string frame_file_name(std::string_view kind, std::int64_t step, std::string_view ending);

}  // namespace scree::io
