// Spin-wait with back-off for another thread that will finish soon.
//
// Yielding at once can give the core to another process for a whole scheduler time slice, which is as long as many time
// steps. Therefore the thread spins for longer than the usual waiting time. It yields only after that, because the
// thread it waits for may need this core.
#pragma once

#include <thread>

namespace scree {

class BackOff {
 public:
  void wait() {
    if (++spins_ > k_max_spins) return std::this_thread::yield();
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

 private:
  static constexpr int k_max_spins = 2000;  // pause instructions of 20 to 60 ns each
  int spins_ = 0;
};

}  // namespace scree
