#include "contact/block_schedule.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <omp.h>

#include "base/back_off.h"

namespace scree::contact {

void BlockSchedule::set_dependencies(const std::vector<std::vector<std::uint32_t>>& feeds) {
  feeds_ = feeds;
  fed_by_.assign(feeds.size(), 0);
  for (const auto& targets : feeds)
    for (const std::uint32_t to : targets) ++fed_by_[to];
  progress_ = std::vector<Progress>(feeds.size());
}

/// The tasks of one run with their order.
class BlockSchedule::Team {
 public:
  Team(BlockSchedule& schedule, const Tasks& tasks)
      : schedule_(schedule), progress_(schedule.progress_), tasks_(tasks) {}

  /// What one thread does.
  void work(std::size_t thread, std::size_t threads) {
    const std::vector<ThreadWork>& all = schedule_.work_;
    std::vector<std::uint32_t> waiting;  // blocks of this thread that are not complete
    const auto complete_ready = [&] {
      const std::size_t before = waiting.size();
      // The last block first: it is in the nearest cache.
      for (std::size_t i = before; i-- > 0;)
        if (try_complete(waiting[i])) waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
      return waiting.size() < before;
    };
    // The team may have fewer threads than lists (OMP_THREAD_LIMIT, OMP_DYNAMIC); its threads then share the lists.
    for (std::size_t own = thread; own < all.size(); own += threads) {
      const std::vector<std::uint32_t>& mine = all[own].blocks;
      const std::size_t early = all[own].early;
      for (std::size_t k = 0; k < early; ++k) phase1(mine[k], k + 1 < early ? mine[k + 1] : k_none);
      for (std::size_t k = 0; k < mine.size(); ++k) {
        phase2(mine[k], k + 1 < mine.size() ? mine[k + 1] : k_none);
        waiting.push_back(mine[k]);
        complete_ready();
      }
    }
    const auto taken = [&](std::uint32_t b) { return progress_[b].phase2_taken.load(std::memory_order_relaxed); };
    for (std::size_t k = 1; k < all.size(); ++k) {
      // The last block of another thread is left to that thread: its data would move to this core and back.
      const std::vector<std::uint32_t>& others = all[(thread + k) % all.size()].blocks;
      for (std::size_t i = others.size(); i-- > 0;) {
        if (taken(others[i])) continue;
        if (i == 0 || taken(others[i - 1])) break;
        phase2(others[i], k_none);
        complete_ready();
      }
    }
    // All other blocks are in progress or will be processed by their own thread.
    for (BackOff back_off; !waiting.empty();)
      if (!complete_ready()) back_off.wait();
    for (std::size_t k = 1; k < all.size(); ++k)
      for (const std::uint32_t b : all[(thread + k) % all.size()].blocks) try_complete(b);
  }

 private:
  void phase1(std::uint32_t b, std::uint32_t next) {
    if (progress_[b].phase1_taken.exchange(true, std::memory_order_relaxed)) return;
    tasks_.phase1(b, next);
    progress_[b].phase1_done.store(true, std::memory_order_release);
    for (const std::uint32_t to : schedule_.feeds_[b])
      progress_[to].dependencies.fetch_sub(1, std::memory_order_acq_rel);
  }
  void phase2(std::uint32_t b, std::uint32_t next) {
    if (progress_[b].phase2_taken.exchange(true, std::memory_order_relaxed)) return;
    phase1(b, k_none);
    for (BackOff back_off; !progress_[b].phase1_done.load(std::memory_order_acquire);) back_off.wait();
    tasks_.phase2(b, next);
    progress_[b].dependencies.fetch_sub(1, std::memory_order_acq_rel);
  }
  /// False if the block is not ready. True if it is complete, or another thread completes it.
  bool try_complete(std::uint32_t b) {
    if (progress_[b].dependencies.load(std::memory_order_acquire) != 0) return false;
    if (!progress_[b].completion_taken.exchange(true, std::memory_order_relaxed)) tasks_.complete(b);
    return true;
  }

  BlockSchedule& schedule_;
  std::vector<Progress>& progress_;
  const Tasks& tasks_;
};

void BlockSchedule::run(const Tasks& tasks) {
  for (std::size_t b = 0; b < progress_.size(); ++b) {
    Progress& p = progress_[b];
    p.dependencies.store(fed_by_[b] + 1, std::memory_order_relaxed);
    for (auto* flag : {&p.phase1_taken, &p.phase1_done, &p.phase2_taken, &p.completion_taken})
      flag->store(false, std::memory_order_relaxed);
  }
  Team team(*this, tasks);
#pragma omp parallel
  team.work(static_cast<std::size_t>(omp_get_thread_num()), static_cast<std::size_t>(omp_get_num_threads()));
  for (std::size_t b = 0; b < progress_.size(); ++b)
    if (!progress_[b].completion_taken.load(std::memory_order_relaxed))
      throw std::logic_error(fmt::format(
          "block {} of {} was not completed in a step with {} threads: this is a mistake in scree, please report it", b,
          progress_.size(), work_.size()));
}

}  // namespace scree::contact
