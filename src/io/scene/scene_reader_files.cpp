// Bodies from LAMMPS data files. The file is read here only to check it; load_data.h reads it again to take the bodies.
// confine.h decides which files a scene may name.
#include <fmt/format.h>

#include "io/text/confine.h"
#include "io/scene/keys.h"
#include "io/frame/lammps_data.h"

namespace scree::io {

namespace {

/// Empty, with an error recorded, if the path leaves the folder or does not exist.
std::filesystem::path resolve(Section& section, const std::string& given) {
  const Source& source = section.source();
  if (source.disk == Disk::closed && !given.empty()) return given;
  auto result = confined(source.folder, given, source.options);
  if (const auto* refused = std::get_if<Refused>(&result)) {
    section.problem(section.place("path"), fmt::format("data_file.path = \"{}\" {}", shortened(given), refused->why));
    return {};
  }
  return std::get<std::filesystem::path>(result);
}

std::vector<sim::Locks> read_locked_types(Section& section, std::size_t types) {
  std::vector<sim::Locks> locks(types, 0);
  const toml::node* node = section.find("locked_types");
  if (node == nullptr) return locks;
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    section.problem(place_of(*node),
                    "data_file.locked_types is not an array; write the numbers of LAMMPS types, such as [2]");
    return locks;
  }
  for (const toml::node& item : *array) {
    const auto type = item.is_integer() ? item.value<std::int64_t>() : std::nullopt;
    if (!type || *type < 1 || *type > static_cast<std::int64_t>(types))
      section.problem(
          place_of(item),
          fmt::format(
              "data_file.locked_types holds {}, which is not a LAMMPS type; there are materials for types 1 to {}",
              section.source().written(item), types));
    else
      locks[static_cast<std::size_t>(*type - 1)] = sim::k_lock_all;
  }
  return locks;
}

/// Checks that the content of the file agrees with the scene.
void check_content(Section& section, Draft& draft, const sim::DataFile& file) {
  const auto result = read_lammps_data(file.path, draft.source.options.unpacked_limit);
  if (const auto* found = std::get_if<InputErrors>(&result)) {
    for (const InputError& problem : *found) draft.source.problems.add(problem);
    return;
  }
  const LammpsData& data = std::get<LammpsData>(result);
  if (data.types != static_cast<int>(file.material_of_type.size()))
    section.problem(
        section.place("materials"),
        fmt::format("data_file.materials has {} names, but the file has {} atom types; give one material for each type",
                    file.material_of_type.size(), data.types));
  if (file.cell_from_file) draft.scene.cell.bounds = data.box, draft.scene.cell.tilt = data.tilt;
}

}  // namespace

void read_data_files(Section& root, Draft& draft) {
  for (Section& section : root.sections("data_file")) {
    draft.some_bodies = true;
    section.require({"path", "materials"});
    sim::DataFile file;
    const auto path = section.text("path");
    if (path) file.path = resolve(section, *path).string();
    const auto names = section.texts("materials");
    bool good = names && !names->empty() && !file.path.empty();
    if (names && names->empty())
      section.problem(section.place("materials"),
                      "data_file.materials is empty; give one material for each LAMMPS type");
    if (names)
      file.locks_of_type = read_locked_types(section, names->size());
    else
      section.find("locked_types");
    for (std::size_t i = 0; names && i < names->size(); ++i) {
      const ListItem& name = (*names)[i];
      file.material_of_type.push_back(draft.material(section, name.text, name.place));
      if (file.material_of_type.back() < 0) {
        good = false;
        continue;
      }
      draft.uses.push_back({.material = file.material_of_type.back(),
                            .is_many = true,
                            .is_locked = file.locks_of_type[i] == sim::k_lock_all,
                            .label = draft.label("data_file", "", section.place()),
                            .place = name.place});
    }
    Keys keys(section, scene::k_data_file, draft);
    keys.read("cell", &file);
    if (file.cell_from_file && draft.cell_from_file)
      section.problem(section.place("cell"),
                      "data_file.cell = true stands in two data files; the cell can come from one only");
    if (file.cell_from_file && !root.has("cell"))
      section.problem(section.place("cell"),
                      "data_file.cell = true changes nothing, since no axis is periodic; say which in [cell], such as "
                      "periodic = [\"x\", \"y\"]");
    draft.cell_from_file = draft.cell_from_file || file.cell_from_file;
    if (good) {
      if (draft.source.disk == Disk::open) check_content(section, draft, file);
      draft.scene.files.push_back(std::move(file));
    }
    section.finish();
  }
}

}  // namespace scree::io
