// A duration as text: 0:07, 12:30, 3:05:00.
#pragma once

#include <string>

#include <fmt/format.h>

namespace scree::app {

inline std::string clock_text(double seconds) {
  const auto s = static_cast<long>(seconds + 0.5);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

}  // namespace scree::app
