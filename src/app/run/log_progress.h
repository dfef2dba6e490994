// Progress of a long task in a log: one plain line for each completed tenth.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace scree::app {

class LogProgress {
 public:
  explicit LogProgress(std::string_view what) : what_(what) {}
  /// The line to write at this completed fraction (0 to 1), if a further tenth is complete.
  std::optional<std::string> line(double fraction) {
    constexpr double k_rounding = 1e-9;  // so that rounding errors do not delay a line
    const int tenth = static_cast<int>(10.0 * fraction + k_rounding);
    if (!(fraction >= 0.0) || tenth <= report_) return {};
    report_ = tenth;
    return fmt::format("{}: {} %\n", what_, static_cast<int>(100.0 * fraction + k_rounding));
  }

 private:
  std::string what_;
  int report_ = 0;
};

}  // namespace scree::app
