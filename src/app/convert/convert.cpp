// `scree convert`: converts one frame into another format. Data that the new format cannot store is reported.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/run/frame_files.h"
#include "app/shell_text.h"
#include "io/frame/dump.h"
#include "io/frame/frame_csv.h"
#include "io/frame/lammps_frame.h"
#include "io/frame/vtp.h"
#include "io/text/whole_file.h"

namespace scree::app {
namespace {

bool is_zero(const Vec3d& v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

/// Data of the frame that the format cannot store.
std::vector<std::string> left_out(const sim::Frame& frame, FrameFormat format, bool contacts) {
  std::vector<std::string> list;
  const auto add = [&](bool there, std::string what) {
    if (there) list.push_back(std::move(what));
  };
  const auto any = [&](auto&& has) { return std::any_of(frame.bodies.begin(), frame.bodies.end(), has); };
  const auto& periodic = frame.cell.periodic;
  const bool numbered = std::all_of(frame.materials.begin(), frame.materials.end(), [&](const std::string& name) {
    return name == fmt::format("{}", &name - frame.materials.data() + 1);
  });
  add((format == FrameFormat::data || format == FrameFormat::csv) && (frame.step != 0 || frame.time != 0.0),
      "step and time");
  add(format == FrameFormat::csv && std::count(periodic.begin(), periodic.end(), true) > 0, "the periodic cell");
  if (format == FrameFormat::data) {
    add(std::count(periodic.begin(), periodic.end(), true) > 0, "which edges are periodic");
    add(any([](const sim::BodyView& b) { return b.orientation != state::Orientation{1, 0, 0, 0}; }), "orientations");
    add(any([](const sim::BodyView& b) { return !is_zero(b.force) || !is_zero(b.torque) || b.coordination != 0; }),
        "forces, torques and coordination");
    add(any([](const sim::BodyView& b) { return b.locks != 0 && b.locks != sim::k_lock_all; }),
        "locks of single directions");
    constexpr double k_rounding = 1e-12;
    add(any([](const sim::BodyView& b) {
          return std::abs(b.inertia - 0.4 * b.mass * b.radius * b.radius) > k_rounding * b.inertia;
        }),
        "inertias that are not 2/5 m R^2");
  }
  add(format != FrameFormat::vtp && frame.solver.has_value(),
      contacts ? "solver statistics of the whole step" : "solver statistics of the step");
  add(format != FrameFormat::vtp && !(numbered && frame.planes.empty()), "names of materials and planes");
  add(contacts && format != FrameFormat::vtp && frame.surroundings, "friction, walls and weight");
  add(!contacts && !frame.contacts.empty(),
      fmt::format("{} contacts (--contacts writes them to .vtp or .csv)", frame.contacts.size()));
  add(contacts && !frame.bodies.empty(), "bodies (convert once more without --contacts)");
  return list;
}

void write_frame(const std::filesystem::path& path, const sim::Frame& frame, FrameFormat format, bool contacts) {
  switch (format) {
    case FrameFormat::vtp: return contacts ? io::write_contacts_vtp(path, frame) : io::write_bodies_vtp(path, frame);
    case FrameFormat::csv:
      return contacts ? io::write_frame_contacts_csv(path, frame) : io::write_frame_bodies_csv(path, frame);
    case FrameFormat::dump: return io::write_whole_file(path, {io::dump_text(frame)}, io::Survives::the_process);
    case FrameFormat::data: return io::write_data_frame(path, frame);
    case FrameFormat::checkpoint: break;  // not in the list of output formats
  }
}

}  // namespace

int convert_command(const ConvertArguments& arguments) {
  const auto in = format_to_read(arguments.in), out = format_to_write(arguments.out);
  if (!in || !out) return k_usage;
  const auto refuse = [](int code, const std::filesystem::path& path, std::string_view why) {
    fmt::print(stderr, "scree: {}: {}\n", shown(path), why);
    return code;
  };
  if (arguments.frame && *in != FrameFormat::dump)
    return refuse(k_usage, arguments.in, "contains one frame; --frame selects a frame of a dump");
  if (arguments.contacts && *in != FrameFormat::checkpoint)
    return refuse(k_usage, arguments.in, "is read without contacts; only a checkpoint (.h5) has them");
  if (arguments.contacts && *out != FrameFormat::vtp && *out != FrameFormat::csv)
    return refuse(k_usage, arguments.out, "cannot store contacts; write them to .vtp or .csv");

  // Compares the files, not their names: the output replaces the file of its name, or the target of a link.
  if (std::error_code none; std::filesystem::equivalent(arguments.in, arguments.out, none))
    return refuse(k_usage, arguments.out, "is the file that is read and would be overwritten; choose another name");

  const auto read = read_frame_or_complain(arguments.in, *in, arguments.frame, arguments.unpacked_limit);
  if (!read) return k_bad_scene;
  const sim::Frame& frame = *read;
  if (*out == FrameFormat::data)
    if (const std::string why = io::why_not_data(frame); !why.empty()) return refuse(k_bad_scene, arguments.in, why);
  write_frame(arguments.out, frame, *out, arguments.contacts);
  if (const auto list = left_out(frame, *out, arguments.contacts); !list.empty())
    fmt::print(stderr, "note: {} cannot store: {}\n", shown(arguments.out), fmt::join(list, "; "));
  return k_ok;
}

}  // namespace scree::app
