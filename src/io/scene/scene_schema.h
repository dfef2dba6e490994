// Generates two documents from the declaration of scene files (scene/tables.h): a JSON schema (draft-07) for editors,
// and the tables of keys in docs/scene.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/tables.h"

namespace scree::io {

/// JSON text with a newline at its end. The schema does not contain rules between keys: it serves completion in
/// editors, and `scree check` does the full check.
std::string scene_schema();

/// The page with the rows of every block `<!-- keys: time -->` ... `<!-- end -->` generated from the declaration. A
/// block is named by the path of its table; the blocks of the root and of the keys common to all bodies are `root` and
/// `bodies`.
std::string with_key_rows(std::string_view page);

/// The names of all blocks.
std::vector<std::string> key_blocks();

}  // namespace scree::io
