// What is behind the public door of a simulation. For the files of sim/ only.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/simulation.h"
#include "sim/threads.h"
#include "state/world.h"
#include "step/engine.h"

namespace scree::sim {

/// How far a stream has come.
struct StreamState {
  std::int64_t placed = 0;
  std::int64_t attempts = 0;  ///< of the body that waits in front
};

struct Simulation::Inside {
  Inside(const Scene& the_scene, const Options& options);
  /// Without bodies: they come from an archive.
  Inside(const Scene& the_scene, const Options& options, double step);

  /// To be held by every function that calls the engine: the threads of this simulation, not those of the host.
  [[nodiscard]] ThreadCount team() const { return ThreadCount(useful_threads(scene, world.bodies.size(), threads)); }
  void start();
  std::int64_t due(std::size_t stream) const;  ///< bodies that should have come by now
  std::int64_t steps_alone() const;            ///< steps until bodies may come or go
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
  bool report_is_current = false;  ///< made of the state as it is now; false after every advance
};

}  // namespace scree::sim
