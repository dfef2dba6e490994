// A drawing surface for PNG and SVG files: lines, text and pixels through Cairo.
//
// Used by pictures and charts. A file is written completely or not at all: it is written under a temporary name in the
// same folder and renamed at the end. Every error becomes a std::runtime_error that contains the file and the cause.
#pragma once

#include <cairo.h>

#include <array>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace scree::draw {

using Colour = std::array<float, 3>;  ///< sRGB, each 0..1

inline constexpr Colour k_ink{0.13f, 0.15f, 0.18f};
inline constexpr Colour k_soft_ink{0.38f, 0.41f, 0.45f};

struct Point {
  double x = 0.0, y = 0.0;  ///< from the upper left corner of the sheet, y downwards
};
enum class Align { left, centre, right };
enum class Weight { normal, bold };

struct TextStyle {
  double size = 14.0;
  Colour colour = k_ink;
  Align align = Align::left;
  Weight weight = Weight::normal;
  double turn = 0.0;  ///< anticlockwise [rad]
};

struct LineStyle {
  double width = 1.5;
  Colour colour = k_ink;
  double dash = 0.0;  ///< length of a dash; 0: solid line
  double opacity = 1.0;
};

class Canvas {
 public:
  explicit Canvas(cairo_t* pen) : pen_(pen) {}

  void fill_rectangle(Point corner, double width, double height, Colour colour);
  void line(std::span<const Point> points, const LineStyle& style);
  void dot(Point centre, double radius, Colour colour);
  /// `at` is on the baseline.
  void text(Point at, const std::string& words, const TextStyle& style);
  double text_width(const std::string& words, const TextStyle& style);
  /// The style with a smaller size, if the text would otherwise be wider than `width`.
  TextStyle fitted(const std::string& words, TextStyle style, double width);
  /// Copies pixels (rows of r, g, b) without scaling to a corner.
  void pixels(Point corner, int width, int height, std::span<const unsigned char> rgb);
  cairo_t* pen() { return pen_; }

 private:
  cairo_t* pen_;
};

struct SheetSize {
  double width = 0.0, height = 0.0;
  double pixels_per_unit = 1.0;  ///< of a PNG
};

/// Draws on a white sheet and writes it; the extension must be ".png" or ".svg". Throws std::runtime_error.
void write_sheet(const std::filesystem::path& path, const SheetSize& size, const std::function<void(Canvas&)>& draw);

}  // namespace scree::draw
