// `scree bench`: particle-steps per second, alone or with LAMMPS interleaved in the same command. Other load on the
// machine slows both programs, so the ratio of the best runs is more reliable than either rate.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/bench/bench_cases.h"
#include "app/bench/bench_shared.h"
#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/shell_text.h"
#include "io/frame/lammps_data.h"
#include "kernel/contact_kernels.h"
#include "io/frame/tables.h"
#include "sim/simulation.h"

namespace scree::app {
namespace {

struct Measured {
  double seconds = 0.0;  ///< of the measured steps
  std::int64_t bodies = 0, contacts = 0, pairs = 0, rebuilds = 0;
  std::size_t bytes = 0;
};

/// Measures the steps of a case. The peer runs the same steps from the same initial state.
Measured measure(const BenchCase& wanted, const sim::Scene& scene, int threads, const std::string& isa) {
  // No frames are written, so contact loads need not be recorded.
  sim::Simulation simulation(scene, {.threads = threads, .isa = isa, .record_loads = false});
  simulation.advance(wanted.settle);
  const std::int64_t before = simulation.rebuilds();
  const double seconds = seconds_of([&] { simulation.advance(wanted.steps); });
  return {seconds,
          simulation.body_count(),
          simulation.contact_count(),
          simulation.pair_count(),
          simulation.rebuilds() - before,
          simulation.bytes()};
}

double ns_per_contact(const BenchCase& c, const Measured& m) {
  return 1e9 * m.seconds / static_cast<double>(c.steps) / static_cast<double>(m.contacts);
}

/// Seconds of LAMMPS's second run, from its own "Loop time" line.
double lammps_seconds(const BenchCase& wanted, int ranks, const std::filesystem::path& data) {
  const auto input = data.parent_path() / (wanted.name + ".in");
  io::write_text(input, lammps_input(wanted, data.string()));
  const std::string start =
      ranks == 1 ? "lmp" : fmt::format("mpirun --allow-run-as-root --oversubscribe -np {} lmp", ranks);
  const std::string command = fmt::format("cd '{}' && OMP_NUM_THREADS=1 {} -in '{}' -log none 2>&1",
                                          data.parent_path().string(), start, input.string());
  const std::string text = run_shell(command).text;
  double seconds = 0.0;
  int loops = 0;
  for (std::size_t at = text.find("Loop time of "); at != std::string::npos;
       at = text.find("Loop time of ", at + 1), ++loops)
    seconds = std::strtod(text.c_str() + at + 13, nullptr);
  if (loops < 2)
    throw std::runtime_error("lmp did not finish its two runs; its last output:\n" +
                             text.substr(text.size() > 600 ? text.size() - 600 : 0));
  return seconds;
}

}  // namespace

int bench_command(const BenchArguments& arguments) {
  if (arguments.nonsmooth) return bench_nonsmooth_command(arguments);
  if (arguments.peer == "ode") {
    fmt::print(stderr, "scree: ODE cannot run these cases; use it with `scree bench --nonsmooth`\n");
    return k_usage;
  }
  const auto all = bench_cases(arguments.quick);
  std::vector<BenchCase> wanted;
  for (const auto& name : arguments.cases) {
    bool found = false;
    for (const auto& c : all)
      if (c.name == name) wanted.push_back(c), found = true;
    if (!found) {
      fmt::print(stderr, "scree: no bench case \"{}\"; there are:", shown(name));
      for (const auto& c : all) fmt::print(stderr, " {}", c.name);
      fmt::print(stderr, "\n");
      return k_usage;
    }
  }
  if (wanted.empty()) wanted = all;
  const bool peer = arguments.peer == "lmp";
  nlohmann::json rows = nlohmann::json::array();
  fmt::print("{:11} {:>7} {:>13} {:>11} {:>14} {:>9} {:>9}{}\n", "case", "threads", "Mpart-steps/s", "ns/contact",
             "contacts/body", "bytes/body", "rebuilds", peer ? "    LAMMPS  ratio" : "");
  for (const BenchCase& c : wanted) {
    for (const int threads : arguments.threads) {
      const sim::Scene scene = bench_scene(c);
      Scratch scratch;
      const auto data = scratch.path / (c.name + ".data");
      const bool with_peer = peer && has_peer(c);
      std::optional<BenchCase> other;
      for (const BenchCase& candidate : all)
        if (candidate.name == c.beside) other = candidate;
      const sim::Scene other_scene = other ? bench_scene(*other) : sim::Scene{};
      if (with_peer) {
        const sim::Simulation fresh(scene, {1, arguments.isa});
        io::write_lammps_data(data, fresh.bodies(), scene.cell.bounds, scene.cell.tilt, 1);
      }
      std::optional<Measured> best;
      double peer_best = 0.0, other_best = 0.0;
      for (int r = 0; r < arguments.repeats; ++r) {
        const Measured m = measure(c, scene, threads, arguments.isa);
        if (!best || m.seconds < best->seconds) best = m;
        if (other) {
          const double s = ns_per_contact(*other, measure(*other, other_scene, threads, arguments.isa));
          if (r == 0 || s < other_best) other_best = s;
        }
        if (with_peer) {
          const double s = lammps_seconds(c, threads, data);
          if (r == 0 || s < peer_best) peer_best = s;
        }
      }
      const double work = static_cast<double>(best->bodies) * static_cast<double>(c.steps);
      const double rate = 1e-6 * work / best->seconds, per_contact = ns_per_contact(c, *best);
      const double bytes = static_cast<double>(best->bytes) / static_cast<double>(best->bodies);
      fmt::print("{:11} {:7} {:13.2f} {:11.1f} {:14.2f} {:9.0f} {:9}", c.name, threads, rate, per_contact,
                 static_cast<double>(best->contacts) / static_cast<double>(best->bodies), bytes, best->rebuilds);
      nlohmann::json row = {
          {"case", c.name},
          {"what", c.what},
          {"threads", threads},
          {"bodies", best->bodies},
          {"steps", c.steps},
          {"million_particle_steps_per_second", rate},
          {"ns_per_contact", per_contact},
          {"contacts", best->contacts},
          {"pairs", best->pairs},
          {"bytes_per_body", bytes},
          {"rebuilds", best->rebuilds},
          {"isa", arguments.isa.empty() ? std::string(contact::available_kernels().front()->name) : arguments.isa}};
      if (other) {
        fmt::print("   {:.2f} x the {:.1f} ns of {}", per_contact / other_best, other_best, other->name);
        row["beside"] = other->name, row["beside_ns_per_contact"] = other_best,
        row["cost_ratio"] = per_contact / other_best;
      }
      if (with_peer) {
        const double peer_rate = 1e-6 * work / peer_best;
        fmt::print(" {:9.2f} {:6.2f}", peer_rate, rate / peer_rate);
        row["lammps_million_particle_steps_per_second"] = peer_rate;
        row["ratio"] = rate / peer_rate;
      }
      fmt::print("\n");
      std::fflush(stdout);
      rows.push_back(row);
    }
  }
  if (!arguments.json.empty()) {
    const nlohmann::json document = {{"program", version_text()},
                                     {"processor", processor()},
                                     {"repeats", arguments.repeats},
                                     {"best_of_repeats", true},
                                     {"rows", rows}};
    io::write_text(arguments.json, document.dump(2));
  }
  return k_ok;
}

}  // namespace scree::app
