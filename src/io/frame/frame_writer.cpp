#include "io/frame/frame_writer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/frame/dump.h"
#include "io/frame/frame_csv.h"
#include "io/text/sync.h"
#include "io/frame/vtp.h"
#include "io/text/whole_file.h"

namespace scree::io {
namespace {

constexpr std::string_view k_frames_folder = "frames";
constexpr std::string_view k_dump_name = "frames.dump";

/// Whether the path is a frame file, complete or partial. No other file in the folder is ever changed.
bool is_frame_file(const std::filesystem::path& path) {
  const bool begun = partial_name(path.stem()) == path.filename();
  const std::string name = (begun ? path.stem() : path.filename()).string();
  const bool ours = name.starts_with("bodies_") || name.starts_with("contacts_");
  return ours && (name.ends_with(".vtp") || name.ends_with(".csv")) && step_in_name(name) >= 0;
}

void remove_frames_after(const std::filesystem::path& folder, std::int64_t last_step) {
  std::vector<std::filesystem::path> later;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (is_frame_file(entry.path()) && step_in_name(entry.path().filename().string()) > last_step)
      later.push_back(entry.path());
  for (const auto& path : later) std::filesystem::remove(path);
}

}  // namespace

std::optional<std::filesystem::path> any_frame(const std::filesystem::path& folder) {
  const std::filesystem::path frames = folder / k_frames_folder;
  std::error_code ignored;
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(frames, ignored))) return frames;
  for (const auto& entry : std::filesystem::directory_iterator(frames, ignored))
    if (is_frame_file(entry.path())) return entry.path();
  return std::nullopt;
}

void remove_frames(const std::filesystem::path& folder) {
  refuse_link(folder / k_frames_folder);
  for (const auto& name : {std::string_view("bodies.pvd"), std::string_view("contacts.pvd"), k_dump_name})
    std::filesystem::remove(folder / name);
  if (std::filesystem::is_directory(folder / k_frames_folder))
    remove_frames_after(folder / k_frames_folder, k_no_frames_yet);
}

std::string frame_file_name(std::string_view kind, std::int64_t step, std::string_view ending) {
  return fmt::format("{}_{:09}{}", kind, step, ending);
}

FrameWriter::FrameWriter(std::filesystem::path folder, const sim::OutputSpec& output, std::int64_t last_step)
    : folder_(std::move(folder)), output_(output) {
  refuse_link(folder_ / k_frames_folder);
  std::filesystem::create_directories(folder_ / k_frames_folder);
  // The series come first: a frame file without an entry in a series is harmless, an entry without a file is not.
  // Formats that this run does not write are truncated, too.
  const std::filesystem::path bodies = folder_ / "bodies.pvd", contacts = folder_ / "contacts.pvd",
                              dump = folder_ / k_dump_name;
  if (last_step < 0) remove_frames(folder_);
  if (output_.vtp || std::filesystem::exists(bodies)) bodies_.emplace(bodies, last_step);
  if (output_.vtp || std::filesystem::exists(contacts)) contacts_.emplace(contacts, last_step);
  cut_dump(dump, last_step);
  remove_frames_after(folder_ / k_frames_folder, last_step);
  thread_ = std::thread([this] { work(); });
}

FrameWriter::~FrameWriter() { stop(); }

void FrameWriter::add(sim::Frame frame) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.size() < k_frames_waiting || error_; });
  if (error_) std::rethrow_exception(error_);
  waiting_.push_back(std::move(frame));
  changed_.notify_all();
}

void FrameWriter::flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.empty(); });
  if (error_) std::rethrow_exception(error_);
  sync();
}

void FrameWriter::finish() {
  stop();
  if (error_) std::rethrow_exception(error_);
  sync();
}

/// Syncs the files first, then the folders that contain their names.
void FrameWriter::sync() {
  if (unsynced_.empty()) return;
  for (const std::filesystem::path& path : unsynced_) sync_to_disk(path);
  sync_to_disk(folder_ / k_frames_folder), sync_to_disk(folder_);
  unsynced_.clear();
}

void FrameWriter::stop() {
  {
    const std::scoped_lock lock(mutex_);
    done_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void FrameWriter::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_.empty() || done_; });
    if (waiting_.empty()) return;
    // The frame stays in the queue, and so counts as waiting, until it is written.
    const sim::Frame& frame = waiting_.front();
    lock.unlock();
    std::exception_ptr error;
    try {
      write(frame);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    waiting_.pop_front();
    if (error) error_ = error, waiting_.clear();
    changed_.notify_all();
    if (error) return;
  }
}

void FrameWriter::write(const sim::Frame& frame) {
  const auto file = [&](std::string_view kind, std::string_view ending) {
    return folder_ / k_frames_folder / frame_file_name(kind, frame.step, ending);
  };
  const auto write = [&](auto&& writer, const std::filesystem::path& path) {
    writer(path, frame);
    unsynced_.insert(path);
  };
  if (output_.vtp) {
    write(write_bodies_vtp, file("bodies", ".vtp")), write(write_contacts_vtp, file("contacts", ".vtp"));
    for (auto [series, kind] : {std::pair{&*bodies_, "bodies"}, std::pair{&*contacts_, "contacts"}}) {
      series->add(frame.time, fmt::format("{}/{}", k_frames_folder, frame_file_name(kind, frame.step, ".vtp")));
      unsynced_.insert(folder_ / fmt::format("{}.pvd", kind));
    }
  }
  if (output_.dump) write(append_dump, folder_ / k_dump_name);
  if (output_.csv) write(write_frame_bodies_csv, file("bodies", ".csv"));
}

}  // namespace scree::io
