#include "contact/applied.h"

#include <algorithm>

namespace scree::contact {
namespace {

/// Grow with a small reserve only: columns that double their size would take a considerable part of the memory of a
/// large world.
template <class T>
void grow(state::Column<T>& column, std::size_t size) {
  constexpr std::size_t k_reserve = 8;  // 1/8 of the size, so that a few new contacts cause no reallocation
  if (size > column.capacity()) column.reserve(size + size / k_reserve);
  column.resize(size);
}

void put(double* to, const ChunkColumn (&v)[3], std::size_t i) { to[0] = v[0][i], to[1] = v[1][i], to[2] = v[2][i]; }

}  // namespace

void AppliedLoads::reserve(const LoadRow& row, std::size_t contacts) {
  rows.reserve(contacts * row.width), slips.reserve(contacts);
}
void AppliedLoads::resize(const LoadRow& row, std::size_t contacts) {
  grow(rows, contacts * row.width), grow(slips, contacts);
}

void AppliedLoads::take(const LoadRow& row, const Chunk& c, std::size_t first) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(c.count); ++i) {
    double* numbers = rows.data() + (first + i) * row.width;
    std::uint8_t& flags = slips[first + i];
    const auto note = [&](Stage stage) {
      flags = static_cast<std::uint8_t>(flags | (c.slips[stage][i] != 0.0) << stage);
    };
    numbers[0] = c.force[i], flags = 0;
    if (row.friction > 0) put(numbers + row.friction, c.friction, i), note(slide_stage);
    if (row.roll > 0) put(numbers + row.roll, c.roll_torque, i), note(roll_stage);
    if (row.roll_b > 0) put(numbers + row.roll_b, c.roll_counter, i);
    if (row.spin > 0) numbers[row.spin] = c.spin_torque[i], note(spin_stage);
  }
}

void AppliedLoads::swap(std::size_t p, std::size_t q) {
  if (slips.empty()) return;
  double *from = rows.data() + p * width(), *to = rows.data() + q * width();
  std::swap_ranges(from, from + width(), to);
  std::swap(slips[p], slips[q]);
}

void AppliedLoads::append(const AppliedLoads& from, std::size_t place) {
  if (from.slips.empty()) return;
  const double* row = from.rows.data() + place * from.width();
  rows.insert(rows.end(), row, row + from.width());
  slips.push_back(from.slips[place]);
}

}  // namespace scree::contact
