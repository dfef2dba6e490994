// LAMMPS data files of atom_style sphere: the box, and atoms with diameter, density, position, velocity and angular
// velocity.
//
// Header: `N atoms`, `M atom types`, `xlo xhi`, `ylo yhi`, `zlo zhi`, `xy xz yz`; sections Atoms (# sphere) and
// Velocities. Content that a granular scene cannot represent (bonds, other sections) is refused, not skipped. Numbers
// are used without conversion: SI in a scene in SI, reduced in a scene in reduced units. [LAMMPS manual, read_data;
// atom_style sphere]
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "base/vec3.h"
#include "io/text/input_errors.h"
#include "io/text/read_options.h"
#include "sim/scene.h"
#include "sim/simulation.h"

namespace scree::io {

struct LammpsAtom {
  std::int64_t id = 0;
  int type = 1;                ///< from 1
  double diameter = 0.0;       ///< > 0: point particles are refused
  double density = 0.0;        ///< > 0
  Vec3d position;              ///< as in the file: inside the box
  std::array<int, 3> image{};  ///< image flags: number of boxes to the unwrapped position
  Vec3d velocity, spin;        ///< zero if the file has no section Velocities
};

struct LammpsData {
  sim::Box box;
  state::Tilt tilt;
  int types = 0;
  std::vector<LammpsAtom> atoms;  ///< sorted by id
};

/// The file may be compressed by gzip, and may then unpack to at most `unpacked_limit` bytes. Errors are in the order
/// of the file: either all errors of the header or, if the header is valid, all errors of the rows; at most twenty.
std::variant<LammpsData, InputErrors> read_lammps_data(const std::filesystem::path& path,
                                                       std::uint64_t unpacked_limit = k_largest_unpacked);
std::variant<LammpsData, InputErrors> read_lammps_data_text(std::string_view text, std::string_view file_name);

/// Write bodies so that read_lammps_data and LAMMPS read the same state (17 digits). `type` is material + 1; bodies
/// with all degrees of freedom locked have the types after those of the free bodies. Throws std::invalid_argument for a
/// non-spherical body.
void write_lammps_data(const std::filesystem::path& path, std::span<const sim::BodyView> bodies, const sim::Box& box,
                       const state::Tilt& tilt, int materials);

}  // namespace scree::io
