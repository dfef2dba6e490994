// Contacts of a run begin and end in any order: each keeps its own history, pair and targets, and those that write
// boundary contributions stay in front.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include "contact/run.h"

namespace scree {
namespace {

using Contacts = contact::Run;  // `Run` is a function of every test

constexpr std::uint32_t k_pairs = 300, k_boundary_pairs = 70;
constexpr std::size_t k_columns = 7;

/// Pairs of which the first write boundary contributions, as after a rebuild.
Contacts listed() {
  Contacts run;
  for (std::uint32_t p = 0; p < k_pairs; ++p)
    run.add_pair(p % 3 == 0 ? 2000 + p : 1000 + p, p % 3 == 0 ? 1000 + p : 2000 + p,
                 static_cast<state::Image>(p % state::k_images));
  run.first = 1000;
  run.pad();
  for (std::uint32_t p = 0; p < k_pairs; ++p)
    run.load_target.push_back(p < k_boundary_pairs ? contact::k_boundary | p : 500 + p);
  return run;
}
double& number(Contacts& run, std::size_t column, std::size_t place) {
  return run.history[column * run.stride + place];
}
void give_history(Contacts& run, std::uint32_t place, double mark) {
  for (std::size_t k = 0; k < k_columns; ++k) number(run, k, place) = mark + static_cast<double>(k);
}

/// By pair: the history that it must have.
using Expected = std::map<std::uint32_t, double>;

void expect(Contacts& run, const Expected& marks) {
  ASSERT_EQ(run.touching.size(), marks.size());
  std::uint32_t boundary_contacts = 0;
  for (std::uint32_t i = 0; i < run.touching.size(); ++i) {
    const std::uint32_t p = run.touching[i];
    ASSERT_EQ(marks.count(p), 1u) << "pair " << p;
    for (std::size_t k = 0; k < k_columns; ++k)
      EXPECT_EQ(number(run, k, i), marks.at(p) + (marks.at(p) != 0.0 ? static_cast<double>(k) : 0.0)) << "pair " << p;
    EXPECT_EQ(run.contact_a[i], run.a[p]);
    EXPECT_EQ(run.contact_b[i], run.b[p]);
    EXPECT_EQ(run.contact_image[i], run.image[p]);
    const auto owner = p % 3 == 0 ? run.target_b[i] : run.target_a[i],
               other = p % 3 == 0 ? run.target_a[i] : run.target_b[i];
    EXPECT_EQ(owner, p);  // its place in the block
    EXPECT_EQ(other, run.load_target[p]);
    boundary_contacts += run.crosses_block(p);
    EXPECT_EQ(run.crosses_block(p), i < run.boundary_contacts);
  }
  EXPECT_EQ(boundary_contacts, run.boundary_contacts);
  for (std::size_t i = run.touching.size(); i < contact::padded(run.touching.size()); ++i) {
    EXPECT_EQ(run.contact_a[i], run.a[run.touching.back()]);
    for (std::size_t k = 0; k < k_columns; ++k) EXPECT_EQ(number(run, k, i), 0.0);
  }
}

TEST(Run, keeps_every_history_with_its_contact_while_others_begin_and_end) {
  Contacts run = listed();
  Expected marks;
  std::mt19937 random(7);
  double mark = 1.0;
  for (int round = 0; round < 400; ++round) {
    const auto few = 1 + random() % (round % 40 == 0 ? 60 : 5);
    std::vector<std::uint32_t> ended, begin;
    for (std::uint32_t i = 0; i < run.touching.size(); ++i)
      if (random() % 60 < few) ended.push_back(i);
    // now and then all
    if (round % 100 == 99) ended.resize(run.touching.size()), std::iota(ended.begin(), ended.end(), 0u);
    for (auto place = ended.rbegin(); place != ended.rend(); ++place) {
      marks.erase(run.touching[*place]);
      run.end_contact(*place);
    }
    for (std::uint32_t p = 0; p < k_pairs; ++p)
      if (marks.count(p) == 0 && random() % 40 < few) begin.push_back(p);
    run.make_room(run.touching.size() + begin.size(), k_columns);
    for (const std::uint32_t p : begin) run.begin_contact(p), marks[p] = 0.0;
    run.pad_contacts();
    expect(run, marks);
    if (HasFatalFailure()) return;
    for (std::uint32_t i = 0; i < run.touching.size(); ++i)
      give_history(run, i, marks[run.touching[i]] = mark), mark += 10.0;
  }
  EXPECT_GT(mark, 1e5);  // there were contacts in plenty
}

TEST(Run, puts_boundary_contacts_in_front_with_their_histories) {
  Contacts run = listed();
  Expected marks;
  for (const std::uint32_t p : {200u, 3u, 150u, 60u, 201u, 5u}) {
    run.touching.push_back(p);
    run.make_room(run.touching.size(), k_columns);
    give_history(run, static_cast<std::uint32_t>(run.touching.size()) - 1, marks[p] = 100.0 * (p + 1));
  }
  run.put_boundary_contacts_first();
  run.fill_contact_columns();
  EXPECT_EQ(run.boundary_contacts, 3u);
  expect(run, marks);
}

TEST(Run, takes_a_contact_of_another_run_over_with_its_history) {
  Contacts from = listed(), run = listed();
  from.make_room(3, k_columns);
  for (const std::uint32_t p : {10u, 90u, 91u}) from.begin_contact(p);
  constexpr std::uint32_t k_many = 20;  // for which room is made more than once
  for (std::uint32_t n = 0; n < k_many; ++n) {
    give_history(from, 1, 40.0 + 100.0 * n);
    run.append_contact(7 + n, 800 + n, state::k_no_image, from, 1);
  }
  ASSERT_EQ(run.touching.size(), k_many);
  EXPECT_EQ(run.a.size() % contact::k_pad, 0u);
  for (std::uint32_t n = 0; n < k_many; ++n) {
    EXPECT_EQ(run.touching[n], k_pairs + n);
    EXPECT_EQ(run.a[k_pairs + n], 7 + n);
    EXPECT_EQ(run.b[k_pairs + n], 800 + n);
    for (std::size_t k = 0; k < k_columns; ++k) EXPECT_EQ(number(run, k, n), 40.0 + 100.0 * n + static_cast<double>(k));
  }
}

TEST(Run, evaluates_boundary_contacts_first_in_whole_chunks) {
  Contacts run;
  run.touching.resize(200);
  EXPECT_EQ(run.first_contacts(), 0u);
  run.boundary_contacts = 10;  // whole chunks, since the lanes of sums follow chunks
  EXPECT_EQ(run.first_contacts(), static_cast<std::uint32_t>(contact::k_chunk));
  run.boundary_contacts = 195;
  EXPECT_EQ(run.first_contacts(), 200u);
}

}  // namespace
}  // namespace scree
