// The experiments of section 5 of [Campello2015], and its rotations. Notes "C1".."C23" and reference numbers are those of docs/specs/campello.md
// ("spec").
#pragma once

#include "experiments/registry.h"

namespace scree::experiments::campello {

Result spinning(const Settings& settings);   // spinning.cpp
Result three(const Settings& settings);      // three.cpp
Result container(const Settings& settings);  // container.cpp

}  // namespace scree::experiments::campello
