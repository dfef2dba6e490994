// Spin friction of a rigid contact: the torque limit of coulomb_torque.h on the component of w_a - w_b along the
// normal.
//     [TasoraAnitescu2013, eq. 8, 31]
#pragma once

#include "law/coulomb_torque.h"

namespace scree::law::spin {

struct Coulomb : CoulombTorque {};

}  // namespace scree::law::spin
