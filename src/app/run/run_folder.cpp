#include "app/run/run_folder.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/shell_text.h"
#include "io/checkpoint/checkpoint.h"
#include "io/frame/frame_writer.h"
#include "io/text/overwrite.h"
#include "io/text/read_file.h"
#include "io/text/whole_file.h"
#include "scree/version.h"

namespace scree::sim {
// Defined here, since the engine does not depend on JSON.
static void to_json(nlohmann::json& json, const Diagnostic& t) {
  json = {{"kind", t.kind}, {"step", t.step},   {"time", t.time},     {"bodies", t.bodies},
          {"what", t.what}, {"cause", t.cause}, {"remedy", t.remedy}, {"time_unit", t.time_unit}};
}
static void from_json(const nlohmann::json& json, Diagnostic& t) {
  // time_unit is missing in records of older versions
  t = {json.at("kind"), json.at("step"),  json.at("time"),   json.at("bodies"),
       json.at("what"), json.at("cause"), json.at("remedy"), json.value("time_unit", "")};
}
}  // namespace scree::sim

namespace scree::app {
namespace {

constexpr std::string_view k_problem_begin = "problem_", k_problem_end = ".h5";
constexpr const char *k_record = "run.json", *k_lock = ".lock";
constexpr std::size_t k_room_for_failure = 8192;  // bytes reserved for the reason of a failure when the disk is full
constexpr std::uint64_t k_largest_record = std::uint64_t{16} << 20;
constexpr const char* k_files_of_a_run[] = {k_record,
                                            "summary.json",
                                            "series.csv",
                                            "bodies.csv",
                                            "final.data",
                                            "energy.png",
                                            "final.png",
                                            "packing.json",
                                            "packing_forces.csv",
                                            "packing_radial.csv",
                                            "packing.png",
                                            "trouble_bodies.vtp",
                                            "trouble_contacts.vtp",
                                            "bodies.pvd",
                                            "contacts.pvd",
                                            "frames.dump",
                                            "checkpoint.h5",
                                            "checkpoint.h5.partial",
                                            "checkpoint.previous.h5"};

/// Files of contact problems that an earlier run wrote.
std::vector<std::filesystem::path> problems_in(const std::filesystem::path& folder) {
  const std::string_view begin = k_problem_begin, end = k_problem_end;
  std::vector<std::filesystem::path> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.size() <= begin.size() + end.size() || !name.starts_with(begin) || !name.ends_with(end)) continue;
    const std::string step = name.substr(begin.size(), name.size() - begin.size() - end.size());
    if (step.find_first_not_of("0123456789") == step.npos) found.push_back(entry.path());
  }
  return found;
}

}  // namespace

std::string problem_name(std::int64_t step) { return fmt::format("{}{}{}", k_problem_begin, step, k_problem_end); }

std::optional<std::filesystem::path> existing_output(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const char* name : k_files_of_a_run)  // includes dangling symbolic links
    if (std::filesystem::exists(std::filesystem::symlink_status(folder / name, ignored))) return folder / name;
  if (const auto problems = problems_in(folder); !problems.empty()) return problems.front();
  return io::any_frame(folder);
}

bool is_run_output(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const auto real = [](const std::filesystem::path& p) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(p, ignored), ignored);
  };
  const std::filesystem::path parent = real(path.has_parent_path() ? path.parent_path() : ".");
  const std::filesystem::path relative = parent.lexically_relative(real(folder)) / path.filename();
  if (relative.begin() == relative.end() || *relative.begin() == "..") return false;
  if (*relative.begin() == "frames") return true;
  const std::string name = relative.lexically_normal().string();
  return name == k_lock || name.ends_with(io::partial_name("").string()) ||
         std::find(std::begin(k_files_of_a_run), std::end(k_files_of_a_run), name) != std::end(k_files_of_a_run);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw io::WriteError(folder, "make the folder", error.value());
}

void clear_folder(const std::filesystem::path& folder) {
  io::remove_frames(folder);
  std::vector<std::filesystem::path> files = problems_in(folder);
  for (const char* name : k_files_of_a_run) files.push_back(folder / name);
  for (const auto& file : files) {
    std::error_code error;
    std::filesystem::remove(file, error);
    if (error) throw io::WriteError(file, "remove the file of a former run", error.value());
  }
}

FolderLock::FolderLock(const std::filesystem::path& folder, Busy busy)
    : file_(io::open_for_writing(folder / k_lock, O_RDWR)) {
  if (::flock(file_, busy == Busy::wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(file_);
    throw std::runtime_error(
        fmt::format("another process runs in {}; wait for it or choose another folder", folder.string()));
  }
}
FolderLock::~FolderLock() { ::close(file_); }

void write_record(const std::filesystem::path& folder, const RunRecord& r) {
  nlohmann::json json{{"state", r.state}, {"scene", r.scene},       {"process", r.process},
                      {"steps", r.steps}, {"warnings", r.warnings}, {"scree", std::string(version())}};
  if (r.diagnostic) json["trouble"] = *r.diagnostic;
  if (!r.failure.empty()) json["failure"] = r.failure;
  if (!r.stopped_by.empty()) json["stopped_by"] = r.stopped_by;
  // Paths in messages may contain invalid UTF-8.
  const std::string text = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  try {
    io::write_whole_file(folder / k_record, {text}, io::Survives::the_machine);
  } catch (const io::WriteError&) {
    if (r.state != RunState::failed) throw;
    io::overwrite_in_place(folder / k_record, text);
  }
  if (r.state == RunState::running) io::reserve_room(folder / k_record, k_room_for_failure);
}

std::optional<RunRecord> read_record(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder / k_record, ignored)) return std::nullopt;
  const auto read = io::read_regular_file(folder / k_record, k_largest_record);
  if (const auto* refused = std::get_if<io::Refused>(&read))
    throw UnreadableRecord(fmt::format("{} {}; the record of a run is expected under this name: move the file away",
                                       (folder / k_record).string(), refused->why));
  try {
    const nlohmann::json json = nlohmann::json::parse(std::get<std::string>(read));
    RunRecord r{json.at("state"),    json.at("scene"),          json.at("process"),          json.at("steps"), {},
                json.at("warnings"), json.value("failure", ""), json.value("stopped_by", "")};
    if (json.contains("trouble")) r.diagnostic = json["trouble"].get<sim::Diagnostic>();
    return r;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::string resume_command(const std::filesystem::path& folder) { return "scree run --resume " + shell_word(folder); }

}  // namespace scree::app
