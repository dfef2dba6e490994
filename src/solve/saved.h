// A problem and a guess as named arrays (base/archive.h): what is put comes back bit for bit.
#pragma once

#include "base/archive.h"
#include "solve/problem.h"

namespace scree::solve {

/// `guess` has the problem's lengths, or is empty.
void put(Archive& archive, const Problem& problem, const Impulses& guess);
/// Both throw ArchiveError unless the arrays make a problem: bodies that are there, numbers that are numbers, nothing
/// negative that must not be.
Problem problem_of(const Archive& archive);
Impulses guess_of(const Archive& archive, const Problem& problem);

}  // namespace scree::solve
