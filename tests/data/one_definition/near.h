// Planted for tests/one_definition.py: `Span` and `k_max` are here and in paths.h. What else has one name in both
// files belongs to its file.
#pragma once

namespace planted {

struct Span {
  double low = 0.0, high = 0.0;
};
struct Near;  // a declaration, defined nowhere else
inline constexpr int k_max = 1;
inline double width(const Span& span) { return span.high - span.low; }
template <class T>
struct Traits {};

namespace {
struct Local {};
}  // namespace

}  // namespace planted
