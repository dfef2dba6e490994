// Errors of an input file as values: where, what, why, what to do.
//
// A reader does not stop at the first error; it collects all of them. The list is sorted by position before it is
// returned, so that it has the order of the file. An error is printed as `file:line:column: sentence`, a form that
// editors turn into a link. Messages are safe to print even for a hostile file: the length of sentences and their
// number are limited, and control characters are replaced.
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
  std::string_view file{};  ///< empty: the main file of the scene. Valid as long as the tables being read
};

struct InputError {
  std::string file;
  int line = 1, column = 1;
  std::string sentence;
};

inline std::string describe(const InputError& problem) {
  return problem.file + ":" + std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": " +
         problem.sentence;
}

class InputErrors {
 public:
  static constexpr std::size_t k_max = 1000;  // errors that are stored; more are only counted, to bound memory

  void add(std::string_view file, Place place, std::string_view sentence) {
    add({std::string(file), place.line, place.column, std::string(sentence)});
  }
  void add(InputError problem) {
    if (is_full()) {
      ++left_out_;
      return;
    }
    problem.sentence = printable(problem.sentence);
    list_.push_back(std::move(problem));
  }
  bool is_full() const { return list_.size() >= k_max; }
  /// Number of errors found after the list was full.
  std::size_t left_out() const { return left_out_; }

  /// Sorts by file, line, column; errors at the same place keep the order in which they were found.
  void sort() {
    std::stable_sort(list_.begin(), list_.end(), [](const InputError& p, const InputError& q) {
      return std::tie(p.file, p.line, p.column) < std::tie(q.file, q.line, q.column);
    });
  }

  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  const InputError& operator[](std::size_t i) const { return list_[i]; }

  /// One line for each error.
  std::string text() const {
    std::string all;
    for (const InputError& problem : list_) all += describe(problem) + "\n";
    if (left_out_ > 0) all += "and " + std::to_string(left_out_) + " more, which are not listed\n";
    return all;
  }

 private:
  std::vector<InputError> list_;
  std::size_t left_out_ = 0;
};

}  // namespace scree::io
