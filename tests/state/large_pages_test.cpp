// Columns in large pages: no piece is allocated twice, free neighbours are merged, and unused pages are returned to the
// system.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "state/columns.h"
#include "state/large_pages.h"

namespace scree {
namespace {

using state::use_of_large_pages;

struct Piece {
  unsigned char* memory;
  std::size_t bytes;
  unsigned char mark;
  bool intact() const {
    return std::all_of(memory, memory + bytes, [&](unsigned char x) { return x == mark; });
  }
};
Piece take(std::size_t bytes, unsigned char mark) {
  auto* memory = static_cast<unsigned char*>(state::take_from_large_pages(bytes));
  std::memset(memory, mark, bytes);
  return {memory, bytes, mark};
}

/// Allocate and free at random; false if a write to one piece changed another.
bool churn(unsigned seed, int rounds) {
  std::mt19937 random(seed);
  std::vector<Piece> pieces;
  bool intact = true;
  for (int round = 0; round < rounds; ++round) {
    if (pieces.size() < 60 || random() % 2 == 0)
      pieces.push_back(take(state::k_min_in_large_pages + random() % 400'000, static_cast<unsigned char>(random())));
    else {
      std::swap(pieces[random() % pieces.size()], pieces.back());
      intact = intact && pieces.back().intact();
      state::give_back_to_large_pages(pieces.back().memory);
      pieces.pop_back();
    }
  }
  for (const Piece& piece : pieces) intact = intact && piece.intact(), state::give_back_to_large_pages(piece.memory);
  return intact;
}

TEST(LargePages, are_allocated_once_at_a_time) {
  const auto before = use_of_large_pages();
  EXPECT_TRUE(churn(1, 600));
  const auto after = use_of_large_pages();
  EXPECT_EQ(after.taken, before.taken);
}

TEST(LargePages, that_are_unused_are_returned_to_the_system_except_a_few) {
  const auto before = use_of_large_pages();
  std::vector<Piece> pieces;
  for (int i = 0; i < 80; ++i) pieces.push_back(take(state::k_large_page - 4096, 1));  // four a region
  const auto full = use_of_large_pages();
  EXPECT_GE(full.taken, before.taken + 80 * (state::k_large_page - 4096));
  EXPECT_GE(full.held, full.taken);
  for (const Piece& piece : pieces) state::give_back_to_large_pages(piece.memory);
  EXPECT_EQ(use_of_large_pages().taken, before.taken);
  EXPECT_LE(use_of_large_pages().regions, before.regions + 8);
}

TEST(LargePages, refuse_what_does_not_fit_a_page) {
  EXPECT_THROW(state::take_from_large_pages(0), std::bad_alloc);
  EXPECT_THROW(state::take_from_large_pages(state::k_large_page + 1), std::bad_alloc);
}

void give_back_twice() {
  const Piece kept = take(state::k_large_page, 1);  // so that their region stays
  const Piece twice = take(state::k_large_page, 2);
  state::give_back_to_large_pages(twice.memory);
  state::give_back_to_large_pages(twice.memory);
  state::give_back_to_large_pages(kept.memory);
}

TEST(LargePagesDeathTest, end_the_program_if_memory_is_freed_twice) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(give_back_twice(), "a mistake in scree");
}

TEST(LargePages, are_used_by_several_threads) {
  const auto before = use_of_large_pages();
  char intact[3] = {};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 3; ++t) threads.emplace_back([&, t] { intact[t] = churn(10 + t, 200); });
  for (auto& thread : threads) thread.join();
  for (const char well : intact) EXPECT_TRUE(well);
  EXPECT_EQ(use_of_large_pages().taken, before.taken);
}

TEST(LargePages, join_free_neighbours) {
  constexpr std::size_t k_quarter = state::k_large_page / 4;
  std::vector<Piece> small, large;
  // ten regions full, as long as nothing else is free
  for (unsigned char i = 0; i < 160; ++i) small.push_back(take(k_quarter, i));
  const auto all = use_of_large_pages();
  std::mt19937 random(3);
  std::shuffle(small.begin(), small.end(), random);
  for (std::size_t i = 0; i < small.size(); ++i) {
    EXPECT_TRUE(small[i].intact());
    if (i > 0) state::give_back_to_large_pages(small[i].memory);  // the first stays, so that its region does
  }
  for (int i = 0; i < 36; ++i) large.push_back(take(state::k_large_page, 3));  // fits only where four were joined
  EXPECT_LE(use_of_large_pages().regions, all.regions);
  for (const Piece& piece : large) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(piece.memory) % state::k_piece_alignment, 0u);
    state::give_back_to_large_pages(piece.memory);
  }
  state::give_back_to_large_pages(small[0].memory);
}

TEST(Columns, of_every_size_start_on_cache_lines_and_keep_their_numbers_while_they_grow) {
  state::Column<std::uint32_t> column;
  for (std::uint32_t i = 0; i < 2'000'000; ++i) {
    column.push_back(i);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(column.data()) % state::k_piece_alignment, 0u) << column.size();
  }
  std::uint32_t wrong = 0;
  for (std::uint32_t i = 0; i < column.size(); ++i) wrong += column[i] != i;
  EXPECT_EQ(wrong, 0u);
  column.resize(5000), column.shrink_to_fit();
  EXPECT_EQ(column.back(), 4999u);
}

TEST(Columns, of_medium_size_are_placed_together_in_large_pages) {
  if constexpr (!state::k_share_large_pages)
    GTEST_SKIP() << "with the address sanitizer every column is an allocation of its own";
  const auto taken = [before = use_of_large_pages().taken] { return use_of_large_pages().taken - before; };
  state::Column<double> small(100), middling(10'000), large(1'000'000);
  EXPECT_EQ(taken(), 80'000u);  // a multiple of the alignment
  state::Column<double>().swap(middling);
  EXPECT_EQ(taken(), 0u);
}

}  // namespace
}  // namespace scree
