// Optimal string alignment distance over a table of three rows. [Damerau1964; OSA variant]
#include "io/text/nearest.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "io/text/message_text.h"

namespace scree::io {

namespace {

constexpr std::size_t k_longest_word = 200;  // a longer text is not a misspelling, and would enlarge the table
constexpr std::size_t k_max_listed = 24;     // words of a list in a message

constexpr int k_edit = 2;  // cost of an edit; half of it for a difference of case or of - and _

char folded(char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

int exchange(char p, char q) { return p == q ? 0 : folded(p) == folded(q) ? k_edit / 2 : k_edit; }

bool differs_in_case_only(std::string_view p, std::string_view q) {
  return std::equal(p.begin(), p.end(), q.begin(), q.end(), [](char a, char b) { return folded(a) == folded(b); });
}

}  // namespace

int edit_distance(std::string_view given, std::string_view valid) {
  const std::size_t n = valid.size();
  std::vector<int> before_last(n + 1), last(n + 1), now(n + 1);
  for (std::size_t j = 0; j <= n; ++j) last[j] = k_edit * static_cast<int>(j);
  for (std::size_t i = 1; i <= given.size(); ++i) {
    now[0] = k_edit * static_cast<int>(i);
    for (std::size_t j = 1; j <= n; ++j) {
      now[j] = std::min({last[j] + k_edit, now[j - 1] + k_edit, last[j - 1] + exchange(given[i - 1], valid[j - 1])});
      if (i > 1 && j > 1 && given[i - 1] == valid[j - 2] && given[i - 2] == valid[j - 1])
        now[j] = std::min(now[j], before_last[j - 2] + k_edit);
    }
    std::swap(before_last, last);
    std::swap(last, now);
  }
  return last[n];
}

std::string_view nearest(std::string_view given, std::span<const std::string_view> valid) {
  std::string_view best;
  int best_distance = 0;
  for (const std::string_view word : valid) {
    const std::size_t shorter = std::min(given.size(), word.size()), longer = std::max(given.size(), word.size());
    if (longer > k_longest_word || (3 * (longer - shorter) > longer && !(given.size() >= 3 && word.starts_with(given))))
      continue;
    const int distance = edit_distance(given, word);
    const int longest = static_cast<int>(longer);
    const bool is_far = 3 * distance > k_edit * longest;  // more than a third differs
    if (is_far && !differs_in_case_only(given, word) && !(given.size() >= 3 && word.starts_with(given))) continue;
    if (best.empty() || distance < best_distance) best = word, best_distance = distance;
  }
  return best;
}

std::string did_you_mean(std::string_view given, std::span<const std::string_view> valid) {
  const std::string_view word = nearest(given, valid);
  return word.empty() ? std::string() : ". Did you mean \"" + std::string(word) + "\"?";
}

std::string listed(std::span<const std::string_view> words, std::string_view last, std::string_view quote) {
  std::string text;
  const std::size_t count = std::min(words.size(), k_max_listed);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    text.append(quote).append(shortened(words[i])).append(quote);
  }
  if (count < words.size()) text += " and " + std::to_string(words.size() - count) + " more";
  return text;
}

}  // namespace scree::io
