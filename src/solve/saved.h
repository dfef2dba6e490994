// A problem and a guess as named arrays (base/archive.h). Saving and loading preserves every bit.
#pragma once

#include "base/archive.h"
#include "solve/problem.h"

namespace scree::solve {

/// `guess` has as many contacts and rows as the problem, or is empty.
void put(Archive& archive, const Problem& problem, const Impulses& guess);
/// Both throw ArchiveError if the arrays are not a valid problem: references to bodies that do not exist, NaN, or
/// negative values where they are not allowed.
Problem problem_of(const Archive& archive);
Impulses guess_of(const Archive& archive, const Problem& problem);

}  // namespace scree::solve
