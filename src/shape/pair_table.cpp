#include "shape/pair_table.h"

#include <stdexcept>
#include <vector>

namespace scree::shape {
namespace {

/// Entries added at run time: wall shapes after those of k_wall_shapes, kinds after k_listed_kinds.
struct Added {
  std::vector<WallShapeRow> shapes;
  std::vector<WallPair> pairs;  ///< k_body_shapes entries per wall shape
};
Added& added() {
  static Added all;
  return all;
}

std::size_t number_added(WallShape shape) { return detail::index(shape) - k_wall_shapes.size(); }

template <class Pair, std::size_t n>
const Pair& row_of_kind(const std::array<Pair, n>& rows, Kind kind) {
  for (const Pair& pair : rows)
    if (pair.smooth == kind) return pair;
  throw std::logic_error("no row of the table of shapes has this kind of contact");
}

}  // namespace

const WallPair& pair_of(BodyShape body, WallShape wall) {
  if (detail::index(wall) < k_wall_shapes.size())
    return k_wall_pairs[static_cast<std::size_t>(detail::k_row_of_wall[detail::index(body)][detail::index(wall)])];
  return added().pairs[number_added(wall) * k_body_shapes + detail::index(body)];
}

const WallShapeRow& row_of(WallShape wall) {
  return detail::index(wall) < k_wall_shapes.size() ? k_wall_shapes[detail::index(wall)]
                                                    : added().shapes[number_added(wall)];
}

const BodyPair& body_pair_of(Kind kind) { return row_of_kind(k_body_pairs, kind); }
const WallPair& wall_pair_of(Kind kind) {
  const int listed = static_cast<int>(kind) - k_listed_kinds;
  return listed < 0 ? row_of_kind(k_wall_pairs, kind) : added().pairs[static_cast<std::size_t>(listed)];
}

int kinds() { return k_listed_kinds + static_cast<int>(added().pairs.size()); }

WallShape add_wall_shape(const WallShapeRow& shape, std::span<const WallPair, k_body_shapes> pairs) {
  Added& all = added();
  const std::size_t kind = static_cast<std::size_t>(k_listed_kinds) + all.pairs.size();
  if (kind + pairs.size() > static_cast<std::size_t>(k_max_kinds))
    throw std::length_error("the table of wall shapes is full");
  const auto wall = static_cast<WallShape>(k_wall_shapes.size() + all.shapes.size());
  all.shapes.push_back(shape);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    all.pairs.push_back(pairs[k]);
    all.pairs.back().wall = wall, all.pairs.back().smooth = static_cast<Kind>(kind + k);
  }
  return wall;
}

}  // namespace scree::shape
