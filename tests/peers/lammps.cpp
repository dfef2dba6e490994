#include "lammps.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>

#include "support/temporary_folder.h"

namespace scree::peers {
namespace {

namespace fs = std::filesystem;

/// Open MPI looks for networks and other ranks for 0.3 s at every start of `lmp`; with these turned off it takes 0.03
/// s.
constexpr const char* k_lone_process = "OMPI_MCA_pml=ob1 OMPI_MCA_btl=self OMPI_MCA_ess_singleton_isolated=1 ";

/// With all its bits.
std::string text(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}
std::string text(const Vec3d& v) { return text(v.x) + " " + text(v.y) + " " + text(v.z); }

std::string quoted(const fs::path& path) {
  std::string out = "'";
  for (const char c : path.string()) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

void write_data(const LammpsRun& run, const fs::path& path) {
  std::ofstream out(path);
  out << "spheres for a comparison\n\n"
      << run.balls.size() << " atoms\n1 atom types\n\n"
      << text(run.low.x) << " " << text(run.high.x) << " xlo xhi\n"
      << text(run.low.y) << " " << text(run.high.y) << " ylo yhi\n"
      << text(run.low.z) << " " << text(run.high.z) << " zlo zhi\n"
      << (run.tilts ? "0 0 0 xy xz yz\n" : "") << "\nAtoms # sphere\n\n";
  std::size_t id = 0;
  for (const Ball& b : run.balls)
    out << ++id << " 1 " << text(2.0 * b.radius) << " " << text(b.density) << " " << text(b.position) << "\n";
  out << "\nVelocities\n\n";
  id = 0;
  for (const Ball& b : run.balls) out << ++id << " " << text(b.velocity) << " " << text(b.spin) << "\n";
  if (!out.flush()) throw LammpsError("could not write " + path.string() + ".");
}

void write_input(const LammpsRun& run, const fs::path& path) {
  std::ofstream out(path);
  const auto flag = [&](int axis) { return run.periodic[static_cast<std::size_t>(axis)] ? "p" : "f"; };
  out << "units lj\natom_style sphere\natom_modify map array sort 0 0\nboundary " << flag(0) << " " << flag(1) << " "
      << flag(2) << "\nnewton off\ncomm_modify vel yes\nread_data data\n"
      << "pair_style granular\npair_coeff * * " << run.pair << "\n"
      << "neighbor " << text(run.skin) << " bin\nneigh_modify every 1 delay 0 check yes\ntimestep " << text(run.step)
      << "\nfix move all " << run.move << "\n";
  if (!run.deform.empty()) out << "fix strain all deform 1 " << run.deform << "\n";
  if (!run.wall.empty()) out << "fix wall all wall/gran " << run.wall << "\n";
  if (const double g = norm(run.gravity); g > 0.0)
    out << "fix weight all gravity " << text(g) << " vector " << text(run.gravity) << "\n";
  out << "thermo " << run.steps << "\ndump states all custom " << run.dump_every
      << " states id xu yu zu vx vy vz omegax omegay omegaz fx fy fz tqx tqy tqz\n"
      << "dump_modify states sort id format float %.17g\nrun " << run.steps << "\n";
  if (!out.flush()) throw LammpsError("could not write " + path.string() + ".");
}

/// The first line of a log with ERROR in it, or the file's absence in words.
std::string complaint(const fs::path& log) {
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);)
    if (line.find("ERROR") != std::string::npos) return line;
  return "it left no error message";
}

std::int64_t rebuilds_in(const fs::path& log) {
  constexpr std::string_view k_label = "Neighbor list builds = ";
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(k_label)) return std::stoll(line.substr(k_label.size()));
  throw LammpsError("the log of LAMMPS does not contain the number of rebuilds of the neighbour list.");
}

/// A tilted box is given by the bounds around it. [LAMMPS manual, Howto_triclinic]
void read_box(std::istream& in, bool tilted, Frame& frame) {
  for (const auto axis : k_axes) {
    double low = 0.0, high = 0.0;
    in >> low >> high;
    if (tilted) in >> frame.tilt.*axis;
    frame.length.*axis = high - low;
  }
  const auto& [xy, xz, yz] = frame.tilt;
  frame.length.x -= std::max({0.0, xy, xz, xy + xz}) - std::min({0.0, xy, xz, xy + xz});
  frame.length.y -= std::max(0.0, yz) - std::min(0.0, yz);
}

std::vector<Frame> read_dump(const fs::path& path, std::size_t count) {
  std::ifstream in(path);
  std::vector<Frame> frames;
  for (std::string line; std::getline(in, line);) {
    if (line != "ITEM: TIMESTEP") continue;
    Frame frame;
    in >> frame.step;
    while (std::getline(in, line) && !line.starts_with("ITEM: ATOMS"))
      if (line.starts_with("ITEM: BOX BOUNDS")) read_box(in, line.find("xy xz yz") != std::string::npos, frame);
    frame.balls.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      std::size_t id = 0;
      BallState& b = frame.balls[k];
      in >> id;
      for (Vec3d* v : {&b.position, &b.velocity, &b.spin, &b.force, &b.torque}) in >> v->x >> v->y >> v->z;
      if (!in || id != k + 1)
        throw LammpsError("LAMMPS's dump of step " + std::to_string(frame.step) + " lacks sphere " +
                          std::to_string(k + 1) + "; it left the box or the numbers are not finite.");
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

}  // namespace

std::string for_lammps(const Recipe& r) {
  constexpr std::array<const char*, 2> k_normal = {"hooke", "hertz"};
  constexpr std::array<const char*, 4> k_damping = {"velocity", "mass_velocity", "viscoelastic", "tsuji"};
  constexpr std::array<const char*, 4> k_slide = {"linear_history", "mindlin", "mindlin/force",
                                                  "mindlin_rescale/force"};
  static_assert(k_slide.size() == static_cast<std::size_t>(Slide::mindlin_rescale_force) + 1);
  static_assert(k_normal.size() == static_cast<std::size_t>(Normal::hertz) + 1 &&
                    k_damping.size() == static_cast<std::size_t>(Damping::tsuji) + 1,
                "one word for each value, in its order");
  std::string out = std::string(k_normal[static_cast<std::size_t>(r.normal)]) + " " + text(r.k) + " " + text(r.gamma) +
                    " damping " + k_damping[static_cast<std::size_t>(r.damping)] + " tangential " +
                    k_slide[static_cast<std::size_t>(r.slide)] + " " + text(Vec3d{r.k_slide, r.fraction, r.mu_slide});
  if (r.rolls) out += " rolling sds " + text(Vec3d{r.k_roll, r.gamma_roll, r.mu_roll});
  if (r.twist == Twist::sds) out += " twisting sds " + text(Vec3d{r.k_twist, r.gamma_twist, r.mu_twist});
  if (r.twist == Twist::marshall) out += " twisting marshall";
  return out;
}

void run_script(const fs::path& folder) {
  const std::string command = "cd " + quoted(folder) + " && command -v lmp >/dev/null || exit 127; " + k_lone_process +
                              "OMPI_MCA_orte_tmpdir_base=" + quoted(folder) +
                              " lmp -in in -log log -screen none >out 2>&1";
  // Open MPI now and then fails to start while another process of it starts or ends. That is not what is tested: where
  // LAMMPS did not get as far as its log, it is started again, twice at most.
  int status = std::system(command.c_str());
  for (int again = 0; status != 0 && again < 2 && !fs::exists(folder / "log"); ++again)
    status = std::system(command.c_str());
  if (status != 0) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
      throw LammpsError(
          "the program `lmp` (LAMMPS) was not found; the peer tests need it, tools/setup.sh installs it.");
    throw LammpsError("LAMMPS stopped with status " + std::to_string(status) + ": " + complaint(folder / "log") + ".");
  }
}

LammpsResult run_lammps(const LammpsRun& run) {
  const support::TemporaryFolder folder;
  write_data(run, folder / "data");
  write_input(run, folder / "in");
  run_script(folder.path());
  LammpsResult result{read_dump(folder / "states", run.balls.size()), rebuilds_in(folder / "log")};
  const std::int64_t expected = run.steps / run.dump_every + 1;
  if (std::ssize(result.frames) != expected)
    throw LammpsError("LAMMPS dumped " + std::to_string(result.frames.size()) + " states instead of " +
                      std::to_string(expected) + ".");
  return result;
}

Packing read_packing(const std::filesystem::path& gzipped) {
  const std::string command = "gzip -dc " + quoted(gzipped);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string all;
  std::array<char, 65536> buffer;
  for (std::size_t n; pipe && (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;)
    all.append(buffer.data(), n);

  std::istringstream in(all);
  Packing packing;
  std::size_t read = 0;
  enum class Section { header, atoms, velocities } section = Section::header;
  for (std::string line; std::getline(in, line);) {
    std::istringstream row(line);
    std::size_t id = 0;
    int type = 0;
    double diameter = 0.0, low = 0.0, high = 0.0;
    Vec3d v, w;
    if (line.starts_with("Atoms")) {
      section = Section::atoms;
    } else if (line.starts_with("Velocities")) {
      section = Section::velocities;
    } else if (section == Section::header) {
      if (line.ends_with(" atoms") && row >> id) packing.balls.resize(id);
      if (!line.ends_with("hi") || !(row >> low >> high)) continue;
      if (line.ends_with("xhi")) packing.low.x = low, packing.high.x = high;
      if (line.ends_with("yhi")) packing.low.y = low, packing.high.y = high;
      if (line.ends_with("zhi")) packing.low.z = low, packing.high.z = high;
    } else if (row >> id && id >= 1 && id <= packing.balls.size()) {
      Ball& ball = packing.balls[id - 1];
      ++read;
      if (section == Section::atoms) {  // image flags follow; we start unwrapped
        row >> type >> diameter >> ball.density >> ball.position.x >> ball.position.y >> ball.position.z;
        ball.radius = 0.5 * diameter;
      } else if (row >> v.x >> v.y >> v.z >> w.x >> w.y >> w.z) {
        ball.velocity = v, ball.spin = w;
      }
      if (!row) throw LammpsError(gzipped.string() + ": the line of sphere " + std::to_string(id) + " is incomplete.");
    }
  }
  if (packing.balls.empty() || read != 2 * packing.balls.size())
    throw LammpsError(gzipped.string() + " could not be unpacked or is not a LAMMPS data file of spheres.");
  return packing;
}

}  // namespace scree::peers
