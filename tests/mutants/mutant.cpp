#include "mutants/mutant.h"

#include <cstdio>
#include <cstdlib>

namespace scree {

int mutant_number = 0;

// before any other static initialiser: constants may be mutated
[[gnu::constructor(101)]] static void read_mutant_number() {
  if (const char* n = std::getenv("SCREE_MUTANT")) mutant_number = std::atoi(n);
}

void note_mutant() {
  static bool noted = false;  // several threads may write it, all the same
  if (noted) return;
  noted = true;
  if (const char* path = std::getenv("SCREE_MUTANT_REACHED"))
    if (std::FILE* file = std::fopen(path, "w")) std::fclose(file);
}

}  // namespace scree
