#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::schema(CLI::App& word, int& code) {
  const auto page = std::make_shared<std::filesystem::path>();
  word.add_option("--page", *page, "write the tables of keys in this page (docs/scene.md) instead");
  word.callback([page, &code] { code = schema_command(*page); });
}
