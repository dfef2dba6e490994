// Energy stored in the springs of contacts, contact by contact. The last evaluation of an advance sums it as well; this
// code serves removed bodies and requests between evaluations.
#include <algorithm>

#include "contact/contacts.h"

namespace scree::contact {
namespace {
using state::Slot;
}

template <class Wanted, class F>
void Contacts::each_spring(const state::World& world, Wanted wanted, F f) const {
  const InputTables tables(world);
  const KernelInputs inputs = tables.of(world, false);
  for (const Block& block : blocks_)
    for (const Run& run : block.runs)
      for (std::uint32_t i = 0; i < run.touching.size(); ++i) {
        const std::uint32_t p = run.touching[i];
        if (!wanted(run.a[p]) && (run.at_wall() || !wanted(run.b[p]))) continue;
        const PreparedModel& model = table_.models[run.model];
        law::ContactGeometry<double> geometry = geometry_of_contact(inputs, run, i).geometry;
        geometry.overlap = std::max(geometry.overlap, 0.0);  // the contact may have just ended
        double numbers[k_max_history];
        for (int k = 0; k < model.history_size; ++k)
          numbers[k] = run.history[static_cast<std::size_t>(k) * run.stride + i];
        f(model, geometry, numbers);
      }
}

double Contacts::energy_of_removed(const state::World& world, const std::vector<char>& removed) const {
  double energy = 0.0;
  each_spring(
      world, [&](Slot i) { return removed[i] != 0; },
      [&](const PreparedModel& model, const law::ContactGeometry<double>& geometry, const double* history) {
        const SpringEnergy springs = spring_energy(model, geometry, history);
        energy += springs.slide + springs.roll + springs.spin;
        if (geometry.overlap > 0.0) energy += pressed_energy(model, geometry);
      });
  return energy;
}

std::array<double, 4> Contacts::stored(const state::World& world) const {
  std::array<double, 4> sums{};
  if (sum_stored_) {
    std::copy_n(tally_.stored, 4, sums.begin());
    return sums;
  }
  each_spring(
      world, [](Slot) { return true; },
      [&](const PreparedModel& model, const law::ContactGeometry<double>& geometry, const double* history) {
        const SpringEnergy springs = spring_energy(model, geometry, history);
        sums[slide_stage] += springs.slide, sums[roll_stage] += springs.roll, sums[spin_stage] += springs.spin;
        if (geometry.overlap > 0.0) sums[normal_stage] += pressed_energy(model, geometry);
      });
  return sums;
}

}  // namespace scree::contact
