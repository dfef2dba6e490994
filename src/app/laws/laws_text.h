// The text of `scree laws`: every law of every stage with its source and its parameters, generated from `fields`.
#pragma once

#include <string>

namespace scree::app {

/// At most 120 columns wide; ends with a newline.
std::string laws_text();

}  // namespace scree::app
