// The same contact in LAMMPS: writes an input for Debian's `lmp`, runs it and reads back what it dumped.
//
// Only what a comparison of laws needs is here: spheres in reduced units, `pair_style granular` with one type, at most
// one `fix wall/gran`, gravity, `fix nve/sphere`. All numbers go through text with 17 digits, so nothing is lost.
// Settings that keep LAMMPS comparable: `atom_modify sort 0 0` and `newton off`, so that the order (i, j) of a
// pair never changes; its history would otherwise be negated, roll and twist springs wrongly so. [santos.md, 5.3]
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/vec3.h"

namespace scree::peers {

/// A sphere as both codes get it. Reduced units throughout.
struct Ball {
  Vec3d position, velocity, spin;
  double radius = 0.5, density = 1.0;
};

enum class Normal { hooke, hertz };
enum class Damping { velocity, mass_velocity, viscoelastic, tsuji };
enum class Twist { none, sds, marshall };
enum class Slide { linear_history, mindlin, mindlin_force, mindlin_rescale_force };

/// A contact model in LAMMPS's terms, as far as Scree has the same laws.
struct Recipe {
  Normal normal = Normal::hooke;
  double k = 1.0;
  Damping damping = Damping::velocity;
  double gamma = 0.5;  ///< with tsuji: the restitution coefficient
  Slide slide = Slide::linear_history;
  double k_slide = 1.0, fraction = 0.5,
         mu_slide = 0.3;  ///< k_slide: with mindlin 8 G_eff; fraction: of the normal dashpot
  bool rolls = true;
  double k_roll = 1.0, gamma_roll = 0.5, mu_roll = 0.3;
  Twist twist = Twist::sds;
  double k_twist = 1.0, gamma_twist = 0.5, mu_twist = 0.3;
};

/// As `pair_coeff` and `fix wall/gran granular` want it.
std::string for_lammps(const Recipe& recipe);

struct LammpsRun {
  std::vector<Ball> balls;  ///< ids 1, 2, 3 ... in this order
  Vec3d low{-10, -10, -10}, high{10, 10, 10};
  std::array<bool, 3> periodic{false, false, false};
  std::string pair;                 ///< what follows `pair_coeff * *`
  std::string move = "nve/sphere";  ///< what follows `fix ID all`
  bool tilts = false;               ///< the box may get a tilt
  std::string deform;               ///< what follows `fix ID all deform 1`; empty: the box stays
  std::string wall;                 ///< what follows `fix ID all wall/gran`; empty: no wall
  Vec3d gravity;
  double skin = 0.3;  ///< of LAMMPS's neighbour list [length]
  double step = 0.0;
  std::int64_t steps = 0;
  std::int64_t dump_every = 1;  ///< states are kept at 0, dump_every, 2 dump_every ...
};

struct BallState {
  Vec3d position;  ///< unwrapped
  Vec3d velocity, spin, force, torque;
};
struct Frame {
  std::int64_t step = 0;
  Vec3d length, tilt;            ///< of the box; tilt: xy, xz, yz
  std::vector<BallState> balls;  ///< by id
};
struct LammpsResult {
  std::vector<Frame> frames;
  std::int64_t rebuilds = 0;  ///< of the neighbour list after the first
};

/// LAMMPS is missing, stopped with an error or wrote something unreadable; `what()` is a sentence.
struct LammpsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Run the script `in` of a folder, in that folder. Throws LammpsError.
void run_script(const std::filesystem::path& folder);
/// Throws LammpsError.
LammpsResult run_lammps(const LammpsRun& run);

/// A periodic packing from a gzipped LAMMPS data file (atom_style sphere): balls sorted by id, and the box.
struct Packing {
  std::vector<Ball> balls;
  Vec3d low, high;
};
/// Throws LammpsError.
Packing read_packing(const std::filesystem::path& gzipped);

}  // namespace scree::peers
