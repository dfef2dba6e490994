// A run: pairs of one kind and one model that one block owns, and the touching ones among them with their histories.
#pragma once

#include <algorithm>
#include <cstdint>

#include "contact/applied.h"
#include "kernel/chunk.h"
#include "kernel/contact_kernels.h"
#include "shape/touch.h"
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
  state::Slot first = 0;  ///< of the block's bodies
  // Listed pairs in columns, padded to whole packs. a < b by id, but under a round body a box is b; at a plane b is the
  // wall's index.
  Indices a, b;
  Indices mail;  ///< where the load on the higher body goes: its place in the block, or a letter
  Images image;
  std::uint32_t pairs = 0;

  // Watched pairs: apart now, but near enough to touch soon. In columns of their own, padded.
  Indices watched, watched_a, watched_b;
  Images watched_image;

  // Contacts: which pairs touch, those that write letters first; who they are and where their loads go (padded); and
  // their histories, of which column k starts at k x stride. A rebuild leaves them in the order of pairs but for a few,
  // and whoever begins or ends moves a few more.
  Indices touching;
  std::uint32_t mailed = 0;  ///< contacts that write letters
  /// places in `touching` whose contact was found ended in the last pass, ascending: no load, no history
  Indices ended;
  Indices contact_a, contact_b, target_a, target_b;
  Images contact_image;
  state::Column<double> history;
  std::uint32_t stride = 0;
  AppliedLoads applied;  ///< empty unless the last evaluation recorded them

  bool at_wall() const { return shape::is_at_wall(kind); }
  bool writes_letter(std::uint32_t pair) const { return !at_wall() && (mail[pair] & k_letter) != 0; }
  std::size_t history_columns() const { return stride > 0 ? history.size() / stride : 0; }
  /// f(i) for the places in `touching` whose contact has not ended.
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
  /// Contacts that a pass does first, in whole chunks: all that write letters are among them.
  std::uint32_t first_contacts() const {
    return std::min(static_cast<std::uint32_t>(touching.size()), (mailed + k_chunk - 1) / k_chunk * k_chunk);
  }

  void add_pair(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code) {
    a.push_back(slot_a), b.push_back(slot_b), image.push_back(image_code);
    ++pairs;
  }
  /// pairs that reach beyond the block's bodies, so that their contacts are in front already, in the order of pairs
  void put_mail_first(state::Slot last);
  void pad();

  void name_watched();                         ///< fill the columns of the watched pairs from `watched`
  void watch(std::uint32_t pair);              ///< one more
  std::uint32_t unwatch(std::uint32_t place);  ///< take out the pair at a place; the last one moves there

  /// A pair at the end of the list that touches, with the history of a contact of another run of the same model.
  void append_contact(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code, const Run& from,
                      std::uint32_t contact);
  /// once it is known which pairs write letters; `ended` must be empty, or all in order already
  void put_mailed_contacts_first();
  void name_contacts();  ///< fill the contact columns from `touching`
  /// Contacts end, the last place first, and begin, with an empty history. Few others move: the last ones, into the
  /// places that are free.
  void end_contact(std::uint32_t place);
  void begin_contact(std::uint32_t pair);
  void make_room(std::size_t contacts, std::size_t columns);  ///< for as many, before they begin
  void pad_contacts();                                        ///< padding repeats the last contact, without history

 private:
  void name_contact(std::size_t place, std::uint32_t pair);
  void move_contact(std::uint32_t from, std::uint32_t to);
};

}  // namespace scree::contact
