// The order in which threads work on blocks that depend on each other.
//
// The work on a block has three tasks. Phase 1 runs first; its results go to other blocks (`feeds`). Phase 2 runs after
// the phase 1 of the same block. Completion runs as soon as phase 2 of the block and phase 1 of every block that feeds
// it are done. Each task runs exactly once, on any thread; tasks of different blocks may overlap in time unless this
// order forbids it. Nothing here depends on what the tasks compute, so results cannot depend on which thread ran what
// if the tasks of one block write only data of this block and contributions that it alone writes.
//
// Each thread has a list of blocks. It works on these in order, then helps other threads from the ends of their lists.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace scree::contact {

class BlockSchedule {
 public:
  static constexpr std::uint32_t k_none = ~std::uint32_t{0};
  struct Tasks {
    /// `next` is the block that this thread will probably work on afterwards, for prefetching, or k_none.
    std::function<void(std::uint32_t block, std::uint32_t next)> phase1, phase2;
    std::function<void(std::uint32_t block)> complete;
  };
  /// The blocks of one thread, in order.
  struct ThreadWork {
    std::vector<std::uint32_t> blocks;
    /// number of leading blocks whose phase 1 runs before any phase 2, since blocks of other threads depend on them
    std::size_t early = 0;
  };

  /// feeds[b]: the blocks that receive results of phase 1 of block b.
  void set_dependencies(const std::vector<std::vector<std::uint32_t>>& feeds);
  /// One entry for each thread; every block occurs once.
  void set_work(std::vector<ThreadWork> work) { work_ = std::move(work); }
  const std::vector<ThreadWork>& work() const { return work_; }
  std::size_t blocks() const { return feeds_.size(); }

  /// Run all tasks on the OpenMP threads of the caller. Throws std::logic_error if a block was not completed.
  void run(const Tasks& tasks);

 private:
  class Team;
  struct alignas(64) Progress {
    /// unfinished tasks before completion: phase 2 of the block, and phase 1 of each block that feeds it
    std::atomic<std::uint32_t> dependencies;
    std::atomic<bool> phase1_taken, phase1_done;  ///< a thread has begun phase 1; has finished it
    std::atomic<bool> phase2_taken;               ///< a thread has begun phase 2
    std::atomic<bool> completion_taken;           ///< a thread has begun the completion
  };

  std::vector<std::vector<std::uint32_t>> feeds_;
  std::vector<std::uint32_t> fed_by_;  ///< number of blocks that feed each block
  std::vector<Progress> progress_;
  std::vector<ThreadWork> work_;
};

}  // namespace scree::contact
