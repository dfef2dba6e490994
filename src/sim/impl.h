// The implementation of Simulation. Internal to sim/.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/simulation.h"
#include "sim/threads.h"
#include "state/world.h"
#include "step/engine.h"

namespace scree::sim {

/// Progress of a stream.
struct StreamState {
  std::int64_t placed = 0;    ///< bodies inserted so far
  std::int64_t attempts = 0;  ///< positions tried for the next body
};

struct Simulation::Impl {
  Impl(const Scene& the_scene, const Options& options);
  /// Without bodies: restore() reads them from an archive.
  Impl(const Scene& the_scene, const Options& options, double step);

  /// Sets the number of threads of this simulation in place of the host's setting. Every function that calls the
  /// engine keeps this object alive during the call.
  [[nodiscard]] ThreadCount team() const { return ThreadCount(useful_threads(scene, world.bodies.size(), threads)); }
  void start();
  std::int64_t due(std::size_t stream) const;       ///< bodies of a stream that are due by now
  std::int64_t steps_with_constant_bodies() const;  ///< steps until bodies may be inserted or removed
  void insert_due();
  void remove_sunk();
  double energy_of(std::size_t slot) const;
  double near_field() const;
  const step::StepReport& current_report();
  void save(Archive& archive) const;
  void restore(const Archive& archive);

  Scene scene;
  int threads;
  state::World world;
  std::unique_ptr<step::Engine> engine;
  std::vector<StreamState> streams;
  std::int64_t steps = 0;
  double initial = 0.0, inserted = 0.0, turnover = 0.0;
  step::StepReport report;
  bool report_is_current = false;  ///< computed from the present state; false after every advance
};

}  // namespace scree::sim
