#include "app/contact/contact_energy.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "app/contact/contact_laws.h"
#include "workbench/paths.h"

namespace scree::app {
namespace {

constexpr std::array<std::string_view, 4> k_stages = {"normal", "slide", "roll", "spin"};
constexpr double k_beyond_slip = 3.0;  // largest displacement of a path over the slip distance of the law
constexpr double k_tilt = 0.3;         // [rad]
constexpr std::uint64_t k_seed = 1;

EnergyRow row_of(const LawCase& c, const contact::Grain& grain, const EnergySearch& search) {
  const auto stage = static_cast<std::size_t>(std::find(k_stages.begin(), k_stages.end(), c.stage) - k_stages.begin());
  const contact::DrivenPair pair = contact::pair_of(grain);
  contact::PathReach reach{.overlap = grain.overlap, .tilt = k_tilt, .time = search.leg, .steps = search.steps};
  const auto kind = stage == contact::roll_stage   ? contact::PathKind::roll
                    : stage == contact::spin_stage ? contact::PathKind::spin
                                                   : contact::PathKind::shear;
  const double far = k_beyond_slip * contact::slip_distance(c.model, pair, grain.overlap, kind);
  (stage == contact::roll_stage ? reach.roll : stage == contact::spin_stage ? reach.spin : reach.slide) = far;
  const auto found = [&](const law::Model& model) {
    return contact::energy_of_paths(model, pair, reach, search.paths, k_seed).stages[stage];
  };
  EnergyRow row{c.stage, c.label, found(c.model), found(contact::without_dashpots(c.model))};
  std::size_t at = 0;
  law::each_stage(c.model, [&](const auto& choice) {
    if (at++ != stage) return;
    row.descriptor = law::law_of(choice);
    row.creates = row.descriptor->creates_on_paths && row.descriptor->creates_on_paths(law::params_of(choice));
  });
  return row;
}

}  // namespace

std::vector<EnergyRow> energy_rows(const std::vector<std::string>& laws, const EnergySearch& search) {
  const contact::Grain grain;
  std::vector<LawCase> cases;
  for (const std::string& words : laws) {
    auto found = law_case(words, search.stage, grain);
    if (const auto* fault = std::get_if<Fault>(&found)) throw std::runtime_error(fault->sentence);
    cases.push_back(std::get<LawCase>(std::move(found)));
  }
  if (laws.empty())
    for (const std::string_view stage : k_stages)
      for (LawCase& c : all_cases(std::string(stage), grain)) cases.push_back(std::move(c));
  std::vector<EnergyRow> rows(cases.size());
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < cases.size(); ++i) rows[i] = row_of(cases[i], grain, search);
  return rows;
}

std::string energy_text(const std::vector<std::string>& laws, const EnergySearch& search) {
  const auto rows = energy_rows(laws, search);
  std::size_t width = 4;
  for (const EnergyRow& r : rows) width = std::max(width, r.law.size());
  std::string text = fmt::format(
      "{} random closed paths per law, {} steps per leg of {:g} s; energy created / maximum energy stored in the stage "
      "on "
      "the path\n\n{:7} {:{}} {:>15} {:>11} {:>20} {:>15}\n",
      search.paths, search.steps, search.leg, "stage", "law", width, "worst created", "paths", "without dashpots",
      "balance error");
  for (const EnergyRow& r : rows) {
    const auto fraction = [](double x) {
      return x > contact::k_noise ? fmt::format("{:.3f}", x) : std::string("none");
    };
    text += fmt::format("{:7} {:{}} {:>15} {:>11} {:>20} {:>15.1e}\n", r.stage, r.law, width, fraction(r.driven.worst),
                        r.driven.creating, fraction(r.undamped.worst), r.undamped.open);
  }
  return text;
}

}  // namespace scree::app
