#include "app/run/energy_history.h"

#include <initializer_list>
#include <utility>

#include "draw/chart.h"

namespace scree::app {

void Envelope::add(double time, double value) {
  if (bins_.empty() || in_last_ == rows_a_bin_) {
    if (bins_.size() == k_bins) {
      for (std::size_t i = 0; i < k_bins / 2; ++i) {
        Bin joined = bins_[2 * i];
        joined.take(bins_[2 * i + 1].low), joined.take(bins_[2 * i + 1].high);
        bins_[i] = joined;
      }
      bins_.resize(k_bins / 2), rows_a_bin_ *= 2;
    }
    bins_.push_back({{time, value}, {time, value}}), in_last_ = 1;
    return;
  }
  bins_.back().take({time, value}), ++in_last_;
}

Envelope::Points Envelope::points() const {
  Points points;
  const auto put = [&](const Point& p) { points.x.push_back(p.time), points.y.push_back(p.value); };
  for (const Bin& bin : bins_) {
    const bool rises = bin.low.time < bin.high.time;
    put(rises ? bin.low : bin.high);
    if (bin.low.time != bin.high.time) put(rises ? bin.high : bin.low);
  }
  return points;
}

EnergyHistory::EnergyHistory(const io::SeriesColumns& columns) : time_(columns.index_of("time")) {
  const auto line = [&](const char* label, std::initializer_list<std::string_view> names) {
    Line added{.label = label, .columns = {}};
    for (const std::string_view name : names) added.columns.push_back(columns.index_of(name));
    lines_.push_back(std::move(added));
  };
  line("kinetic", {"kinetic_translation", "kinetic_rotation"});
  line("in springs", {"stored_normal", "stored_slide", "stored_roll", "stored_spin"});
  line("dissipated", {"lost_normal", "lost_slide", "lost_roll", "lost_spin", "lever"});
  line("ledger residual", {"residual"});
}

void EnergyHistory::add(std::span<const double> row) {
  for (Line& line : lines_) {
    double sum = 0.0;
    for (const std::size_t column : line.columns) sum += row[column];
    line.values.add(row[time_], sum);
  }
}

void write_energy_chart(const std::filesystem::path& path, const sim::Scene& scene, const EnergyHistory& h) {
  const char* t = scene.units == sim::Units::si ? "time [s]" : "time [reduced]";
  const char* e = scene.units == sim::Units::si ? "energy [J]" : "energy [reduced]";
  std::vector<draw::Series> series;
  for (const EnergyHistory::Line& line : h.lines()) {
    Envelope::Points points = line.values.points();
    const bool is_last = &line == &h.lines().back();  // the residual
    series.push_back({.label = line.label,
                      .x = std::move(points.x),
                      .y = std::move(points.y),
                      .mark = is_last ? draw::Mark::dashes : draw::Mark::line});
  }
  draw::write_chart(
      path,
      {.title = scene.title.empty() ? "Energy" : scene.title, .x_label = t, .y_label = e, .series = std::move(series)});
}

}  // namespace scree::app
