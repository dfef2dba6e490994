// The loads that the last evaluation applied at each contact of a run. Outputs read them, so that they need no second
// evaluation.
//
// Only the last evaluation of an advance writes a row of numbers and a set of flags for each contact. Contacts begin
// and end before an evaluation, so that only rebuilds of the pair list move these columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernel/chunk.h"
#include "contact/prepared.h"
#include "state/columns.h"

namespace scree::contact {

struct AppliedLoads {
  state::Column<double> rows;         ///< LoadRow::width numbers for each contact
  state::Column<std::uint8_t> slips;  ///< bit 1 << Stage: that stage slips (see Mode)

  void clear() { rows.clear(), slips.clear(); }  // keeps the memory
  void reserve(const LoadRow& row, std::size_t contacts);
  void resize(const LoadRow& row, std::size_t contacts);
  /// Copy the loads of a chunk whose first contact has index `first` in the run.
  void take(const LoadRow& row, const Chunk& chunk, std::size_t first);
  void swap(std::size_t p, std::size_t q);
  void append(const AppliedLoads& from, std::size_t place);
  std::size_t width() const { return slips.empty() ? 0 : rows.size() / slips.size(); }
  std::size_t bytes() const { return state::bytes_of(rows) + state::bytes_of(slips); }
};

}  // namespace scree::contact
