#include "solve/solver.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::solve(CLI::App& word, int& code) {
  const auto a = std::make_shared<SolveArguments>();
  std::vector<std::string> solvers(scree::solve::k_method_choices.begin(), scree::solve::k_method_choices.end());
  solvers.emplace_back("all");
  word.add_option("file", a->file, "saved problem")->required();
  word.add_option("--solver", a->solver, "which")->check(CLI::IsMember(solvers))->capture_default_str();
  word.add_option("--tolerance", a->tolerance, "of the rms residual [m/s]")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  word.add_option("--iterations", a->iterations, "at most")->check(CLI::PositiveNumber)->capture_default_str();
  word.add_flag("--warm", a->warm, "start from the saved impulses");
  word.add_option("--threads", a->threads, "threads (the result does not depend on it)")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_isa(word, a->isa, "instruction set of the kernels (see --version)");
  word.add_flag("--json", a->json, "as JSON");
  word.callback([a, &code] { code = solve_command(*a); });
}
