#include "shape/pair_table.h"

#include <stdexcept>
#include <vector>

namespace scree::shape {
namespace {

/// What was added at run time: forms after those of k_wall_forms, kinds after k_listed_kinds.
struct Added {
  std::vector<WallFormRow> forms;
  std::vector<WallPair> pairs;  ///< k_body_shapes of each form
};
Added& added() {
  static Added all;
  return all;
}

std::size_t number_added(WallForm form) { return detail::index(form) - k_wall_forms.size(); }

template <class Pair, std::size_t n>
const Pair& row_of_kind(const std::array<Pair, n>& rows, Kind kind) {
  for (const Pair& pair : rows)
    if (pair.smooth == kind) return pair;
  throw std::logic_error("no row of the table of shapes has this kind of contact");
}

}  // namespace

const WallPair& pair_of(BodyShape body, WallForm wall) {
  if (detail::index(wall) < k_wall_forms.size())
    return k_wall_pairs[static_cast<std::size_t>(detail::k_row_of_wall[detail::index(body)][detail::index(wall)])];
  return added().pairs[number_added(wall) * k_body_shapes + detail::index(body)];
}

const WallFormRow& row_of(WallForm wall) {
  return detail::index(wall) < k_wall_forms.size() ? k_wall_forms[detail::index(wall)]
                                                   : added().forms[number_added(wall)];
}

const BodyPair& body_pair_of(Kind kind) { return row_of_kind(k_body_pairs, kind); }
const WallPair& wall_pair_of(Kind kind) {
  const int listed = static_cast<int>(kind) - k_listed_kinds;
  return listed < 0 ? row_of_kind(k_wall_pairs, kind) : added().pairs[static_cast<std::size_t>(listed)];
}

int kinds() { return k_listed_kinds + static_cast<int>(added().pairs.size()); }

WallForm add_wall_form(const WallFormRow& form, std::span<const WallPair, k_body_shapes> pairs) {
  Added& all = added();
  const std::size_t kind = static_cast<std::size_t>(k_listed_kinds) + all.pairs.size();
  if (kind + pairs.size() > static_cast<std::size_t>(k_max_kinds)) throw std::length_error("too many wall forms");
  const auto wall = static_cast<WallForm>(k_wall_forms.size() + all.forms.size());
  all.forms.push_back(form);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    all.pairs.push_back(pairs[k]);
    all.pairs.back().wall = wall, all.pairs.back().smooth = static_cast<Kind>(kind + k);
  }
  return wall;
}

}  // namespace scree::shape
