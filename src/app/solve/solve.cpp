// `scree solve`: solves a saved contact problem by one solver or by all and compares them. Writes no files.
#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <omp.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/shell_text.h"
#include "io/checkpoint/problem_file.h"
#include "solve/solver.h"

namespace scree::app {
namespace {

using nlohmann::json;

struct Trial {
  std::string_view solver;
  solve::Outcome outcome;
  double seconds = 0.0;
};

Trial tried(const io::SavedProblem& saved, solve::Method method, const SolveArguments& arguments) {
  solve::Impulses impulses;
  if (arguments.warm) impulses = saved.guess;
  const auto start = std::chrono::steady_clock::now();
  Trial trial{solve::k_method_choices[static_cast<std::size_t>(method)],
              solve::solve(saved.problem, impulses, {method, arguments.tolerance, arguments.iterations, arguments.isa}),
              0.0};
  trial.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return trial;
}

/// Largest difference of velocities [m/s] and of spins [rad/s].
std::pair<double, double> difference(const solve::Outcome& p, const solve::Outcome& q) {
  double v = 0.0, w = 0.0;
  for (std::size_t i = 0; i < p.velocities.size(); ++i) {
    v = std::max(v, norm(p.velocities[i].linear - q.velocities[i].linear));
    w = std::max(w, norm(p.velocities[i].angular - q.velocities[i].angular));
  }
  return {v, w};
}

json trial_json(const Trial& t, const Trial& best, std::size_t contacts) {
  const auto& o = t.outcome;
  const auto [dv, dw] = difference(o, best.outcome);
  const double work = static_cast<double>(contacts) * static_cast<double>(o.iterations);
  return {{"solver", t.solver},
          {"iterations", o.iterations},
          {"reached", o.reached},
          {"milliseconds", 1e3 * t.seconds},
          {"microseconds_per_contact_and_iteration", work > 0.0 ? json(1e6 * t.seconds / work) : json(nullptr)},
          {"residual_rms", o.residual.rms},
          {"residual_max", o.residual.max},
          {"cone_violation", o.residual.cone_violation},
          {"worst_contact", o.residual.worst},
          {"velocity_difference", dv},
          {"spin_difference", dw}};
}

void print_text(const json& result) {
  fmt::print("{}: step {}, {} bodies, {} contacts, {} rows; {}, tolerance {:.3g} m/s, {} {}\n",
             shown(result["file"].get<std::string>()), result["step"].get<std::int64_t>(),
             result["bodies"].get<std::size_t>(), result["contacts"].get<std::size_t>(),
             result["rows"].get<std::size_t>(), result["warm"].get<bool>() ? "from the saved guess" : "from zero",
             result["tolerance"].get<double>(), result["threads"].get<int>(),
             result["threads"].get<int>() == 1 ? "thread" : "threads");
  fmt::print("{:<17} {:>10} {:>7} {:>10} {:>12} {:>10} {:>10} {:>10} {:>7} {:>10} {:>10}\n", "solver", "iterations",
             "reached", "ms", "us/cont./it.", "rms m/s", "max m/s", "outside", "worst", "dv m/s", "dw rad/s");
  for (const json& t : result["solvers"]) {
    const json& each = t["microseconds_per_contact_and_iteration"];
    fmt::print("{:<17} {:>10} {:>7} {:>10.2f} {:>12} {:>10.3g} {:>10.3g} {:>10.2g} {:>7} {:>10.3g} {:>10.3g}\n",
               t["solver"].get<std::string>(), t["iterations"].get<std::int64_t>(),
               t["reached"].get<bool>() ? "yes" : "NO", t["milliseconds"].get<double>(),
               each.is_null() ? "-" : fmt::format("{:.4f}", each.get<double>()), t["residual_rms"].get<double>(),
               t["residual_max"].get<double>(), t["cone_violation"].get<double>(),
               t["worst_contact"].get<std::int64_t>(), t["velocity_difference"].get<double>(),
               t["spin_difference"].get<double>());
  }
  fmt::print(
      "outside: beyond the cone, of the largest normal impulse; worst: contact, or contacts + row; dv, dw: largest "
      "difference to {}\n",
      result["reference"].get<std::string>());
}

}  // namespace

int solve_command(const SolveArguments& arguments) {
  const io::SavedProblem saved = io::read_problem(arguments.file);
  omp_set_num_threads(arguments.threads);
  std::vector<Trial> trials;
  for (std::size_t m = 0; m < solve::k_method_choices.size(); ++m)
    if (arguments.solver == "all" || arguments.solver == solve::k_method_choices[m])
      trials.push_back(tried(saved, static_cast<solve::Method>(m), arguments));
  const Trial& best = *std::min_element(trials.begin(), trials.end(), [](const Trial& p, const Trial& q) {
    return p.outcome.residual.rms < q.outcome.residual.rms;
  });
  json result = {{"file", arguments.file.string()},
                 {"step", saved.step},
                 {"time", saved.time},
                 {"bodies", saved.problem.bodies.size()},
                 {"contacts", saved.problem.contacts.size()},
                 {"rows", saved.problem.rows.size()},
                 {"tolerance", arguments.tolerance},
                 {"warm", arguments.warm},
                 {"threads", arguments.threads},
                 {"reference", best.solver},
                 {"solvers", json::array()}};
  for (const Trial& t : trials) result["solvers"].push_back(trial_json(t, best, saved.problem.contacts.size()));
  if (arguments.json)
    fmt::print("{}\n", result.dump(2, ' ', false, json::error_handler_t::replace));
  else
    print_text(result);
  return k_ok;
}

}  // namespace scree::app
