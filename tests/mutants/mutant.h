// Which mutant is active? Included by the mutated copies of the sources (tools/mutants.py) and by nothing else.
#pragma once

#include <type_traits>

namespace scree {

extern int mutant_number;  ///< of SCREE_MUTANT in the environment; 0: none
void note_mutant();        ///< leaves the file that SCREE_MUTANT_REACHED names

[[gnu::always_inline]] constexpr bool is_mutant(int n) {
  if (std::is_constant_evaluated() || n != mutant_number) [[likely]]
    return false;
  return note_mutant(), true;
}
/// For constants with static storage: the compiler cannot evaluate it, so that they are set when the program starts.
[[gnu::always_inline]] inline bool is_mutant_at_start(int n) { return n == mutant_number && (note_mutant(), true); }

}  // namespace scree
