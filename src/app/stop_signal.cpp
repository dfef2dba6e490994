#include "app/stop_signal.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>

namespace scree::app {
namespace {

struct Heard {
  int number;
  std::string_view name;
  bool second_one_ends;  ///< the program, at once
};
constexpr std::array<Heard, 5> k_heard = {{{SIGINT, "SIGINT", true},
                                           {SIGTERM, "SIGTERM", true},
                                           {SIGHUP, "SIGHUP", false},
                                           {SIGPIPE, "SIGPIPE", false},
                                           {SIGXCPU, "SIGXCPU", false}}};

std::atomic<int> g_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);
int g_listeners = 0;
std::array<struct sigaction, k_heard.size()> g_before{};

void note(int signal) {
  if (g_signal == 0) g_signal = signal;
}

}  // namespace

StopSignal::StopSignal() {
  if (g_listeners++ > 0) return;
  g_signal = 0;
  for (std::size_t i = 0; i < k_heard.size(); ++i) {
    sigaction(k_heard[i].number, nullptr, &g_before[i]);
    if (!k_heard[i].second_one_ends && g_before[i].sa_handler == SIG_IGN) continue;
    struct sigaction ours {};
    ours.sa_handler = note;
    ours.sa_flags =
        SA_RESTART | (k_heard[i].second_one_ends ? static_cast<int>(SA_RESETHAND) : 0);  // which leaves the default
    sigaction(k_heard[i].number, &ours, nullptr);
  }
}
StopSignal::~StopSignal() {
  if (--g_listeners > 0) return;
  for (std::size_t i = 0; i < k_heard.size(); ++i) sigaction(k_heard[i].number, &g_before[i], nullptr);
}
bool StopSignal::wished() { return g_signal != 0; }
int StopSignal::which() { return g_signal; }
std::string_view StopSignal::name() {
  for (const Heard& heard : k_heard)
    if (heard.number == g_signal) return heard.name;
  return {};
}

}  // namespace scree::app
