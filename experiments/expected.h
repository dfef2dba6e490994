// A typed expectation of a check says where its number comes from. tools/expectations.py finds the marks by their
// names, compares every typed number with what tools/<paper>_expected.py has under its key, and rejects a typed
// expectation without a mark; tests/CMakeLists.txt runs it.
//
//   derived       the script computes it: a closed form, or an integration of the paper's equations without the engine
//   of_paper      the paper's own value
//   of_reference  of the reference implementation behind docs/specs, where no script can compute it in seconds
//   of_engine     measured with this engine, to notice changes; the script says how
//
// A formula of the experiment's own parameters, and zero, need no mark. Fields and tables that hold expectations have
// the type Expected, which only these functions make.
#pragma once

#include <string_view>

#include "base/field.h"

namespace scree::experiments {

class Expected {
 public:
  constexpr Expected() = default;  ///< nothing is expected
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
