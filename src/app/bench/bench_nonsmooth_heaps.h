// The measurements of `scree bench --nonsmooth`: trials of all solvers on the settled heap, steps of a large heap, and
// the settled heap in ODE.
#pragma once

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <omp.h>

#include "app/bench/bench_heap.h"
#include "app/bench/bench_shared.h"
#include "app/commands.h"
#include "sim/simulation.h"
#include "solve/solver.h"

namespace scree::app::nonsmooth_bench {

using solve::Method;

inline constexpr double k_loose = 1.5e-3;  // rms residual of the best Chrono solver on this heap [m/s]
inline constexpr double k_tight = 1e-5;    // [m/s]
inline constexpr std::int64_t k_max_iterations = 5000;
// for the large heap; the same as in the whole experiment of the paper [m/s]
inline constexpr double k_large_tolerance = 1e-3;
// steps of Scree before the heap is measured again; ODE is measured after the same number of its own steps
inline constexpr std::int64_t k_later = 20;
inline constexpr int k_ode_iterations = 50, k_ode_settle = 20, k_ode_steps = 20;

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
  double tolerance = k_loose;  ///< stopping tolerance of the solver [m/s]
  double wanted = k_loose;     ///< required for both rms residuals [m/s]
  int threads = 1;
  solve::Outcome outcome{};
  solve::Residual peers{};  ///< rms, maximum and worst contact of the peers' residual
  Times solving{}, step{};
  std::int64_t passes = 0;   ///< number of contact problems solved in the step
  double penetration = 0.0;  ///< after the step [m]

  std::string_view solver() const { return solve::k_method_choices[static_cast<std::size_t>(method)]; }
  bool reached_both() const { return outcome.residual.rms <= wanted && peers.rms <= wanted; }
};

/// The settled heap with all trials that are measured on it.
class SettledHeap {
 public:
  SettledHeap(std::string name, const sim::Scene& scene, const BenchArguments& arguments)
      : name_(std::move(name)), scene_(scene), isa_(arguments.isa) {
    set({.tolerance = k_loose});
    problem_ = first_problem(scene_, isa_);
    std::vector<Trial> once;
    for (const Method method : {Method::apgd, Method::gauss_seidel, Method::barzilai_borwein, Method::newton}) {
      once.push_back(solve_once({.method = method}));
      if (const Trial tighter = tightened(once.back()); tighter.tolerance < once.back().tolerance)
        once.push_back(tighter);
    }
    if (!arguments.quick)
      for (const Method method : {Method::apgd, Method::newton})
        once.push_back(solve_once({.method = method, .tolerance = k_tight, .wanted = k_tight}));
    for (const int threads : arguments.threads)  // results do not depend on the number of threads
      for (Trial t : once) t.threads = threads, trials_.push_back(t);
  }

  const std::string& name() const { return name_; }
  const std::vector<Trial>& trials() const { return trials_; }
  /// Largest initial overlap [m].
  double overlap() const { return deepest_overlap(sim::Simulation(scene_, {1, isa_}).bodies(), scene_.planes); }

  std::size_t contacts() const { return problem_.contacts.size(); }
  std::size_t bodies() const { return scene_.spheres.size(); }

  /// Measures every row once.
  void measure() {
    for (Trial& t : trials_) measure(t);
  }

 private:
  /// Solves the problem without measuring time and stores the residuals that the solver reaches.
  Trial solve_once(Trial t) const {
    solve::Impulses impulses;
    t.outcome = solved(t, impulses);
    t.peers = solve::residual_of(peer_residuals(problem_, impulses, t.outcome.velocities));
    return t;
  }
  /// Reduces the tolerance until the trial also reaches the required residual of the peers.
  Trial tightened(Trial t) const {
    constexpr double k_factor = 0.95;
    while (t.outcome.reached && !t.reached_both()) t.tolerance *= k_factor, t = solve_once(t);
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
    return solve::solve(problem_, impulses, {t.method, t.tolerance, k_max_iterations, isa_});
  }
  void set(const Trial& t) {
    scene_.nonsmooth.solver = static_cast<int>(t.method), scene_.nonsmooth.tolerance = t.tolerance,
    scene_.nonsmooth.max_iterations = k_max_iterations;
  }

  std::string name_;
  sim::Scene scene_;
  std::string isa_;
  solve::Problem problem_;
  std::vector<Trial> trials_;
};

/// The large heap as it begins to slide: mean of a few steps, each started from the impulses of the previous step.
struct LargeHeap {
  sim::Scene scene;
  Archive start;
  std::int64_t settle = 0, steps = 0;
  struct Row {
    int threads = 1;
    Times step{};
    std::int64_t contacts = 0;   ///< in the problem of the last step
    double iterations = 0.0;     ///< mean per step
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

/// Path of the ODE program: folder bench next to the scree executable.
inline std::filesystem::path ode_program() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "bench" / "scree_ode_heap";
}

struct Ode {
  Times solving{}, step{};
  double contacts = 0.0, penetration = 0.0;

  void measure(const std::filesystem::path& heap) {
    const CommandOutput output = run_shell(fmt::format("'{}' '{}' {} {} {}", ode_program().string(), heap.string(),
                                                       k_ode_iterations, k_ode_settle, k_ode_steps));
    if (!output.succeeded) throw std::runtime_error("the ODE program failed; its output:\n" + output.text);
    const nlohmann::json result = nlohmann::json::parse(output.text);
    solving.add(1e-3 * result["solve_milliseconds"].get<double>()),
        step.add(1e-3 * result["step_milliseconds"].get<double>());
    contacts = result["contacts"].get<double>(), penetration = result["penetration"].get<double>();
  }
};

}  // namespace scree::app::nonsmooth_bench
