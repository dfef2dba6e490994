#include "app/contact/contact_bench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "app/run/run_folder.h"
#include "draw/chart.h"
#include "io/text/escaped.h"
#include "io/frame/tables.h"

namespace scree::app {
namespace {

using contact::Driven, contact::ImpactPoint, contact::Mode, contact::StageAccount;

constexpr std::array<std::string_view, 4> k_stages = {"normal", "slide", "roll", "spin"};
constexpr std::array<std::string_view, 4> k_load_units = {"N", "N", "N m", "N m"};
constexpr std::array<std::string_view, 4> k_load_names = {"normal force", "sliding force", "rolling torque",
                                                          "spinning torque"};
constexpr std::array<std::string_view, 4> k_moved = {"overlap [m]", "slide x [m]", "roll x [m]", "spin [rad]"};
constexpr std::size_t k_max_points = 3000;  // maximum points of a line in a chart; more cannot be resolved

double load_size(const Driven& d, std::size_t stage) {
  const std::array<double, 4> sizes = {std::abs(d.loads.press), norm(d.loads.slide), norm(d.loads.roll),
                                       std::abs(d.loads.spin)};
  return sizes[stage];
}
double load_along(const Driven& d, Shown shown) {
  const std::array<double, 4> loads = {d.loads.press, d.loads.slide.x, d.loads.roll.x, d.loads.spin};
  return loads[static_cast<std::size_t>(shown)];
}
double moved(const contact::Waypoint& w, Shown shown) {
  const std::array<double, 4> places = {w.overlap, w.slide.x, w.roll.x, w.spin};
  return places[static_cast<std::size_t>(shown)];
}
const StageAccount& account(const ImpactPoint& p, std::size_t stage) { return p.driven.*contact::k_accounts[stage]; }
const StageAccount& account(const ImpactPoint& p, Shown shown) { return account(p, static_cast<std::size_t>(shown)); }

/// Whether the model has a law for this stage.
bool has_stage(const BenchRun& run, std::size_t stage) {
  const law::Model& m = run.law.model;
  const std::array<std::size_t, 4> choices = {m.normal.index(), m.slide.index(), m.roll.index(), m.spin.index()};
  return choices[stage] != 0;
}

template <class X, class Y>
draw::Series series(const BenchRun& run, X x, Y y) {
  draw::Series s{.label = run.law.label};
  const std::size_t stride = std::max<std::size_t>(1, run.points.size() / k_max_points);
  for (std::size_t i = 0; i < run.points.size(); ++i)
    if (i % stride == 0 || i + 1 == run.points.size()) s.x.push_back(x(run.points[i])), s.y.push_back(y(run.points[i]));
  return s;
}
/// Removes the labels of charts whose legend another chart already shows.
draw::Chart without_labels(draw::Chart chart) {
  for (draw::Series& s : chart.series) s.label.clear();
  return chart;
}

/// A chart with one level per law: a horizontal line over the steps in which the contact slips. A single slipping step
/// is drawn as well.
draw::Chart modes_chart(const Bench& bench) {
  draw::Chart chart{.title = "Steps in slip", .x_label = "time [s]", .y_label = "law, in the order of the legend"};
  double level = static_cast<double>(bench.runs.size());
  for (const BenchRun& run : bench.runs) {
    draw::Series line;
    const auto put = [&](double time, double y) { line.x.push_back(time), line.y.push_back(y); };
    double before = 0.0;
    put(before, k_unset);  // so that the axis starts where the path starts
    for (const ImpactPoint& p : run.points) {
      if (account(p, bench.shown).mode == Mode::slip) {
        if (!is_set(line.y.back())) put(before, level), put(p.at.time, level);
        line.x.back() = p.at.time;
      } else if (is_set(line.y.back())) {
        put(p.at.time, k_unset);
      }
      before = p.at.time;
    }
    put(run.points.back().at.time, k_unset);
    chart.series.push_back(std::move(line));
    level -= 1.0;
  }
  chart.y_range = {0.0, static_cast<double>(bench.runs.size()) + 1.0};
  return chart;
}

bool pressure_varies(const Bench& bench) {
  if (bench.shown == Shown::press) return false;
  return std::any_of(bench.runs.begin(), bench.runs.end(), [&](const BenchRun& run) {
    const auto first = std::find_if(run.points.begin(), run.points.end(),
                                    [&](const ImpactPoint& p) { return moved(p.at, bench.shown) != 0.0; });
    return std::any_of(first, run.points.end(), [&](const ImpactPoint& p) {
      return std::abs(p.at.overlap - first->at.overlap) > 1e-3 * std::abs(first->at.overlap);
    });
  });
}

std::vector<draw::Chart> charts_of(const Bench& bench) {
  const auto s = static_cast<std::size_t>(bench.shown);
  const auto time = [](const ImpactPoint& p) { return p.at.time; };
  const std::string load = fmt::format("{} [{}]", k_load_names[s], k_load_units[s]), stage(k_stages[s]);
  draw::Chart loop{.title = "Load over displacement", .x_label = std::string(k_moved[s]), .y_label = load};
  draw::Chart stored{
      .title = fmt::format("Energy stored in the {} stage", stage), .x_label = "time [s]", .y_label = "stored [J]"};
  draw::Chart taken{.title = fmt::format("Energy dissipated in the {} stage by slip and dashpot", stage),
                    .x_label = "time [s]",
                    .y_label = "dissipated [J]"};
  draw::Chart force{.title = "Normal force", .x_label = "time [s]", .y_label = "normal force [N]"};
  draw::Chart over_time{.title = "Load over time", .x_label = "time [s]", .y_label = load};
  for (const BenchRun& run : bench.runs) {
    loop.series.push_back(series(
        run, [&](const ImpactPoint& p) { return moved(p.at, bench.shown); },
        [&](const ImpactPoint& p) { return load_along(p.driven, bench.shown); }));
    stored.series.push_back(series(run, time, [&](const ImpactPoint& p) { return account(p, bench.shown).stored; }));
    taken.series.push_back(
        series(run, time, [&](const ImpactPoint& p) { return account(p, bench.shown).dissipated(); }));
    force.series.push_back(series(run, time, [](const ImpactPoint& p) { return p.driven.loads.press; }));
    over_time.series.push_back(
        series(run, time, [&](const ImpactPoint& p) { return load_along(p.driven, bench.shown); }));
  }
  // Curves of different laws often coincide; dashes leave the curve below visible.
  for (draw::Chart* chart : {&loop, &stored, &taken, &force, &over_time})
    for (std::size_t i = 1; i < chart->series.size(); i += 2) chart->series[i].mark = draw::Mark::dashes;
  std::vector<draw::Chart> charts = {loop, without_labels(stored), without_labels(taken)};
  charts.push_back(bench.shown == Shown::press ? without_labels(over_time) : modes_chart(bench));
  if (pressure_varies(bench)) charts.push_back(without_labels(force)), charts.push_back(without_labels(over_time));
  return charts;
}

std::string csv_of(const BenchRun& run) {
  std::string text =
      "time [s],overlap [m],slide_x [m],slide_y [m],roll_x [m],roll_y [m],spin [rad],tilt_x [rad],tilt_y [rad],"
      "normal_force [N],slide_force_x [N],slide_force_y [N],roll_torque_x [N m],roll_torque_y [N m],spin_torque [N m]";
  for (const std::string_view stage : k_stages)
    text += fmt::format(",{0}_work [J],{0}_stored [J],{0}_lost [J],{0}_dragged [J]", stage);
  text += ",slide_mode,roll_mode,spin_mode\n";
  const auto mode = [](Mode m) { return m == Mode::none ? "none" : m == Mode::stick ? "stick" : "slip"; };
  for (const auto& [at, driven, kinetic] : run.points) {
    text += fmt::format("{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", at.time, at.overlap,
                        at.slide.x, at.slide.y, at.roll.x, at.roll.y, at.spin, at.tilt.x, at.tilt.y);
    text += fmt::format(",{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", driven.loads.press, driven.loads.slide.x,
                        driven.loads.slide.y, driven.loads.roll.x, driven.loads.roll.y, driven.loads.spin);
    for (const auto stage : contact::k_accounts) {
      const StageAccount& a = driven.*stage;
      text += fmt::format(",{:.9g},{:.9g},{:.9g},{:.9g}", a.work, a.stored, a.slip_loss, a.viscous_loss);
    }
    text += fmt::format(",{},{},{}\n", mode(driven.slide.mode), mode(driven.roll.mode), mode(driven.spin.mode));
  }
  text.pop_back();  // write_text ends the last line
  return text;
}

/// The file name for a label. Labels may contain names of materials.
std::string file_name(const std::string& label) {
  std::string name = io::escaped(label);
  for (char& c : name)
    if (std::string_view(" ,:=/\\").find(c) != std::string_view::npos) c = '_';
  return name + ".csv";
}

}  // namespace

std::string table_text(const Bench& bench) {
  std::size_t width = 4;
  for (const BenchRun& run : bench.runs) width = std::max(width, run.law.label.size());
  std::string text =
      fmt::format("{}\n\n{:{}}  {:7} {:>16} {:>13} {:>16} {:>18} {:>7} {:>11}\n", bench.heading, "law", width, "stage",
                  "largest load", "stored [J]", "lost/cycle [J]", "dragged/cycle [J]", "slips", "open [J]");
  for (const BenchRun& run : bench.runs) {
    std::string label = run.law.label;
    for (std::size_t s = 0; s < k_stages.size(); ++s) {
      if (!has_stage(run, s)) continue;
      double largest = 0.0, slips = 0.0;
      for (const ImpactPoint& p : run.points)
        largest = std::max(largest, load_size(p.driven, s)), slips += account(p, s).mode == Mode::slip;
      const StageAccount& end = account(run.points.back(), s);
      text += fmt::format(
          "{:{}}  {:7} {:>12.4g} {:3} {:>13.4g} {:>16.4g} {:>18.4g} {:>7} {:>11.2g}\n", label, width, k_stages[s],
          largest, k_load_units[s], end.stored, end.slip_loss / bench.cycles, end.viscous_loss / bench.cycles,
          s == 0 ? "" : fmt::format("{:.1f} %", 100.0 * slips / static_cast<double>(run.points.size())), end.open());
      label.clear();
    }
    if (run.impact)
      text += fmt::format(
          "{:{}}  restitution {:.4f} along the normal, {:.4f} of the slip velocity; {:.4g} s; kinetic energy {:.4g} -> "
          "{:.4g} J\n",
          "", width, run.impact->normal_restitution, run.impact->slide_restitution, run.impact->duration,
          run.impact->energy_before, run.impact->energy_after);
  }
  return text;
}

std::vector<std::string> bench_files(const Bench& bench, const std::string& format) {
  std::vector<std::string> names;
  for (const BenchRun& run : bench.runs) names.push_back(file_name(run.law.label));
  names.push_back("loops." + format);
  return names;
}

void write_bench(const Bench& bench, const std::filesystem::path& folder, const std::string& format) {
  make_folder(folder);
  const auto names = bench_files(bench, format);
  for (std::size_t i = 0; i < bench.runs.size(); ++i) io::write_text(folder / names[i], csv_of(bench.runs[i]));
  draw::write_charts(folder / names.back(), charts_of(bench), 2, bench.heading);
}

}  // namespace scree::app
