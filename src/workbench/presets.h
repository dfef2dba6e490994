// Contact models of one law with the parameters of one grain (law/grain.h), so that laws can be compared.
#pragma once

#include "workbench/driven.h"
#include "law/model.h"

namespace scree::contact {

using law::Grain;

DrivenPair pair_of(const Grain& grain);

/// The smooth law with this index in the table of the stage, with the normal law of Hertz, and with kinematics
/// `tracked` if the law needs them. For the normal stage: only that law.
law::Model preset_model(const Grain& grain, Stage stage, int law);

/// The same model without dashpots: restitution 1, damping 0.
law::Model without_dashpots(law::Model model);

}  // namespace scree::contact
