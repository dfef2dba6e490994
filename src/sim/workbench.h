// The public door to one driven contact, for whoever comes in through sim/: experiments, bindings.
#pragma once

#include "contact/driven.h"

namespace scree::sim {

using contact::Driven, contact::DrivenContact, contact::DrivenPair, contact::Waypoint;

}  // namespace scree::sim
