// The commands of the program, one function each; main.cpp parses the command line into their arguments.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/frame/load_data.h"
#include "io/text/read_options.h"
#include "io/scene/scene_text.h"
#include "sim/scene.h"

namespace scree::experiments {
struct Result;
}

namespace scree::app {

/// A scene and the files it was read from.
struct LoadedScene {
  sim::Scene scene;
  std::vector<io::SceneText> texts;
  std::vector<io::LoadedFile> files{};  ///< data files; their spheres are already in the scene
};
/// Reads a scene with its data files. If there are input errors, prints all of them and returns nothing.
std::optional<LoadedScene> read_or_complain(const std::filesystem::path& path, const io::ReadOptions& options = {});

/// Maximum number of bodies for which a run draws a picture; rendering more bodies takes too long.
inline constexpr std::int64_t k_picture_limit = 300000;

struct RunArguments {
  std::filesystem::path scene, out;
  std::filesystem::path resume{};  ///< the folder of a run to resume, instead of `scene` and `out`
  int threads = 1;
  std::string isa{};
  double checkpoint_every = -1.0;  ///< wall-clock interval [s]; negative: the value of the scene
  bool overwrite = false;
  bool quiet = false;
  bool data = false;              ///< also write final.data, a LAMMPS data file
  std::int64_t save_problem = 0;  ///< step for which the contact problem is saved; 0: none
  /// file for the contact problem; empty: problem_<step>.h5 in the folder of the run
  std::filesystem::path problem_file{};
  io::ReadOptions reading{};
};
int run_command(const RunArguments& arguments);
int check_command(const std::filesystem::path& scene, int threads, const io::ReadOptions& reading);
/// The part of `scree check` about the time step: critical steps, or the reason why there are none.
std::string step_text(const sim::Scene& scene);
int laws_command();
/// Prints the JSON schema of scenes. If `page` is given, writes the tables of keys into this page instead.
int schema_command(const std::filesystem::path& page);
/// Prints the supported pairs of body shapes and wall shapes.
int shapes_command();
std::string shapes_text();
int demo_command(const std::filesystem::path& out, int threads);
std::string version_text();

/// Reports how a run ended and how to continue it.
int doctor_command(const std::filesystem::path& folder);

struct InspectArguments {
  std::filesystem::path path;  ///< a checkpoint, or a folder that contains one
  bool json = false;
};
int inspect_command(const InspectArguments& arguments);

struct AnalyseArguments {
  std::filesystem::path path;   ///< folder of a run, checkpoint, or frame
  std::filesystem::path out{};  ///< empty: nothing is written
  /// contact file of a frame of bodies, or "none"; empty: the file in the same folder that belongs to the frame
  std::filesystem::path contacts{};
  std::vector<std::string> modes{};     ///< slide, roll, spin, or only none; empty: those of the scene
  double mode_threshold = k_unset;      ///< unset: the value of the scene
  std::int64_t radial_bins = 0;         ///< 0: the value of the scene
  std::optional<std::int64_t> frame{};  ///< step of the wanted frame of a dump
  bool json = false;
  std::uint64_t unpacked_limit = io::k_largest_unpacked;  ///< bytes that a compressed file may unpack to
};
int analyse_command(const AnalyseArguments& arguments);

struct SolveArguments {
  std::filesystem::path file;  ///< a saved contact problem
  std::string solver = "all";  ///< one of solve::k_method_choices, or "all"
  double tolerance = 1e-6;     ///< of the rms residual [m/s]
  std::int64_t iterations = 1000;
  bool warm = false;  ///< start from the saved initial guess
  int threads = 1;
  std::string isa{};
  bool json = false;
};
int solve_command(const SolveArguments& arguments);

struct ContactArguments {
  std::filesystem::path scene{};       ///< empty: the presets of workbench/presets.h
  std::string path = "shear";          ///< one of contact::k_path_choices, "impact", or the name of a CSV file
  std::vector<std::string> laws{};     ///< empty: all smooth laws of the stage
  std::string stage{};                 ///< empty: the stage that the path drives
  std::vector<std::string> between{};  ///< pairs of materials of the scene, "glass,steel"; empty: all rules
  int cycles = 2, steps = 1000;
  // Quantities with units; empty: default values.
  std::string overlap{}, amplitude{}, period{}, radius{}, density{}, speed{}, angle{};
  double variation = 0.5;
  bool plane = false;           ///< a sphere on a plane instead of two spheres
  std::filesystem::path out{};  ///< empty: nothing is written
  std::string format = "svg";
  bool energy = false;  ///< random closed paths instead, to test whether a law creates energy
  std::uint64_t paths = 1000;
  io::ReadOptions reading{};
};
/// Drives a single contact on the workbench.
int contact_command(const ContactArguments& arguments);

struct BenchArguments {
  std::vector<std::string> cases{};  ///< empty: all
  std::vector<int> threads{1, 2};
  bool nonsmooth = false;  ///< measure solvers and steps of the stepper `nonsmooth` instead of the cases
  std::string peer{};      ///< "", "lmp", or with nonsmooth "ode"
  std::filesystem::path json{};
  std::string isa{};
  int repeats = 3;
  bool quick = false;
};
int bench_command(const BenchArguments& arguments);
int bench_nonsmooth_command(const BenchArguments& arguments);

struct ReproduceArguments {
  std::vector<std::string> ids{};  ///< empty: all
  bool list = false;
  std::string scale{};  ///< one of experiments::k_scale_choices; empty: the default scale of each experiment
  std::filesystem::path out = "reproduce-out";
  int threads = 1;
  std::string isa{};
  std::filesystem::path
      record{};  ///< folder of recorded results (docs/results): each result is written there; empty: none
  std::filesystem::path compare{};  ///< the same folder: each result must equal its record; empty: no comparison
  std::filesystem::path page{};     ///< docs/experiments.md: written from the records, without carrying out anything
                                    ///< unless ids or `record` are given
  std::string revision = "an unknown revision";  ///< of the program, for records
};
/// Runs the experiments of the papers. Does not return k_ok if a check fails.
int reproduce_command(const ReproduceArguments& arguments);
/// k_ok if all experiments ran without an error and no check failed.
int reproduce_exit_code(std::span<const experiments::Result> results);

struct ConvertArguments {
  std::filesystem::path in, out;
  std::optional<std::int64_t> frame{};                    ///< step of the wanted frame of a dump; the last one if unset
  bool contacts = false;                                  ///< write contacts instead of bodies
  std::uint64_t unpacked_limit = io::k_largest_unpacked;  ///< bytes that a compressed file may unpack to
};
int convert_command(const ConvertArguments& arguments);

}  // namespace scree::app
