// Which valid word did a person mean? Used by every "Did you mean ...?".
//
// Edit distance with swaps of neighbours (optimal string alignment), in half edits: writing a letter in the wrong case,
// or `_` for `-`, costs half of any other mistake. A word is only offered if at most a third of it would have to
// change, or if nothing but case differs, or if it is the beginning of the valid one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scree::io {

/// Distance in half edits.
int edit_distance(std::string_view given, std::string_view valid);

/// The nearest of `valid`, the first one among equals; empty if none is near.
std::string_view nearest(std::string_view given, std::span<const std::string_view> valid);

/// `. Did you mean "x"?`, the end of a sentence and a question; or nothing.
std::string did_you_mean(std::string_view given, std::span<const std::string_view> valid);

/// `"a", "b" or "c"`; of a long list the first ones, and how many more there are.
std::string listed(std::span<const std::string_view> words, std::string_view last = "or",
                   std::string_view quote = "\"");

}  // namespace scree::io
