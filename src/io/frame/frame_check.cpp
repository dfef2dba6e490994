#include "io/frame/frame_check.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "io/frame/dump.h"
#include "io/frame/frame_writer.h"
#include "io/frame/pvd.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;

bool is_file_with_content(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && fs::file_size(path, error) > 0 && !error;
}

template <class Visit>
void each(const DueSteps& due, Visit&& visit) {
  for (std::int64_t step = 0; step <= due.last; step = due.next_after(step)) {
    visit(step);
    if (step == due.end) return;
  }
}

Missing not_among(std::vector<std::int64_t> steps, const DueSteps& due) {
  std::sort(steps.begin(), steps.end());
  Missing missing{.due = due.count()};
  each(due, [&](std::int64_t step) {
    if (!std::binary_search(steps.begin(), steps.end(), step)) missing.add_between(due, step - 1, step + 1);
  });
  return missing;
}

/// Checks the files in the folder of frames: one for each frame and kind.
std::string missing_files(const fs::path& frames, const sim::OutputSpec& output, const DueSteps& due) {
  std::int64_t all = 0, count = 0;
  std::string first, last;
  const auto look = [&](std::string_view kind, std::int64_t step, std::string_view ending) {
    ++all;
    const std::string name = frame_file_name(kind, step, ending);
    if (is_file_with_content(frames / name)) return;
    if (count++ == 0) first = name;
    last = name;
  };
  each(due, [&](std::int64_t step) {
    if (output.vtp) look("bodies", step, ".vtp"), look("contacts", step, ".vtp");
    if (output.csv) look("bodies", step, ".csv");
  });
  if (count == 0) return {};
  return fmt::format("{} of {} files of frames are missing, the first is frames/{} and the last frames/{}", count, all,
                     first, last);
}

}  // namespace

std::string describe(const std::string& file, const Missing& missing, const char* what) {
  return fmt::format("{} lacks {} of {} {}, the first of step {} and the last of step {}", file, missing.count,
                     missing.due, what, missing.first, missing.last);
}

std::vector<std::string> missing_frames(const fs::path& folder, const sim::OutputSpec& output, const DueSteps& due) {
  std::vector<std::string> sentences;
  const auto look = [&](const char* name, std::vector<std::int64_t> (*steps_in)(const fs::path&)) {
    const Missing missing = not_among(steps_in(folder / name), due);
    if (missing.count > 0) sentences.push_back(describe(name, missing, "frames"));
  };
  if (const std::string files = missing_files(folder / "frames", output, due); !files.empty())
    sentences.push_back(files);
  if (output.vtp) look("bodies.pvd", steps_of_pvd), look("contacts.pvd", steps_of_pvd);
  if (output.dump) look("frames.dump", steps_of_dump);
  return sentences;
}

}  // namespace scree::io
