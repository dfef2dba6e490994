// `scree bench --nonsmooth`: time of a step with rigid contacts for every solver, on the settled heap of 2,000 spheres
// on which the peers were measured (app/bench/bench_heap.h), and in a heap of 10,000 spheres that still moves. ODE can
// be measured in the same command.
//
// All measurements on the settled heap use a cold start: the solver alone, on the contact problem of the engine, and
// the whole step with contact search, solver and motion. Each repetition measures all rows once, so that other load on
// the machine affects all rows; the best and the median time are reported. Two residuals are reported: that of Scree
// (solve/residual.h), on which the stopping criterion is based, and that of the peers. A row that reaches its tolerance
// only in the residual of Scree is followed by a row that reaches it in both; only the second row may be compared with
// the peers. The heap is measured as stored, with the overlaps of half a millimetre produced by another engine, and
// again after a few steps of Scree, as in a run.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/bench/bench_heap.h"
#include "app/bench/bench_nonsmooth_heaps.h"
#include "app/bench/bench_shared.h"
#include "app/commands.h"
#include "app/exit_codes.h"
#include "kernel/contact_kernels.h"
#include "io/frame/tables.h"

namespace scree::app {
namespace {

using nlohmann::json;
using namespace nonsmooth_bench;

double microseconds_each(double seconds, double contacts, std::int64_t iterations) {
  return iterations > 0 ? 1e6 * seconds / (contacts * static_cast<double>(iterations)) : 0.0;
}

/// The row of the same solver and tolerance on one thread; null if it was not measured.
const Trial* on_one_thread(const std::vector<Trial>& all, const Trial& t) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Trial& o) {
    return o.threads == 1 && o.method == t.method && o.tolerance == t.tolerance;
  });
  return found == all.end() || t.threads == 1 ? nullptr : &*found;
}

json time_json(const Times& t) { return {{"best", 1e3 * t.best()}, {"median", 1e3 * t.median()}}; }

json print_trials(const SettledHeap& heap) {
  json rows = json::array();
  const std::vector<Trial>& all = heap.trials();
  fmt::print("\n{}: {} spheres, {} contacts, overlaps up to {:.2f} mm, h = 5 ms, cold start\n", heap.name(),
             heap.bodies(), heap.contacts(), 1e3 * heap.overlap());
  fmt::print("{:<16} {:>9} {:>7} {:>10} {:>15} {:>15} {:>12} {:>17} {:>17} {:>7} {:>6} {:>8}\n", "solver", "tolerance",
             "threads", "iterations", "solution ms", "step ms", "us/cont./it.", "rms / max", "peers' rms / max",
             "reached", "pen.mm", "speed-up");
  for (const Trial& t : all) {
    const double each = microseconds_each(t.solving.best(), static_cast<double>(heap.contacts()), t.outcome.iterations);
    const auto pair = [](double p, double q) { return fmt::format("{:.2e} / {:.0e}", p, q); };
    const auto times = [](const Times& s) { return fmt::format("{:.1f} / {:.1f}", 1e3 * s.best(), 1e3 * s.median()); };
    const char* reached = t.reached_both() ? "both" : t.outcome.reached ? "ours" : "NO";
    fmt::print("{:<16} {:>9.3g} {:>7} {:>10} {:>15} {:>15} {:>12.4f} {:>17} {:>17} {:>7} {:>6.3f}", t.solver(),
               t.tolerance, t.threads, t.outcome.iterations, times(t.solving), times(t.step), each,
               pair(t.outcome.residual.rms, t.outcome.residual.max), pair(t.peers.rms, t.peers.max), reached,
               1e3 * t.penetration);
    json row = {{"case", heap.name()},
                {"solver", t.solver()},
                {"tolerance", t.tolerance},
                {"wanted", t.wanted},
                {"threads", t.threads},
                {"bodies", heap.bodies()},
                {"contacts", heap.contacts()},
                {"iterations", t.outcome.iterations},
                {"solution_milliseconds", time_json(t.solving)},
                {"step_milliseconds", time_json(t.step)},
                {"microseconds_per_contact_and_iteration", each},
                {"residual_rms", t.outcome.residual.rms},
                {"residual_max", t.outcome.residual.max},
                {"peers_residual_rms", t.peers.rms},
                {"peers_residual_max", t.peers.max},
                {"reached", t.outcome.reached},
                {"reached_in_both", t.reached_both()},
                {"passes", t.passes},
                {"penetration", t.penetration}};
    if (const Trial* one = on_one_thread(all, t)) {
      const double faster = one->solving.best() / t.solving.best(), step_faster = one->step.best() / t.step.best();
      fmt::print(" {:>8.2f}", faster);
      row["speed_up"] = faster, row["step_speed_up"] = step_faster;
    }
    fmt::print("{}\n", t.passes > 1 ? fmt::format("   (the step solved {} contact problems)", t.passes) : "");
    rows.push_back(row);
  }
  return rows;
}

json print_ode(const Ode& ode, const std::vector<Trial>& all) {
  const double each = microseconds_each(ode.solving.best(), ode.contacts, k_ode_iterations);
  fmt::print("{:<16} {:>9} {:>7} {:>10} {:>15} {:>15} {:>12.4f} {:>17} {:>17} {:>7} {:>6.3f}   ({:.0f} contacts)\n",
             "ODE QuickStep", "-", 1, k_ode_iterations,
             fmt::format("{:.1f} / {:.1f}", 1e3 * ode.solving.best(), 1e3 * ode.solving.median()),
             fmt::format("{:.1f} / {:.1f}", 1e3 * ode.step.best(), 1e3 * ode.step.median()), each, "-", "-", "-",
             1e3 * ode.penetration, ode.contacts);
  json row = {{"case", fmt::format("heap2000+{}", k_ode_settle)},
              {"solver", "ODE QuickStep"},
              {"threads", 1},
              {"iterations", k_ode_iterations},
              {"contacts", ode.contacts},
              {"solution_milliseconds", time_json(ode.solving)},
              {"step_milliseconds", time_json(ode.step)},
              {"microseconds_per_contact_and_iteration", each},
              {"penetration", ode.penetration}};
  // The first row on one thread that may be compared with ODE.
  const auto ours = std::find_if(all.begin(), all.end(), [](const Trial& t) {
    return t.threads == 1 && t.method == Method::apgd && t.reached_both();
  });
  if (ours != all.end()) {
    row["step_ratio"] = ode.step.best() / ours->step.best();
    fmt::print(
        "ODE's step of {} iterations takes {:.2f} times ours (apgd, one thread, both residuals at most {:.3g} m/s)\n",
        k_ode_iterations, ode.step.best() / ours->step.best(), ours->wanted);
  }
  return row;
}

json print_large(const LargeHeap& heap) {
  json rows = json::array();
  const std::size_t bodies = static_cast<std::size_t>(heap.scene.lattices.front().count);
  fmt::print(
      "\n{} spheres under a loose cone, steps {} to {}, apgd, warm start, tolerance {:.3g} m/s, envelope {:.3g} of the "
      "radius\n",
      bodies, heap.settle + 1, heap.settle + heap.steps, k_large_tolerance, heap.scene.nonsmooth.envelope);
  fmt::print("{:>7} {:>9} {:>15} {:>15} {:>9} {:>9} {:>8}\n", "threads", "contacts", "iterations/step", "step ms",
             "rms m/s", "unreached", "speed-up");
  for (const auto& r : heap.rows) {
    fmt::print("{:>7} {:>9} {:>15.1f} {:>15} {:>9.2e} {:>9}", r.threads, r.contacts, r.iterations,
               fmt::format("{:.1f} / {:.1f}", 1e3 * r.step.best(), 1e3 * r.step.median()), r.residual, r.unreached);
    json row = {{"case", "cone"},
                {"solver", "apgd"},
                {"tolerance", k_large_tolerance},
                {"threads", r.threads},
                {"bodies", bodies},
                {"contacts", r.contacts},
                {"iterations_per_step", r.iterations},
                {"step_milliseconds", time_json(r.step)},
                {"residual_rms", r.residual},
                {"unreached", r.unreached}};
    for (const auto& one : heap.rows)
      if (one.threads == 1 && r.threads != 1) {
        fmt::print(" {:>8.2f}", one.step.best() / r.step.best());
        row["step_speed_up"] = one.step.best() / r.step.best();
      }
    fmt::print("\n");
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

int bench_nonsmooth_command(const BenchArguments& arguments) {
  if (!arguments.cases.empty() || arguments.peer == "lmp") {
    fmt::print(stderr,
               "scree: --nonsmooth has its own cases and the peer ode; it cannot be combined with named cases or "
               "--peer lmp\n");
    return k_usage;
  }
  const bool with_ode = arguments.peer == "ode";
  if (with_ode && !std::filesystem::exists(ode_program())) {
    fmt::print(stderr, "scree: {} does not exist: run tools/setup.sh ode, then configure and build again\n",
               ode_program().string());
    return k_machine;
  }
  const std::string text = settled_heap_text();
  const sim::Scene stored = settled_heap(text);
  std::vector<SettledHeap> heaps;
  heaps.emplace_back("heap2000", stored, arguments);
  if (!arguments.quick) {
    sim::Scene own = stored;
    own.nonsmooth.envelope = sim::NonsmoothSpec{}.envelope;
    heaps.emplace_back("heap2000, own envelope", own, arguments);
  }
  if (!arguments.quick)
    heaps.emplace_back(fmt::format("heap2000+{}", k_later), later(stored, k_later, {1, arguments.isa}), arguments);
  LargeHeap large(arguments.quick, arguments);
  Scratch scratch;
  const auto heap_file = scratch.path / "heap.txt";
  if (with_ode) io::write_text(heap_file, text);
  Ode ode;
  for (int r = 0; r < arguments.repeats; ++r) {
    for (SettledHeap& heap : heaps) heap.measure();
    for (auto& row : large.rows) large.measure(row, arguments.isa);
    if (with_ode) ode.measure(heap_file);
  }

  fmt::print("times are best / median of {}\n", arguments.repeats);
  json rows = json::array();
  for (const SettledHeap& heap : heaps)
    for (const json& row : print_trials(heap)) rows.push_back(row);
  if (with_ode) rows.push_back(print_ode(ode, heaps.back().trials()));
  for (const json& row : print_large(large)) rows.push_back(row);
  if (!arguments.json.empty()) {
    const json document = {
        {"program", version_text()},
        {"processor", processor()},
        {"repeats", arguments.repeats},
        {"isa", arguments.isa.empty() ? std::string(contact::available_kernels().front()->name) : arguments.isa},
        {"rows", rows}};
    io::write_text(arguments.json, document.dump(2));
  }
  return k_ok;
}

}  // namespace scree::app
