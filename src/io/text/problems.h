// What is wrong with a file, as a value: where, what, why, what to do.
//
// A reader never stops at the first mistake; it collects problems and goes on. Problems are sorted by position before
// they are handed out, so that the list reads like the file. Printed as `file:line:column: sentence`, which editors can
// jump to. A hostile file must not make a hostile message: sentences are bounded and printable, and so is their number.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "io/text/message_text.h"

namespace scree::io {

/// Both count from 1; the column counts characters, not bytes.
struct Place {
  int line = 1, column = 1;
  std::string_view file{};  ///< empty: the main file of the scene. Lives as long as the tables that are being read
};

struct Problem {
  std::string file;
  int line = 1, column = 1;
  std::string sentence;
};

inline std::string in_words(const Problem& problem) {
  return problem.file + ":" + std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": " +
         problem.sentence;
}

class Problems {
 public:
  static constexpr std::size_t k_most = 1000;  // that are kept; nobody reads more, and each costs memory

  void add(std::string_view file, Place place, std::string_view sentence) {
    add({std::string(file), place.line, place.column, std::string(sentence)});
  }
  void add(Problem problem) {
    if (is_full()) {
      ++left_out_;
      return;
    }
    problem.sentence = printable(problem.sentence);
    list_.push_back(std::move(problem));
  }
  bool is_full() const { return list_.size() >= k_most; }
  /// Found, but not kept.
  std::size_t left_out() const { return left_out_; }

  /// By file, then line, then column; problems at one place keep the order in which they were found.
  void sort() {
    std::stable_sort(list_.begin(), list_.end(), [](const Problem& p, const Problem& q) {
      return std::tie(p.file, p.line, p.column) < std::tie(q.file, q.line, q.column);
    });
  }

  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  const Problem& operator[](std::size_t i) const { return list_[i]; }

  /// One line a problem.
  std::string text() const {
    std::string all;
    for (const Problem& problem : list_) all += in_words(problem) + "\n";
    if (left_out_ > 0) all += "and " + std::to_string(left_out_) + " more, which are not listed\n";
    return all;
  }

 private:
  std::vector<Problem> list_;
  std::size_t left_out_ = 0;
};

}  // namespace scree::io
