// A running simulation: the bodies, contacts and stepper built from a scene. This is the interface of the engine that
// the command line, the tests, the benchmarks and the experiments use.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/archive.h"
#include "contact/lost_body.h"
#include "sim/scene.h"
#include "sim/views.h"
#include "state/world.h"
#include "step/engine.h"
#include "step/report.h"

namespace scree::sim {

struct Options {
  int threads = 1;
  std::string isa{};  ///< instruction set; "" is the best of the machine, otherwise a name that `scree --version` lists
  /// Store the loads of contacts for frames: up to 65 bytes per contact, 89 if a roll law follows the contact point on
  /// each body. Otherwise frames contain the loads of a new evaluation at the present positions and velocities.
  bool record_loads = true;
};

/// The scene cannot be built although every single value is valid (for example, there is no free place for a body).
struct BuildError {
  std::string what;
  std::string place{};  ///< in the scene file ("heap.toml:34:1"); empty if not known

  std::string describe() const { return place.empty() ? what : place + ": " + what; }
};

/// Numbers of bodies of a stream.
struct StreamCount {
  std::int64_t asked = 0;                                   ///< in total: stream.count
  std::int64_t due = 0;                                     ///< by now
  std::int64_t delivered = 0;                               ///< inserted by now
  std::int64_t waiting() const { return due - delivered; }  ///< due, but without a free position
};

using contact::LostBody;
using step::Unsolved;

class Simulation {
 public:
  /// Throws BuildError.
  explicit Simulation(const Scene& scene, const Options& options = {});
  /// Continue from a saved state of the same scene; data files named in the scene need not be loaded. Throws
  /// ArchiveError if the state does not belong to the scene.
  Simulation(const Scene& scene, const Archive& archive, const Options& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  /// Advance by `steps` steps, or fewer if an overlap alarm is raised. Throws LostBody if the run blows up; the state
  /// is then no longer valid. Throws Unsolved if the stepper "trapezoid" does not find the solution of a step; the
  /// state is then the one before that step, or before the part of it that failed. Throws BadCell if the cell is
  /// strained too much in one step or becomes too narrow.
  void advance(std::int64_t steps);
  /// Stop soon after the overlap of a contact exceeds this fraction of its smaller radius. Infinity by default.
  /// `passage` is the limit for overlaps of bodies that pass through each other within one step.
  void set_overlap_alarm(double fraction, double passage);
  /// The largest overlap in the first step of the last advance that exceeded the limit.
  std::optional<contact::OverlapAlarm> overlap_alarm() const;

  double time() const;
  double step() const;  ///< [s]
  std::int64_t steps_done() const;
  const step::StepReport& report() const;  ///< energies, ledger and contact counts of the present state
  std::vector<BodyView> bodies() const;    ///< sorted by id
  Frame frame() const;                     ///< bodies and contacts with their loads
  /// Keep a copy of the cone problem that step number `step` (from 1) solves. Smooth steppers solve none.
  void want_problem(std::int64_t step);
  const step::KeptProblem* kept_problem() const;  ///< null until that step has been computed
  Archive save() const;                           ///< the complete state: a continued run has the same bits
  std::int64_t body_count() const;
  std::vector<StreamCount> streams() const;  ///< one for each stream of the scene
  std::int64_t contact_count() const;
  std::int64_t pair_count() const;  ///< in the Verlet list
  std::int64_t rebuilds() const;
  std::size_t bytes() const;  ///< memory held in columns, lists and histories
  std::string_view isa() const;
  const Scene& scene() const;
  const state::World& world() const;  ///< for analysis; valid until the next advance
  /// The contact with the largest overlap over its smaller radius; a = 0 if there is none.
  struct WorstOverlap {
    std::int64_t a = 0, b = 0;  ///< ids; b = 0 at a plane
    int plane = -1;
    double overlap = 0.0, fraction = 0.0;
  };
  WorstOverlap worst_overlap() const;
  /// Hash of all bits of the state (positions, velocities, spins, histories).
  std::uint64_t state_hash() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace scree::sim
