// From a prepared kinematics stage back to its C++ type. For infrequent work on single contacts.
#pragma once

#include <cstring>

#include "contact/prepared.h"

namespace scree::contact {

/// Call f.operator()<Law>(constants) for the kinematics law of the stage.
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
