// Progress of a long piece of work as it is written into a log: plain lines, one for each further tenth.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace scree::app {

class LogProgress {
 public:
  explicit LogProgress(std::string_view what) : what_(what) {}
  /// The line to write at this share of the work (0 to 1), if it is time for one.
  std::optional<std::string> line(double share) {
    constexpr double k_rounding = 1e-9;  // so that three tenths of the work are three tenths
    const int tenth = static_cast<int>(10.0 * share + k_rounding);
    if (!(share >= 0.0) || tenth <= told_) return {};
    told_ = tenth;
    return fmt::format("{}: {} %\n", what_, static_cast<int>(100.0 * share + k_rounding));
  }

 private:
  std::string what_;
  int told_ = 0;
};

}  // namespace scree::app
