// Waiting for another thread that will be done in a moment.
//
// A thread that gives way at once gives its core to anybody else who wants it, for a whole slice of the scheduler's
// time, which is many steps long. So it is patient for longer than others usually need, and gives way only then: they
// may want this very core.
#pragma once

#include <thread>

namespace scree {

class Patience {
 public:
  void wait() {
    if (++turns_ > k_turns) return std::this_thread::yield();
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

 private:
  static constexpr int k_turns = 2000;  // of 20 to 60 ns each
  int turns_ = 0;
};

}  // namespace scree
