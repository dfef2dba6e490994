#include <algorithm>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::reproduce(CLI::App& word, int& code) {
  const auto a = std::make_shared<ReproduceArguments>();
  a->threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  word.add_option("ids", a->ids, "ids of experiments; default: all")->type_name("ID");
  word.add_flag("--list", a->list, "name the experiments: id, paper, section, title");
  word.add_option("--out", a->out,
                  "folder for the results: one folder per experiment, and results.md if there are several")
      ->capture_default_str();
  word.add_option("--threads", a->threads, "threads (the result does not depend on it)")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_isa(word, a->isa, "instruction set of the contact kernels (see --version)");
  word.add_option("--scale", a->scale,
                  "quick, medium, or paper (as large as in the paper); default: paper, except where that takes days "
                  "(see --list)")
      ->check(CLI::IsMember({"quick", "medium", "paper"}));
  word.add_option("--record", a->record, "folder of recorded results (docs/results): write each result there");
  word.add_option("--compare", a->compare, "folder of recorded results: fail if a result differs from its record");
  word.add_option(
      "--page", a->page,
      "write this page (docs/experiments.md) from the records in its folder `results`; alone it runs no experiments");
  word.add_option("--revision", a->revision, "revision of the program, for the records")->capture_default_str();
  word.callback([a, &code] { code = reproduce_command(*a); });
}
