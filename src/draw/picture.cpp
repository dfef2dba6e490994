// Layout of a picture: heading, then rows of panels (title, view, captions).
#include "draw/picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace scree::draw {
namespace {

constexpr double k_gap = 28.0;  // between panels and at the edges [pixels]
constexpr double k_title_scale = 1.25, k_heading_scale = 1.5, k_line_height = 1.45;  // of the text size
constexpr Colour k_slope{0.75f, 0.09f, 0.13f}, k_halo{1.0f, 1.0f, 1.0f};

Ground floor_under(std::span<const Panel> panels) {
  Ground ground;
  ground.kind = GroundKind::floor;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Panel& p : panels) {
    for (const Solid& s : p.solids) lowest = std::min(lowest, s.centre.z - s.reach({0, 0, 1}));
  }
  ground.centre.z = std::isfinite(lowest) ? lowest : 0.0;
  return ground;
}

/// All objects that must be in the view.
std::vector<Solid> all_solids(std::span<const Panel> panels, const Ground& ground) {
  std::vector<Solid> all;
  for (const Panel& p : panels) all.insert(all.end(), p.solids.begin(), p.solids.end());
  if (ground.kind == GroundKind::plate) {  // its rim, as points
    for (int k = 0; k < 72; ++k) {
      const double a = k * std::numbers::pi / 36;
      const Vec3d rim = ground.centre + ground.radius * Vec3d{std::cos(a), std::sin(a), 0.0};
      all.push_back({.centre = rim});
      all.push_back({.centre = rim - Vec3d{0, 0, ground.thickness}});
    }
  }
  return all;
}

/// A line that is visible on dark and on light grains.
void line_with_halo(Canvas& canvas, std::span<const Point> points, double width) {
  canvas.line(points, {.width = width + 3, .colour = k_halo, .dash = 0.0, .opacity = 0.75});
  canvas.line(points, {.width = width, .colour = k_slope});
}

void draw_slope(Canvas& canvas, const SlopeLine& s, const Camera& camera, const PictureStyle& style, double height,
                Point corner) {
  const auto at = [&](double sideways, double up) {
    const Point p = camera.project(s.centre + sideways * camera.right + Vec3d{0, 0, up}, height);
    return Point{corner.x + p.x, corner.y + p.y};
  };
  const Point left = at(-s.foot_radius, 0), tip = at(0, s.tip_height), right = at(s.foot_radius, 0);
  line_with_halo(canvas, std::array{left, tip, right}, 2.5);
  const double radius = 0.26 * (right.x - tip.x), end = std::atan2(right.y - tip.y, right.x - tip.x);
  line_with_halo(canvas, std::array{right, Point{right.x - 1.3 * radius, right.y}}, 2);
  // An arc at the right foot, from the ground to the line. The plane faces the camera, so the angle in the picture is
  // nearly the true angle.
  std::vector<Point> arc;
  for (int k = 0; k <= 24; ++k) {
    const double a = end * k / 24;
    arc.push_back({right.x - radius * std::cos(a), right.y - radius * std::sin(a)});
  }
  line_with_halo(canvas, arc, 2);
  const TextStyle text{.size = style.text_size, .colour = k_slope, .weight = Weight::bold};
  const double width = canvas.text_width(s.label, text);
  const double limit = corner.x + style.panel_width - width - 4;  // keeps the label in its panel
  canvas.text({std::min(right.x + 0.4 * text.size, limit), right.y - 0.5 * text.size}, s.label, text);
}

}  // namespace

void write_picture(const std::filesystem::path& path, std::span<const Panel> panels, const PictureStyle& style) {
  if (panels.empty()) throw std::runtime_error("cannot write the picture " + path.string() + ": it has no panels.");
  const Ground ground = style.ground.value_or(floor_under(panels));
  const std::vector<Solid> all = all_solids(panels, ground);
  const double wanted = style.camera ? style.camera->aspect : natural_aspect(all, style.viewpoint);
  const auto natural_height = static_cast<int>(std::lround(style.panel_width / wanted));
  const int view_height = style.panel_height > 0 && !style.camera ? style.panel_height : natural_height;
  const double aspect = static_cast<double>(style.panel_width) / view_height;
  const Camera camera = style.camera ? *style.camera : fit_camera(all, aspect, style.viewpoint);

  const auto count = static_cast<int>(panels.size());
  const int columns = style.columns > 0 ? std::min(style.columns, count) : count;
  const int rows = (count + columns - 1) / columns;
  const TextStyle heading{.size = k_heading_scale * style.text_size, .align = Align::centre, .weight = Weight::bold};
  const TextStyle title{.size = k_title_scale * style.text_size, .align = Align::centre, .weight = Weight::bold};
  const TextStyle caption{.size = style.text_size, .colour = k_soft_ink, .align = Align::centre};

  std::size_t max_captions = 0;
  bool titled = false;
  for (const Panel& p : panels) {
    max_captions = std::max(max_captions, p.captions.size());
    titled = titled || !p.title.empty();
  }
  const double heading_height = style.heading.empty() ? 0.0 : 1.25 * k_line_height * heading.size;
  const double title_height = titled ? k_line_height * title.size : 0.0;
  const double row_height =
      title_height + view_height + k_line_height * caption.size * static_cast<double>(max_captions);
  const double width = std::round(columns * (style.panel_width + k_gap) + k_gap);
  const double height = std::round(heading_height + rows * (row_height + k_gap) + k_gap);

  write_sheet(path, {width, height}, [&](Canvas& canvas) {
    canvas.fill_rectangle({0, 0}, width, height, style.render.background);
    if (!style.heading.empty()) {
      canvas.text({0.5 * width, k_gap + heading.size}, style.heading,
                  canvas.fitted(style.heading, heading, width - 2 * k_gap));
    }
    for (int k = 0; k < count; ++k) {
      const Panel& panel = panels[static_cast<std::size_t>(k)];
      const double left = k_gap + (k % columns) * (style.panel_width + k_gap), middle = left + 0.5 * style.panel_width;
      const double top = std::round(heading_height + k_gap + (k / columns) * (row_height + k_gap));
      // whole pixels, since the view is copied without scaling
      const Point corner{left, std::round(top + title_height)};
      const Image image = render(panel.solids, camera, ground, view_height, style.render);
      canvas.pixels(corner, image.width, image.height, image.rgb);
      if (panel.slope) draw_slope(canvas, *panel.slope, camera, style, view_height, corner);
      canvas.text({middle, top + title.size}, panel.title, canvas.fitted(panel.title, title, style.panel_width));
      double y = corner.y + view_height;
      for (const std::string& words : panel.captions) {
        y += k_line_height * caption.size;
        canvas.text({middle, y - 0.35 * caption.size}, words, canvas.fitted(words, caption, style.panel_width));
      }
    }
  });
}

}  // namespace scree::draw
