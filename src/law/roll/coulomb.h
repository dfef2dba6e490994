// Rolling friction of a rigid contact: the torque limit of coulomb_torque.h on the tangential part of w_a - w_b.
//     [TasoraAnitescu2013, eq. 7, 31]
#pragma once

#include "law/coulomb_torque.h"

namespace scree::law::roll {

struct Coulomb : CoulombTorque {};

}  // namespace scree::law::roll
