// Implementation of Canvas with Cairo, and the atomic writing of a sheet.
#include "draw/canvas.h"

#include <cairo-svg.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <numbers>
#include <stdexcept>
#include <system_error>

#include "io/text/whole_file.h"

namespace scree::draw {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_font = "DejaVu Sans";

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Pen = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

[[noreturn]] void fail(const fs::path& path, const std::string& why) {
  throw std::runtime_error("cannot write the picture " + path.string() + ": " + why + ".");
}

void check(cairo_status_t status, const fs::path& path) {
  if (status != CAIRO_STATUS_SUCCESS) fail(path, cairo_status_to_string(status));
}

/// Collects the output of Cairo in memory. Cairo itself would write through a symbolic link.
cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  try {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::bad_alloc&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

void use(cairo_t* pen, Colour c, double opacity = 1.0) { cairo_set_source_rgba(pen, c[0], c[1], c[2], opacity); }

void use(cairo_t* pen, const TextStyle& style) {
  cairo_select_font_face(pen, k_font, CAIRO_FONT_SLANT_NORMAL,
                         style.weight == Weight::bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(pen, style.size);
}

}  // namespace

void Canvas::fill_rectangle(Point corner, double width, double height, Colour colour) {
  use(pen_, colour);
  cairo_rectangle(pen_, corner.x, corner.y, width, height);
  cairo_fill(pen_);
}

void Canvas::line(std::span<const Point> points, const LineStyle& style) {
  if (points.empty()) return;
  use(pen_, style.colour, style.opacity);
  cairo_set_line_width(pen_, style.width);
  cairo_set_line_join(pen_, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(pen_, style.dash > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_dash(pen_, &style.dash, style.dash > 0 ? 1 : 0, 0);
  cairo_new_path(pen_);  // text sets the current point to its end
  for (const Point& p : points) cairo_line_to(pen_, p.x, p.y);
  cairo_stroke(pen_);
}

void Canvas::dot(Point centre, double radius, Colour colour) {
  use(pen_, colour);
  cairo_new_path(pen_);
  cairo_arc(pen_, centre.x, centre.y, radius, 0, 2 * std::numbers::pi);
  cairo_fill(pen_);
}

double Canvas::text_width(const std::string& words, const TextStyle& style) {
  use(pen_, style);
  cairo_text_extents_t extents;
  cairo_text_extents(pen_, words.c_str(), &extents);
  return extents.x_advance;
}

TextStyle Canvas::fitted(const std::string& words, TextStyle style, double width) {
  const double needed = text_width(words, style);
  if (needed > width) style.size *= width / needed;
  return style;
}

void Canvas::text(Point at, const std::string& words, const TextStyle& style) {
  const double width = text_width(words, style);
  const double shift = style.align == Align::left ? 0.0 : style.align == Align::centre ? -0.5 * width : -width;
  cairo_save(pen_);
  cairo_translate(pen_, at.x, at.y);
  cairo_rotate(pen_, -style.turn);
  use(pen_, style.colour);
  cairo_move_to(pen_, shift, 0);
  cairo_show_text(pen_, words.c_str());
  cairo_restore(pen_);
}

void Canvas::pixels(Point corner, int width, int height, std::span<const unsigned char> rgb) {
  const Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), cairo_surface_destroy);
  if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS) throw std::runtime_error("no memory for a picture.");
  unsigned char* const data = cairo_image_surface_get_data(image.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(image.get()));
  for (int y = 0; y < height; ++y) {
    auto* const row = reinterpret_cast<std::uint32_t*>(data + y * stride);  // Cairo aligns rows to 32 bits
    for (int x = 0; x < width; ++x) {
      const unsigned char* const p = &rgb[3 * (static_cast<std::size_t>(y) * width + x)];
      row[x] = (std::uint32_t{p[0]} << 16) | (std::uint32_t{p[1]} << 8) | p[2];
    }
  }
  cairo_surface_mark_dirty(image.get());
  cairo_set_source_surface(pen_, image.get(), corner.x, corner.y);
  cairo_paint(pen_);
}

void write_sheet(const fs::path& path, const SheetSize& size, const std::function<void(Canvas&)>& draw) {
  const std::string ending = path.extension().string();
  if (ending != ".png" && ending != ".svg") fail(path, "the name must end in .png or .svg");
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code problem;
  if (!fs::is_directory(folder, problem)) fail(path, "there is no folder " + folder.string());

  std::string file;
  const double scale = ending == ".png" ? size.pixels_per_unit : 1.0;
  const Surface surface(ending == ".png" ? cairo_image_surface_create(
                                               CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(size.width * scale)),
                                               static_cast<int>(std::lround(size.height * scale)))
                                         : cairo_svg_surface_create_for_stream(append, &file, size.width, size.height),
                        cairo_surface_destroy);
  check(cairo_surface_status(surface.get()), path);
  {
    const Pen pen(cairo_create(surface.get()), cairo_destroy);
    cairo_scale(pen.get(), scale, scale);
    Canvas canvas(pen.get());
    canvas.fill_rectangle({0, 0}, size.width, size.height, {1, 1, 1});
    draw(canvas);
    check(cairo_status(pen.get()), path);
  }
  if (ending == ".png") check(cairo_surface_write_to_png_stream(surface.get(), append, &file), path);
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()), path);
  io::write_whole_file(path, {file}, io::Survives::the_process);
}

}  // namespace scree::draw
