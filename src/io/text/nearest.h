// Finds the valid word that is nearest to a misspelt one, for every "Did you mean ...?".
//
// Edit distance with swaps of neighbours (optimal string alignment), counted in half edits: a letter in the wrong case,
// or `_` instead of `-`, costs half an edit. A word is suggested only if at most a third of it differs, or if only case
// differs, or if the given word is the beginning of the valid one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scree::io {

/// Distance in half edits.
int edit_distance(std::string_view given, std::string_view valid);

/// The nearest word of `valid`, the first of equals; empty if none is near.
std::string_view nearest(std::string_view given, std::span<const std::string_view> valid);

/// `. Did you mean "x"?`, which ends a sentence and adds a question; empty if no word is near.
std::string did_you_mean(std::string_view given, std::span<const std::string_view> valid);

/// `"a", "b" or "c"`; of a long list only the first words, and the number of the others.
std::string listed(std::span<const std::string_view> words, std::string_view last = "or",
                   std::string_view quote = "\"");

}  // namespace scree::io
