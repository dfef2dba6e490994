// `scree check`: the scene as it was understood, in SI, with the critical step of every stage and an estimate of the effort.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/laws_text.h"
#include "contact/kernels.h"
#include "sim/build.h"
#include "sim/critical.h"
#include "sim/guard.h"
#include "sim/place.h"
#include "sim/run.h"

namespace scree::app {
namespace {

std::string vec(const Vec3d& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x, v.y, v.z); }

/// A unit behind a number. In a scene of reduced units there is none to be said.
class Unit {
 public:
  explicit Unit(const sim::Scene& scene) : is_said_(scene.units == sim::Units::si) {}
  std::string operator()(std::string_view si) const { return is_said_ && si != "1" ? fmt::format(" {}", si) : std::string(); }

 private:
  bool is_said_;
};

std::string body_name(const sim::Scene& scene, const sim::BodyRef& body) {
  if (body.of == sim::BodyRef::Of::world) return "the world";
  return body.of == sim::BodyRef::Of::spheres ? scene.spheres[body.index].name : scene.solids[body.index].name;
}

template <class... L, class Choice>
std::string stage_text(law::List<L...> list, const Choice& choice, const Unit& unit) {
  std::string text = "none";
  law::for_each(list, [&]<class Law>(int) {
    const auto* params = std::get_if<typename Law::Params>(&choice);
    if (!params) return;
    text = std::string(Law::name);
    for (const auto& field : Law::fields) {
      if (const auto* number = std::get_if<double Law::Params::*>(&field.member)) {
        if (is_set(params->**number)) text += fmt::format(", {} {:.6g}{}", field.name, params->**number, unit(field.unit));
      } else {
        const int word = params->*std::get<int Law::Params::*>(field.member);
        if (word >= 0) text += fmt::format(", {} {}", field.name, field.words[static_cast<std::size_t>(word)]);
      }
    }
  });
  return text;
}

void print_contacts(const sim::Scene& scene) {
  const Unit unit(scene);
  for (const auto& rule : scene.contacts) {
    fmt::print("contact {} - {}\n", scene.materials[static_cast<std::size_t>(rule.material_a)].name,
               scene.materials[static_cast<std::size_t>(rule.material_b)].name);
    fmt::print("  kinematics  {}\n", stage_text(law::Kinematics{}, rule.model.kinematics, unit));
    fmt::print("  normal      {}\n", stage_text(law::AllNormals{}, rule.model.normal, unit));
    fmt::print("  slide       {}\n", stage_text(law::AllSlides{}, rule.model.slide, unit));
    fmt::print("  roll        {}\n", stage_text(law::AllRolls{}, rule.model.roll, unit));
    fmt::print("  spin        {}\n", stage_text(law::AllSpins{}, rule.model.spin, unit));
  }
}

void print_bodies(const sim::Scene& scene) {
  const Unit unit(scene);
  const std::string m_unit = unit("m"), s_unit = unit("s");
  const auto material = [&](int i) { return scene.materials[static_cast<std::size_t>(i)].name; };
  for (const auto& m : scene.materials)
    fmt::print("material {}{}\n", m.name, is_set(m.density) ? fmt::format(", density {:.6g}{}", m.density, unit("kg/m^3")) : "");
  if (scene.spheres.size() <= 10)
    for (const auto& s : scene.spheres)
      fmt::print("sphere of {}, radius {:.6g}{} at {}, velocity {}, spin {}\n", material(s.traits.material), s.radius, m_unit, vec(s.position), vec(s.traits.velocity), vec(s.traits.spin));
  else
    fmt::print("{} spheres one by one\n", scene.spheres.size());
  if (scene.solids.size() <= 10)
    for (const auto& s : scene.solids) {
      const auto& q = s.orientation;
      const bool box = s.kind == sim::SolidKind::box;
      fmt::print("{} of {}, {} {}{} at {}, orientation ({:.6g}, {:.6g}, {:.6g}, {:.6g}), velocity {}, spin {}\n", box ? "box" : "ellipsoid", material(s.traits.material),
                 box ? "half edges" : "semi-axes", vec(s.half), m_unit, vec(s.position), q[0], q[1], q[2], q[3], vec(s.traits.velocity), vec(s.traits.spin));
    }
  else
    fmt::print("{} ellipsoids one by one\n", scene.solids.size());  // a box is always alone
  for (const auto& f : scene.lattices)
    fmt::print("lattice {} of {}, radius {:.6g}{}, spacing {:.6g}{} in {} .. {}\n", sim::k_lattice_words[static_cast<std::size_t>(f.kind)], material(f.traits.material), f.radius, m_unit, f.spacing, m_unit, vec(f.region.low), vec(f.region.high));
  for (const auto& f : scene.randoms)
    fmt::print("{} at random of {}, {} in {} .. {}, seed {}\n", f.count, material(f.traits.material),
               f.semi_axes.x > 0.0 ? fmt::format("ellipsoids of semi-axes {}{}", vec(f.semi_axes), m_unit) : fmt::format("radius {:.6g} .. {:.6g}{}", f.radii.low, f.radii.high, m_unit),
               vec(f.region.low), vec(f.region.high), f.seed);
  for (const auto& f : scene.streams)
    fmt::print("stream of {} x {}, {} every {:.6g}{} from {:.6g}{}, radius {:.6g} .. {:.6g}{} {}in {} .. {}\n", f.count, material(f.traits.material), f.batch, f.interval, s_unit, f.start, s_unit, f.radii.low, f.radii.high, m_unit,
               f.arrangement == sim::Arrangement::rosette ? fmt::format("as a rosette {:.6g}{} apart, jitter {:.6g}{}, ", f.spacing, m_unit, f.jitter, m_unit) : "", vec(f.region.low), vec(f.region.high));
  for (const auto& p : scene.planes)
    fmt::print("plane {} of {} through {}, normal {}, velocity {}\n", p.name, material(p.material), vec(p.point), vec(p.normal), vec(p.velocity));
  for (const auto& c : scene.carried)
    fmt::print("plane {} of {} on {} through {}, normal {}\n", c.plane.name, material(c.plane.material), body_name(scene, c.on), vec(c.plane.point), vec(c.plane.normal));
  for (const auto& c : scene.cylinders)
    fmt::print("cylinder {} of {}, radius {:.6g}{} about {} along {}, spin {:.6g}{}, velocity {:.6g}{}\n", c.name, material(c.material), c.radius, m_unit, vec(c.point), vec(c.axis), c.spin, unit("rad/s"), c.velocity, unit("m/s"));
  for (const auto& s : scene.sinks) fmt::print("sink {} behind {}, normal {}\n", s.name, vec(s.point), vec(s.normal));
}

void print_forces(const sim::Scene& scene) {
  const sim::ForcesSpec& forces = scene.forces;
  const Unit unit(scene);
  if (forces.drag != 0.0) fmt::print("drag {:.6g}{} in a fluid of velocity {}{}\n", forces.drag, unit("N s/m"), vec(forces.fluid_velocity), unit("m/s"));
  if (forces.magnus != 0.0) fmt::print("Magnus force {:.6g}{} x spin x velocity\n", forces.magnus, unit("kg"));
  for (const auto& f : forces.near_fields) {
    std::string parts;
    if (f.attraction != 0.0) parts += fmt::format(", attraction {:.6g}{} x distance^-{:g}", f.attraction, unit(fmt::format("N m^{:g}", f.attraction_power)), f.attraction_power);
    if (f.repulsion != 0.0) parts += fmt::format(", repulsion {:.6g}{} x distance^-{:g}", f.repulsion, unit(fmt::format("N m^{:g}", f.repulsion_power)), f.repulsion_power);
    fmt::print("near field {} - {}{}, fading from {:.6g} to {:.6g}{}\n", scene.materials[static_cast<std::size_t>(f.material_a)].name, scene.materials[static_cast<std::size_t>(f.material_b)].name, parts,
               f.fade_from, f.cutoff, unit("m"));
  }
  if (scene.rotation == sim::RotationKind::rodrigues) fmt::print("total rotations are kept as vectors 2 tan(angle/2) x axis\n");
}

void print_joints(const sim::Scene& scene) {
  using Kind = state::JointKind;
  const Unit unit(scene);
  for (const auto& j : scene.joints) {
    std::string where;
    if (j.kind == Kind::revolute || j.kind == Kind::spherical || j.kind == Kind::distance) where += fmt::format(", at {}", vec(j.point));
    if (j.kind == Kind::distance) where += fmt::format(" and {}", vec(j.to));
    if (j.kind == Kind::revolute || j.kind == Kind::prismatic) where += fmt::format(", axis {}", vec(j.axis));
    fmt::print("joint {}, {}, between {} and {}{}\n", j.name, state::k_joint_words[static_cast<std::size_t>(j.kind)], body_name(scene, j.a), body_name(scene, j.b), where);
  }
  for (const auto& d : scene.drives) {
    const bool along = d.way == state::Way::along;
    std::string how;
    if (!d.is_brake && d.wanted.size() == 1) how += fmt::format(", {} {:.6g}{}", along ? "velocity" : "spin", d.wanted[0].value, unit(along ? "m/s" : "rad/s"));
    if (!d.is_brake && d.wanted.size() > 1) how += fmt::format(", {} by a table of {} times", along ? "velocity" : "spin", d.wanted.size());
    if (std::isfinite(d.limit)) how += fmt::format(", at most {:.6g}{}", d.limit, unit(along ? "N" : "N m"));
    fmt::print("{} {} between {} and {}, {} {}{}\n", d.is_brake ? "brake" : "motor", d.name, body_name(scene, d.a), body_name(scene, d.b), along ? "along" : "about", vec(d.axis), how);
  }
}

std::string vec(const state::Tilt& t) { return vec(Vec3d{t.xy, t.xz, t.yz}); }

void print_cell(const sim::Scene& scene) {
  const sim::CellSpec& cell = scene.cell;
  const Unit unit(scene);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (cell.periodic[axis]) fmt::print("periodic in {}, from {:.6g} to {:.6g}{}\n", "xyz"[axis], cell.bounds.low.*k_axes[axis], cell.bounds.high.*k_axes[axis], unit("m"));
  if (cell.tilt.any()) fmt::print("edges of the cell lean by xy, xz, yz = {}{}\n", vec(cell.tilt), unit("m"));
}

/// Of a stepper that strains the cell: where to, and how hard the cell is to move, which follows from the number of bodies.
void print_strain(const sim::Scene& scene, std::int64_t bodies) {
  const Unit unit(scene);
  if (scene.stepper == sim::StepperKind::nph) {
    const sim::NphSpec& spec = scene.nph;
    const double inertia = (static_cast<double>(bodies) + 1.0) * spec.temperature * spec.damping * spec.damping;
    fmt::print("stepper nph: pressure {}{p} along x, y, z, shear {}{p} in xy, xz, yz\n", vec(spec.pressure), vec(spec.shear), fmt::arg("p", unit("Pa")));
    fmt::print("  damping {:.6g}{}, temperature {:.6g}{}, inertia of the cell (bodies + 1) x temperature x damping^2 = {:.6g}{}\n", spec.damping, unit("s"), spec.temperature, unit("J"), inertia, unit("J s^2"));
    if (spec.drag > 0.0) fmt::print("  drag {:.6g}{} from {:.6g}{} on\n", spec.drag, unit("1/s"), spec.drag_after, unit("s"));
  }
  if (scene.stepper == sim::StepperKind::deform)
    fmt::print("stepper deform: rates of strain {}{r} along x, y, z, shear {}{r} in xy, xz, yz\n", vec(scene.deform.rate), vec(scene.deform.shear_rate), fmt::arg("r", unit("1/s")));
}

void print_stop(const sim::Scene& scene, const sim::RunPlan& plan) {
  const sim::StopSpec& stop = scene.stop;
  if (!stop.any()) return;
  const Unit unit(scene);
  fmt::print("the run ends before its time as soon as one of these holds; looked at every {} steps", plan.rest_every);
  if (stop.after > 0.0) fmt::print(", from {:.6g}{} on", stop.after, unit("s"));
  if (scene.stepper == sim::StepperKind::nph) fmt::print(", and only while every component of the pressure is within {:.6g} of the largest target", stop.pressure_tolerance);
  fmt::print(":\n");
  if (is_set(stop.kinetic_energy)) fmt::print("  kinetic energy of a body < {:.6g}{}\n", stop.kinetic_energy, unit("J"));
  if (is_set(stop.backbone_kinetic_energy)) fmt::print("  kinetic energy of a body that is no rattler < {:.6g}{}\n", stop.backbone_kinetic_energy, unit("J"));
  if (is_set(stop.unbalanced_force)) fmt::print("  unbalanced force < {:.6g} of the mean normal force\n", stop.unbalanced_force);
}

std::string rows_of(const std::vector<sim::CriticalStep>& steps, const Unit& unit) {
  std::string text;
  for (const auto& s : steps) text += fmt::format("  {:10.4g}{}  {:6}  {}\n", s.step, unit("s"), s.stage, s.between);
  return text;
}

std::string impact_text(const sim::Scene& scene) {
  if (!is_set(scene.time.impact_speed)) return {};
  const auto collisions = sim::hertz_collisions(scene, scene.time.impact_speed);
  if (collisions.empty()) return {};
  const Unit unit(scene);
  return fmt::format("Hertz's collision at {:.6g}{} takes {:.4g}{} ({}), the shortest; the step is 1/{:g} of it\n", scene.time.impact_speed, unit("m/s"), collisions.front().duration, unit("s"), collisions.front().between, sim::k_steps_a_collision);
}

/// Forces beyond contact are explicit under every stepper.
std::string fields_text(const sim::Scene& scene) {
  const auto steps = sim::critical_steps(scene);
  if (steps.empty()) return {};
  return "critical steps of forces beyond contact, which are explicit:\n" + rows_of(steps, Unit(scene)) + (scene.time.step > steps.front().step ? "WARNING: the step is longer than critical; the run will blow up\n" : "");
}

std::string nonsmooth_text(const sim::Scene& scene) {
  const sim::NonsmoothSpec& spec = scene.nonsmooth;
  const Unit unit(scene);
  return fmt::format("stepper nonsmooth: contacts are rigid, so no step is critical; of smooth laws limits and `restitution` are used, and no stiffness or damping\n"
                     "  solver {}, {} friction, tolerance {}, at most {} iterations, {} start, envelope {:.6g} of the smaller radius\n"
                     "step: {:.6g}{}, given\n",
                     sim::k_solver_words[static_cast<std::size_t>(spec.solver)], sim::k_friction_words[spec.two_coefficients ? 1 : 0],
                     fmt::format("{:.6g}{}{}", sim::nonsmooth_tolerance(scene, scene.time.step), unit("m/s"), is_set(spec.tolerance) ? "" : " (chosen)"), spec.most_iterations, spec.warm_start ? "warm" : "cold", spec.envelope,
                     scene.time.step, unit("s")) +
         fields_text(scene);
}

/// Bodies that streams have still to bring before the run ends, if they find room; said of each.
std::int64_t print_streams(const sim::Scene& scene, const sim::Simulation& at_start, const sim::RunPlan& plan) {
  const Unit unit(scene);
  const std::vector<sim::StreamCount> counts = at_start.streams();
  std::int64_t to_come = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const std::int64_t by_end = sim::due_at(scene.streams[s], static_cast<double>(plan.steps) * at_start.step(), at_start.step());
    to_come += by_end - counts[s].delivered;
    fmt::print("stream {}: {} of {} bodies by the end of the run, if there is room\n", s + 1, by_end, counts[s].asked);
    if (counts[s].waiting() > 0)
      fmt::print("WARNING: of the {} bodies of stream {} that are due at the start, {} found no room and wait; a larger box, a lower rate or a velocity out of the box makes room\n", counts[s].due, s + 1, counts[s].waiting());
    if (by_end < counts[s].asked)
      fmt::print("WARNING: the run ends before stream {} has brought all of its bodies, the last of which come at {:.6g}{}; take a later time.end, a higher rate or a smaller count\n", s + 1,
                 sim::last_batch_at(scene.streams[s]), unit("s"));
  }
  return to_come;
}

/// False if the physics goes wrong in these steps. What the machine throws is a std::exception and goes on; what steps throw is none.
bool advances(sim::Simulation& simulation, int steps) {
  try {
    simulation.advance(steps);
    return true;
  } catch (const std::exception&) {
    throw;
  } catch (...) {
    return false;
  }
}

}  // namespace

std::string step_text(const sim::Scene& scene) {
  if (scene.stepper == sim::StepperKind::nonsmooth) return nonsmooth_text(scene);
  const auto steps = sim::critical_steps(scene);
  std::string text = fmt::format("critical steps (lightest against lightest and heaviest bodies; Hertz at an overlap of {:.0f} % of the radius), worst first:\n", 100.0 * sim::k_reference_overlap);
  const Unit unit(scene);
  text += rows_of(steps, unit) + impact_text(scene);
  const double step = sim::chosen_step(scene);
  if (steps.empty())
    text += fmt::format("step: {:.6g}{}, given; nothing here has a critical step\n", step, unit("s"));
  else
    text += fmt::format("step: {:.6g}{}, {}, {:.3g} of the worst critical step ({} of {})\n", step, unit("s"), is_set(scene.time.step) ? "given" : "chosen", step / steps.front().step, steps.front().stage, steps.front().between);
  const bool implicit = scene.stepper == sim::StepperKind::trapezoid;
  if (implicit) {
    const sim::TrapezoidSpec& spec = scene.trapezoid;
    text += fmt::format("stepper trapezoid: phi {:.6g}, tolerance {:.6g}, at most {} sweeps a step and {} halvings of one, then {}\n", spec.phi, spec.tolerance, spec.most_sweeps, spec.most_halvings,
                        sim::k_unsolved_words[spec.accept ? 1 : 0]);
  }
  if (!steps.empty() && step > steps.front().step)
    text += implicit ? "WARNING: the step is longer than critical; sweeps will not come to rest, and steps will be halved\n" : "WARNING: the step is longer than critical; the run will blow up\n";
  return text;
}

int check_command(const std::filesystem::path& path, int threads, const io::ReadOptions& reading) {
  const auto loaded = read_or_complain(path, reading);
  if (!loaded) return k_bad_scene;
  const sim::Scene* scene = &loaded->scene;
  const double step = sim::chosen_step(*scene);
  sim::Simulation simulation(*scene, {threads, {}});  // before "no problems" is said: it may not be possible
  const auto findings = sim::Guard(*scene).look(simulation);
  if (findings.stop) {
    fmt::print(stderr, "scree: {}: the run would stop at once. {}\n", path.string(), findings.stop->in_words());
    return k_bad_physics;
  }
  for (const sim::Trouble& warning : findings.warnings) fmt::print(stderr, "warning: {}\n", warning.in_words());
  fmt::print("{}{}: no problems. {}\n\n", path.string(), scene->title.empty() ? "" : fmt::format(" ({})", scene->title),
             scene->units == sim::Units::si ? "All numbers in SI." : "All numbers in the scene's reduced units.");
  print_bodies(*scene);
  print_joints(*scene);
  fmt::print("gravity {}{}\n", vec(scene->gravity), Unit(*scene)("m/s^2"));
  print_forces(*scene);
  print_cell(*scene);
  print_contacts(*scene);

  fmt::print("\n{}", step_text(*scene));

  // The estimate: time a few steps of the bodies that are there at the start.
  const std::int64_t at_start = simulation.body_count();
  const auto plan = sim::plan_run(*scene, step);
  print_strain(*scene, at_start);
  print_stop(*scene, plan);
  const std::int64_t at_end = at_start + print_streams(*scene, simulation, plan);
  const auto start = std::chrono::steady_clock::now();
  int made = 0;
  double seconds = 0.0, body_steps = 0.0;
  while (seconds < 0.3 && made < 2000) {
    body_steps += 10.0 * static_cast<double>(simulation.body_count());
    made += 10;
    if (!advances(simulation, 10)) {
      fmt::print("WARNING: the run ends in trouble within its first {} steps; `scree run` says why\n", made);
      break;
    }
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  constexpr double k_bytes = 700.0;  // a body in a dense packing, all stages; measured in bench/results
  fmt::print("\n{} bodies at the start{}; {} steps\n", at_start, at_end > at_start ? fmt::format(", {} with what streams bring", at_end) : "", plan.steps);
  fmt::print("estimate: {:.3g} MB; about {:.3g} s on {} thread{} (from {} steps of the first state; a denser one takes longer)\n",
             1e-6 * std::max(static_cast<double>(simulation.bytes()), k_bytes * static_cast<double>(at_end)),
             seconds / std::max(1.0, body_steps) * static_cast<double>(at_end) * static_cast<double>(plan.steps), threads, threads == 1 ? "" : "s", made);
  return k_ok;
}

int laws_command() {
  fmt::print("{}", laws_text());
  return k_ok;
}

std::string version_text() {
  std::string text = fmt::format("scree {}\ninstruction sets here, best first:", SCREE_VERSION);
  for (const contact::Kernels* k : contact::available_kernels()) text += fmt::format(" {} ({} lane{})", k->name, k->lanes, k->lanes == 1 ? "" : "s");
  return text;
}

}  // namespace scree::app
