// The table of laws (law/registry.h) with the names that the reader uses.
#pragma once

#include "law/registry.h"

namespace scree::io {

using law::FieldInfo, law::Steppers, law::k_stage_choices, law::laws_of;
using LawInfo = law::Descriptor;

/// In the order of the stages, and within a stage in the order of the table.
inline auto law_catalog() { return law::all_laws(); }

}  // namespace scree::io
