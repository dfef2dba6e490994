// Drawing of a chart: title, legend below the title (never over the data), grid, series, axes.
#include "draw/chart.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <stdexcept>

#include "draw/axis.h"

namespace scree::draw {
namespace {

constexpr Colour k_grid{0.89f, 0.90f, 0.91f}, k_frame{0.55f, 0.57f, 0.60f};
// Okabe and Ito's colours, without their yellow (too pale for lines).
constexpr std::array<Colour, 7> k_palette{{{0.00f, 0.45f, 0.70f},
                                           {0.84f, 0.37f, 0.00f},
                                           {0.00f, 0.62f, 0.45f},
                                           {0.80f, 0.47f, 0.65f},
                                           {0.90f, 0.62f, 0.00f},
                                           {0.34f, 0.71f, 0.91f},
                                           {0.25f, 0.25f, 0.25f}}};
constexpr TextStyle k_title{.size = 17, .colour = k_ink, .align = Align::left, .weight = Weight::bold};
constexpr TextStyle k_label{.size = 14, .colour = k_ink, .align = Align::centre};
constexpr TextStyle k_small{.size = 13, .colour = k_soft_ink};
constexpr double k_edge = 22.0, k_sample = 26.0, k_legend_row = 22.0, k_dot = 3.5;

struct Frame {
  double left = 0, top = 0, right = 0, bottom = 0;
  Axis x, y;
  Point place(double vx, double vy) const {
    return {left + x.fraction(vx) * (right - left), bottom - y.fraction(vy) * (bottom - top)};
  }
};

bool has_line(Mark m) { return m != Mark::dots; }
bool has_dots(Mark m) { return m == Mark::dots || m == Mark::line_and_dots; }
Colour colour_of(const Chart& chart, std::size_t k) {
  return chart.series[k].colour.value_or(k_palette[k % k_palette.size()]);
}
LineStyle line_style(const Chart& chart, std::size_t k) {
  return {.width = 2.0, .colour = colour_of(chart, k), .dash = chart.series[k].mark == Mark::dashes ? 7.0 : 0.0};
}

void draw_key(Canvas& canvas, const Chart& chart, std::size_t k, Point at) {
  if (has_line(chart.series[k].mark)) canvas.line(std::array{at, Point{at.x + k_sample, at.y}}, line_style(chart, k));
  if (has_dots(chart.series[k].mark)) canvas.dot({at.x + 0.5 * k_sample, at.y}, k_dot, colour_of(chart, k));
}

/// Draws the legend in rows from `top` on; returns the lower end of the last row.
double draw_legend(Canvas& canvas, const Chart& chart, double left, double top) {
  double x = left, y = top;
  bool any = false;
  for (std::size_t k = 0; k < chart.series.size(); ++k) {
    const std::string& label = chart.series[k].label;
    if (label.empty()) continue;
    const double width = k_sample + 7 + canvas.text_width(label, k_small);
    if (any && x + width > chart.width - k_edge) x = left, y += k_legend_row;
    draw_key(canvas, chart, k, {x, y + 0.5 * k_legend_row});
    canvas.text({x + k_sample + 7, y + 0.5 * k_legend_row + 0.36 * k_small.size}, label, k_small);
    x += width + 20;
    any = true;
  }
  return any ? y + k_legend_row : y;
}

/// "energy [J]" and "10⁻⁶" make "energy [10⁻⁶ J]".
std::string with_factor(std::string label, const std::string& factor) {
  if (factor.empty()) return label;
  const std::size_t unit = label.rfind('[');
  return unit == std::string::npos ? label + " [" + factor + "]" : label.insert(unit + 1, factor + " ");
}

void draw_axes(Canvas& canvas, const Chart& chart, const Frame& f) {
  TextStyle right = k_small, middle = k_small;
  right.align = Align::right;
  middle.align = Align::centre;
  for (const Tick& t : f.x.ticks) {
    const double x = f.place(t.value, f.y.low).x;
    canvas.line(std::array{Point{x, f.top}, Point{x, f.bottom}}, {.width = 1, .colour = k_grid});
    canvas.text({x, f.bottom + 19}, t.label, middle);
  }
  for (const Tick& t : f.y.ticks) {
    const double y = f.place(f.x.low, t.value).y;
    canvas.line(std::array{Point{f.left, y}, Point{f.right, y}}, {.width = 1, .colour = k_grid});
    canvas.text({f.left - 8, y + 0.36 * k_small.size}, t.label, right);
  }
  const std::array corner{Point{f.left, f.top}, Point{f.left, f.bottom}, Point{f.right, f.bottom}};
  canvas.line(corner, {.width = 1.2, .colour = k_frame});
  canvas.text({0.5 * (f.left + f.right), f.bottom + 44}, with_factor(chart.x_label, f.x.factor), k_label);
  TextStyle upright = k_label;
  upright.turn = 0.5 * std::numbers::pi;
  canvas.text({k_edge + 6, 0.5 * (f.top + f.bottom)}, with_factor(chart.y_label, f.y.factor), upright);
}

void draw_series(Canvas& canvas, const Chart& chart, std::size_t k, const Frame& f) {
  const Series& s = chart.series[k];
  const LineStyle style = line_style(chart, k);
  std::vector<Point> run;
  const auto flush = [&] {
    if (has_line(s.mark)) canvas.line(run, style);
    run.clear();
  };
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    if (!f.x.shows(s.x[i]) || !f.y.shows(s.y[i])) {
      flush();
      continue;
    }
    const Point p = f.place(s.x[i], s.y[i]);
    run.push_back(p);
    if (!s.y_error.empty() && f.y.shows(s.y[i] - s.y_error[i])) {
      canvas.line(std::array{f.place(s.x[i], s.y[i] - s.y_error[i]), f.place(s.x[i], s.y[i] + s.y_error[i])},
                  {.width = 1.4, .colour = style.colour});
    }
    if (has_dots(s.mark)) canvas.dot(p, k_dot, style.colour);
  }
  flush();
}

/// Draws vertically adjacent cells of one colour as one rectangle. Each rectangle extends to the right edge of the map
/// and the next column covers the rest: with adjacent rectangles, anti-aliasing of both edges would leave a visible
/// seam.
void draw_tiles(Canvas& canvas, const Tiles& tiles, const Frame& f) {
  const std::size_t rows = tiles.columns == 0 ? 0 : tiles.colours.size() / tiles.columns;
  for (std::size_t i = 0; i < tiles.columns; ++i) {
    for (std::size_t j = 0, last = 0; j < rows; j = last) {
      const Colour colour = tiles.colours[i * rows + j];
      while (last < rows && tiles.colours[i * rows + last] == colour) ++last;
      const double x = tiles.x + static_cast<double>(i) * tiles.width;
      const Point low = f.place(x, tiles.y + static_cast<double>(j) * tiles.height);
      const Point high = f.place(tiles.x + static_cast<double>(tiles.columns) * tiles.width,
                                 tiles.y + static_cast<double>(last) * tiles.height);
      canvas.fill_rectangle({low.x, high.y}, high.x - low.x, low.y - high.y, colour);
    }
  }
}

constexpr int k_max_x_ticks = 7, k_y_ticks = 6;
constexpr double k_label_gap = 12.0;  ///< minimum space between the labels of two ticks

/// Checks the series of a chart and computes its axes. If the range of x is given, only points in this range determine
/// the range of y.
Frame make_frame(const Chart& chart, int x_ticks = k_max_x_ticks) {
  std::vector<double> xs, ys;
  for (const Series& s : chart.series) {
    if (s.x.size() != s.y.size() || (!s.y_error.empty() && s.y_error.size() != s.y.size())) {
      throw std::runtime_error("cannot draw the chart \"" + chart.title + "\": the series \"" + s.label + "\" has " +
                               std::to_string(s.x.size()) + " x, " + std::to_string(s.y.size()) + " y and " +
                               std::to_string(s.y_error.size()) + " errors.");
    }
    xs.insert(xs.end(), s.x.begin(), s.x.end());
    for (std::size_t i = 0; i < s.y.size(); ++i) {
      if (chart.x_range && !(s.x[i] >= chart.x_range->first && s.x[i] <= chart.x_range->second)) continue;
      const double error = s.y_error.empty() ? 0.0 : s.y_error[i];
      ys.push_back(s.y[i] - error);
      ys.push_back(s.y[i] + error);
    }
  }
  Frame f;
  f.x = make_axis(chart.x_scale, xs, chart.x_range, x_ticks);
  f.y = make_axis(chart.y_scale, ys, chart.y_range, k_y_ticks);
  return f;
}

/// Whether the tick labels along x do not overlap.
bool labels_fit(Canvas& canvas, const Frame& f) {
  for (std::size_t i = 1; i < f.x.ticks.size(); ++i) {
    const Tick &one = f.x.ticks[i - 1], &next = f.x.ticks[i];
    const double room = f.place(next.value, f.y.low).x - f.place(one.value, f.y.low).x;
    if (0.5 * (canvas.text_width(one.label, k_small) + canvas.text_width(next.label, k_small)) + k_label_gap > room)
      return false;
  }
  return true;
}

/// Draws the chart with its upper left corner at the origin of the canvas.
void draw_chart(Canvas& canvas, const Chart& chart) {
  Frame f;
  for (int x_ticks = k_max_x_ticks; x_ticks > 1; --x_ticks) {
    f = make_frame(chart, x_ticks);
    double widest = 0;
    for (const Tick& t : f.y.ticks) widest = std::max(widest, canvas.text_width(t.label, k_small));
    f.left = k_edge + 26 + widest;
    f.right = chart.width - k_edge - 6;
    if (labels_fit(canvas, f)) break;
  }
  f.bottom = chart.height - 62;
  double y = k_edge;
  if (!chart.title.empty()) {
    canvas.text({f.left, y + k_title.size - 3}, chart.title, canvas.fitted(chart.title, k_title, f.right - f.left));
    y += 1.6 * k_title.size;
  }
  f.top = draw_legend(canvas, chart, f.left, y) + 12;
  if (chart.tiles) draw_tiles(canvas, *chart.tiles, f);
  draw_axes(canvas, chart, f);
  cairo_save(canvas.pen());  // clips data outside of a given range
  cairo_rectangle(canvas.pen(), f.left - k_dot, f.top - k_dot, f.right - f.left + 2 * k_dot,
                  f.bottom - f.top + 2 * k_dot);
  cairo_clip(canvas.pen());
  for (std::size_t k = 0; k < chart.series.size(); ++k) draw_series(canvas, chart, k, f);
  cairo_restore(canvas.pen());
}

}  // namespace

void write_chart(const std::filesystem::path& path, const Chart& chart) { write_charts(path, std::span(&chart, 1), 1); }

void write_charts(const std::filesystem::path& path, std::span<const Chart> charts, std::size_t columns,
                  const std::string& heading) {
  columns = std::clamp<std::size_t>(columns, 1, std::max<std::size_t>(charts.size(), 1));
  const TextStyle head{.size = 20, .colour = k_ink, .align = Align::left, .weight = Weight::bold};
  const double head_height = heading.empty() ? 0.0 : 2.0 * head.size;
  double width = 0.0, height = head_height;
  std::vector<Point> corners;
  for (std::size_t first = 0; first < charts.size(); first += columns) {
    double row_width = 0.0, row_height = 0.0;
    for (const Chart& chart : charts.subspan(first, std::min(columns, charts.size() - first))) {
      make_frame(chart);  // checks the chart before the file is written
      corners.push_back({row_width, height});
      row_width += chart.width;
      row_height = std::max(row_height, chart.height);
    }
    width = std::max(width, row_width);
    height += row_height;
  }
  write_sheet(path, {width, height, 2.0}, [&](Canvas& canvas) {
    if (!heading.empty())
      canvas.text({k_edge, k_edge + head.size - 3}, heading, canvas.fitted(heading, head, width - 2 * k_edge));
    for (std::size_t i = 0; i < charts.size(); ++i) {
      cairo_save(canvas.pen());
      cairo_translate(canvas.pen(), corners[i].x, corners[i].y);
      draw_chart(canvas, charts[i]);
      cairo_restore(canvas.pen());
    }
  });
}

}  // namespace scree::draw
