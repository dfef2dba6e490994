#include "io/frame/load_data.h"

#include <numbers>

#include <fmt/format.h>

#include "io/frame/frame_faults.h"
#include "io/frame/lammps_data.h"

namespace scree::io {

InputErrors load_data_files(sim::Scene& scene, std::vector<LoadedFile>* taken, std::uint64_t unpacked_limit) {
  InputErrors problems;
  for (const sim::DataFile& file : scene.files) {
    const auto read = read_lammps_data(file.path, unpacked_limit);
    if (const auto* found = std::get_if<InputErrors>(&read)) {
      for (const InputError& problem : *found) problems.add(problem);
      continue;
    }
    const auto& data = std::get<LammpsData>(read);
    if (data.types > static_cast<int>(file.material_of_type.size())) {
      problems.add(
          file.path, {},
          fmt::format("has {} atom types, but the scene's data_file names {} materials; give one for each type",
                      data.types, file.material_of_type.size()));
      continue;
    }
    if (file.cell_from_file) scene.cell.bounds = data.box, scene.cell.tilt = data.tilt;
    if (taken != nullptr) taken->push_back({file, scene.spheres.size(), data.atoms.size(), data.tilt});
    for (const LammpsAtom& atom : data.atoms) {
      if (const std::string far = far_outside(atom.position, scene.cell); !far.empty()) {
        problems.add(file.path, {}, fmt::format("atom {} {}. Wrap its position", atom.id, far));
        continue;
      }
      const auto type = static_cast<std::size_t>(atom.type - 1);
      sim::OneSphere sphere;
      sphere.position = atom.position;
      sphere.radius = 0.5 * atom.diameter;
      sphere.traits.material = file.material_of_type[type];
      sphere.traits.locks = type < file.locks_of_type.size() ? file.locks_of_type[type] : sim::Locks{0};
      sphere.traits.velocity = atom.velocity;
      sphere.traits.spin = atom.spin;
      sphere.traits.mass = 4.0 * std::numbers::pi / 3.0 * sphere.radius * sphere.radius * sphere.radius * atom.density;
      scene.spheres.push_back(sphere);
    }
  }
  if (problems.empty()) scene.files.clear();
  return problems;
}

}  // namespace scree::io
