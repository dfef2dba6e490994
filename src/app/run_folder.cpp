#include "app/run_folder.h"

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/checkpoint.h"
#include "io/frame_writer.h"
#include "io/whole_file.h"

namespace scree::sim {
// Here, since the engine knows no JSON.
static void to_json(nlohmann::json& json, const Trouble& t) {
  json = {{"kind", t.kind}, {"step", t.step}, {"time", t.time}, {"bodies", t.bodies}, {"what", t.what}, {"cause", t.cause}, {"remedy", t.remedy}};
}
static void from_json(const nlohmann::json& json, Trouble& t) {
  t = {json.at("kind"), json.at("step"), json.at("time"), json.at("bodies"), json.at("what"), json.at("cause"), json.at("remedy")};
}
}  // namespace scree::sim

namespace scree::app {
namespace {

constexpr const char* k_record = "run.json";
constexpr const char* k_files_of_a_run[] = {k_record, "summary.json", "series.csv", "bodies.csv", "final.data", "energy.png", "final.png",
                                            "trouble_bodies.vtp", "trouble_contacts.vtp", "bodies.pvd", "contacts.pvd", "frames.dump", "checkpoint.h5", "checkpoint.h5.partial", "checkpoint.previous.h5"};

}  // namespace

std::optional<std::filesystem::path> in_the_way(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const char* name : k_files_of_a_run)
    if (std::filesystem::exists(folder / name, ignored)) return folder / name;
  return std::nullopt;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw io::WriteError(folder, "make the folder", error.value());
}

void clear_folder(const std::filesystem::path& folder) {
  io::remove_frames(folder);
  for (const char* name : k_files_of_a_run) {
    std::error_code error;
    std::filesystem::remove(folder / name, error);
    if (error) throw io::WriteError(folder / name, "remove the file of a former run", error.value());
  }
}

FolderLock::FolderLock(const std::filesystem::path& folder) : file_(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (file_ < 0) throw io::WriteError(folder, "write", errno);
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(file_);
    throw std::runtime_error(fmt::format("another process runs in {}; wait for it or choose another folder", folder.string()));
  }
}
FolderLock::~FolderLock() { ::close(file_); }

void write_record(const std::filesystem::path& folder, const RunRecord& r) {
  nlohmann::json json{{"state", r.state}, {"scene", r.scene}, {"process", r.process}, {"steps", r.steps}, {"warnings", r.warnings}, {"scree", io::scree_version()}};
  if (r.trouble) json["trouble"] = *r.trouble;
  if (!r.failure.empty()) json["failure"] = r.failure;
  const std::string text = json.dump(2) + "\n";
  io::write_whole_file(folder / k_record, {text}, io::Survives::the_machine);
}

std::optional<RunRecord> read_record(const std::filesystem::path& folder) {
  std::ifstream file(folder / k_record);
  try {
    const nlohmann::json json = nlohmann::json::parse(file);
    RunRecord r{json.at("state"), json.at("scene"), json.at("process"), json.at("steps"), {}, json.at("warnings"), json.value("failure", "")};
    if (json.contains("trouble")) r.trouble = json["trouble"].get<sim::Trouble>();
    return r;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::string resume_command(const std::filesystem::path& folder) {
  const std::string name = folder.string();
  return name.find_first_of(" \t'\"$&;()") == std::string::npos ? "scree run --resume " + name : fmt::format("scree run --resume '{}'", name);
}

}  // namespace scree::app
