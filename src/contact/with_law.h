// From a prepared stage back to its law as a type, for work that is done seldom and one contact at a time. Kinematics
// are called as what they are; laws of the other stages through the table (law/table_law.h).
#pragma once

#include <cstring>

#include "contact/prepared.h"
#include "law/table_law.h"

namespace scree::contact {

/// f.operator()<Law>(constants) for the law of the stage; nothing if the stage is absent.
template <class F>
void with_law(law::Kinematics list, const PreparedStage& stage, F f) {
  law::for_each(list, [&]<class Law>(int index) {
    if (index != stage.law) return;
    typename Law::Constants constants;
    std::memcpy(&constants, stage.constants.data(), sizeof constants);
    f.template operator()<Law>(constants);
  });
}
template <class Law, class F>
void with_table_law(const PreparedStage& stage, F& f) {
  if (stage.law >= 0) f.template operator()<Law>(law::TableConstants{stage.descriptor, stage.constants.data()});
}
template <class F>
void with_law(law::Normals, const PreparedStage& stage, F f) { with_table_law<law::TableNormal>(stage, f); }
template <class F>
void with_law(law::Slides, const PreparedStage& stage, F f) {
  with_table_law<law::TableLaw<law::Slid<double>>>(stage, f);
}
template <class F>
void with_law(law::Rolls, const PreparedStage& stage, F f) {
  if (stage.law >= 0 && stage.descriptor->rolls_each)
    with_table_law<law::TableLaw<law::RolledEach<double>>>(stage, f);
  else
    with_table_law<law::TableLaw<law::Rolled<double>>>(stage, f);
}
template <class F>
void with_law(law::Spins, const PreparedStage& stage, F f) {
  with_table_law<law::TableLaw<law::Spun<double>>>(stage, f);
}

/// The history of a stage out of the numbers of a contact, in column order.
template <class Law>
typename Law::template History<double> history_of(const PreparedStage& stage, const double* numbers) {
  typename Law::template History<double> history{stage.descriptor};
  const double* next = numbers + stage.history_first;
  history.each([&](double& x) { x = *next++; });
  return history;
}

}  // namespace scree::contact
