// Where the bodies of a scene stand: lattices, random sequential addition, streams.
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

/// `place` is that of the fill in the scene file. Throws BuildError when there are fewer sites than bodies.
std::vector<Placed> place_lattice(const LatticeFill& fill, const std::string& place = {});

/// Balls and boxes already placed, the balls in bins, for overlap tests. Through periodic faces too.
class Occupied {
 public:
  Occupied(const state::Cell& cell, double largest_radius);
  const state::Cell& cell() const { return cell_; }
  bool is_free(const Placed& ball) const;
  void add(const Placed& ball);
  /// A body of a world: a box as it stands, anything else as the sphere around it.
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

/// Throws BuildError if rows of a lattice lie in each other through a periodic face, by more than guard.overlap_limit:
/// its last row may be its first one again.
void refuse_doubled_rows(const Scene& scene, const LatticeFill& fill, const state::Cell& cell,
                         const std::string& place);

/// Random sequential addition. Throws BuildError when a body finds no place.
std::vector<Placed> place_random(const RandomFill& fill, Occupied& occupied, const std::string& place = {});

/// A place for the `which`-th body of a stream; `attempt` counts its tries.
Placed stream_candidate(const Stream& stream, std::int64_t which, std::int64_t attempt);

/// How many bodies of a stream are due at a time of a run with such steps.
std::int64_t due_at(const Stream& stream, double time, double step);
/// When its last bodies are due [s].
double last_batch_at(const Stream& stream);

/// How many rings stand around the middle of a rosette of so many bodies: 1 body has none, 7 have one, 19 two.
std::int64_t rosette_rings(std::int64_t bodies);

}  // namespace scree::sim
