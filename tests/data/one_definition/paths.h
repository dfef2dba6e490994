// Planted for tests/one_definition.py; see near.h.
#pragma once

namespace planted {

class Span {
 public:
  int first = 0;
};
inline constexpr int k_max = 2;
inline double width(double low, double high) { return high - low; }  // another function
template <>
struct Traits<int> {};

namespace inner {
struct Near {};
}  // namespace inner
namespace {
struct Local {
  int x;
};
}  // namespace

}  // namespace planted
