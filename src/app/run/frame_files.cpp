#include "app/run/frame_files.h"

#include <array>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/shell_text.h"
#include "io/checkpoint/checkpoint_frame.h"
#include "io/frame/dump.h"
#include "io/frame/lammps_frame.h"
#include "io/frame/vtp.h"

namespace scree::app {
namespace {

struct Ending {
  std::string_view text;
  FrameFormat format;
  bool read, write;
};
constexpr auto k_endings = std::to_array<Ending>({{".vtp", FrameFormat::vtp, true, true},
                                                  {".dump", FrameFormat::dump, true, true},
                                                  {".lammpstrj", FrameFormat::dump, true, true},
                                                  {".data", FrameFormat::data, true, true},
                                                  {".data.gz", FrameFormat::data, true, false},
                                                  {".h5", FrameFormat::checkpoint, true, false},
                                                  {".csv", FrameFormat::csv, false, true}});

std::optional<FrameFormat> format_of(const std::filesystem::path& path, bool Ending::*can, std::string_view doing) {
  std::vector<std::string_view> possible;
  for (const Ending& ending : k_endings) {
    if (!(ending.*can)) continue;
    if (path.filename().string().ends_with(ending.text)) return ending.format;
    possible.push_back(ending.text);
  }
  if (std::error_code ignored; can == &Ending::read && !std::filesystem::exists(path, ignored)) {
    fmt::print(stderr, "scree: {}: there is no such file or folder\n", shown(path));
    return std::nullopt;
  }
  fmt::print(stderr, "scree: {}: cannot {} a file with this extension; known are {}\n", shown(path), doing,
             fmt::join(possible, ", "));
  return std::nullopt;
}

using ReadFrame = std::variant<sim::Frame, io::InputError>;

ReadFrame read_checkpoint(const std::filesystem::path& path) {
  try {
    return io::frame_of_checkpoint(path);
  } catch (const io::CheckpointError& error) {
    return io::InputError{path.string(), 1, 1, error.what};
  } catch (const std::runtime_error& error) {
    return io::InputError{path.string(), 1, 1, error.what()};
  }
}

ReadFrame read_frame(const std::filesystem::path& path, FrameFormat format, std::optional<std::int64_t> step,
                     std::uint64_t unpacked_limit) {
  if (format == FrameFormat::vtp) return io::read_bodies_vtp(path, unpacked_limit);
  if (format == FrameFormat::checkpoint) return read_checkpoint(path);
  if (format == FrameFormat::data) {
    auto read = io::read_data_frame(path, unpacked_limit);
    if (std::holds_alternative<sim::Frame>(read))
      fmt::print(stderr,
                 "note: {} does not contain units, time, periodic axes, orientations and loads; its numbers are read "
                 "as SI, its axes as not periodic, the rest as zero\n",
                 shown(path));
    return read;
  }
  auto read = io::read_dump(path, step);
  if (auto* problem = std::get_if<io::InputError>(&read)) return std::move(*problem);
  auto& [frame, absent] = std::get<io::DumpFrame>(read);
  if (!absent.empty())
    fmt::print(stderr, "note: {} has no columns {}; they are set to zero (orientations to 1 0 0 0)\n", shown(path),
               fmt::join(absent, ", "));
  return std::move(frame);
}

}  // namespace

std::optional<FrameFormat> format_to_read(const std::filesystem::path& path) {
  return format_of(path, &Ending::read, "read");
}
std::optional<FrameFormat> format_to_write(const std::filesystem::path& path) {
  return format_of(path, &Ending::write, "write");
}

std::optional<sim::Frame> read_frame_or_complain(const std::filesystem::path& path, FrameFormat format,
                                                 std::optional<std::int64_t> step, std::uint64_t unpacked_limit) {
  ReadFrame read = read_frame(path, format, step, unpacked_limit);
  if (auto* frame = std::get_if<sim::Frame>(&read)) return std::move(*frame);
  fmt::print(stderr, "{}\n", shown_lines(io::describe(std::get<io::InputError>(read))));
  return std::nullopt;
}

}  // namespace scree::app
