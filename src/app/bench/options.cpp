#include <memory>

#include <CLI/CLI.hpp>

#include "app/bench/bench_cases.h"
#include "app/commands.h"
#include "app/options.h"

void scree::app::options::bench(CLI::App& word, int& code) {
  const auto a = std::make_shared<BenchArguments>();
  word.add_option("cases", a->cases, bench_case_names() + "; all if none is named");
  word.add_option("--threads", a->threads, "numbers of threads to measure")->delimiter(',');
  word.add_flag("--nonsmooth", a->nonsmooth,
                "measure every solver of the stepper \"nonsmooth\" on a settled heap of 2,000 spheres, and steps of a "
                "large one");
  word.add_option("--peer", a->peer, "run this peer interleaved: lmp, or with --nonsmooth ode")
      ->check(CLI::IsMember({"lmp", "ode"}));
  word.add_option("--json", a->json, "write all results to this file");
  add_isa(word, a->isa, "instruction set of the contact kernels");
  word.add_option("--repeats", a->repeats, "runs of each; the best counts")->check(CLI::Range(1, 100));
  word.add_flag("--quick", a->quick, "fewer steps");
  word.callback([a, &code] { code = bench_command(*a); });
}
