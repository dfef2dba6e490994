// What follows from the declaration of scene files (scene/tables.h) for people and editors: a JSON schema (draft-07),
// and the tables of keys in docs/scene.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/tables.h"

namespace scree::io {

/// JSON, ends with a newline. Rules between keys are not in it: it serves completion, and `scree check` judges.
std::string scene_schema();

/// The page with the rows of every block `<!-- keys: time -->` ... `<!-- end -->` written from the declaration. A block
/// has the path of its table; those of the root and of all bodies are `root` and `bodies`.
std::string with_key_rows(std::string_view page);

/// The names of all blocks.
std::vector<std::string> key_blocks();

}  // namespace scree::io
