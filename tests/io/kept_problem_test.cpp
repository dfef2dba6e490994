// The problem of one step of a run, saved, read and solved again: by every solver to the velocities that the run itself
// had.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/checkpoint/problem_file.h"
#include "solve/saved.h"
#include "solve/solver.h"
#include "support/rigid_scenes.h"
#include "support/temporary_folder.h"

namespace scree::io {
namespace {

std::string bits_of(const solve::Problem& problem, const solve::Impulses& guess) {
  Archive archive;
  solve::put(archive, problem, guess);
  std::string bits;
  for (const Array& array : archive.arrays())
    std::visit([&](const auto& v) { bits.append(reinterpret_cast<const char*>(v.data()), v.size() * sizeof(v[0])); },
               array.values);
  return bits;
}

TEST(KeptProblem, is_that_of_the_step_and_every_solver_finds_the_velocities_of_the_run) {
  const support::TemporaryFolder folder;
  sim::Scene scene = test::rigid_machine();
  // Tight, so that what the solvers differ by is small; damping-free joints and friction make it a hard one.
  scene.nonsmooth.solver = 3, scene.nonsmooth.tolerance = 1e-10, scene.nonsmooth.max_iterations = 500;
  constexpr std::int64_t k_step = 80;
  sim::Simulation run(scene);
  run.want_problem(k_step);
  run.advance(k_step - 1);
  EXPECT_EQ(run.kept_problem(), nullptr);
  const double time = run.time();
  run.advance(1);
  ASSERT_NE(run.kept_problem(), nullptr);
  const step::KeptProblem& kept = *run.kept_problem();
  EXPECT_EQ(kept.time, time);
  EXPECT_GT(kept.problem.contacts.size(), 50u);
  EXPECT_GT(kept.problem.rows.size(), 10u);
  ASSERT_TRUE(run.report().solver->reached);

  write_problem(folder / "p.h5", kept.problem, kept.guess, k_step, kept.time);
  const SavedProblem saved = read_problem(folder / "p.h5");
  EXPECT_EQ(bits_of(saved.problem, saved.guess), bits_of(kept.problem, kept.guess));
  EXPECT_EQ(saved.step, k_step);
  EXPECT_EQ(saved.time, time);

  const auto& lines = run.world().bodies.lines;  // a body's index in the problem is its slot
  for (std::size_t m = 0; m < solve::k_method_choices.size(); ++m) {
    solve::Impulses impulses = saved.guess;
    const solve::Outcome outcome = solve::solve(saved.problem, impulses, {static_cast<solve::Method>(m), 1e-8, 200000});
    EXPECT_TRUE(outcome.reached) << solve::k_method_choices[m] << " " << outcome.residual.rms;
    double difference = 0.0;
    for (std::size_t i = 0; i < lines.size(); ++i)
      difference = std::max({difference, norm(outcome.velocities[i].linear - lines[i].velocity()),
                             0.01 * norm(outcome.velocities[i].angular - lines[i].spin())});
    // The error of velocities is the residual, 1e-8, times the condition of the problem, 1e3 here.
    EXPECT_LT(difference, 1e-5) << solve::k_method_choices[m];
  }
}

TEST(KeptProblem, does_not_change_the_run_and_smooth_steppers_have_none) {
  sim::Simulation with(test::rigid_tumble()), without(test::rigid_tumble());
  with.want_problem(5);
  with.advance(20), without.advance(20);
  EXPECT_NE(with.kept_problem(), nullptr);
  EXPECT_EQ(with.state_hash(), without.state_hash());
  sim::Simulation smooth(test::scene_with(test::frictionless(1e4), 1e-4));
  smooth.want_problem(1);
  smooth.advance(2);
  EXPECT_EQ(smooth.kept_problem(), nullptr);
}

}  // namespace
}  // namespace scree::io
