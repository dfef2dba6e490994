// Spinning friction of a rigid contact: coulomb_torque.h on the part of w_a - w_b about the normal.
//     [TasoraAnitescu2013, eq. 8, 31]
#pragma once

#include "law/coulomb_torque.h"

namespace scree::law::spin {

struct Coulomb : CoulombTorque {};

}  // namespace scree::law::spin
