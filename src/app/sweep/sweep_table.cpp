#include "app/sweep/sweep_table.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "io/text/csv_text.h"
#include "io/text/nearest.h"
#include "io/scene/study.h"
#include "io/text/toml_text.h"
#include "io/text/units.h"
#include "io/text/whole_file.h"

namespace scree::app {
namespace {

/// Names without a column: they are part of the table itself, or equal in every row.
constexpr std::string_view k_reported_elsewhere[] = {"title", "units", "finished"};

std::string csv_of(const nlohmann::json& value) {
  return value.is_null() ? std::string() : io::csv_field(value.is_string() ? value.get<std::string>() : value.dump());
}

/// Values of one key: numbers if all values have the same unit, otherwise as written.
struct KeyColumn {
  std::string unit{};
  std::vector<nlohmann::json> cells{};
};

KeyColumn key_column(const Sweep& sweep, std::size_t key) {
  KeyColumn column;
  std::set<std::string> units;
  std::vector<nlohmann::json> bare;
  for (const SweepRun& run : sweep.runs) {
    const auto value = io::toml_value(run.values[key]);
    const auto text = value ? (*value)["value"].value_exact<std::string>() : std::nullopt;
    const nlohmann::json number = text ? nlohmann::json(nlohmann::json::value_t::discarded)
                                       : nlohmann::json::parse(run.values[key], nullptr, false);
    column.cells.push_back(text                                        ? nlohmann::json(*text)
                           : number.is_number() || number.is_boolean() ? number
                                                                       : nlohmann::json(run.values[key]));
    const io::Split split = io::split_number(text ? *text : std::string_view());
    units.insert(split.size > 0 ? std::string(split.rest) : std::string());
    bare.push_back(split.size > 0 ? nlohmann::json(split.number) : nlohmann::json());
  }
  if (units.size() == 1 && !units.begin()->empty()) column.unit = *units.begin(), column.cells = std::move(bare);
  return column;
}

}  // namespace

SweepTable::SweepTable(const Sweep& sweep) : sweep_(sweep), rows_(sweep.runs.size()) {
  for (std::int64_t number = 1; number <= sweep.count(); ++number) refresh(number);
}

void SweepTable::refresh(std::int64_t number) {
  rows_[static_cast<std::size_t>(number - 1)] = result_of(sweep_, number);
}

std::vector<std::string> SweepTable::measure_columns() const {
  if (!sweep_.measures.empty()) return sweep_.measures;
  std::set<std::string> all;
  for (const PointResult& row : rows_)
    for (const auto& [path, value] : row.measures.items()) all.insert(path);
  std::erase_if(all, [](const std::string& path) { return io::is_of_the_machine(path); });
  for (const std::string_view path : k_reported_elsewhere) all.erase(std::string(path));
  return {all.begin(), all.end()};
}

std::string SweepTable::csv() const {
  const auto measures = measure_columns();
  std::vector<KeyColumn> keys;
  std::string text = "run";
  for (std::size_t k = 0; k < sweep_.keys.size(); ++k) {
    keys.push_back(key_column(sweep_, k));
    text += "," +
            io::csv_field(keys[k].unit.empty() ? sweep_.keys[k] : fmt::format("{} [{}]", sweep_.keys[k], keys[k].unit));
  }
  text += ",state,reason";
  for (const std::string& m : measures) text += "," + io::csv_field(m);
  text += "\n";
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    text += fmt::format("{}", i + 1);
    for (const KeyColumn& key : keys) text += "," + csv_of(key.cells[i]);
    text += fmt::format(",{},{}", state_word(rows_[i].outcome.state), io::csv_field(rows_[i].outcome.reason));
    for (const std::string& m : measures) text += "," + csv_of(rows_[i].measures.value(m, nlohmann::json()));
    text += "\n";
  }
  return text;
}

nlohmann::json SweepTable::json() const {
  const auto measures = measure_columns();
  nlohmann::json varied = nlohmann::json::array(), rows = nlohmann::json::array();
  std::vector<KeyColumn> keys;
  for (std::size_t k = 0; k < sweep_.keys.size(); ++k) {
    keys.push_back(key_column(sweep_, k));
    varied.push_back({{"key", sweep_.keys[k]}, {"unit", keys[k].unit}});
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    nlohmann::json values = nlohmann::json::object(), measured = nlohmann::json::object();
    for (std::size_t k = 0; k < keys.size(); ++k) values[sweep_.keys[k]] = keys[k].cells[i];
    for (const std::string& m : measures) measured[m] = rows_[i].measures.value(m, nlohmann::json());
    rows.push_back({{"run", i + 1},
                    {"values", values},
                    {"state", rows_[i].outcome.state},
                    {"reason", rows_[i].outcome.reason},
                    {"measured", measured}});
  }
  return {{"title", sweep_.title},
          {"study", sweep_.study_name},
          {"varied", varied},
          {"measures", measures},
          {"rows", rows}};
}

void SweepTable::write() const {
  io::write_whole_file(sweep_.folder / k_table_csv, {csv()}, io::Survives::the_machine);
  io::write_whole_file(sweep_.folder / k_table_json, {json().dump(1), "\n"}, io::Survives::the_machine);
}

std::vector<std::string> SweepTable::missing() const {
  std::set<std::string> all;
  for (const PointResult& row : rows_)
    for (const auto& [path, value] : row.measures.items()) all.insert(path);
  std::vector<std::string> sentences;
  if (all.empty()) return sentences;
  const std::vector<std::string_view> words(all.begin(), all.end());
  for (const std::string& m : sweep_.measures)
    if (!all.contains(m))
      sentences.push_back(
          fmt::format("no summary.json has \"{}\", so its column is empty{}", m, io::did_you_mean(m, words)));
  return sentences;
}

}  // namespace scree::app
