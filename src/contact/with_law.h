// From a prepared stage of kinematics back to its type, for work that is done seldom and one contact at a time.
#pragma once

#include <cstring>

#include "contact/prepared.h"

namespace scree::contact {

/// f.operator()<Law>(constants) for the kinematics of the stage.
template <class F>
void with_kinematics(const PreparedStage& stage, F f) {
  law::for_each(law::Kinematics{}, [&]<class Law>(int index) {
    if (index != stage.law) return;
    typename Law::Constants constants;
    std::memcpy(&constants, stage.constants.data(), sizeof constants);
    f.template operator()<Law>(constants);
  });
}

}  // namespace scree::contact
