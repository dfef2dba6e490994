// What the springs of contacts hold, contact by contact.
//
// Evaluations sum it by the way, but only the last of an advance. This is for bodies that are taken out, and for who
// asks in between.
#include <algorithm>

#include "contact/contacts.h"

namespace scree::contact {
namespace {
using state::Slot;
}

template <class Wanted, class F>
void Contacts::each_spring(const state::World& world, Wanted wanted, F f) const {
  const SceneryTables tables(world);
  const Scenery scenery = tables.of(world, false);
  for (const Block& block : blocks_)
    for (const Run& run : block.runs)
      for (std::uint32_t i = 0; i < run.touching.size(); ++i) {
        const std::uint32_t p = run.touching[i];
        if (!wanted(run.a[p]) && (run.at_wall() || !wanted(run.b[p]))) continue;
        const PreparedModel& model = table_.models[run.model];
        law::Touch<double> touch = meeting_of(scenery, run, i).touch;
        touch.overlap = std::max(touch.overlap, 0.0);  // it may have just ended
        double numbers[k_most_history];
        for (int k = 0; k < model.history_size; ++k)
          numbers[k] = run.history[static_cast<std::size_t>(k) * run.stride + i];
        f(model, touch, numbers);
      }
}

double Contacts::energy_of_removed(const state::World& world, const std::vector<char>& removed) const {
  double energy = 0.0;
  each_spring(
      world, [&](Slot i) { return removed[i] != 0; },
      [&](const PreparedModel& model, const law::Touch<double>& touch, const double* history) {
        const SpringEnergy springs = spring_energy(model, touch, history);
        energy += springs.slide + springs.roll + springs.spin;
        if (touch.overlap > 0.0) energy += pressed_energy(model, touch);
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
      [&](const PreparedModel& model, const law::Touch<double>& touch, const double* history) {
        const SpringEnergy springs = spring_energy(model, touch, history);
        sums[slide_stage] += springs.slide, sums[roll_stage] += springs.roll, sums[spin_stage] += springs.spin;
        if (touch.overlap > 0.0) sums[normal_stage] += pressed_energy(model, touch);
      });
  return sums;
}

}  // namespace scree::contact
