#include "contact/contacts.h"

#include <utility>

namespace scree::contact {

Contacts::Contacts(ModelTable table, const Kernels& kernels, double skin, bool synchronised)
    : table_(std::move(table)), kernels_(kernels), skin_(skin), synchronised_(synchronised) {}

std::int64_t Contacts::contact_count() const {
  std::int64_t n = 0;
  for (const Block& block : blocks_)
    for (const Run& run : block.runs) n += static_cast<std::int64_t>(run.touching.size());
  return n;
}

std::int64_t Contacts::pair_count() const {
  std::int64_t n = 0;
  for (const Block& block : blocks_)
    for (const Run& run : block.runs) n += run.pairs;
  return n;
}

std::size_t Contacts::bytes() const {
  using state::bytes_of;
  std::size_t n = bytes_of(blocks_) + bytes_of(addressee_) + bytes_of(letters_in_use_) + bytes_of(walls_);
  for (const Block& block : blocks_) {
    n += bytes_of(block.runs) + bytes_of(block.wall_loads);
    for (const Run& run : block.runs)
      n += bytes_of(run.a) + bytes_of(run.b) + bytes_of(run.mail) + bytes_of(run.image) + bytes_of(run.touching) +
           bytes_of(run.unsure) + bytes_of(run.unsure_a) + bytes_of(run.unsure_b) + bytes_of(run.unsure_image) +
           bytes_of(run.unsure_touching) + bytes_of(run.surely_touching) +
           bytes_of(run.contact_a) + bytes_of(run.contact_b) + bytes_of(run.target_a) + bytes_of(run.target_b) +
           bytes_of(run.contact_image) + bytes_of(run.history);
  }
  return n;
}

double Contacts::take_forgotten() { return std::exchange(forgotten_, 0.0); }

}  // namespace scree::contact
