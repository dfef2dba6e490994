// A saved contact problem comes back bit for bit, or is refused with a sentence.
#include "io/checkpoint/problem_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "io/checkpoint/checkpoint_image.h"
#include "solve/saved.h"
#include "support/contact_problems.h"
#include "support/temporary_folder.h"
#include "scree/version.h"

namespace scree::io {
namespace {

using support::put_text, support::TemporaryFolder, support::text_of;
using ::testing::HasSubstr;

std::string refused(const std::filesystem::path& path) {
  try {
    read_problem(path);
  } catch (const CheckpointError& error) {
    EXPECT_THAT(error.what, HasSubstr(path.string()));
    return error.what;
  }
  ADD_FAILURE() << "it was read";
  return {};
}

/// All numbers of a problem and a guess as they lie in memory; structs may have gaps, arrays have none.
std::string bits_of(const solve::Problem& problem, const solve::Impulses& guess) {
  Archive archive;
  solve::put(archive, problem, guess);
  std::string bits;
  for (const Array& array : archive.arrays())
    std::visit([&](const auto& v) { bits.append(reinterpret_cast<const char*>(v.data()), v.size() * sizeof(v[0])); },
               array.values);
  return bits;
}

TEST(ProblemFile, comes_back_bit_for_bit) {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    auto [problem, guess] = test::random_problem(seed, 6, 12, static_cast<int>(seed));
    if (seed == 2) guess = {};
    problem.contacts[0].bias = -0.0;
    problem.contacts[1].bias = std::numeric_limits<double>::denorm_min();
    write_problem(folder / "p.h5", problem, guess, 17, 0.25);
    const SavedProblem saved = read_problem(folder / "p.h5");
    EXPECT_EQ(saved.problem.bodies.size(), problem.bodies.size());
    EXPECT_EQ(saved.problem.rows.size(), seed);
    EXPECT_EQ(saved.guess.contacts.size(), guess.contacts.size());
    EXPECT_EQ(bits_of(saved.problem, saved.guess), bits_of(problem, guess));
    EXPECT_EQ(saved.problem.contacts[3].b, problem.contacts[3].b);
    EXPECT_EQ(saved.problem.contacts[3].slide_compliance, problem.contacts[3].slide_compliance);
    EXPECT_EQ(saved.step, 17);
    EXPECT_EQ(saved.time, 0.25);
  }
}

TEST(ProblemFile, may_be_empty) {
  const TemporaryFolder folder;
  write_problem(folder / "p.h5", {}, {});
  EXPECT_TRUE(read_problem(folder / "p.h5").problem.contacts.empty());
}

TEST(ProblemFile, is_refused_if_damaged_cut_short_or_not_there) {
  const TemporaryFolder folder;
  const auto path = folder / "p.h5";
  const auto [problem, guess] = test::random_problem(1);
  write_problem(path, problem, guess);
  const std::string whole = text_of(path);
  for (const double fraction : {0.0, 0.3, 0.9}) {
    put_text(path, whole.substr(0, static_cast<std::size_t>(fraction * static_cast<double>(whole.size()))));
    refused(path);
  }
  // One bit of one number: found where its bytes are.
  const double number = problem.contacts[5].normal.y;
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  const std::size_t at = whole.find(std::string_view(bytes, sizeof bytes));
  ASSERT_NE(at, std::string::npos);
  std::string bent = whole;
  bent[at] = static_cast<char>(bent[at] ^ 1);
  put_text(path, bent);
  EXPECT_THAT(refused(path), HasSubstr("checksum"));
  EXPECT_THAT(refused(folder / "nowhere.h5"), HasSubstr("is not there"));
  put_text(path, "x y z\n");
  refused(path);
}

TEST(ProblemFile, of_another_kind_is_reported_as_such) {
  const TemporaryFolder folder;
  Checkpoint run{{}, std::string(version()), 0, 0.0, {}};
  run.state.put("bodies/id", std::vector<std::int64_t>{1, 2});
  write_checkpoint(folder.path(), run);
  EXPECT_THAT(refused(checkpoint_path(folder.path())),
              HasSubstr("there is no contact problem in it; it is the checkpoint of a run"));
}

TEST(ProblemFile, with_numbers_that_make_no_problem_is_refused) {
  const TemporaryFolder folder;
  const auto good = test::random_problem(3);
  const auto refused_with = [&](auto change) {
    auto bad = good;
    change(bad);
    write_problem(folder / "p.h5", bad.problem, bad.impulses);
    return refused(folder / "p.h5");
  };
  EXPECT_THAT(refused_with([](auto& p) { p.problem.contacts[4].b = 99; }),
              HasSubstr("contact 4 of the problem is on body 99, but there are 7 bodies"));
  EXPECT_THAT(refused_with([](auto& p) { p.problem.rows[1].a = p.problem.rows[1].b; }),
              HasSubstr("row 1 of the problem has body"));
  EXPECT_THAT(refused_with([](auto& p) { p.problem.contacts[2].cone.roll = -1; }), HasSubstr("negative coefficient"));
  EXPECT_THAT(refused_with([](auto& p) { p.problem.contacts[2].arm_a.z = std::nan(""); }),
              HasSubstr("row 2 of problem/contacts/arm_a is not a number"));
  EXPECT_THAT(refused_with([](auto& p) { p.problem.rows[0].low = 1, p.problem.rows[0].high = 0; }),
              HasSubstr("lower limit above"));
  EXPECT_THAT(refused_with([](auto& p) { p.problem.bodies[0].inverse_mass.x = -1; }),
              HasSubstr("body 0 of the problem has a negative mass"));
  EXPECT_THAT(refused_with([](auto& p) { p.impulses.contacts.pop_back(); }),
              HasSubstr("the guess is for 11 contacts and 3 rows, the problem has 12 and 3"));
}

}  // namespace
}  // namespace scree::io
