// `scree schema`: prints the JSON schema of scene files for editors, or updates the tables of keys in docs/scene.md.
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "app/exit_codes.h"
#include "app/commands.h"
#include "app/shell_text.h"
#include "io/text/read_file.h"
#include "io/scene/scene_schema.h"
#include "io/text/whole_file.h"

namespace scree::app {

int schema_command(const std::filesystem::path& page) {
  if (page.empty()) {
    fmt::print("{}", io::scene_schema());
    return k_ok;
  }
  const auto read = io::read_regular_file(page, io::k_any_size);
  if (const auto* refused = std::get_if<io::Refused>(&read)) {
    fmt::print(stderr, "scree: {} {}\n", shown(page), refused->why);
    return k_usage;
  }
  const std::string text = io::with_key_rows(std::get<std::string>(read));
  io::write_whole_file(page, {text}, io::Survives::the_process);
  return k_ok;
}

}  // namespace scree::app
