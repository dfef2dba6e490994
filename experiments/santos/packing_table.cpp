#include "experiments/santos/packing_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/text/csv_text.h"

namespace scree::experiments::santos {
namespace {

using nlohmann::json;

constexpr std::string_view k_fraction = "packing.volume_fraction", k_coordination = "packing.coordination",
                           k_rattlers = "packing.rattler_share", k_time = "time", k_ended_by = "ended_by",
                           k_rest_energy = "packing.rest.kinetic_energy_per_carrying_body",
                           k_unbalanced = "packing.rest.unbalanced_force";
constexpr std::array<std::string_view, 6> k_stress = {"packing.stress.sum[0][0]", "packing.stress.sum[1][1]",
                                                      "packing.stress.sum[2][2]", "packing.stress.sum[0][1]",
                                                      "packing.stress.sum[0][2]", "packing.stress.sum[1][2]"};
constexpr std::string_view k_energy = "packing.rest.kinetic_energy_per_body";
constexpr std::array<std::string_view, 3> k_motion = {"packing.stress.kinetic[0][0]", "packing.stress.kinetic[1][1]",
                                                      "packing.stress.kinetic[2][2]"};

/// The JSON value is null if the number is not defined, such as Z of a gas.
double number_of(const json& row, std::string_view path) {
  const json& value = row.at(std::string(path));
  return value.is_number() ? value.get<double>() : k_unset;
}

State state_of(const json& values) {
  return {.slide = values.at(std::string(k_slide_key)),
          .roll = values.at(std::string(k_roll_key)),
          .spin = values.at(std::string(k_spin_key)),
          .pressure = values.at(std::string(k_pressure_key))};
}

Packing packing_of(const json& row) {
  const json &values = row.at("values"), &measured = row.at("measured");
  Packing p{.state = state_of(values),
            .seed = values.at(std::string(k_seed_key)),
            .volume_fraction = number_of(measured, k_fraction),
            .coordination = number_of(measured, k_coordination),
            .rattlers = number_of(measured, k_rattlers),
            .pressure_of_motion = 0.0,
            .energy = number_of(measured, k_energy),
            .rest_energy = number_of(measured, k_rest_energy),
            .unbalanced_force = number_of(measured, k_unbalanced),
            .time = number_of(measured, k_time),
            .ended_by = measured.at(std::string(k_ended_by)).get<std::string>()};
  for (std::size_t i = 0; i < k_stress.size(); ++i) p.stress[i] = number_of(measured, k_stress[i]);
  for (const std::string_view path : k_motion) p.pressure_of_motion += number_of(measured, path) / 3.0;
  return p;
}

}  // namespace

std::vector<std::string> measures() {
  std::vector<std::string> all;
  for (const std::string_view path :
       {k_fraction, k_coordination, k_rattlers, k_energy, k_rest_energy, k_unbalanced, k_time, k_ended_by})
    all.emplace_back(path);
  all.insert(all.end(), k_stress.begin(), k_stress.end());
  all.insert(all.end(), k_motion.begin(), k_motion.end());
  return all;
}

double Packing::pressure_error() const {
  double error = 0.0;
  for (std::size_t i = 0; i < stress.size(); ++i) {
    const double off = std::abs(stress[i] - (i < 3 ? state.pressure : 0.0));
    if (!is_set(off)) return k_unset;
    error = std::max(error, off);
  }
  return error / state.pressure;
}

double Packing::pressure_of_spins() const {
  const double bodies_a_volume = volume_fraction * 6.0 / std::numbers::pi;  // d = 1
  return 2.0 * energy * bodies_a_volume / state.pressure;
}

Packings read_packings(const json& table) {
  Packings packings;
  try {
    for (const json& row : table.at("rows")) {
      if (row.at("state") == "finished")
        packings.made.push_back(packing_of(row));
      else
        packings.failures.push_back(
            fmt::format("run {}, {} seed {}: {}{}", row.at("run").get<int>(), describe(state_of(row.at("values"))),
                        row.at("values").at(std::string(k_seed_key)).get<int>(), row.at("state").get<std::string>(),
                        row.at("reason").get<std::string>().empty() ? "" : ", " + row.at("reason").get<std::string>()));
    }
  } catch (const json::exception& error) {
    throw std::runtime_error(fmt::format("the table of the sweep is not one of packings: {}", error.what()));
  }
  return packings;
}

double largest_momentum(const std::filesystem::path& sweep) {
  constexpr std::size_t k_velocity = 6;  // id, material, radius, x, y, z, vx, ... (docs/scene.md)
  double largest = k_unset;
  std::error_code none;
  for (const auto& run : std::filesystem::directory_iterator(sweep / "runs", none)) {
    std::ifstream file(run.path() / "bodies.csv");
    std::vector<std::string> fields;
    if (!io::read_csv_record(file, fields)) continue;  // its header; missing if the run did not finish
    std::array<double, 3> sum{};
    while (io::read_csv_record(file, fields))
      for (std::size_t k = 0; k < sum.size() && k_velocity + k < fields.size(); ++k)
        sum[k] += std::strtod(fields[k_velocity + k].c_str(), nullptr);
    const double momentum = std::hypot(sum[0], sum[1], sum[2]);
    if (!is_set(largest) || momentum > largest) largest = momentum;
  }
  return largest;
}

double Spread::error() const { return deviation / std::sqrt(static_cast<double>(count)); }

Spread spread_of(std::span<const double> values) {
  Spread spread;
  double sum = 0.0, squares = 0.0;
  for (const double value : values)
    if (is_set(value)) ++spread.count, sum += value;
  if (spread.count == 0) return spread;
  spread.mean = sum / static_cast<double>(spread.count);
  for (const double value : values)
    if (is_set(value)) squares += (value - spread.mean) * (value - spread.mean);
  if (spread.count > 1) spread.deviation = std::sqrt(squares / static_cast<double>(spread.count - 1));
  return spread;
}

std::vector<Group> grouped(const std::vector<Packing>& packings) {
  std::vector<Group> groups;
  for (const Packing& first : packings) {
    if (find(groups, first.state)) continue;
    std::vector<double> fractions, coordinations, rattlers;
    for (const Packing& p : packings)
      if (p.state == first.state)
        fractions.push_back(p.volume_fraction), coordinations.push_back(p.coordination), rattlers.push_back(p.rattlers);
    groups.push_back({first.state, spread_of(fractions), spread_of(coordinations), spread_of(rattlers)});
  }
  return groups;
}

const Group* find(const std::vector<Group>& groups, const State& state) {
  const auto at = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.state == state; });
  return at == groups.end() ? nullptr : &*at;
}

}  // namespace scree::experiments::santos
