// A program that uses Scree as a library. It is compiled with include/ alone and links scree_core alone, so a header
// that leaks the inside, or a core that needs drawing or commands, fails here. Every check that fails is printed; exit
// code 1.
#include <omp.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "scree/error.h"
#include "scree/frame.h"
#include "scree/run.h"
#include "scree/scene.h"
#include "scree/simulation.h"
#include "scree/version.h"

namespace {

int failures = 0;
void check(bool holds, const char* sentence) {
  if (holds) return;
  std::printf("does not hold: %s\n", sentence);
  ++failures;
}

const std::string k_drop = R"(
title = "a ball on a floor"
gravity = [0, 0, "-10 m/s^2"]
time = { end = "0.3 s", step = "10 us" }
material = [{ name = "glass", density = "2500 kg/m^3" }]
sphere = [{ position = [0, 0, "15 mm"], radius = "5 mm", material = "glass" }]
plane = [{ point = [0, 0, 0], normal = [0, 0, 1], material = "glass" }]
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "10 kN/m", restitution = 0.5 }
slide = { law = "coulomb-spring", stiffness = "3 kN/m", coefficient = 0.5, damping_of_normal = 0.25 }
)";

template <class F>
std::string error_of(scree::ErrorKind kind, F f) {
  try {
    f();
  } catch (const scree::Error& error) {
    check(error.kind() == kind, "an error has the kind of its cause");
    return error.what();
  }
  check(false, "an Error is thrown");
  return {};
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void falls_as_newton_says() {
  scree::Simulation simulation(scree::Scene::from_text(k_drop));
  simulation.advance(4000);  // 0.04 s, before the impact at sqrt(2 * 0.01 / 10) = 0.0447 s
  const scree::Body ball = simulation.bodies().at(0);
  // velocity-verlet is exact for a constant acceleration; 4000 steps round off by at most 4000 ulp of 15 mm.
  check(std::abs(ball.position.z - (0.015 - 5.0 * 0.04 * 0.04)) < 4000 * 0.015 * 2.3e-16, "a ball falls by g t^2 / 2");
  check(simulation.contact_count() == 0 && simulation.body_count() == 1, "a falling ball has no contact");
  // The first contact is h = 10 mm below: sqrt(2 h / g) = 44.72 ms.
  simulation.advance(500);
  const scree::Frame frame = simulation.frame();
  check(frame.contacts.size() == 1 && frame.contacts[0].wall == 0 && frame.contacts[0].b == 0,
        "the ball is on the floor");
  check(frame.contacts.at(0).normal_force > 0.0 && frame.contacts[0].normal == scree::Vector{0, 0, 1},
        "the floor pushes up");
}

void a_saved_state_continues_with_the_same_bits() {
  const scree::Scene scene = scree::Scene::from_text(k_drop);
  scree::Simulation through(scene), first(scene);
  through.advance(9000), first.advance(4600);
  scree::Simulation second = scree::Simulation::from_saved(first.save(), {.threads = 2, .isa = "scalar"});
  second.advance(4400);
  check(second.steps_done() == 9000 && second.state_hash() == through.state_hash(), "a restored run has the same bits");
  check(second.scene().title() == "a ball on a floor", "a saved state contains its scene");
}

/// Threads of this process.
std::ptrdiff_t thread_count() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

/// Every function of Simulation, whatever it does in parallel.
void call_all(scree::Simulation& simulation) {
  simulation.advance(5000);
  (void)simulation.energies(), (void)simulation.bodies(), (void)simulation.frame(), (void)simulation.state_hash();
  simulation = scree::Simulation::from_saved(simulation.save(), {.threads = 1});
  (void)simulation.frame(), (void)scree::run(simulation);
}

/// OpenMP keeps the threads that it once started, so this is the first check of the program.
void one_thread_starts_no_other() {
  omp_set_num_threads(3);
  for (const char* stepper : {"velocity-verlet", "trapezoid", "nonsmooth"}) {
    const auto scene = scree::Scene::from_text(std::string("stepper = \"") + stepper + "\"\n" + k_drop);
    const std::ptrdiff_t before = thread_count();  // 1, or more with the helper of a sanitizer
    scree::Simulation simulation(scene, {.threads = 1});
    call_all(simulation);
    check(thread_count() == before, "a simulation with one thread starts no other");
  }
}

void the_host_keeps_its_threads() {
  omp_set_num_threads(3);
  scree::Simulation simulation(scree::Scene::from_text(k_drop), {.threads = 2});
  call_all(simulation);
  check(omp_get_max_threads() == 3, "OpenMP settings of the host are left alone");
}

void mistakes_come_as_one_exception() {
  static_assert(std::is_base_of_v<std::exception, scree::Error>);
  try {
    (void)scree::Scene::from_text("time = { end = \"1 s\" }\nstepper = \"verlet\"\ngravty = [0, 0, -9.81]\n");
    check(false, "a wrong scene is refused");
  } catch (const scree::Error& error) {
    check(error.mistakes().size() == 4, "all mistakes are listed: no bodies, no material, stepper, gravty");
    check(error.mistakes().at(2).text().starts_with("scene.toml:2:11: stepper = \"verlet\""),
          "a mistake has its place");
  }
  (void)error_of(scree::ErrorKind::input, [] { (void)scree::Scene::from_file("no-such-file.toml"); });
  const scree::Scene scene = scree::Scene::from_text(k_drop);
  check(has(error_of(scree::ErrorKind::input, [&] { (void)scene.with("time.ende", "\"1 s\""); }), "time.end"),
        "a wrong path gets the nearest right one");
  check(has(error_of(scree::ErrorKind::input, [&] { scree::Simulation(scene, {.isa = "mmx"}); }), "mmx"),
        "an unknown instruction set is named");
  (void)error_of(scree::ErrorKind::state, [] { (void)scree::Simulation::from_saved({}); });
  (void)error_of(scree::ErrorKind::state, [] { (void)scree::Simulation::from_checkpoint("no-such-file.h5"); });
  (void)error_of(scree::ErrorKind::machine, [&] { scree::Simulation(scene).write_checkpoint("no-such-folder/x"); });
  (void)error_of(scree::ErrorKind::input, [&] { scree::Simulation(scene).advance(-1); });
}

void run_looks_warns_and_stops() {
  scree::Simulation simulation(scree::Scene::from_text(k_drop));
  int looks = 0;
  const scree::RunResult result =
      scree::run(simulation, {.every = 10000, .look = [&](const scree::Simulation&) { ++looks; }});
  check(result.end == scree::RunEnd::finished && result.ended_by == "time" && looks == 4,
        "run looks at 0, 0.1, 0.2, 0.3 s");

  scree::Simulation stopped(scree::Scene::from_text(k_drop));
  check(scree::run(stopped, {.stop = [] { return true; }}).end == scree::RunEnd::stopped, "run stops when asked");

  scree::Simulation thrown(scree::Scene::from_text(k_drop));
  try {
    (void)scree::run(thrown, {.look = [](const scree::Simulation&) { throw std::domain_error("of the host"); }});
    check(false, "an exception of the host arrives");
  } catch (const std::domain_error& error) {
    check(std::string(error.what()) == "of the host", "an exception of the host arrives as it was");
  }

  scree::Simulation soft(scree::Scene::from_text(k_drop).with("contact.normal.stiffness", "\"1 N/m\""));
  const scree::RunResult failed = scree::run(soft);
  check(failed.end == scree::RunEnd::failed && failed.diagnostic && failed.diagnostic->kind == "overlap" &&
            !failed.diagnostic->remedy.empty(),
        "a contact that is far too soft ends the run with a diagnostic");
}

}  // namespace

int main() {
  one_thread_starts_no_other();
  check(!scree::version().empty(), "the library has a version");
  falls_as_newton_says();
  a_saved_state_continues_with_the_same_bits();
  the_host_keeps_its_threads();
  mistakes_come_as_one_exception();
  run_looks_warns_and_stops();
  if (failures == 0) std::printf("all checks hold\n");
  return failures == 0 ? 0 : 1;
}
