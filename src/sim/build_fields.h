// From a scene to the settings of forces beyond contact.
#pragma once

#include "sim/scene.h"
#include "state/cell.h"
#include "step/fields.h"

namespace scree::sim {

step::NearField near_field_of(const NearFieldSpec& spec);
step::FieldSettings build_fields(const Scene& scene);
/// A body must not see farther than to the next image of another. Throws BuildError.
void throw_if_too_far(const Scene& scene, const state::Cell& cell);

}  // namespace scree::sim
