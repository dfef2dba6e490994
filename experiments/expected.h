// Marks for literal expected values of checks, which state the source of the number. tools/expectations.py finds the
// marks by their names, compares every literal with the value of its key in tools/<paper>_expected.py, and rejects a
// literal expectation without a mark; tests/CMakeLists.txt runs it.
//
//   derived       the script computes it: a closed form, or an integration of the paper's equations without the engine
//   of_paper      the paper's own value
//   of_reference  from the reference implementation of docs/specs, if no script can compute it in seconds
//   of_engine     measured with this engine, to detect changes; the script describes how
//
// A formula of the parameters of the experiment, and zero, need no mark. Fields and tables with expectations have the
// type Expected, which only these functions return.
#pragma once

#include <string_view>

#include "base/field.h"

namespace scree::experiments {

class Expected {
 public:
  constexpr Expected() = default;  ///< no expectation
  constexpr operator double() const { return value_; }

 private:
  constexpr explicit Expected(double value) : value_(value) {}
  friend constexpr Expected derived(std::string_view key, double value);
  friend constexpr Expected of_paper(std::string_view key, double value);
  friend constexpr Expected of_reference(std::string_view key, double value);
  friend constexpr Expected of_engine(std::string_view key, double value);

  double value_ = k_unset;
};

constexpr Expected derived(std::string_view, double value) { return Expected(value); }
constexpr Expected of_paper(std::string_view, double value) { return Expected(value); }
constexpr Expected of_reference(std::string_view, double value) { return Expected(value); }
constexpr Expected of_engine(std::string_view, double value) { return Expected(value); }

}  // namespace scree::experiments
