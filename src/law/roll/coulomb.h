// Rolling friction of a rigid contact: coulomb_torque.h on the rolling part of w_a - w_b.
//     [TasoraAnitescu2013, eq. 7, 31]
#pragma once

#include "law/coulomb_torque.h"

namespace scree::law::roll {

struct Coulomb : CoulombTorque {};

}  // namespace scree::law::roll
