#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::demo(CLI::App& word, int& code) {
  struct Arguments {
    std::filesystem::path out = "demo-out";
    int threads = 2;
  };
  const auto a = std::make_shared<Arguments>();
  word.add_option("--out", a->out, "folder for the results");
  add_threads(word, a->threads, "threads");
  word.callback([a, &code] { code = demo_command(a->out, a->threads); });
}
