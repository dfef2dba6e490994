// The table of laws (law/registry.h) in the words of the reader.
#pragma once

#include "law/registry.h"

namespace scree::io {

using law::FieldInfo, law::Steppers, law::k_stage_words, law::laws_of;
using LawInfo = law::Descriptor;

/// In the order of the stages, and in each stage in the order of the table.
inline auto law_catalog() { return law::all_laws(); }

}  // namespace scree::io
