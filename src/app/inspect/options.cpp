#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::inspect(CLI::App& word, int& code) {
  const auto a = std::make_shared<InspectArguments>();
  word.add_option("path", a->path, "checkpoint file, or the folder of a run")->required();
  word.add_flag("--json", a->json, "as JSON");
  word.callback([a, &code] { code = inspect_command(*a); });
}
