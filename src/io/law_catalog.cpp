// Walks the type lists once and copies what each Field says.
#include "io/law_catalog.h"

#include <algorithm>

#include "law/all.h"

namespace scree::io {

namespace {

template <class L>
constexpr Steppers steppers_of(std::string_view stage) {
  if (law::rigid_only<L>()) return Steppers::nonsmooth;
  return law::can_be_rigid<L>() || stage == "kinematics" ? Steppers::all : Steppers::smooth;  // rigid contacts need no kinematics, whatever it is
}

template <class Laws>
void append(std::vector<LawInfo>& all, std::string_view stage) {
  law::for_each(Laws{}, [&]<class L>(int) {
    LawInfo info{stage, L::name, L::source, {}, law::needs_tracked<L>(), steppers_of<L>(stage), law::creates_energy<L>(), law::not_rigid<L>()};
    for (const auto& f : L::fields)
      info.fields.push_back({f.name, f.unit, f.range, f.need, f.group, f.preset, f.words, f.only_with, f.not_below, f.says});
    all.push_back(std::move(info));
  });
}

}  // namespace

std::span<const LawInfo> law_catalog() {
  static const std::vector<LawInfo> catalog = [] {
    std::vector<LawInfo> all;
    append<law::Kinematics>(all, "kinematics");
    append<law::AllNormals>(all, "normal");
    append<law::AllSlides>(all, "slide");
    append<law::AllRolls>(all, "roll");
    append<law::AllSpins>(all, "spin");
    return all;
  }();
  return catalog;
}

std::span<const LawInfo> laws_of(std::string_view stage) {
  const auto all = law_catalog();
  const auto is_of_stage = [&](const LawInfo& law) { return law.stage == stage; };
  const auto begin = std::find_if(all.begin(), all.end(), is_of_stage);
  const auto end = std::find_if_not(begin, all.end(), is_of_stage);
  return {begin, end};
}

}  // namespace scree::io
