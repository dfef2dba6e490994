// Positions of the bodies of a scene: lattices, random sequential addition, streams.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "shape/box.h"
#include "sim/scene.h"
#include "state/world.h"

namespace scree::sim {

struct Placed {
  Vec3d position;
  double radius = 0.0;
};

/// `place` is the place of the table in the scene file, for messages. Throws BuildError if the lattice has fewer sites
/// than bodies.
std::vector<Placed> place_lattice(const LatticeFill& fill, const std::string& place = {});

/// Spheres and boxes already placed, for overlap tests that include periodic images. Spheres are stored in bins.
class Occupied {
 public:
  Occupied(const state::Cell& cell, double largest_radius);
  const state::Cell& cell() const { return cell_; }
  bool is_free(const Placed& ball) const;
  void add(const Placed& ball);
  /// Adds a body of a world: a box with its orientation, any other body as its bounding sphere.
  void add(const state::Bodies& bodies, std::size_t slot);

 private:
  using Key = std::uint64_t;
  Key key(int x, int y, int z) const;
  std::array<int, 3> bin(const Vec3d& p) const;
  struct PlacedBox {
    Vec3d position;
    shape::Box<double> box;
  };
  bool is_clear_of(const PlacedBox& other, const Placed& ball) const;
  state::Cell cell_;
  std::vector<PlacedBox> boxes_;
  std::array<double, 3> size_;
  std::array<int, 3> count_{};
  std::unordered_map<Key, std::vector<Placed>> bins_;
};

/// Throws BuildError if rows of a lattice overlap across a periodic face by more than guard.overlap_limit: a lattice
/// that fills the cell up to the far face repeats its first row there.
void refuse_doubled_rows(const Scene& scene, const LatticeFill& fill, const state::Cell& cell,
                         const std::string& place);

/// Random sequential addition. Throws BuildError if no free position is found for a body.
std::vector<Placed> place_random(const RandomFill& fill, Occupied& occupied, const std::string& place = {});

/// Candidate position and radius of the `which`-th body of a stream; `attempt` counts the candidates of this body.
Placed stream_candidate(const Stream& stream, std::int64_t which, std::int64_t attempt);

/// How many bodies of a stream are due at a time, in a run with this time step [s].
std::int64_t due_at(const Stream& stream, double time, double step);
/// Time at which the last batch is due [s].
double last_batch_at(const Stream& stream);

/// Number of rings around the central body of a rosette of this many bodies: 0 for 1 body, 1 for 7, 2 for 19.
std::int64_t rosette_rings(std::int64_t bodies);

}  // namespace scree::sim
