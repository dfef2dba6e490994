// Fills a table of contact models (or of rigid contact rules) that is indexed by pairs of materials.
#pragma once

#include <cstdint>

#include <fmt/format.h>

#include "sim/rigid_rule.h"
#include "sim/simulation.h"

namespace scree::sim {

/// Fills `table` with one entry for each contact rule of the scene, in the order of the rules, and the index of the
/// entry of each pair of materials. `add` appends one entry. Throws BuildError if the stepper does not support a law.
template <class Table, class Add>
void fill_between(const Scene& scene, Table& table, Add add) {
  const std::size_t materials = scene.materials.size();
  table.materials = static_cast<int>(materials);
  table.between.assign(materials * materials, 0);
  std::uint16_t index = 0;
  for (const ContactRule& rule : scene.contacts) {
    if (const auto refused = refusals(rule.model, scene.stepper, scene.nonsmooth.two_coefficients); !refused.empty())
      throw BuildError{fmt::format("contact.{} (law \"{}\") {}", refused[0].stage, refused[0].law, refused[0].why)};
    add(rule.model);
    const auto a = static_cast<std::size_t>(rule.material_a), b = static_cast<std::size_t>(rule.material_b);
    table.between[a * materials + b] = table.between[b * materials + a] = index++;
  }
}

}  // namespace scree::sim
