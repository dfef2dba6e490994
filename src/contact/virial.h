// What contacts press with, as a tensor: the part of the pressure that is not motion.
#pragma once

#include "contact/chunk.h"
#include "contact/kernels.h"

namespace scree::contact {

/// Sums over contacts of bodies of (x_a - x_b)_i f_j, where f is the force on a [J].
struct Virial {
  double all[3][3]{};      ///< of the whole force
  double springs[3][3]{};  ///< of the normal springs alone: what is stored when the cell is strained
  void add(const Virial& other) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) all[i][j] += other.all[i][j], springs[i][j] += other.springs[i][j];
  }
};

/// Of a chunk of contacts of spheres with each other, when its stages have run.
Virial virial_of(const Chunk& chunk, const Scenery& scenery);

}  // namespace scree::contact
