// The command `scree schema`.
#pragma once

#include <filesystem>

namespace scree::app {

/// Prints the JSON schema of scenes; with a page, its tables of keys are written instead.
int schema_command(const std::filesystem::path& page);

}  // namespace scree::app
