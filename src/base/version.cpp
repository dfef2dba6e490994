#include "scree/version.h"

namespace scree {

std::string_view version() noexcept { return SCREE_VERSION; }  // defined by CMakeLists.txt for this file only

}  // namespace scree
