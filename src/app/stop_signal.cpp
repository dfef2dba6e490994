#include "app/stop_signal.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

namespace scree::app {
namespace {

struct HandledSignal {
  int number;
  std::string_view name;
  bool second_one_ends;  ///< a second signal ends the program at once
};
constexpr std::array<HandledSignal, 5> k_handled = {{{SIGINT, "SIGINT", true},
                                                     {SIGTERM, "SIGTERM", true},
                                                     {SIGHUP, "SIGHUP", false},
                                                     {SIGPIPE, "SIGPIPE", false},
                                                     {SIGXCPU, "SIGXCPU", false}}};

std::atomic<int> g_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);
int g_listeners = 0;
std::array<struct sigaction, k_handled.size()> g_before{};

void note(int signal) {
  if (g_signal == 0) g_signal = signal;
}

}  // namespace

StopSignal::StopSignal() {
  if (g_listeners++ > 0) return;
  g_signal = 0;
  for (std::size_t i = 0; i < k_handled.size(); ++i) {
    sigaction(k_handled[i].number, nullptr, &g_before[i]);
    if (!k_handled[i].second_one_ends && g_before[i].sa_handler == SIG_IGN) continue;
    struct sigaction ours {};
    ours.sa_handler = note;
    ours.sa_flags =
        // SA_RESETHAND restores the default handler after the first signal
        SA_RESTART | (k_handled[i].second_one_ends ? static_cast<int>(SA_RESETHAND) : 0);
    sigaction(k_handled[i].number, &ours, nullptr);
  }
}
StopSignal::~StopSignal() {
  if (--g_listeners > 0) return;
  for (std::size_t i = 0; i < k_handled.size(); ++i) sigaction(k_handled[i].number, &g_before[i], nullptr);
}
bool StopSignal::requested() { return g_signal != 0; }
int StopSignal::which() { return g_signal; }
std::string_view StopSignal::name() {
  for (const HandledSignal& handled : k_handled)
    if (handled.number == g_signal) return handled.name;
  return {};
}

}  // namespace scree::app
