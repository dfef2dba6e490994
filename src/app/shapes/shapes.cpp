// The table of supported shape pairs (shape/pair_table.h) as text.
#include <fmt/format.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "shape/pair_table.h"

namespace scree::app {
namespace {

std::string row(std::string_view a, std::string_view b, std::string_view points, std::string_view smooth,
                std::string_view routine) {
  return fmt::format("{:<11}{:<19}{:<8}{:<19}{}\n", a, b, points, smooth, routine);
}
template <class Pair>
std::string steppers(const Pair& pair) {
  return pair.smooth ? "all" : "nonsmooth";
}
std::string_view word(shape::BodyShape shape) { return shape::k_body_shape_choices[static_cast<std::size_t>(shape)]; }
std::string_view word(shape::WallShape shape) { return shape::row_of(shape).word; }

}  // namespace

std::string shapes_text() {
  std::string text = row("body", "body or wall", "points", "steppers", "how");
  for (const shape::BodyPair& p : shape::k_body_pairs)
    text += row(word(p.a), word(p.b), fmt::format("{}", p.points), steppers(p), p.routine);
  for (const shape::WallPair& p : shape::k_wall_pairs)
    text += row(word(p.body), word(p.wall), fmt::format("{}", p.points), steppers(p), p.routine);
  return text;
}

int shapes_command() {
  fmt::print("{}", shapes_text());
  return k_ok;
}

}  // namespace scree::app
