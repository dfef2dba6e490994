#include "app/check/check_text.h"

#include <fmt/format.h>

#include "io/text/escaped.h"

namespace scree::app {

void Page::row(std::string_view word, std::string_view text) {
  text_ += fmt::format("{:<13} {}\n", word, io::escaped(text));
}

std::string Page::unit(std::string_view si) const {
  return has_units_ && si != "1" && !si.empty() ? " " + std::string(si) : std::string();
}
std::string Page::of(double value, std::string_view si) const { return fmt::format("{:.6g}{}", value, unit(si)); }
std::string Page::of(const Vec3d& v, std::string_view si) const { return describe(v) + unit(si); }
std::string Page::of(const sim::Box& box) const {
  return fmt::format("{} .. {}{}", describe(box.low), describe(box.high), unit("m"));
}
std::string Page::range(double low, double high, std::string_view si) const {
  return low == high ? of(low, si) : fmt::format("{:.6g} .. {:.6g}{}", low, high, unit(si));
}

// adding 0.0 turns -0 into 0
std::string describe(const Vec3d& v) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

std::string scene_text(const sim::Scene& scene, std::span<const io::LoadedFile> files, const Built& built) {
  Page page(scene.units);
  report_frame(page, scene, built);
  page.line("");
  report_bodies(page, scene, files);
  report_walls(page, scene);
  report_joints(page, scene);
  page.line("");
  report_contacts(page, scene);
  page.line("");
  report_outputs(page, scene, built);
  report_other_keys(page, scene);
  return page.text();
}

}  // namespace scree::app
