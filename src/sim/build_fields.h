// Converts the [forces] of a scene into the settings of non-contact forces: drag, Magnus force, near fields.
#pragma once

#include "sim/scene.h"
#include "state/cell.h"
#include "step/fields.h"

namespace scree::sim {

step::NearField near_field_of(const NearFieldSpec& spec);
step::FieldSettings build_fields(const Scene& scene);
/// Throws BuildError if the cutoff of a near field exceeds the width of the periodic cell: a body would interact with
/// several images of another body along one axis.
void throw_if_too_far(const Scene& scene, const state::Cell& cell);

}  // namespace scree::sim
