// `scree solve` compares solvers on a saved problem.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <omp.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "io/checkpoint/problem_file.h"
#include "solve/solver.h"
#include "support/contact_problems.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using ::testing::HasSubstr;

struct Said {
  int code;
  std::string text;
};
Said said(const SolveArguments& arguments) {
  const int threads = omp_get_max_threads();
  testing::internal::CaptureStdout();
  const int code = solve_command(arguments);
  omp_set_num_threads(threads);
  return {code, testing::internal::GetCapturedStdout()};
}

TEST(SolveCommand, tells_of_every_solver_how_far_it_is_from_the_best) {
  const support::TemporaryFolder folder;
  const solve::Problem problem = test::random_pile(3, 3, {0.5, 0.002, 0.002});
  io::write_problem(folder / "p.h5", problem, {}, 42);
  const auto [code, text] = said({.file = folder / "p.h5", .tolerance = 1e-7, .iterations = 100'000, .json = true});
  EXPECT_EQ(code, k_ok);
  const auto result = nlohmann::json::parse(text);
  EXPECT_EQ(result["contacts"], problem.contacts.size());
  EXPECT_EQ(result["step"], 42);
  ASSERT_EQ(result["solvers"].size(), 4u);
  for (const auto& t : result["solvers"]) {
    EXPECT_TRUE(t["reached"].get<bool>()) << t["solver"];
    EXPECT_LE(t["residual_rms"].get<double>(), 1e-7) << t["solver"];
    EXPECT_EQ(t["velocity_difference"].get<double>() == 0.0, t["solver"] == result["reference"]) << t["solver"];
    EXPECT_LE(t["velocity_difference"].get<double>(), 1e-4) << t["solver"];
    EXPECT_GT(t["microseconds_per_contact_and_iteration"].get<double>(), 0.0);
  }
}

TEST(SolveCommand, says_when_a_solver_did_not_get_there_and_begins_warm_if_told) {
  const support::TemporaryFolder folder;
  const solve::Problem problem = test::random_pile(3, 3, {0.5, 0.002, 0.002});
  solve::Impulses guess;
  solve::solve(problem, guess, {.method = solve::Method::newton, .tolerance = 1e-10});
  io::write_problem(folder / "p.h5", problem, guess);
  SolveArguments arguments{.file = folder / "p.h5", .solver = "apgd", .tolerance = 1e-9, .iterations = 15};
  EXPECT_THAT(said(arguments).text, HasSubstr("NO"));
  arguments.warm = true;
  const auto [code, text] = said(arguments);
  EXPECT_EQ(code, k_ok);
  EXPECT_THAT(text, HasSubstr("from the saved guess"));
  EXPECT_THAT(text, HasSubstr("yes"));
}

TEST(SolveCommand, refuses_a_file_that_is_no_problem) {
  const support::TemporaryFolder folder;
  support::put_text(folder / "p.h5", "nothing of the kind");
  EXPECT_THROW(solve_command({.file = folder / "p.h5"}), io::CheckpointError);
}

}  // namespace
}  // namespace scree::app
