// The order of tasks on blocks, on random graphs of dependencies and for several numbers of threads.
#include "contact/block_schedule.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <stdexcept>

#include "base/random.h"

namespace scree::contact {
namespace {

struct Graph {
  std::vector<std::vector<std::uint32_t>> feeds, fed_by;
};
/// Each block feeds up to four of the next blocks, as a block along the curve feeds its later neighbours.
Graph random_graph(std::size_t blocks, std::uint64_t seed) {
  Graph graph{std::vector<std::vector<std::uint32_t>>(blocks), std::vector<std::vector<std::uint32_t>>(blocks)};
  for (std::uint32_t b = 0; b < blocks; ++b) {
    Random random(seed, b);
    for (std::uint32_t to = b + 1; to < blocks && to < b + 8; ++to)
      if (random.uniform() < 0.5) graph.feeds[b].push_back(to), graph.fed_by[to].push_back(b);
  }
  return graph;
}
std::vector<BlockSchedule::ThreadWork> divided(std::size_t blocks, std::size_t threads, std::uint64_t seed) {
  std::vector<BlockSchedule::ThreadWork> work(threads);
  for (std::uint32_t b = 0; b < blocks; ++b) work[b * threads / blocks].blocks.push_back(b);
  for (std::size_t t = 0; t < threads; ++t)
    work[t].early =
        static_cast<std::size_t>(Random(seed, t).uniform() * static_cast<double>(work[t].blocks.size() + 1));
  return work;
}

/// Restores the number of threads of the caller.
struct Threads {
  explicit Threads(int threads) { omp_set_num_threads(threads); }
  ~Threads() { omp_set_num_threads(before); }
  int before = omp_get_max_threads();
};

TEST(BlockSchedule, runs_each_task_once_and_completes_a_block_after_all_that_it_depends_on) {
  for (const int threads : {1, 2, 3, 5})
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Threads set(threads);
      const std::size_t blocks = 1 + seed * 2;
      const Graph graph = random_graph(blocks, seed);
      BlockSchedule schedule;
      schedule.set_dependencies(graph.feeds);
      schedule.set_work(divided(blocks, static_cast<std::size_t>(threads), seed));
      for (int repeat = 0; repeat < 3; ++repeat) {  // a schedule is used again in every step
        std::vector<std::atomic<int>> phase1(blocks), phase2(blocks), complete(blocks);
        std::atomic<int> violations = 0;
        schedule.run({.phase1 = [&](std::uint32_t b, std::uint32_t) { ++phase1[b]; },
                      .phase2 =
                          [&](std::uint32_t b, std::uint32_t) {
                            if (phase1[b] != 1) ++violations;
                            ++phase2[b];
                          },
                      .complete =
                          [&](std::uint32_t b) {
                            if (phase2[b] != 1) ++violations;
                            for (const std::uint32_t from : graph.fed_by[b])
                              if (phase1[from] != 1) ++violations;
                            ++complete[b];
                          }});
        EXPECT_EQ(violations, 0);
        for (std::size_t b = 0; b < blocks; ++b)
          ASSERT_TRUE(phase1[b] == 1 && phase2[b] == 1 && complete[b] == 1) << b << " of " << blocks;
      }
    }
}

TEST(BlockSchedule, runs_the_lists_of_more_threads_than_the_team_has) {
  const Threads set(1);
  BlockSchedule schedule;
  schedule.set_dependencies(random_graph(20, 1).feeds);
  schedule.set_work(divided(20, 4, 1));
  int completed = 0;
  schedule.run({.phase1 = [](auto, auto) {}, .phase2 = [](auto, auto) {}, .complete = [&](auto) { ++completed; }});
  EXPECT_EQ(completed, 20);
}

TEST(BlockSchedule, reports_a_block_that_no_thread_has) {
  const Threads set(2);
  BlockSchedule schedule;
  schedule.set_dependencies({{}, {}});
  schedule.set_work({{.blocks = {0}}, {}});
  const BlockSchedule::Tasks nothing{[](auto, auto) {}, [](auto, auto) {}, [](auto) {}};
  EXPECT_THROW(schedule.run(nothing), std::logic_error);
}

TEST(BlockSchedule, names_the_next_block_of_the_thread_for_prefetching) {
  const Threads set(1);
  BlockSchedule schedule;
  schedule.set_dependencies({{2}, {}, {}});
  schedule.set_work({{.blocks = {0, 1, 2}, .early = 1}});
  std::vector<std::pair<std::uint32_t, std::uint32_t>> in_phase2;
  schedule.run({.phase1 = [](auto, auto) {},
                .phase2 = [&](std::uint32_t b, std::uint32_t next) { in_phase2.emplace_back(b, next); },
                .complete = [](auto) {}});
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {{0, 1}, {1, 2}, {2, BlockSchedule::k_none}};
  EXPECT_EQ(in_phase2, expected);
}

}  // namespace
}  // namespace scree::contact
