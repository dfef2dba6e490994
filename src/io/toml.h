// toml++ with its assertions off and its depth bounded. Include this, never <toml++/toml.h>.
//
// toml++ 3.3 asserts, and with NDEBUG assumes, that a table header begins with a letter or a quote: the text `[=a]` aborts a
// debug build and is undefined in a release build, although the parser goes on to report it properly. A user's file must do
// neither, so the assertions become nothing, in every build alike. The compiled library has them inside, so the parser is built
// here, once (toml.cpp), and the library is not linked: its pkg-config flags would choose it in silence (TOML_SHARED_LIB).
#pragma once

#undef TOML_SHARED_LIB
#undef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32  // values inside values; a scene needs four, and every one costs stack
#define TOML_ASSERT(expression) static_cast<void>(0)

#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
