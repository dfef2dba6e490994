#include "contact/run.h"

#include <numeric>
#include <utility>

namespace scree::contact {

void Run::put_mail_first(state::Slot last) {
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

void Run::name_watched() {
  const std::size_t count = watched.size(), whole = padded(count);
  watched_a.resize(whole), watched_b.resize(whole), watched_image.resize(whole);
  for (std::size_t i = 0; i < whole; ++i) {
    const std::uint32_t p = watched[i < count ? i : count - 1];
    watched_a[i] = a[p], watched_b[i] = b[p], watched_image[i] = image[p];
  }
}
// Padding may be any valid pair, so what is left behind the end by these two will do.
void Run::watch(std::uint32_t p) {
  const std::size_t i = watched.size();
  watched.push_back(p);
  if (i == watched_a.size())
    watched_a.resize(i + k_pad, a[p]), watched_b.resize(i + k_pad, b[p]), watched_image.resize(i + k_pad, image[p]);
  watched_a[i] = a[p], watched_b[i] = b[p], watched_image[i] = image[p];
}
std::uint32_t Run::unwatch(std::uint32_t i) {
  const std::uint32_t p = watched[i];
  const std::size_t last = watched.size() - 1;
  watched[i] = watched[last], watched_a[i] = watched_a[last], watched_b[i] = watched_b[last],
  watched_image[i] = watched_image[last];
  watched.pop_back();
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
void Run::put_mailed_contacts_first() {
  std::uint32_t front = 0, back = static_cast<std::uint32_t>(touching.size());
  for (;;) {
    while (front < back && writes_letter(touching[front])) ++front;
    while (front < back && !writes_letter(touching[back - 1])) --back;
    if (front == back) break;
    std::swap(touching[front], touching[back - 1]);
    for (std::size_t k = 0; k < history_columns(); ++k)
      std::swap(history[k * stride + front], history[k * stride + back - 1]);
    applied.swap(front, back - 1);
  }
  mailed = front;
}
void Run::name_contact(std::size_t i, std::uint32_t p) {
  contact_a[i] = a[p], contact_b[i] = b[p], contact_image[i] = image[p];
  const bool plane = at_wall();
  const bool a_owns = plane || a[p] < b[p];  // the block owns the lower slot
  target_a[i] = a_owns ? a[p] - first : mail[p];
  target_b[i] = plane ? b[p] : a_owns ? mail[p] : b[p] - first;
}
void Run::name_contacts() {
  for (Indices* column : {&contact_a, &contact_b, &target_a, &target_b}) column->resize(stride);
  contact_image.resize(stride);
  for (std::size_t i = 0; i < touching.size(); ++i) name_contact(i, touching[i]);
  pad_contacts();
}
void Run::pad_contacts() {
  const std::size_t count = touching.size(), whole = padded(count);
  for (std::size_t i = count; i < whole; ++i) name_contact(i, touching[count - 1]);
  for (std::size_t k = 0; k < history_columns(); ++k)
    std::fill(&history[k * stride] + count, &history[k * stride] + whole, 0.0);
}

void Run::move_contact(std::uint32_t from, std::uint32_t to) {
  for (Indices* column : {&touching, &contact_a, &contact_b, &target_a, &target_b}) (*column)[to] = (*column)[from];
  contact_image[to] = contact_image[from];
  for (std::size_t k = 0; k < history_columns(); ++k) history[k * stride + to] = history[k * stride + from];
}
void Run::end_contact(std::uint32_t place) {
  if (place < mailed) {  // the last that writes a letter comes here, and the last of all to where that was
    move_contact(--mailed, place);
    place = mailed;
  }
  move_contact(static_cast<std::uint32_t>(touching.size()) - 1, place);
  touching.pop_back();
}
void Run::begin_contact(std::uint32_t pair) {
  auto place = static_cast<std::uint32_t>(touching.size());
  touching.push_back(pair);
  if (writes_letter(pair)) {  // behind the others that do; who stood there goes to the end
    move_contact(mailed, place);
    place = mailed++;
  }
  touching[place] = pair;
  name_contact(place, pair);
  for (std::size_t k = 0; k < history_columns(); ++k) history[k * stride + place] = 0.0;
}
void Run::make_room(std::size_t contacts, std::size_t columns) {
  if (contacts <= stride) return;
  const std::uint32_t old = stride;
  stride = static_cast<std::uint32_t>((contacts + contacts / 8 + k_pad) / k_pad * k_pad);
  // resize alone would double them
  for (Indices* column : {&contact_a, &contact_b, &target_a, &target_b})
    column->reserve(stride), column->resize(stride);
  contact_image.reserve(stride), contact_image.resize(stride);
  state::Column<double> wider(stride * columns, 0.0);
  for (std::size_t k = 0; k < columns && old > 0; ++k) std::copy_n(&history[k * old], old, &wider[k * stride]);
  history = std::move(wider);
}

}  // namespace scree::contact
