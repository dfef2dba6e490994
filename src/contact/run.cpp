#include "contact/run.h"

#include <numeric>
#include <utility>

namespace scree::contact {

void Run::put_boundary_pairs_first(state::Slot last) {
  if (at_wall()) return;
  Indices order(pairs);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_partition(order.begin(), order.end(), [&](std::uint32_t p) { return std::max(a[p], b[p]) >= last; });
  const auto arrange = [&](auto& column) {
    auto arranged = column;
    for (std::uint32_t p = 0; p < pairs; ++p) arranged[p] = column[order[p]];
    column = std::move(arranged);
  };
  arrange(a), arrange(b), arrange(image);
}
void Run::pad() {
  if (pairs == 0) return;
  const std::size_t whole = padded(pairs);
  a.resize(whole, a[pairs - 1]), b.resize(whole, b[pairs - 1]), image.resize(whole, image[pairs - 1]);
  a.shrink_to_fit(), b.shrink_to_fit(), image.shrink_to_fit();
}

void Run::fill_near_columns() {
  const std::size_t count = near_pairs.size(), whole = padded(count);
  near_a.resize(whole), near_b.resize(whole), near_image.resize(whole);
  for (std::size_t i = 0; i < whole; ++i) {
    const std::uint32_t p = near_pairs[i < count ? i : count - 1];
    near_a[i] = a[p], near_b[i] = b[p], near_image[i] = image[p];
  }
}
// Padding may be any valid pair, so these two functions leave old entries behind the end.
void Run::add_near_pair(std::uint32_t p) {
  const std::size_t i = near_pairs.size();
  near_pairs.push_back(p);
  if (i == near_a.size())
    near_a.resize(i + k_pad, a[p]), near_b.resize(i + k_pad, b[p]), near_image.resize(i + k_pad, image[p]);
  near_a[i] = a[p], near_b[i] = b[p], near_image[i] = image[p];
}
std::uint32_t Run::remove_near_pair(std::uint32_t i) {
  const std::uint32_t p = near_pairs[i];
  const std::size_t last = near_pairs.size() - 1;
  near_pairs[i] = near_pairs[last], near_a[i] = near_a[last], near_b[i] = near_b[last],
  near_image[i] = near_image[last];
  near_pairs.pop_back();
  return p;
}

void Run::append_contact(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code, const Run& from,
                         std::uint32_t contact) {
  a.resize(pairs), b.resize(pairs), image.resize(pairs);
  add_pair(slot_a, slot_b, image_code);
  pad();
  const std::size_t place = touching.size();
  touching.push_back(pairs - 1);
  make_room(place + 1, from.history_columns());
  for (std::size_t k = 0; k < from.history_columns(); ++k)
    history[k * stride + place] = from.history[k * from.stride + contact];
  applied.append(from.applied, contact);
}
void Run::put_boundary_contacts_first() {
  std::uint32_t front = 0, back = static_cast<std::uint32_t>(touching.size());
  for (;;) {
    while (front < back && crosses_block(touching[front])) ++front;
    while (front < back && !crosses_block(touching[back - 1])) --back;
    if (front == back) break;
    std::swap(touching[front], touching[back - 1]);
    for (std::size_t k = 0; k < history_columns(); ++k)
      std::swap(history[k * stride + front], history[k * stride + back - 1]);
    applied.swap(front, back - 1);
  }
  boundary_contacts = front;
}
void Run::set_contact(std::size_t i, std::uint32_t p) {
  contact_a[i] = a[p], contact_b[i] = b[p], contact_image[i] = image[p];
  const bool plane = at_wall();
  const bool a_owns = plane || a[p] < b[p];  // the block owns the lower slot
  target_a[i] = a_owns ? a[p] - first : load_target[p];
  target_b[i] = plane ? b[p] : a_owns ? load_target[p] : b[p] - first;
}
void Run::fill_contact_columns() {
  for (Indices* column : {&contact_a, &contact_b, &target_a, &target_b}) column->resize(stride);
  contact_image.resize(stride);
  for (std::size_t i = 0; i < touching.size(); ++i) set_contact(i, touching[i]);
  pad_contacts();
}
void Run::pad_contacts() {
  const std::size_t count = touching.size(), whole = padded(count);
  for (std::size_t i = count; i < whole; ++i) set_contact(i, touching[count - 1]);
  for (std::size_t k = 0; k < history_columns(); ++k)
    std::fill(&history[k * stride] + count, &history[k * stride] + whole, 0.0);
}

void Run::move_contact(std::uint32_t from, std::uint32_t to) {
  for (Indices* column : {&touching, &contact_a, &contact_b, &target_a, &target_b}) (*column)[to] = (*column)[from];
  contact_image[to] = contact_image[from];
  for (std::size_t k = 0; k < history_columns(); ++k) history[k * stride + to] = history[k * stride + from];
}
void Run::end_contact(std::uint32_t place) {
  if (place <
      boundary_contacts) {  // the last boundary contact moves here, and the last contact of all into the free index
    move_contact(--boundary_contacts, place);
    place = boundary_contacts;
  }
  move_contact(static_cast<std::uint32_t>(touching.size()) - 1, place);
  touching.pop_back();
}
void Run::begin_contact(std::uint32_t pair) {
  auto place = static_cast<std::uint32_t>(touching.size());
  touching.push_back(pair);
  if (crosses_block(pair)) {  // behind the other boundary contacts; the contact at that index moves to the end
    move_contact(boundary_contacts, place);
    place = boundary_contacts++;
  }
  touching[place] = pair;
  set_contact(place, pair);
  for (std::size_t k = 0; k < history_columns(); ++k) history[k * stride + place] = 0.0;
}
void Run::make_room(std::size_t contacts, std::size_t columns) {
  if (contacts <= stride) return;
  const std::uint32_t old = stride;
  stride = static_cast<std::uint32_t>((contacts + contacts / 8 + k_pad) / k_pad * k_pad);
  // resize alone would double the capacity
  for (Indices* column : {&contact_a, &contact_b, &target_a, &target_b})
    column->reserve(stride), column->resize(stride);
  contact_image.reserve(stride), contact_image.resize(stride);
  state::Column<double> wider(stride * columns, 0.0);
  for (std::size_t k = 0; k < columns && old > 0; ++k) std::copy_n(&history[k * old], old, &wider[k * stride]);
  history = std::move(wider);
}

}  // namespace scree::contact
