// A run: the pairs of one kind and one contact model that one block owns, and those among them that touch, with their
// histories.
#pragma once

#include <algorithm>
#include <cstdint>

#include "contact/applied.h"
#include "kernel/chunk.h"
#include "kernel/contact_kernels.h"
#include "shape/sphere_contact.h"
#include "state/columns.h"
#include "state/world.h"

namespace scree::contact {

inline constexpr int k_pad = 8;  // widest pack
inline constexpr std::size_t padded(std::size_t count) { return (count + k_pad - 1) / k_pad * k_pad; }

struct Run {
  using Indices = state::Column<std::uint32_t>;
  using Images = state::Column<state::Image>;

  shape::Kind kind = shape::Kind::sphere_sphere;
  std::uint16_t model = 0;
  state::Slot first = 0;  ///< first body of the block
  // The pair list in columns, padded to whole packs. a is the body with the lower id; exceptions: a box in contact with
  // a sphere or an ellipsoid is b, and at a wall b is the index of the wall.
  Indices a, b;
  /// target of the load on the body with the higher slot: its index in the block, or a boundary slot (k_boundary)
  Indices load_target;
  Images image;
  std::uint32_t pairs = 0;

  // Near pairs: they do not touch, but can touch soon, and are checked in every step. In separate columns, padded.
  Indices near_pairs, near_a, near_b;
  Images near_image;

  // Contacts: the pairs that touch (those that cross the boundary of the block first), the slots of their bodies and
  // the targets of their loads (padded), and their histories, of which column k begins at k x stride. After a rebuild
  // nearly all contacts are in the order of pairs; each contact that begins or ends moves at most two others.
  Indices touching;
  std::uint32_t boundary_contacts = 0;  ///< number of contacts that write boundary contributions
  /// indices in `touching` of contacts that ended in the last pass, ascending: no load, no history
  Indices ended;
  Indices contact_a, contact_b, target_a, target_b;
  Images contact_image;
  state::Column<double> history;
  std::uint32_t stride = 0;
  AppliedLoads applied;  ///< empty unless the last evaluation recorded them

  bool at_wall() const { return shape::is_at_wall(kind); }
  bool crosses_block(std::uint32_t pair) const { return !at_wall() && (load_target[pair] & k_boundary) != 0; }
  std::size_t history_columns() const { return stride > 0 ? history.size() / stride : 0; }
  /// Call f(i) for the indices in `touching` of contacts that have not ended.
  template <class F>
  void each_contact(F f) const {
    auto over = ended.begin();
    for (std::uint32_t i = 0; i < touching.size(); ++i) {
      if (over != ended.end() && *over == i)
        ++over;
      else
        f(i);
    }
  }
  /// Number of contacts that phase 1 of a pass evaluates, in whole chunks: all that write boundary contributions are
  /// among them.
  std::uint32_t first_contacts() const {
    return std::min(static_cast<std::uint32_t>(touching.size()), (boundary_contacts + k_chunk - 1) / k_chunk * k_chunk);
  }

  void add_pair(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code) {
    a.push_back(slot_a), b.push_back(slot_b), image.push_back(image_code);
    ++pairs;
  }
  /// Move pairs with a body of another block to the front, so that contacts found in the order of pairs are in the
  /// right order.
  void put_boundary_pairs_first(state::Slot last);
  void pad();

  void fill_near_columns();  ///< fill the columns of near pairs from `near_pairs`
  void add_near_pair(std::uint32_t pair);
  /// remove the pair at an index, to which the last one moves; return the pair
  std::uint32_t remove_near_pair(std::uint32_t place);

  /// Append a pair that touches, with the history of a contact of another run of the same model.
  void append_contact(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code, const Run& from,
                      std::uint32_t contact);
  /// Call when `load_target` is set; `ended` must be empty, or all contacts in order already.
  void put_boundary_contacts_first();
  void fill_contact_columns();  ///< fill the contact columns from `touching`
  /// Contacts end, the last index first, and begin, with an empty history. The last contacts move to the indices that
  /// become free.
  void end_contact(std::uint32_t place);
  void begin_contact(std::uint32_t pair);
  void make_room(std::size_t contacts, std::size_t columns);  ///< reserve memory before contacts begin
  void pad_contacts();  ///< padding repeats the last contact, with an empty history

 private:
  void set_contact(std::size_t place, std::uint32_t pair);
  void move_contact(std::uint32_t from, std::uint32_t to);
};

}  // namespace scree::contact
