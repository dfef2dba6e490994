// `scree inspect`: prints the content of a checkpoint as text or as JSON. Writes no files.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/shell_text.h"
#include "io/checkpoint/checkpoint.h"

namespace scree::app {
namespace {

using nlohmann::json;

// an array that occurs only in files of contact problems
constexpr std::string_view k_problem = "problem/contacts/bodies";
constexpr const char* k_type_names[] = {"f64", "i64", "u32", "u8"};  // order as in Array::Values

/// Name, type, shape and range of one array. NaN values are counted and do not enter the range.
json array_json(const Array& array) {
  json result = {{"name", shown(array.name)},
                 {"type", k_type_names[array.values.index()]},
                 {"rows", array.size() / array.width},
                 {"width", array.width}};
  std::visit(
      [&]<class T>(const std::vector<T>& values) {
        result["bytes"] = values.size() * sizeof(T);
        result["least"] = result["most"] = nullptr;
        std::size_t numbers = 0;
        T smallest{}, largest{};
        for (const T v : values) {
          if (v != v) continue;
          smallest = numbers == 0 ? v : std::min(smallest, v), largest = numbers == 0 ? v : std::max(largest, v);
          ++numbers;
        }
        if (numbers > 0) result["least"] = smallest, result["most"] = largest;
        if (numbers < values.size()) result["nan"] = values.size() - numbers;
      },
      array.values);
  return result;
}

std::size_t rows_of(const Archive& archive, std::string_view name) {
  const Array* array = archive.find(name);
  return array ? array->size() / array->width : 0;
}
const std::vector<double>* numbers_of(const Archive& archive, std::string_view name) {
  const Array* array = archive.find(name);
  return array ? std::get_if<std::vector<double>>(&array->values) : nullptr;
}
/// Number of contacts: touching pairs without those that separated in the last step; in nonsmooth runs contacts with a
/// positive normal impulse; in a contact problem all contacts.
std::size_t contacts_in(const Archive& archive) {
  if (archive.find(k_problem)) return rows_of(archive, k_problem);
  const auto *normal = numbers_of(archive, "rigid_contacts/normal"),
             *impulse = numbers_of(archive, "rigid_contacts/impulse");
  if (normal && impulse) {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 3 <= std::min(normal->size(), impulse->size()); i += 3)
      count +=
          (*normal)[i] * (*impulse)[i] + (*normal)[i + 1] * (*impulse)[i + 1] + (*normal)[i + 2] * (*impulse)[i + 2] >
          0.0;
    return count;
  }
  return rows_of(archive, "contacts/touching") -
         std::min(rows_of(archive, "contacts/touching"), rows_of(archive, "contacts/ended"));
}

/// Solver statistics of nonsmooth runs; null for other runs.
json solver_json(const Archive& archive) {
  const Array* counts = archive.find("solver/counts");
  const auto* residuals = numbers_of(archive, "solver/residuals");
  const auto* values = counts ? std::get_if<std::vector<std::int64_t>>(&counts->values) : nullptr;
  if (!values || values->size() < 11 || !residuals || residuals->empty()) return nullptr;
  return {{"steps", (*values)[8]},
          {"unreached", (*values)[9]},
          {"iterations", (*values)[10]},
          {"residual_rms", residuals->front()}};
}

json checkpoint_json(const std::filesystem::path& path, const io::Examined& examined,
                     const std::vector<std::string>& remarks) {
  const io::Checkpoint& c = examined.checkpoint;
  const bool problem = c.state.find(k_problem) != nullptr;
  json result = {{"file", path.string()},
                 {"kind", problem ? "problem" : "checkpoint"},
                 {"format", io::k_checkpoint_format},
                 {"scree_version", shown(c.scree_version)},
                 {"step", c.step},
                 {"time", c.time},
                 {"bodies", rows_of(c.state, problem ? "problem/bodies/free" : "bodies/id")},
                 {"contacts", contacts_in(c.state)},
                 {"checksum", shown(examined.checksum_stored)},
                 {"checksum_holds", examined.holds()},
                 {"left_aside", remarks},
                 {"scene", json::array()},
                 {"arrays", json::array()}};
  if (const json solver = solver_json(c.state); !solver.is_null()) result["solver"] = solver;
  for (const io::SceneText& scene : c.scene)
    result["scene"].push_back({{"name", shown(scene.name)}, {"bytes", scene.text.size()}});
  for (const Array& array : c.state.arrays()) result["arrays"].push_back(array_json(array));
  return result;
}

std::string cell(const json& value) {
  return value.is_null() ? "-" : value.is_number_float() ? fmt::format("{:.6g}", value.get<double>()) : value.dump();
}

void print_text(const json& c) {
  for (const json& remark : c["left_aside"]) fmt::print("skipped: {}\n", shown(remark.get<std::string>()));
  fmt::print("{}: {} of Scree {}, format {}\n", shown(c["file"].get<std::string>()),
             c["kind"] == "problem" ? "contact problem" : "checkpoint", c["scree_version"].get<std::string>(),
             cell(c["format"]));
  fmt::print("step {}, time {}, {} bodies, {} contacts\n", cell(c["step"]), cell(c["time"]), cell(c["bodies"]),
             cell(c["contacts"]));
  if (c.contains("solver"))
    fmt::print(
        "solver: {} iterations in {} steps, {} of which did not reach the tolerance; rms residual of the last one {} "
        "m/s\n",
        cell(c["solver"]["iterations"]), cell(c["solver"]["steps"]), cell(c["solver"]["unreached"]),
        cell(c["solver"]["residual_rms"]));
  for (const json& scene : c["scene"])
    fmt::print("scene file {} ({} bytes)\n", scene["name"].get<std::string>(), cell(scene["bytes"]));
  fmt::print("checksum {} {}\n", c["checksum"].get<std::string>(),
             c["checksum_holds"].get<bool>() ? "holds" : "DOES NOT HOLD: the content is damaged");
  std::size_t longest = 5;
  for (const json& array : c["arrays"]) longest = std::max(longest, array["name"].get<std::string>().size());
  fmt::print("\n{:{}}  type  {:>10} {:>5} {:>12} {:>12} {:>12}\n", "array", longest, "rows", "width", "bytes", "least",
             "most");
  for (const json& a : c["arrays"])
    fmt::print("{:{}}  {:4}  {:>10} {:>5} {:>12} {:>12} {:>12}{}\n", a["name"].get<std::string>(), longest,
               a["type"].get<std::string>(), cell(a["rows"]), cell(a["width"]), cell(a["bytes"]), cell(a["least"]),
               cell(a["most"]), a.contains("nan") ? fmt::format("  {} NaN", cell(a["nan"])) : "");
}

}  // namespace

int inspect_command(const InspectArguments& arguments) {
  std::filesystem::path path = arguments.path;
  std::vector<std::string> remarks;
  if (std::filesystem::is_directory(path)) {
    io::Found found = io::newest_whole_checkpoint(path);
    path = found.path, remarks = std::move(found.remarks);
  }
  const io::Examined examined = io::examine_checkpoint(path);
  const json seen = checkpoint_json(path, examined, remarks);
  if (arguments.json)
    fmt::print("{}\n", seen.dump(2, ' ', false, json::error_handler_t::replace));  // names may contain invalid UTF-8
  else
    print_text(seen);
  return examined.holds() ? k_ok : k_bad_checkpoint;
}

}  // namespace scree::app
