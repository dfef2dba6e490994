#include "io/frame/series_columns.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/frame/frame_columns.h"

namespace scree::io {
namespace {

/// Which series have a column for a term of the ledger.
enum class In {
  every_series,  ///< like the energies
  fields,        ///< only with non-contact forces
  cell,          ///< only with a moving cell
  summary_only,
};

/// One term of the ledger. Terms of a stage have a group: column `stored_slide` is `stored.slide` in summary.json.
struct LedgerTerm {
  std::string_view group, name;
  In in;
  double (*value)(const step::Ledger&);
  int digits = 9;
};
using L = const step::Ledger&;
constexpr LedgerTerm k_ledger_terms[] = {
    {"", "kinetic_translation", In::every_series, [](L l) { return l.kinetic_translation; }},
    {"", "kinetic_rotation", In::every_series, [](L l) { return l.kinetic_rotation; }},
    {"", "gravity", In::every_series, [](L l) { return l.gravity; }},
    {"stored", "normal", In::every_series, [](L l) { return l.stored.normal; }},
    {"stored", "slide", In::every_series, [](L l) { return l.stored.slide; }},
    {"stored", "roll", In::every_series, [](L l) { return l.stored.roll; }},
    {"stored", "spin", In::every_series, [](L l) { return l.stored.spin; }},
    {"lost", "normal", In::every_series, [](L l) { return l.dissipated.normal; }},
    {"lost", "slide", In::every_series, [](L l) { return l.dissipated.slide; }},
    {"lost", "roll", In::every_series, [](L l) { return l.dissipated.roll; }},
    {"lost", "spin", In::every_series, [](L l) { return l.dissipated.spin; }},
    {"", "lever", In::every_series, [](L l) { return l.arm_mismatch; }},
    {"", "walls", In::every_series, [](L l) { return l.walls; }},
    {"", "drives", In::every_series, [](L l) { return l.drives; }},
    {"", "inserted", In::every_series, [](L l) { return l.inserted; }},
    {"", "residual", In::every_series, [](L l) { return l.residual(); }, 6},
    {"", "near_field", In::fields, [](L l) { return l.near_field; }},
    {"", "drag", In::fields, [](L l) { return l.drag; }},
    {"", "box", In::cell, [](L l) { return l.box; }},
    {"", "initial", In::summary_only, [](L l) { return l.initial; }},
    {"", "turnover", In::summary_only, [](L l) { return l.turnover; }},
};

std::string column_name(const LedgerTerm& t) {
  return t.group.empty() ? std::string(t.name) : fmt::format("{}_{}", t.group, t.name);
}

using Value = SeriesColumn::Value;
using R = const step::StepReport&;

/// The cell and its pressure, for reports that have them.
struct CellColumn {
  std::string_view name, unit;
  double (*value)(const state::Cell&, const step::Pressure&);
};
using C = const state::Cell&;
using P = const step::Pressure&;
constexpr CellColumn k_cell_columns[] = {
    {"volume", "m^3", [](C c, P) { return c.volume(); }}, {"cell_lx", "m", [](C c, P) { return c.length.x; }},
    {"cell_ly", "m", [](C c, P) { return c.length.y; }},  {"cell_lz", "m", [](C c, P) { return c.length.z; }},
    {"cell_xy", "m", [](C c, P) { return c.tilt.xy; }},   {"cell_xz", "m", [](C c, P) { return c.tilt.xz; }},
    {"cell_yz", "m", [](C c, P) { return c.tilt.yz; }},   {"pressure_xx", "Pa", [](C, P p) { return p.xx; }},
    {"pressure_yy", "Pa", [](C, P p) { return p.yy; }},   {"pressure_zz", "Pa", [](C, P p) { return p.zz; }},
    {"pressure_xy", "Pa", [](C, P p) { return p.xy; }},   {"pressure_xz", "Pa", [](C, P p) { return p.xz; }},
    {"pressure_yz", "Pa", [](C, P p) { return p.yz; }},
};

void add_ledger(std::vector<SeriesColumn>& columns, In in) {
  for (const LedgerTerm& term : k_ledger_terms)
    if (term.in == in)
      columns.push_back({column_name(term), "J", term.digits, [&term](R r) { return Value(term.value(r.ledger)); }});
}

void add_solver(std::vector<SeriesColumn>& columns) {
  std::size_t count = 0;
  each_solver_field(step::SolverReport{}, [&](const char* name, std::string_view unit, const auto&) {
    const std::size_t wanted = count++;
    const auto value = [wanted](R r) {
      Value found = 0.0;
      std::size_t k = 0;
      each_solver_field(r.solver.value(), [&](const char*, std::string_view, const auto& x) {
        if (k++ == wanted) found = x;
      });
      return found;
    };
    columns.push_back({name, unit == "1" ? "" : unit, 6, value});
  });
}

void add_cell(std::vector<SeriesColumn>& columns) {
  add_ledger(columns, In::cell);
  for (const CellColumn& column : k_cell_columns)
    columns.push_back({std::string(column.name), column.unit, 9, [&column](R r) {
                         const step::CellReport& report = r.cell.value();
                         return Value(column.value(report.cell, report.pressure));
                       }});
}

}  // namespace

SeriesOptions series_options(const sim::Scene& scene) {
  const sim::StepperDescriptor& stepper = sim::stepper_of(scene);
  return {
      .units = scene.units, .fields = scene.forces.any(), .solver = stepper.is_rigid(), .cell = stepper.moves_cell()};
}

SeriesColumns::SeriesColumns(const SeriesOptions& options) : options_(options) {
  columns_ = {{"step", "", 9, [](R r) { return Value(r.step); }},
              {"time", "s", 12, [](R r) { return Value(r.time); }},
              {"bodies", "", 9, [](R r) { return Value(r.bodies); }},
              {"contacts", "", 9, [](R r) { return Value(r.contacts); }}};
  add_ledger(columns_, In::every_series);
  columns_.push_back({"largest_overlap", "1", 6, [](R r) { return Value(r.largest_overlap); }});
  if (options.fields) add_ledger(columns_, In::fields);
  if (options.solver) add_solver(columns_);
  if (options.cell) add_cell(columns_);
}

std::string SeriesColumns::header() const {
  std::string header;
  for (const SeriesColumn& column : columns_) {
    header += header.empty() ? column.name : "," + column.name;
    if (column.unit == "1")
      header += " [1]";
    else if (!column.unit.empty())
      header += fmt::format(" [{}]", options_.units == sim::Units::si ? column.unit : "reduced");
  }
  for (const std::string& name : options_.measured) header += "," + name;
  return header;
}

std::string SeriesColumns::row(const step::StepReport& report, std::span<const double> measured) const {
  std::string row;
  for (const SeriesColumn& column : columns_) {
    if (!row.empty()) row += ',';
    const Value value = column.value(report);
    if (const auto* integer = std::get_if<std::int64_t>(&value))
      row += fmt::format("{}", *integer);
    else
      row += fmt::format("{:.{}g}", std::get<double>(value), column.digits);
  }
  for (const double x : measured) row += fmt::format(",{:.9g}", x);
  return row;
}

std::vector<double> SeriesColumns::numbers(const step::StepReport& report) const {
  std::vector<double> numbers;
  for (const SeriesColumn& column : columns_)
    numbers.push_back(std::visit([](auto x) { return static_cast<double>(x); }, column.value(report)));
  return numbers;
}

std::size_t SeriesColumns::index_of(std::string_view name) const {
  const auto at = std::find_if(columns_.begin(), columns_.end(), [&](const SeriesColumn& c) { return c.name == name; });
  if (at == columns_.end()) throw std::logic_error(fmt::format("series.csv has no column \"{}\"", name));
  return static_cast<std::size_t>(at - columns_.begin());
}

nlohmann::json ledger_json(const step::Ledger& ledger) {
  nlohmann::json json;
  for (const LedgerTerm& term : k_ledger_terms)
    (term.group.empty() ? json : json[std::string(term.group)])[std::string(term.name)] = term.value(ledger);
  json["residual_over_turnover"] = ledger.turnover > 0.0 ? ledger.residual() / ledger.turnover : 0.0;
  return json;
}

}  // namespace scree::io
