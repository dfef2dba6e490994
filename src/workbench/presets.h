// Models of one law with the parameters of one grain (law/grain.h), so that laws can be set side by side.
#pragma once

#include "workbench/driven.h"
#include "law/model.h"

namespace scree::contact {

using law::Grain;

DrivenPair pair_of(const Grain& grain);

/// The smooth law of this index in the table of the stage, with Hertz's normal stage under it; with `tracked` if it
/// needs that. For the normal stage: that law alone.
law::Model preset_model(const Grain& grain, Stage stage, int law);

/// The same model with every dashpot empty: restitution 1, damping 0.
law::Model without_dashpots(law::Model model);

}  // namespace scree::contact
