#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::doctor(CLI::App& word, int& code) {
  const auto folder = std::make_shared<std::filesystem::path>();
  word.add_option("folder", *folder, "folder of a run")->required();
  word.callback([folder, &code] { code = doctor_command(*folder); });
}
