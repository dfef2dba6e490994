#include "app/early_exit.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include "app/exit_codes.h"

namespace scree::app {
namespace {

std::atomic<bool> g_expected{false};
std::function<void(const std::string&)> g_call;

void at_exit() {
  if (g_expected) return;
  const int threads = omp_get_max_threads();
  const std::string why = fmt::format(
      "OpenMP could not start {} thread{}: there is not enough memory for their stacks, or there are too many "
      "processes; "
      "use fewer (--threads), or raise the limit (ulimit -v, ulimit -u)",
      threads, threads == 1 ? "" : "s");
  if (g_call) g_call(why);
  fmt::print(stderr, "scree: {}\n", why);
  std::fflush(stdout);
  _exit(k_machine);
}

}  // namespace

void watch_for_early_exit() { std::atexit(at_exit); }
void exit_is_expected() { g_expected = true; }

OnEarlyExit::OnEarlyExit(std::function<void(const std::string&)> call) { g_call = std::move(call); }
OnEarlyExit::~OnEarlyExit() { g_call = nullptr; }

}  // namespace scree::app
