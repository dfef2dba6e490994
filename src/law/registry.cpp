#include "law/registry.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "law/all.h"

namespace scree::law {
namespace {

struct Table {
  std::array<Descriptor, k_max_laws> laws;
  std::size_t count = 0;

  template <Stage stage, class... L>
  void fill(List<L...>) {
    static_assert(sizeof...(L) <= k_max_laws);
    ((laws[count++] = describe<L, stage>()), ...);
  }
};

std::array<Table, k_stage_choices.size()>& tables() {
  static std::array<Table, k_stage_choices.size()> all = [] {
    std::array<Table, k_stage_choices.size()> filled;
    filled[0].fill<Stage::kinematics>(Kinematics{});
    filled[1].fill<Stage::normal>(AllNormals{});
    filled[2].fill<Stage::slide>(AllSlides{});
    filled[3].fill<Stage::roll>(AllRolls{});
    filled[4].fill<Stage::spin>(AllSpins{});
    return filled;
  }();
  return all;
}
Table& table_of(Stage stage) { return tables()[static_cast<std::size_t>(stage)]; }

}  // namespace

std::span<const Descriptor> laws_of(Stage stage) {
  const Table& table = table_of(stage);
  return {table.laws.data(), table.count};
}

std::span<const Descriptor> laws_of(std::string_view stage) {
  const auto at = std::find(k_stage_choices.begin(), k_stage_choices.end(), stage);
  return at == k_stage_choices.end() ? std::span<const Descriptor>{}
                                     : laws_of(static_cast<Stage>(at - k_stage_choices.begin()));
}

std::vector<std::reference_wrapper<const Descriptor>> all_laws() {
  std::vector<std::reference_wrapper<const Descriptor>> all;
  for (const std::string_view stage : k_stage_choices)
    all.insert(all.end(), laws_of(stage).begin(), laws_of(stage).end());
  return all;
}

int add_law(const Descriptor& law) {
  Table& table = table_of(law.stage_of_law);
  for (const Descriptor& other : laws_of(law.stage_of_law))
    if (other.name == law.name)
      throw std::logic_error("the stage " + std::string(law.stage) + " already has a law \"" + std::string(law.name) +
                             "\"");
  if (table.count == k_max_laws)
    throw std::logic_error("the stage " + std::string(law.stage) + " is full: it has " + std::to_string(k_max_laws) +
                           " laws");
  table.laws[table.count] = law;
  return static_cast<int>(table.count++);
}

}  // namespace scree::law
