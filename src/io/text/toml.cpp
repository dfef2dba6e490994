// The one place where toml++ is compiled.
#define TOML_IMPLEMENTATION
#include "io/text/toml.h"
