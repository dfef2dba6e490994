#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::check(CLI::App& word, int& code) {
  struct Arguments {
    std::filesystem::path scene{};
    int threads = 1;
    io::ReadOptions reading{};
  };
  const auto a = std::make_shared<Arguments>();
  word.add_option("scene", a->scene, "scene file (TOML)")->required();
  add_threads(word, a->threads, "threads for the estimate");
  add_reading(word, a->reading);
  word.callback([a, &code] { code = check_command(a->scene, a->threads, a->reading); });
}
