// Walls, sinks, joints and drives in the text of `scree check`.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/check/check_text.h"

namespace scree::app {
namespace {

const std::string& material(const sim::Scene& scene, int i) {
  return scene.materials[static_cast<std::size_t>(i)].name;
}

std::string body_name(const sim::Scene& scene, const sim::BodyRef& body) {
  if (body.of == sim::BodyRef::Of::world) return "the world";
  return fmt::format(
      "\"{}\"", body.of == sim::BodyRef::Of::spheres ? scene.spheres[body.index].name : scene.solids[body.index].name);
}

std::string plane_text(const Page& page, const sim::Plane& p) {
  return fmt::format("through {}, normal {}", page.of(p.point, "m"), describe(p.normal));
}

/// Target velocity of a motor: one value, or a table over time.
std::string wanted_text(const Page& page, const sim::Drive& drive) {
  constexpr std::size_t k_max_listed = 10;  // listed times of a table
  const bool along = drive.way == state::Way::along;
  const std::string_view word = along ? "velocity" : "spin", si = along ? "m/s" : "rad/s";
  if (drive.wanted.size() == 1) return fmt::format("{} {}", word, page.of(drive.wanted[0].value, si));
  std::string text = fmt::format("{} by a table:", word);
  const std::size_t listed = std::min(drive.wanted.size(), k_max_listed);
  for (std::size_t i = 0; i < listed; ++i)
    text += fmt::format("{} {} at {}", i == 0 ? "" : ",", page.of(drive.wanted[i].value, si),
                        page.of(drive.wanted[i].time, "s"));
  if (drive.wanted.size() > listed)
    text += fmt::format(" ... and {} more times up to {}", drive.wanted.size() - listed,
                        page.of(drive.wanted.back().time, "s"));
  return text;
}

}  // namespace

void report_walls(Page& page, const sim::Scene& scene) {
  for (const auto& p : scene.planes)
    page.row("plane", fmt::format("\"{}\" of {} {}, {}", p.name, material(scene, p.material), plane_text(page, p),
                                  norm2(p.velocity) > 0.0 ? "velocity " + page.of(p.velocity, "m/s") : "at rest"));
  for (const auto& c : scene.carried)
    page.row("plane", fmt::format("\"{}\" of {} {}, carried by {}", c.plane.name, material(scene, c.plane.material),
                                  plane_text(page, c.plane), body_name(scene, c.on)));
  for (const auto& c : scene.cylinders)
    page.row("cylinder", fmt::format("\"{}\" of {}, radius {} about {} along {}, spin {}, velocity {}", c.name,
                                     material(scene, c.material), page.of(c.radius, "m"), page.of(c.point, "m"),
                                     describe(c.axis), page.of(c.spin, "rad/s"), page.of(c.velocity, "m/s")));
  for (const auto& s : scene.sinks)
    page.row("sink", fmt::format("\"{}\" behind {}, normal {}", s.name, page.of(s.point, "m"), describe(s.normal)));
}

void report_joints(Page& page, const sim::Scene& scene) {
  using Kind = state::JointKind;
  for (const auto& j : scene.joints) {
    std::string where;
    if (j.kind == Kind::revolute || j.kind == Kind::spherical || j.kind == Kind::distance)
      where += fmt::format(", at {}", page.of(j.point, "m"));
    if (j.kind == Kind::distance)
      where += fmt::format(" and {}, {} apart", page.of(j.to, "m"), page.of(norm(j.to - j.point), "m"));
    if (j.kind == Kind::revolute || j.kind == Kind::prismatic) where += fmt::format(", axis {}", describe(j.axis));
    page.row("joint", fmt::format("\"{}\", {}, between {} and {}{}", j.name,
                                  state::k_joint_choices[static_cast<std::size_t>(j.kind)], body_name(scene, j.a),
                                  body_name(scene, j.b), where));
  }
  for (const auto& d : scene.drives) {
    const bool along = d.way == state::Way::along;
    std::string how;
    if (along) how += d.has_point ? fmt::format(", at {}", page.of(d.point, "m")) : ", at the centre (default)";
    if (!d.is_brake) how += ", " + wanted_text(page, d);
    how += std::isfinite(d.limit) ? fmt::format(", at most {}", page.of(d.limit, along ? "N" : "N m"))
                                  : ", without a limit (default)";
    page.row(d.is_brake ? "brake" : "motor",
             fmt::format("\"{}\" between {} and {}, {} {}{}", d.name, body_name(scene, d.a), body_name(scene, d.b),
                         along ? "along" : "about", describe(d.axis), how));
  }
}

}  // namespace scree::app
