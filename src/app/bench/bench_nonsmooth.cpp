// `scree bench --nonsmooth`: what a step of rigid contacts costs, by every solver, on the settled heap of 2,000 spheres
// on which the peers were measured (app/bench/bench_heap.h), and in a heap of 10,000 that still moves. Alone or with ODE in
// the same command.
//
// On the settled heap all is measured from a cold start: the solution alone, on the problem that the engine made, and
// the whole step with search, solution and motion. Repetitions go round all rows, so that a busy minute of the machine
// hurts all of them; best and median are told. Two residuals are told: ours (solve/residual.h), by which solvers stop,
// and the one by which the peers were measured. A row that reaches its tolerance in ours and not in theirs is followed
// by one that reaches both, and only that one may be compared. The heap is measured as it is stored, with overlaps of
// half a millimetre that another engine left, and again after a few steps of our own, as in a run.
#include <algorithm>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <omp.h>

#include "app/bench/bench_heap.h"
#include "app/bench/bench_shared.h"
#include "app/commands.h"
#include "app/exit_codes.h"
#include "kernel/contact_kernels.h"
#include "io/frame/tables.h"
#include "sim/simulation.h"
#include "solve/solver.h"

namespace scree::app {
namespace {

using nlohmann::json;
using solve::Method;

constexpr double k_loose = 1.5e-3;  // rms residual that Chrono's best reaches on this heap [m/s]
constexpr double k_tight = 1e-5;    // [m/s]
constexpr std::int64_t k_most_iterations = 5000;
constexpr double k_large_tolerance = 1e-3;  // of the large heap, as for the paper's whole experiment [m/s]
// steps of our own before the heap is measured again; ODE's are measured after as many
constexpr std::int64_t k_later = 20;
constexpr int k_ode_iterations = 50, k_ode_settle = 20, k_ode_steps = 20;

/// Seconds of each repetition.
class Times {
 public:
  void add(double seconds) { all_.insert(std::upper_bound(all_.begin(), all_.end(), seconds), seconds); }
  double best() const { return all_.front(); }
  double median() const { return 0.5 * (all_[(all_.size() - 1) / 2] + all_[all_.size() / 2]); }

 private:
  std::vector<double> all_;  ///< sorted
};

/// One line of the table.
struct Trial {
  Method method = Method::apgd;
  double tolerance = k_loose;  ///< for the solver: of our rms residual [m/s]
  double wanted = k_loose;     ///< of both rms residuals [m/s]
  int threads = 1;
  solve::Outcome outcome{};
  solve::Residual peers{};  ///< rms, max and worst in the peers' measure
  Times solving{}, step{};
  std::int64_t passes = 0;   ///< solutions that the step needed
  double penetration = 0.0;  ///< after the step [m]

  std::string_view solver() const { return solve::k_method_words[static_cast<std::size_t>(method)]; }
  bool reached_both() const { return outcome.residual.rms <= wanted && peers.rms <= wanted; }
};

double microseconds_each(double seconds, double contacts, std::int64_t iterations) {
  return iterations > 0 ? 1e6 * seconds / (contacts * static_cast<double>(iterations)) : 0.0;
}

/// The settled heap and what is asked of it.
class SettledHeap {
 public:
  SettledHeap(std::string name, const sim::Scene& scene, const BenchArguments& arguments)
      : name_(std::move(name)), scene_(scene), isa_(arguments.isa) {
    set({.tolerance = k_loose});
    problem_ = first_problem(scene_, isa_);
    std::vector<Trial> once;
    for (const Method method : {Method::apgd, Method::gauss_seidel, Method::barzilai_borwein, Method::newton}) {
      once.push_back(looked({.method = method}));
      if (const Trial sharp = sharpened(once.back()); sharp.tolerance < once.back().tolerance) once.push_back(sharp);
    }
    if (!arguments.quick)
      for (const Method method : {Method::apgd, Method::newton})
        once.push_back(looked({.method = method, .tolerance = k_tight, .wanted = k_tight}));
    for (const int threads : arguments.threads)  // the answers do not depend on it
      for (Trial t : once) t.threads = threads, trials_.push_back(t);
  }

  const std::string& name() const { return name_; }
  const std::vector<Trial>& trials() const { return trials_; }
  /// at the start [m]
  double overlap() const { return deepest_overlap(sim::Simulation(scene_, {1, isa_}).bodies(), scene_.planes); }

  std::size_t contacts() const { return problem_.contacts.size(); }
  std::size_t bodies() const { return scene_.spheres.size(); }

  /// Every row once.
  void measure() {
    for (Trial& t : trials_) measure(t);
  }

 private:
  /// Solve without looking at the clock: what does the solver reach?
  Trial looked(Trial t) const {
    solve::Impulses impulses;
    t.outcome = solved(t, impulses);
    t.peers = solve::residual_of(peer_residuals(problem_, impulses, t.outcome.velocities));
    return t;
  }
  /// A trial that reaches what is wanted in the peers' measure as well, by a smaller tolerance.
  Trial sharpened(Trial t) const {
    constexpr double k_factor = 0.95;
    while (t.outcome.reached && !t.reached_both()) t.tolerance *= k_factor, t = looked(t);
    return t;
  }
  void measure(Trial& t) {
    solve::Impulses impulses;
    t.solving.add(seconds_of([&] { solved(t, impulses); }));
    set(t);
    sim::Simulation simulation(scene_, {t.threads, isa_});
    t.step.add(seconds_of([&] { simulation.advance(1); }));
    t.passes = simulation.report().solver->passes;
    t.penetration = deepest_overlap(simulation.bodies(), scene_.planes);
  }
  solve::Outcome solved(const Trial& t, solve::Impulses& impulses) const {
    omp_set_num_threads(t.threads);
    return solve::solve(problem_, impulses, {t.method, t.tolerance, k_most_iterations, isa_});
  }
  void set(const Trial& t) {
    scene_.nonsmooth.solver = static_cast<int>(t.method), scene_.nonsmooth.tolerance = t.tolerance,
    scene_.nonsmooth.most_iterations = k_most_iterations;
  }

  std::string name_;
  sim::Scene scene_;
  std::string isa_;
  solve::Problem problem_;
  std::vector<Trial> trials_;
};

/// The large heap as it begins to slide: mean of a few steps, each from the impulses of the one before.
struct LargeHeap {
  sim::Scene scene;
  Archive start;
  std::int64_t settle = 0, steps = 0;
  struct Row {
    int threads = 1;
    Times step{};
    std::int64_t contacts = 0;   ///< in the problem of the last step
    double iterations = 0.0;     ///< a step
    double residual = 0.0;       ///< rms of the last step [m/s]
    std::int64_t unreached = 0;  ///< measured steps that did not reach the tolerance
  };
  std::vector<Row> rows;

  LargeHeap(bool quick, const BenchArguments& arguments)
      : scene(loose_cone(quick ? 1'000 : 10'000)), settle(quick ? 10 : 50), steps(quick ? 2 : 10) {
    scene.nonsmooth.tolerance = k_large_tolerance;
    for (const int threads : arguments.threads) rows.push_back({.threads = threads});
    sim::Simulation simulation(scene,
                               {*std::max_element(arguments.threads.begin(), arguments.threads.end()), arguments.isa});
    simulation.advance(settle);
    start = simulation.save();
  }
  void measure(Row& row, const std::string& isa) const {
    sim::Simulation simulation(scene, start, {row.threads, isa});
    const step::SolverReport before = *simulation.report().solver;
    row.step.add(seconds_of([&] { simulation.advance(steps); }) / static_cast<double>(steps));
    const step::SolverReport after = *simulation.report().solver;
    row.contacts = simulation.pair_count();
    row.iterations = static_cast<double>(after.all_iterations - before.all_iterations) / static_cast<double>(steps);
    row.residual = after.residual, row.unreached = after.unreached - before.unreached;
  }
};

/// ODE's program lies beside ours, in the folder bench.
std::filesystem::path ode_program() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "bench" / "scree_ode_heap";
}

struct Ode {
  Times solving{}, step{};
  double contacts = 0.0, penetration = 0.0;

  void measure(const std::filesystem::path& heap) {
    const Said said = said_by(fmt::format("'{}' '{}' {} {} {}", ode_program().string(), heap.string(), k_ode_iterations,
                                          k_ode_settle, k_ode_steps));
    if (!said.well) throw std::runtime_error("ODE's heap did not come to its end; its last words:\n" + said.text);
    const json told = json::parse(said.text);
    solving.add(1e-3 * told["solve_milliseconds"].get<double>()),
        step.add(1e-3 * told["step_milliseconds"].get<double>());
    contacts = told["contacts"].get<double>(), penetration = told["penetration"].get<double>();
  }
};

/// The same work on one thread; nothing if that was not measured.
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
    fmt::print("{}\n", t.passes > 1 ? fmt::format("   (the step took {} solutions)", t.passes) : "");
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
  // The first row on one thread that may be compared.
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
    fmt::print(
        stderr,
        "scree: --nonsmooth has its own heaps and the peer ode; it goes with neither named cases nor --peer lmp\n");
    return k_usage;
  }
  const bool with_ode = arguments.peer == "ode";
  if (with_ode && !std::filesystem::exists(ode_program())) {
    fmt::print(stderr, "scree: {} is not there: run tools/setup.sh ode, then configure and build again\n",
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
