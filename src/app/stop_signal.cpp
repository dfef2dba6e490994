#include "app/stop_signal.h"

#include <atomic>
#include <csignal>

namespace scree::app {
namespace {

std::atomic<bool> g_wished{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int signal) {
  g_wished = true;
  std::signal(signal, SIG_DFL);  // the second one ends the program
}

}  // namespace

StopSignal::StopSignal() {
  g_wished = false;
  std::signal(SIGINT, note), std::signal(SIGTERM, note);
}
StopSignal::~StopSignal() { std::signal(SIGINT, SIG_DFL), std::signal(SIGTERM, SIG_DFL); }
bool StopSignal::wished() { return g_wished; }

}  // namespace scree::app
