#include "app/stop_signal.h"

#include <atomic>
#include <csignal>

namespace scree::app {
namespace {

std::atomic<int> g_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);
int g_listeners = 0;

void note(int signal) {
  g_signal = signal;
  std::signal(signal, SIG_DFL);  // the second one ends the program
}

}  // namespace

StopSignal::StopSignal() {
  if (g_listeners++ > 0) return;
  g_signal = 0;
  std::signal(SIGINT, note), std::signal(SIGTERM, note);
}
StopSignal::~StopSignal() {
  if (--g_listeners == 0) std::signal(SIGINT, SIG_DFL), std::signal(SIGTERM, SIG_DFL);
}
bool StopSignal::wished() { return g_signal != 0; }
int StopSignal::which() { return g_signal; }

}  // namespace scree::app
