#include "contact/probe.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "contact/stages.h"

namespace scree::contact {
namespace {

/// Scratch memory of one thread.
struct Scratch {
  Chunk chunk;
  std::vector<std::uint32_t> found;
  std::uint32_t a[k_chunk + k_pad], b[k_chunk + k_pad], target_a[k_chunk + k_pad], target_b[k_chunk + k_pad];
  std::uint8_t image[k_chunk + k_pad];
  alignas(64) double history[k_max_history * k_chunk];
};
Scratch& scratch() {
  thread_local const std::unique_ptr<Scratch> mine = std::make_unique<Scratch>();
  return *mine;
}

constexpr std::uint32_t k_own = 0, k_other = 1;  // targets: loads on this body, and on the other one (discarded)
constexpr std::uint32_t k_none = ~0u;

template <class F>
void each_run(const Contacts& contacts, F f) {
  for (const Block& block : contacts.blocks())
    for (const Run& run : block.runs) f(run);
}

}  // namespace

void Probe::follow(const Contacts& contacts, std::size_t bodies) {
  first_group_.assign(bodies + 1, 0), groups_.clear();
  for (auto* column : {&a_, &b_, &pair_}) column->clear();
  image_.clear();
  // Pairs of every body, in the order of blocks and runs.
  struct Entry {
    const Run* run;
    std::uint32_t pair, number;
  };
  std::vector<std::vector<Entry>> of_body(bodies);
  std::uint32_t number = 0;
  each_run(contacts, [&](const Run& run) {
    for (std::uint32_t p = 0; p < run.pairs; ++p, ++number) {
      of_body[run.a[p]].push_back({&run, p, number});
      if (!run.at_wall()) of_body[run.b[p]].push_back({&run, p, number});
    }
  });
  const auto add = [&](const Entry& e) {
    a_.push_back(e.run->a[e.pair]), b_.push_back(e.run->b[e.pair]), image_.push_back(e.run->image[e.pair]),
        pair_.push_back(e.number);
  };
  for (std::size_t slot = 0; slot < bodies; ++slot) {
    // All pairs of a body in one run are contiguous, since runs are visited one after the other.
    const std::vector<Entry>& entries = of_body[slot];
    for (std::size_t i = 0; i < entries.size();) {
      Group group{entries[i].run, static_cast<std::uint32_t>(a_.size()), 0};
      for (; i < entries.size() && entries[i].run == group.run; ++i, ++group.count) add(entries[i]);
      while (a_.size() % k_pad != 0) add(entries[i - 1]);
      groups_.push_back(group);
    }
    first_group_[slot + 1] = static_cast<std::uint32_t>(groups_.size());
  }
}

void Probe::see_contacts(const Contacts& contacts) {
  contact_of_.assign(static_cast<std::size_t>(contacts.pair_count()), k_none);
  std::uint32_t before = 0;  // number of pairs of earlier runs
  each_run(contacts, [&](const Run& run) {
    for (std::uint32_t i = 0; i < run.touching.size(); ++i) contact_of_[before + run.touching[i]] = i;
    before += run.pairs;
  });
}

state::LoadLine Probe::load_on(const Contacts& contacts, const KernelInputs& inputs, state::Slot slot,
                               double step) const {
  Scratch& s = scratch();
  Chunk& c = s.chunk;
  c.step = step, c.synchronised = inputs.predictions != nullptr;
  c.overlap_alarm = std::numeric_limits<double>::infinity();
  c.a = s.a, c.b = s.b, c.image = s.image, c.target_a = s.target_a, c.target_b = s.target_b;
  state::LoadLine lines[2]{};
  const LoadTargets targets{lines, nullptr};
  TallyLanes unused;

  for (std::uint32_t g = first_group_[slot]; g < first_group_[slot + 1]; ++g) {
    const Group& group = groups_[g];
    const Run& run = *group.run;
    const PreparedModel& model = contacts.table().models[run.model];
    s.found.resize(group.count + k_pad);
    const std::uint32_t touching = contacts.kernels().narrow[shape::kernel_kind(run.kind)](
        inputs, {a_.data() + group.first, b_.data() + group.first, image_.data() + group.first, group.count, run.kind},
        s.found.data());
    for (std::uint32_t first = 0; first < touching; first += k_chunk) {
      const std::uint32_t count = std::min<std::uint32_t>(k_chunk, touching - first),
                          whole = static_cast<std::uint32_t>(padded(count));
      for (std::uint32_t i = 0; i < whole; ++i) {
        const std::uint32_t place = group.first + s.found[first + std::min(i, count - 1)];
        s.a[i] = a_[place], s.b[i] = b_[place], s.image[i] = image_[place];
        s.target_a[i] = s.a[i] == slot ? k_own : k_other;
        s.target_b[i] = run.at_wall() || s.a[i] == slot ? k_other : k_own;
        // A pair that already touches has a history. A pair that begins to touch, or whose contact has just ended,
        // starts with an empty one.
        const std::uint32_t contact = contact_of_[pair_[place]];
        for (int k = 0; k < model.history_size; ++k)
          s.history[k * k_chunk + i] =
              contact != k_none ? run.history[static_cast<std::size_t>(k) * run.stride + contact] : 0.0;
      }
      c.count = static_cast<int>(count);
      std::uint32_t ended[k_chunk + k_pad];
      run_stages(contacts.kernels(), {model, run.kind, s.history, k_chunk, targets, targets}, inputs, c, unused, ended);
    }
  }
  return lines[k_own];
}

}  // namespace scree::contact
