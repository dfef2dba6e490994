// From the index of a prepared stage back to the law as a type, for work that is done seldom and one contact at a time.
#pragma once

#include <cstring>

#include "contact/prepared.h"

namespace scree::contact {

/// f.operator()<Law>(constants) for the law of the stage; nothing if the stage is absent.
template <class... L, class F>
void with_law(law::List<L...> list, const PreparedStage& stage, F f) {
  law::for_each(list, [&]<class Law>(int index) {
    if (index != stage.law) return;
    typename Law::Constants constants;
    std::memcpy(&constants, stage.constants.data(), sizeof constants);
    f.template operator()<Law>(constants);
  });
}

/// The history of a stage out of the numbers of a contact, in column order.
template <class Law>
typename Law::template History<double> history_of(const PreparedStage& stage, const double* numbers) {
  typename Law::template History<double> history;
  const double* next = numbers + stage.history_first;
  history.each([&](double& x) { x = *next++; });
  return history;
}

}  // namespace scree::contact
