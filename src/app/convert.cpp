// `scree convert`: one frame from one format into another. What does not fit is said, never dropped in silence.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "io/checkpoint_frame.h"
#include "io/dump.h"
#include "io/frame_csv.h"
#include "io/lammps_frame.h"
#include "io/vtp.h"
#include "io/whole_file.h"

namespace scree::app {
namespace {

enum class Format { vtp, dump, data, csv, checkpoint };

struct Ending {
  std::string_view text;
  Format format;
  bool read, write;
};
constexpr auto k_endings = std::to_array<Ending>({{".vtp", Format::vtp, true, true},
                                                  {".dump", Format::dump, true, true},
                                                  {".lammpstrj", Format::dump, true, true},
                                                  {".data", Format::data, true, true},
                                                  {".data.gz", Format::data, true, false},
                                                  {".h5", Format::checkpoint, true, false},
                                                  {".csv", Format::csv, false, true}});

/// The format by the file's ending; complains if there is none that can be read (or written).
std::optional<Format> format_of(const std::filesystem::path& path, bool Ending::*can, std::string_view doing) {
  std::vector<std::string_view> possible;
  for (const Ending& ending : k_endings) {
    if (!(ending.*can)) continue;
    if (path.filename().string().ends_with(ending.text)) return ending.format;
    possible.push_back(ending.text);
  }
  fmt::print(stderr, "scree: {}: cannot {} a file of this ending; known are {}\n", path.string(), doing, fmt::join(possible, ", "));
  return std::nullopt;
}

using ReadFrame = std::variant<sim::Frame, io::Problem>;

ReadFrame read_checkpoint(const std::filesystem::path& path) {
  try {
    return io::frame_of_checkpoint(path);
  } catch (const io::CheckpointError& error) {
    return io::Problem{path.string(), 1, 1, error.what};
  } catch (const std::runtime_error& error) {
    return io::Problem{path.string(), 1, 1, error.what()};
  }
}

ReadFrame read_frame(const ConvertArguments& arguments, Format format) {
  const auto& path = arguments.in;
  if (format == Format::vtp) return io::read_bodies_vtp(path);
  if (format == Format::checkpoint) return read_checkpoint(path);
  if (format == Format::data) {
    auto read = io::read_data_frame(path);
    if (std::holds_alternative<sim::Frame>(read))
      fmt::print(stderr, "note: {} says nothing of units, time, open or periodic edges, orientations and loads; its numbers are taken as SI, its edges as open, the rest as none\n",
                 path.string());
    return read;
  }
  auto read = io::read_dump(path, arguments.frame);
  if (auto* problem = std::get_if<io::Problem>(&read)) return std::move(*problem);
  auto& [frame, absent] = std::get<io::DumpFrame>(read);
  if (!absent.empty()) fmt::print(stderr, "note: {} has no columns {}; they are taken as zero (orientations as 1 0 0 0)\n", path.string(), fmt::join(absent, ", "));
  return std::move(frame);
}

bool is_zero(const Vec3d& v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

/// What the frame has and the format has no place for.
std::vector<std::string> left_out(const sim::Frame& frame, Format format, bool contacts) {
  std::vector<std::string> list;
  const auto add = [&](bool there, std::string what) {
    if (there) list.push_back(std::move(what));
  };
  const auto any = [&](auto&& has) { return std::any_of(frame.bodies.begin(), frame.bodies.end(), has); };
  const auto& periodic = frame.cell.periodic;
  const bool numbered = std::all_of(frame.materials.begin(), frame.materials.end(),
                                    [&](const std::string& name) { return name == fmt::format("{}", &name - frame.materials.data() + 1); });
  add((format == Format::data || format == Format::csv) && (frame.step != 0 || frame.time != 0.0), "step and time");
  add(format == Format::csv && std::count(periodic.begin(), periodic.end(), true) > 0, "the periodic cell");
  if (format == Format::data) {
    add(std::count(periodic.begin(), periodic.end(), true) > 0, "which edges are periodic");
    add(any([](const sim::BodyView& b) { return b.orientation != state::Orientation{1, 0, 0, 0}; }), "orientations");
    add(any([](const sim::BodyView& b) { return !is_zero(b.force) || !is_zero(b.torque) || b.coordination != 0; }), "forces, torques and coordination");
    add(any([](const sim::BodyView& b) { return b.locks != 0 && b.locks != sim::k_lock_all; }), "locks of single directions");
    constexpr double k_rounding = 1e-12;
    add(any([](const sim::BodyView& b) { return std::abs(b.inertia - 0.4 * b.mass * b.radius * b.radius) > k_rounding * b.inertia; }), "inertias that are not 2/5 m R^2");
  }
  add(format != Format::vtp && frame.solver.has_value(), contacts ? "what the solver says of the whole step" : "what the solver says of the step");
  add(format != Format::vtp && !(numbered && frame.planes.empty()), "names of materials and planes");
  add(!contacts && !frame.contacts.empty(), fmt::format("{} contacts (--contacts writes them to .vtp or .csv)", frame.contacts.size()));
  add(contacts && !frame.bodies.empty(), "bodies (convert once more without --contacts)");
  return list;
}

void write_frame(const std::filesystem::path& path, const sim::Frame& frame, Format format, bool contacts) {
  switch (format) {
    case Format::vtp: return contacts ? io::write_contacts_vtp(path, frame) : io::write_bodies_vtp(path, frame);
    case Format::csv: return contacts ? io::write_frame_contacts_csv(path, frame) : io::write_frame_bodies_csv(path, frame);
    case Format::dump: return io::write_whole_file(path, {io::dump_text(frame)}, io::Survives::the_process);
    case Format::data: return io::write_data_frame(path, frame);
    case Format::checkpoint: break;  // not in the list of what is written
  }
}

}  // namespace

int convert_command(const ConvertArguments& arguments) {
  const auto in = format_of(arguments.in, &Ending::read, "read");
  const auto out = format_of(arguments.out, &Ending::write, "write");
  if (!in || !out) return k_usage;
  const auto refuse = [](int code, const std::filesystem::path& path, std::string_view why) {
    fmt::print(stderr, "scree: {}: {}\n", path.string(), why);
    return code;
  };
  if (arguments.frame && *in != Format::dump) return refuse(k_usage, arguments.in, "holds one frame; --frame chooses among those of a dump");
  if (arguments.contacts && *in != Format::checkpoint) return refuse(k_usage, arguments.in, "is read without contacts; only a checkpoint (.h5) has them");
  if (arguments.contacts && *out != Format::vtp && *out != Format::csv)
    return refuse(k_usage, arguments.out, "cannot hold contacts; write them to .vtp or .csv");

  const ReadFrame read = read_frame(arguments, *in);
  if (const auto* problem = std::get_if<io::Problem>(&read)) {
    fmt::print(stderr, "{}\n", io::in_words(*problem));
    return k_bad_scene;
  }
  const auto& frame = std::get<sim::Frame>(read);
  if (*out == Format::data)
    if (const std::string why = io::why_not_data(frame); !why.empty()) return refuse(k_bad_scene, arguments.in, why);
  write_frame(arguments.out, frame, *out, arguments.contacts);
  if (const auto list = left_out(frame, *out, arguments.contacts); !list.empty())
    fmt::print(stderr, "note: {} has no place for: {}\n", arguments.out.string(), fmt::join(list, "; "));
  return k_ok;
}

}  // namespace scree::app
