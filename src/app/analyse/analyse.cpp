// `scree analyse`: measures a packing from a run, a checkpoint or a frame. Writes only into the folder given by --out.
//
// A checkpoint contains bodies, histories and the scene, so all quantities can be computed. The same holds for a frame
// of bodies with the contact file that the run wrote at the same step. Frames without contacts (.vtp, .dump, .data) are
// analysed by distances: contacts are found only between spheres, walls are missing, and quantities that depend on
// loads are not known.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/analyse/frame_contacts.h"
#include "app/run/frame_files.h"
#include "app/analyse/packing_report.h"
#include "app/shell_text.h"
#include "io/checkpoint/checkpoint_frame.h"

namespace scree::app {
namespace {

std::optional<analysis::Modes> modes_of(const std::vector<std::string>& words) {
  if (words.empty()) return std::nullopt;
  analysis::Modes modes;
  for (const std::string& word : words)
    modes.slide |= word == "slide", modes.roll |= word == "roll", modes.spin |= word == "spin";
  return modes;
}

int report(const analysis::Packing& packing, const sim::Frame& frame, const std::string& name,
           const AnalyseArguments& arguments) {
  if (arguments.json)
    fmt::print("{}\n", packing_json(packing).dump(2));
  else
    fmt::print("{}: step {}, t = {:.6g}\n{}", name, frame.step, frame.time, packing_text(packing, frame.units));
  if (arguments.out.empty()) return k_ok;
  std::filesystem::create_directories(arguments.out);
  write_packing_files(arguments.out, packing, frame.units);
  fmt::print(stderr, "{}", missing_packing_files(packing));
  return k_ok;
}

constexpr const char* k_no_file = "none";

/// A frame of bodies, with its contacts if there is a file of them.
std::optional<sim::Frame> read_frame_with_contacts(const AnalyseArguments& arguments, FrameFormat format) {
  const auto other = bodies_beside(arguments.path);  // the path is that of the contact file
  const auto& bodies = other.empty() || !arguments.contacts.empty() ? arguments.path : other;
  auto frame = read_frame_or_complain(bodies, format, arguments.frame, arguments.unpacked_limit);
  if (!frame || arguments.contacts == k_no_file) return frame;
  if (const auto file = !arguments.contacts.empty() ? arguments.contacts : contacts_beside(bodies); !file.empty()) {
    if (!add_contacts_or_complain(*frame, file, arguments.unpacked_limit)) return std::nullopt;
  }
  return frame;
}

void note_missing_data(const AnalyseArguments& arguments) {
  fmt::print(stderr,
             "note: {} contains no contacts and no friction: contacts of spheres are found by distance, walls are "
             "missing; stress, forces and mobilised friction are not known{}.{}\n",
             shown(arguments.path), arguments.modes.empty() ? "; use --modes to give the friction modes that hold" : "",
             arguments.contacts == k_no_file
                 ? ""
                 : " A run writes contacts_*.vtp beside bodies_*.vtp if its scene has frames_every and frames = "
                   "[\"vtp\"] in [output]; name such a file by --contacts");
}

}  // namespace

int analyse_command(const AnalyseArguments& arguments) {
  if (arguments.modes.size() > 1 &&
      std::find(arguments.modes.begin(), arguments.modes.end(), "none") != arguments.modes.end()) {
    fmt::print(stderr,
               "scree: --modes {} combines none with friction modes; give either none, or the modes that hold\n",
               fmt::join(arguments.modes, ","));
    return k_usage;
  }
  analysis::PackingQuestion question{.modes = modes_of(arguments.modes)};
  const auto adjust = [&] {
    if (is_set(arguments.mode_threshold)) question.settings.mode_threshold = arguments.mode_threshold;
    if (arguments.radial_bins > 0) question.settings.radial_bins = arguments.radial_bins;
  };
  const bool folder = std::filesystem::is_directory(arguments.path);
  const auto format = folder ? FrameFormat::checkpoint : format_to_read(arguments.path).value_or(FrameFormat::csv);
  if (format == FrameFormat::csv) return k_usage;
  if (arguments.frame && format != FrameFormat::dump) {
    fmt::print(stderr, "scree: {}: contains one state; --frame selects a frame of a dump\n", shown(arguments.path));
    return k_usage;
  }
  if (format != FrameFormat::checkpoint) {
    const auto frame = read_frame_with_contacts(arguments, format);
    if (!frame) return k_bad_scene;
    if (frame->contacts.empty() && !frame->surroundings) note_missing_data(arguments);
    adjust();
    return report(analysis::measure_packing(*frame, question), *frame, shown(arguments.path), arguments);
  }
  if (!arguments.contacts.empty()) {
    fmt::print(stderr, "scree: {}: a checkpoint has its own contacts; --contacts is for frames of bodies\n",
               shown(arguments.path));
    return k_usage;
  }
  io::Found found;
  if (folder)
    found = io::newest_whole_checkpoint(arguments.path);
  else
    found.checkpoint = io::read_checkpoint(arguments.path), found.path = arguments.path;
  for (const std::string& remark : found.remarks) fmt::print(stderr, "note: {}\n", shown(remark));
  const sim::Simulation simulation = io::simulation_of(found.checkpoint, {});
  question.settings = simulation.scene().packing;
  adjust();
  const sim::Frame frame = simulation.frame();
  return report(analysis::measure_packing(frame, question), frame, shown(found.path), arguments);
}

}  // namespace scree::app
