// A running simulation: a scene turned into bodies, contacts and a stepper. This is the engine's public door; the
// command line, the tests, the benchmarks and the experiments all come in here.
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
  std::string isa{};  ///< "" takes the best the machine has; otherwise a name that `scree --version` lists
  /// Keep the loads of contacts for frames: up to 65 bytes a contact, 89 where a roll law follows the contact point on
  /// each body. Without them frames show those of a set-up evaluation at the velocities of now.
  bool record_loads = true;
};

/// The scene cannot be built although every single value is valid (no free place for a body, say).
struct BuildError {
  std::string what;
  std::string place{};  ///< in the scene file, if it is known

  std::string in_words() const { return place.empty() ? what : place + ": " + what; }
};

/// How far a stream has come.
struct StreamCount {
  std::int64_t asked = 0;                                   ///< in all: stream.count
  std::int64_t due = 0;                                     ///< by now
  std::int64_t delivered = 0;                               ///< by now
  std::int64_t waiting() const { return due - delivered; }  ///< for room
};

using contact::LostBody;
using step::Unsolved;

class Simulation {
 public:
  /// Throws BuildError.
  explicit Simulation(const Scene& scene, const Options& options = {});
  /// Go on from a saved state of the same scene; data files that the scene names need not be loaded. Throws
  /// ArchiveError if the two do not fit together.
  Simulation(const Scene& scene, const Archive& archive, const Options& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  /// Make `steps` steps, or fewer if there is an overlap alarm. Throws LostBody if the run blows up; the state is then
  /// of no use any more. Throws Unsolved if a step of the stepper "trapezoid" has no solution that it can find; the
  /// state is then the one before it, or before the part of it that failed.
  void advance(std::int64_t steps);
  /// Stop soon after a contact is deeper than this fraction of its smaller radius. Infinity by default. `passage` is
  /// the limit for overlaps of bodies that pass through each other within one step.
  void set_overlap_alarm(double fraction, double passage);
  /// The deepest contact of the first step of the last advance that had one beyond the limit.
  std::optional<contact::OverlapAlarm> overlap_alarm() const;

  double time() const;
  double step() const;  ///< [s]
  std::int64_t steps_done() const;
  const step::StepReport& report() const;  ///< energies, ledger, contact counts, of the state now
  std::vector<BodyView> bodies() const;    ///< sorted by id
  Frame frame() const;                     ///< bodies and contacts with their loads
  /// Keep the problem that step number `step` (from 1) solves. Smooth steppers solve none.
  void want_problem(std::int64_t step);
  const step::KeptProblem* kept_problem() const;  ///< null until that step is made
  Archive save() const;                           ///< all that is needed to go on with the same bits
  std::int64_t body_count() const;
  std::vector<StreamCount> streams() const;  ///< one for each of the scene's
  std::int64_t contact_count() const;
  std::int64_t pair_count() const;  ///< in the Verlet list
  std::int64_t rebuilds() const;
  std::size_t bytes() const;  ///< memory held in columns, lists and histories
  std::string_view isa() const;
  const Scene& scene() const;
  const state::World& world() const;  ///< for analysis; look, do not keep
  /// The contact with the largest overlap over its smaller radius; a = 0 if there is none.
  struct WorstOverlap {
    std::int64_t a = 0, b = 0;  ///< ids; b = 0 at a plane
    int plane = -1;
    double overlap = 0.0, share = 0.0;
  };
  WorstOverlap worst_overlap() const;
  /// All bits of the state (positions, velocities, spins, histories) folded into one number.
  std::uint64_t state_hash() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace scree::sim
