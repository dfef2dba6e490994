#include "app/energy_history.h"

#include <numeric>
#include <utility>

#include "io/chart.h"

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

void EnergyHistory::add(const step::StepReport& r) {
  const step::Ledger& l = r.ledger;
  kinetic.add(r.time, l.kinetic_translation + l.kinetic_rotation), stored.add(r.time, l.stored.sum());
  lost.add(r.time, l.lost.sum() + l.lever), residual.add(r.time, l.residual());
}

void EnergyHistory::add(std::span<const double> row) {
  if (row.size() < 20) return;
  const auto sum = [&](int first, int last) { return std::accumulate(row.begin() + first, row.begin() + last, 0.0); };
  kinetic.add(row[1], sum(4, 6)), stored.add(row[1], sum(7, 11)), lost.add(row[1], sum(11, 16)),
      residual.add(row[1], row[19]);
}

void write_energy_chart(const std::filesystem::path& path, const sim::Scene& scene, const EnergyHistory& h) {
  const char* t = scene.units == sim::Units::si ? "time [s]" : "time [reduced]";
  const char* e = scene.units == sim::Units::si ? "energy [J]" : "energy [reduced]";
  const auto line = [](const char* label, const Envelope& envelope, io::Mark mark) {
    Envelope::Points points = envelope.points();
    return io::Series{.label = label, .x = std::move(points.x), .y = std::move(points.y), .mark = mark};
  };
  io::write_chart(
      path, {.title = scene.title.empty() ? "Energy" : scene.title,
             .x_label = t,
             .y_label = e,
             .series = {line("kinetic", h.kinetic, io::Mark::line), line("in springs", h.stored, io::Mark::line),
                        line("lost", h.lost, io::Mark::line), line("ledger residual", h.residual, io::Mark::dashes)}});
}

}  // namespace scree::app
