#include "app/sweep/sweep_folder.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "app/shell_text.h"
#include "app/run/summary_names.h"
#include "app/sweep/sweep_export.h"
#include "app/sweep/sweep_table.h"
#include "io/checkpoint/checkpoint.h"
#include "io/text/whole_file.h"
#include "sim/simulation.h"
#include "scree/version.h"

namespace scree::io {
static void to_json(nlohmann::json& json, const SceneText& t) { json = {{"name", t.name}, {"text", t.text}}; }
static void from_json(const nlohmann::json& json, SceneText& t) { t = {json.at("name"), json.at("text")}; }
}  // namespace scree::io

namespace scree::app {

static void to_json(nlohmann::json& json, const SweepRun& r) {
  json = {{"values", r.values}};
  if (!r.refused.empty()) json["refused"] = r.refused;
}
static void from_json(const nlohmann::json& json, SweepRun& r) { r = {json.at("values"), json.value("refused", "")}; }

namespace {

namespace fs = std::filesystem;
constexpr const char *k_plan = "sweep.json", *k_outcome = "outcome.json", *k_summary = "summary.json";
constexpr int k_plan_format = 1;

/// Relative names are stored, so that a sweep and its scene can be moved, or mounted under another path on another
/// machine.
std::string relative_name(const fs::path& path, const fs::path& folder) {
  return fs::proximate(fs::weakly_canonical(path.empty() ? "." : path), fs::weakly_canonical(folder)).string();
}
fs::path absolute_name(const std::string& name, const fs::path& folder) { return (folder / name).lexically_normal(); }

std::optional<nlohmann::json> json_in(const fs::path& path) {
  std::ifstream file(path);
  nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

}  // namespace

std::string state_word(PointState state) { return nlohmann::json(state).get<std::string>(); }

std::string Sweep::run_name(std::int64_t number) const {
  const std::size_t width = std::max<std::size_t>(4, std::to_string(count()).size());
  return fmt::format("{:0{}}", number, width);
}

std::string Sweep::values_text(std::int64_t number) const {
  std::string text;
  for (std::size_t i = 0; i < keys.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", keys[i], run(number).values[i]);
  return text;
}

bool holds_sweep(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / k_plan, ignored);
}

namespace {

/// JSON requires UTF-8. Invalid characters cannot be replaced, since the names in the plan are used to open files.
void throw_unless_utf8(const Sweep& s) {
  std::vector<std::string> names{s.study_name, s.scene_folder.string()};
  for (const io::SceneText& text : s.scene) names.push_back(text.name);
  for (const auto& [name, checksum] : s.data_files) names.push_back(name);
  for (const fs::path& path : s.allowed) names.push_back(path.string());
  for (const std::string& name : names)
    for (std::string_view rest = name; !rest.empty();) {
      const io::Character c = io::first_character(rest);
      if (c.code == io::Character::k_invalid)
        throw sim::BuildError{
            fmt::format("the name {} is not UTF-8, and the plan of a sweep ({}) can store only UTF-8 names; rename the "
                        "file or the folder",
                        shown(name), k_plan)};
      rest.remove_prefix(c.bytes);
    }
}

}  // namespace

void write_sweep(const Sweep& s) {
  throw_unless_utf8(s);
  std::vector<std::string> allowed;
  for (const fs::path& path : s.allowed) allowed.push_back(relative_name(path, s.folder));
  const nlohmann::json json{{"format", k_plan_format},    {"scree", std::string(version())},
                            {"title", s.title},           {"study", {{"name", s.study_name}, {"text", s.study_text}}},
                            {"scene", s.scene},           {"scene_folder", relative_name(s.scene_folder, s.folder)},
                            {"allowed", allowed},         {"unpacked_limit", s.unpacked_limit},
                            {"data_files", s.data_files}, {"keys", s.keys},
                            {"measure", s.measures},      {"runs", s.runs}};
  io::write_whole_file(s.folder / k_plan, {json.dump(1), "\n"}, io::Survives::the_machine);
}

Sweep read_sweep(const fs::path& folder) {
  const fs::path path = folder / k_plan;
  if (!holds_sweep(folder))
    throw io::CheckpointError{fmt::format("there is no sweep in {}: it has no {}", folder.string(), k_plan)};
  try {
    std::ifstream file(path);
    const nlohmann::json json = nlohmann::json::parse(file);
    if (json.at("format") != k_plan_format)
      throw io::CheckpointError{fmt::format(
          "{} has a format that this program does not support; use the version of Scree that wrote it", path.string())};
    Sweep s{.folder = folder,
            .title = json.at("title"),
            .study_name = json.at("study").at("name"),
            .study_text = json.at("study").at("text"),
            .scene = json.at("scene"),
            .scene_folder = absolute_name(json.at("scene_folder"), folder),
            .unpacked_limit = json.value("unpacked_limit", io::k_largest_unpacked),  // missing in older plans
            .data_files = json.at("data_files"),
            .keys = json.at("keys"),
            .measures = json.at("measure"),
            .runs = json.at("runs")};
    for (const auto& name : json.at("allowed")) s.allowed.push_back(absolute_name(name.get<std::string>(), folder));
    for (const SweepRun& run : s.runs)
      if (run.values.size() != s.keys.size())
        throw io::CheckpointError{fmt::format("{} is damaged: a run does not have one value per key", path.string())};
    return s;
  } catch (const nlohmann::json::exception& error) {
    throw io::CheckpointError{fmt::format("{} is damaged: {}", path.string(), error.what())};
  }
}

void write_outcome(const fs::path& run_folder, const Outcome& o) {
  const nlohmann::json json{
      {"state", o.state}, {"reason", o.reason}, {"wall_seconds", o.wall_seconds}, {"lacks", o.lacks}};
  io::write_whole_file(run_folder / k_outcome,
                       {json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace), "\n"},
                       io::Survives::the_machine);
}

void remove_outcome(const fs::path& run_folder) {
  std::error_code error;
  fs::remove(run_folder / k_outcome, error);
  if (error) throw io::WriteError(run_folder / k_outcome, "remove", error.value());
}

std::vector<std::string> lacking(const Sweep& sweep, const nlohmann::json& measures) {
  static const std::set<std::string> of_all = summary_names({});
  std::vector<std::string> names =
      sweep.measures.empty() ? std::vector<std::string>(of_all.begin(), of_all.end()) : sweep.measures;
  std::erase_if(names, [&](const std::string& name) { return measures.contains(name); });
  return names;
}

PointResult result_if_finished(const Sweep& sweep, std::int64_t number, const Outcome& finished) {
  const auto again = [](const std::string& why) {
    return PointResult{{PointState::waiting, fmt::format("its {} is {}; the run will be repeated", k_summary, why)}};
  };
  const fs::path path = sweep.run_folder(number) / k_summary;
  if (!fs::exists(path)) return again("missing");
  const auto summary = json_in(path);
  if (!summary) return again("damaged: it is not JSON");
  PointResult result{finished, flattened(*summary)};
  for (const std::string& name : lacking(sweep, result.measures))
    if (std::find(finished.lacks.begin(), finished.lacks.end(), name) == finished.lacks.end())
      return again(fmt::format("damaged: it does not contain {}", name));
  return result;
}

PointResult result_of(const Sweep& sweep, std::int64_t number) {
  if (!sweep.run(number).refused.empty()) return {{PointState::refused, sweep.run(number).refused}};
  const auto json = json_in(sweep.run_folder(number) / k_outcome);
  if (!json || !json->is_object()) return {};
  const Outcome outcome{json->value("state", PointState::waiting), json->value("reason", ""),
                        json->value("wall_seconds", 0.0), json->value("lacks", std::vector<std::string>{})};
  return outcome.state == PointState::finished ? result_if_finished(sweep, number, outcome) : PointResult{outcome};
}

void remove_sweep(const fs::path& folder) {
  for (const fs::path& path : {folder / "runs", folder / k_table_csv, folder / k_table_json, folder / k_slurm_file,
                               folder / k_slurm_submit, folder / k_snakefile, folder / k_plan}) {
    std::error_code error;
    fs::remove_all(path, error);
    if (error) throw io::WriteError(path, "remove a file of an earlier sweep", error.value());
  }
}

}  // namespace scree::app
