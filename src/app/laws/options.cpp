#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::laws(CLI::App& word, int& code) {
  word.callback([&code] { code = laws_command(); });
}
