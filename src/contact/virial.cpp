#include "contact/virial.h"

namespace scree::contact {
namespace {

// Sums go by eight lanes whatever the machine has, so that the bits do not depend on it.
constexpr int k_lanes = 8;
static_assert(k_chunk % k_lanes == 0);

double sum_of_products(const ChunkColumn& p, const ChunkColumn& q, int count) {
  double lanes[k_lanes]{};
  for (int i = 0; i < count; i += k_lanes)
    for (int l = 0; l < k_lanes; ++l) lanes[l] += p[i + l] * q[i + l];
  return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

}  // namespace

Virial virial_of(const Chunk& c, const Scenery& scenery) {
  alignas(64) ChunkColumn branch[3], force[3], spring[3];
  const ChunkColumn* const normal[3] = {&c.nx, &c.ny, &c.nz};
  ChunkColumn distance, pressed;
  const int full = (c.count + k_lanes - 1) / k_lanes * k_lanes;
  for (int i = 0; i < c.count; ++i) {
    distance[i] = scenery.bodies[c.a[i]].radius + scenery.bodies[c.b[i]].radius - c.overlap[i];
    pressed[i] = c.magnitude[i] > 0.0 ? c.force[i] + c.damping[i] * c.separation[i] : 0.0;
  }
  for (int k = 0; k < 3; ++k) {
    const double* n = *normal[k];
    for (int i = 0; i < c.count; ++i) branch[k][i] = distance[i] * n[i], force[k][i] = c.force[i] * n[i] + c.friction[k][i], spring[k][i] = pressed[i] * n[i];
    for (int i = c.count; i < full; ++i) branch[k][i] = force[k][i] = spring[k][i] = 0.0;
  }
  Virial sum;
  for (int p = 0; p < 3; ++p)
    for (int q = 0; q < 3; ++q) sum.all[p][q] = sum_of_products(branch[p], force[q], full);
  for (int p = 0; p < 3; ++p)  // along the branch, so symmetric
    for (int q = p; q < 3; ++q) sum.springs[p][q] = sum.springs[q][p] = sum_of_products(branch[p], spring[q], full);
  return sum;
}

}  // namespace scree::contact
