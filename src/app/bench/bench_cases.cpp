#include "app/bench/bench_cases.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

#include "io/frame/lammps_data.h"
#include "io/scene/scene_reader.h"
#include "sim/critical.h"

namespace scree::app {
namespace {

io::LammpsData stored(const std::string& name) {
  const std::string path = fmt::format("{}/{}", SCREE_PROJECT_FOLDER, name);
  const auto read = io::read_lammps_data(path);
  if (const auto* problems = std::get_if<io::InputErrors>(&read))
    throw std::runtime_error(
        fmt::format("{}; `scree bench` needs the bench folder of the source tree", io::describe((*problems)[0])));
  return std::get<io::LammpsData>(read);
}

/// Bodies of a stored state, repeated `copies[k]` times along axis k. Types above the first are locked.
void fill(sim::Scene& scene, const io::LammpsData& data, const std::array<int, 3>& copies) {
  const Vec3d size = data.box.high - data.box.low;
  scene.cell.bounds = {data.box.low, data.box.low + Vec3d{size.x * copies[0], size.y * copies[1], size.z * copies[2]}};
  for (int x = 0; x < copies[0]; ++x)
    for (int y = 0; y < copies[1]; ++y)
      for (int z = 0; z < copies[2]; ++z)
        for (const auto& atom : data.atoms) {
          sim::OneSphere s;
          s.position = atom.position + Vec3d{size.x * x, size.y * y, size.z * z};
          s.radius = 0.5 * atom.diameter;
          s.traits.velocity = atom.velocity, s.traits.spin = atom.spin;
          s.traits.mass = 1.0;  // diameter 1, density 6/pi
          s.traits.locks = atom.type > 1 ? sim::k_lock_all : sim::Locks{0};
          scene.spheres.push_back(s);
        }
}

constexpr const char* k_packing_coefficients =
    "hooke 1 0.5 damping velocity tangential linear_history 1 0.5 0.3 rolling sds 1 0.5 0.3 twisting sds 1 0.5 0.3";

/// The settings of LAMMPS's own chute benchmark; `full` adds rolling and spinning friction.
law::Model chute_model(bool full) {
  law::normal::Hooke::Params normal;
  normal.stiffness = 200000.0, normal.damping_by_mass = 50.0;
  law::slide::CoulombSpring::Params slide;
  slide.stiffness = 57142.857, slide.coefficient = 0.5, slide.damping_of_normal = 0.5;
  law::Model model;
  model.normal = normal, model.slide = slide;
  if (full) {
    law::roll::Spring::Params roll;
    roll.stiffness = 20000.0, roll.damping = 10.0, roll.coefficient = 0.1, roll.arm = law::effective_radius;
    law::spin::Spring::Params spin;
    spin.stiffness = 20000.0, spin.damping = 10.0, spin.length = 0.1;
    model.roll = roll, model.spin = spin;
  }
  return model;
}

bool is_chute(const std::string& name) { return name.starts_with("chute"); }
bool is_heap(const std::string& name) { return name.starts_with("heap"); }
bool is_fang(const std::string& name) { return name.ends_with("-fang"); }
bool is_jam(const std::string& name) { return name.starts_with("jam"); }
bool is_full(const std::string& name) { return name == "chute-full"; }

constexpr double k_jam_pressure = 1e-4, k_jam_damping = 2.25;
constexpr const char* k_jam_coefficients =
    "hooke 1 0.5 damping mass_velocity tangential linear_history 1 1 0.3 rolling sds 1 0.5 0.3 twisting sds 1 0.5 0.3";

/// A gas of phi = 0.05 at rest, compressed by the barostat until it is jammed; phi is constant after 1,000 tau
/// [santos.md, "Packings"].
sim::Scene jam_scene(const BenchCase& wanted) {
  const double count = wanted.name == "jam10k" ? 10'000.0 : 1000.0,
               edge = std::cbrt(count * std::numbers::pi / 6.0 / 0.05);
  law::Model model = packing_model();
  law::normal::Hooke::Params normal;
  normal.stiffness = 1.0, normal.damping_by_mass = 0.5;
  law::slide::CoulombSpring::Params slide;
  slide.stiffness = 1.0, slide.coefficient = 0.3, slide.damping_of_normal = 1.0;
  model.normal = normal, model.slide = slide;
  sim::Scene scene;
  scene.title = wanted.name;
  scene.units = sim::Units::reduced;
  scene.stepper = sim::StepperKind::nph;
  scene.nph = {.pressure = {k_jam_pressure, k_jam_pressure, k_jam_pressure}, .shear = {}, .damping = k_jam_damping};
  scene.materials = {{"grain", 6.0 / std::numbers::pi}};
  scene.contacts = {{0, 0, model}};
  scene.skin = 0.1;
  scene.time.step = 0.02, scene.time.end = static_cast<double>(wanted.steps) * scene.time.step;
  scene.cell = {{true, true, true}, {{}, {edge, edge, edge}}, {}};
  scene.randoms = {{.region = scene.cell.bounds,
                    .count = static_cast<std::int64_t>(count),
                    .radii = {0.5, 0.5},
                    .seed = 1,
                    .traits = {}}};
  return scene;
}

/// The stiffnesses, dampings and limits of packing_model() as parameters of the laws of FangNegrut2020, with a smaller
/// coefficient in slip.
law::Model tracked_model() {
  law::Model model = packing_model();
  constexpr double at_rest = 0.3, moving = 0.25;
  model.kinematics = law::kinematics::Tracked::Params{.pair_mass = law::kinematics::PairMass::effective};
  law::slide::FangNegrut::Params slide;
  slide.stiffness = 1.0, slide.static_coefficient = at_rest, slide.kinetic_coefficient = moving, slide.damping = 0.25;
  law::roll::FangNegrut::Params roll;
  roll.eta = 0.5, roll.slide_stiffness = 1.0, roll.static_coefficient = at_rest, roll.kinetic_coefficient = moving,
  roll.damping_ratio = 0.3;
  law::spin::FangNegrut::Params spin;
  spin.curvature = 1.0, spin.eta = 1.0, spin.slide_stiffness = 1.0, spin.static_coefficient = at_rest,
  spin.kinetic_coefficient = moving, spin.damping_ratio = 0.3;
  model.slide = slide, model.roll = roll, model.spin = spin;
  return model;
}

sim::Scene stored_scene(const std::string& name) {
  auto read = io::read_scene(fmt::format("{}/{}", SCREE_PROJECT_FOLDER, name));
  if (!read.scene)
    throw std::runtime_error(fmt::format("{} cannot be read; `scree bench` needs the scenes of the source tree", name));
  return *std::move(read.scene);
}
/// Bodies, plate and step of the large heap with the contact rules of another scene. The step is the same for both
/// laws, so that both simulate the same process.
sim::Scene heap_scene(const std::string& law_from) {
  sim::Scene scene = stored_scene("scenes/heap_fang_100k.toml");
  scene.time.step = sim::chosen_step(scene);
  scene.contacts = stored_scene(law_from).contacts;
  return scene;
}

}  // namespace

law::Model packing_model() {
  law::normal::Hooke::Params normal;
  normal.stiffness = 1.0, normal.damping = 0.5;
  law::slide::CoulombSpring::Params slide;
  slide.stiffness = 1.0, slide.coefficient = 0.3, slide.damping_of_normal = 0.5;
  law::roll::Spring::Params roll;
  roll.stiffness = 1.0, roll.damping = 0.5, roll.coefficient = 0.3, roll.arm = law::effective_radius;
  law::spin::Spring::Params spin;
  spin.stiffness = 1.0, spin.damping = 0.5, spin.length = 0.3;
  law::Model model;
  model.normal = normal, model.slide = slide, model.roll = roll, model.spin = spin;
  return model;
}

std::vector<BenchCase> bench_cases(bool quick) {
  const std::int64_t q = quick ? 4 : 1;
  const std::string thousand = "bench/data/pack1k.data.gz", ten_thousand = "tests/data/pack10k.data.gz",
                    bed = "bench/data/chute.data.gz";
  return {
      {"pack1k", "dense periodic packing, slide + roll + spin, 1,000 spheres", thousand, {1, 1, 1}, 8000 / q, 400},
      {"pack10k", "the same, 10,000 spheres", ten_thousand, {1, 1, 1}, 1000 / q, 200},
      {"pack10k-fang",
       "the same with the full law of FangNegrut2020",
       ten_thousand,
       {1, 1, 1},
       1000 / q,
       200,
       "pack10k"},
      {"pack32k", "32,000 spheres of it (the 1,000 repeated)", thousand, {4, 4, 2}, 320 / q, 60},
      {"pack256k", "256,000 spheres of it (the 1,000 repeated)", thousand, {8, 8, 4}, 340 / q, 20},
      {"jam1k",
       "1,000 spheres from a gas to the jammed packing under constant pressure, slide + roll + spin",
       "",
       {1, 1, 1},
       50000 / q,
       0},
      {"jam10k", "the same, 10,000 spheres", "", {1, 1, 1}, 50000 / q, 0},
      {"chute", "flow down a rough incline of 26 degrees, slide only, 32,000 spheres", bed, {1, 1, 1}, 1200 / q, 100},
      {"chute-full", "the same with slide + roll + spin", bed, {1, 1, 1}, 800 / q, 100},
      {"heap100k",
       "the demo's heap with 100,000 spheres, laws of Santos2020",
       "scenes/heap_roll.toml",
       {1, 1, 1},
       60 / q,
       600 / q},
      {"heap100k-fang",
       "the same with the full law of FangNegrut2020",
       "scenes/heap_fang_100k.toml",
       {1, 1, 1},
       60 / q,
       600 / q,
       "heap100k"}};
}

std::string bench_case_names() {
  std::string names;
  for (const BenchCase& c : bench_cases(false)) names += (names.empty() ? "" : " ") + c.name;
  return names;
}

bool has_peer(const BenchCase& wanted) { return !is_heap(wanted.name) && !is_fang(wanted.name); }

sim::Scene bench_scene(const BenchCase& wanted) {
  if (is_heap(wanted.name)) return heap_scene(wanted.data);
  if (is_jam(wanted.name)) return jam_scene(wanted);
  sim::Scene scene;
  scene.title = wanted.name;
  scene.units = sim::Units::reduced;
  scene.stepper = sim::StepperKind::velocity_verlet_lammps;  // the same physics, step by step, as the peer
  scene.materials = {{"grain", k_unset}};
  scene.skin = 0.1;
  fill(scene, stored(wanted.data), wanted.copies);
  sim::ContactRule rule;
  if (is_chute(wanted.name)) {
    rule.model = chute_model(is_full(wanted.name));
    scene.cell.periodic = {true, true, false};
    scene.time.step = 1e-4;
    const double angle = 26.0 * std::numbers::pi / 180.0;
    scene.gravity = {std::sin(angle), 0.0, -std::cos(angle)};
  } else {
    rule.model = is_fang(wanted.name) ? tracked_model() : packing_model();
    scene.cell.periodic = {true, true, true};
    scene.time.step = 0.02;
  }
  scene.contacts = {rule};
  scene.time.end = static_cast<double>(wanted.steps) * scene.time.step;
  return scene;
}

std::string lammps_input(const BenchCase& wanted, const std::string& data) {
  std::string text =
      fmt::format("units lj\natom_style sphere\nboundary p p {}\nnewton {}\ncomm_modify vel yes\nread_data {}\n",
                  is_chute(wanted.name) ? "fs" : "p", is_chute(wanted.name) ? "off" : "on", data);
  if (is_jam(wanted.name))
    text += fmt::format("change_box all triclinic\npair_style granular\npair_coeff * * {}\n", k_jam_coefficients);
  else if (wanted.name == "chute")
    text += "pair_style gran/hooke/history 200000.0 NULL 50.0 NULL 0.5 0\npair_coeff * *\n";
  else if (wanted.name == "chute-full")
    text +=
        "pair_style granular\npair_coeff * * hooke 200000 50 damping mass_velocity tangential linear_history 57142.857 "
        "0.5 0.5 rolling sds "
        "20000 10 0.1 twisting sds 20000 10 0.1\n";
  else
    text += fmt::format("pair_style granular\npair_coeff * * {}\n", k_packing_coefficients);
  text += "neighbor 0.1 bin\nneigh_modify every 1 delay 0\nthermo 1000000\n";
  if (is_chute(wanted.name))
    text +=
        "timestep 0.0001\ngroup bottom type 2\ngroup active subtract all bottom\nneigh_modify exclude group bottom "
        "bottom\nfix 1 all gravity "
        "1.0 chute 26.0\nfix 2 bottom freeze\nfix 3 active nve/sphere\n";
  else if (is_jam(wanted.name))
    text += fmt::format("timestep 0.02\nfix 1 all nph/sphere tri {0} {0} {1} ptemp 1.0 pchain 0\n", k_jam_pressure,
                        k_jam_damping);
  else
    text += "timestep 0.02\nfix 1 all nve/sphere\n";
  return text + fmt::format("run {}\nrun {}\n", wanted.settle, wanted.steps);
}

}  // namespace scree::app
