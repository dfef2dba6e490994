// toml++ with its assertions off. Include this, never <toml++/toml.h>.
//
// toml++ 3.3 asserts, and with NDEBUG assumes, that a table header begins with a letter or a quote: the text `[=a]` aborts a
// debug build and is undefined in a release build, although the parser goes on to report it properly. A user's file must do
// neither, so the assertions become nothing, in every build alike. Header-only, since the compiled library has them inside.
#pragma once

#ifdef TOML_HEADER_ONLY
#undef TOML_HEADER_ONLY
#endif
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ASSERT(expression) static_cast<void>(0)

#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
