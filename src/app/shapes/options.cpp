#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::shapes(CLI::App& word, int& code) {
  word.callback([&code] { code = shapes_command(); });
}
