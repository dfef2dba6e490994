// What makes the steps of a world: contacts and their stepper together. `Smooth` (step/smooth.h) follows springs
// through many small steps, `Nonsmooth` (step/nonsmooth.h) solves for the impulses of rigid contacts in large ones. A
// simulation holds one and does not know which.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/archive.h"
#include "contact/observe.h"
#include "contact/overlap_alarm.h"
#include "solve/problem.h"
#include "state/world.h"
#include "step/report.h"

namespace scree::step {

/// The problem of one nonsmooth step, to be saved and given to solvers again.
struct KeptProblem {
  solve::Problem problem;
  solve::Impulses guess;  ///< impulses of the step before; all zero without a warm start
  double time = 0.0;      ///< at which the step begins [s]
};

/// A step has no solution that its stepper can find, however short it is made.
struct Unsolved {
  double step;          ///< the shortest that was tried [s]
  std::int64_t sweeps;  ///< made in that one
  double error;         ///< left by the last of them
  std::string_view of;  ///< "positions", "velocities", "spins" or "turns"
};

/// A cell that moves has become so narrow that a body could touch its own image, or a pair could not be told by its
/// edges; or it goes too fast to be followed.
struct BadCell {
  double width = 0.0;   ///< the way from a body to its nearest image, or what faces may be nearer by [m]
  double needed = 0.0;  ///< what it must be longer than [m]
  double strain = 0.0;  ///< of one step, if that is the fault
};

class Engine {
 public:
  using See = std::function<void(const contact::Observed&)>;
  using Fold = std::function<void(double)>;

  virtual ~Engine() = default;

  virtual double step() const = 0;  ///< [s]
  virtual std::string_view isa() const = 0;
  /// Is observe() called after advances? Engines that have to keep loads for it do so by default.
  virtual void record_loads(bool) {}
  /// Before the first step: lists and loads of the world as it is.
  virtual void set_up(state::World& world) = 0;
  /// Make `steps` steps, or fewer if a contact gets too deep; returns how many. None of them depends on how they are
  /// divided into calls. Throws LostBody, Unsolved and BadCell.
  virtual std::int64_t advance(state::World& world, std::int64_t steps) = 0;
  /// Bodies were appended to the world between two steps.
  virtual void bodies_came(state::World& world) = 0;
  /// Take the marked bodies out; returns the energy that was stored in their contacts [J].
  virtual double take_out(state::World& world, const std::vector<char>& removed) = 0;

  /// Stop soon after a contact is deeper than this fraction of its smaller radius; `passage`: the same for overlaps
  /// between two evaluations.
  virtual void set_overlap_alarm(double fraction, double passage) = 0;
  /// The deepest contact of the first step of the last advance that had one beyond the limit.
  virtual std::optional<contact::OverlapAlarm> alarm() const = 0;

  /// Energies of the state now.
  virtual Ledger energies(const state::World& world) const = 0;
  /// Counts, depths and what the solver says; the rest of the report is the simulation's.
  virtual void tell(const state::World& world, StepReport& report) const = 0;
  virtual std::int64_t contact_count() const = 0;
  virtual std::int64_t pair_count() const = 0;
  virtual std::int64_t rebuilds() const = 0;
  virtual std::vector<int> coordination(std::size_t bodies) const = 0;  ///< contacts of each body, by slot
  virtual contact::Deepest deepest(const state::World& world) const = 0;
  /// Every contact, with the loads that were applied in the last step.
  virtual void observe(const state::World& world, const See& see) const = 0;
  virtual std::size_t bytes() const = 0;

  virtual void save(Archive& archive) const = 0;
  /// Into an engine that was just made; the world holds its bodies already. Throws ArchiveError.
  virtual void restore(state::World& world, const Archive& archive) = 0;
  /// Every number of the histories, in a fixed order.
  virtual void fold(const Fold& f) const = 0;

  /// Keep the problem that step number `step` (from 1) solves. Smooth engines solve none.
  virtual void want_problem(std::int64_t) {}
  virtual const KeptProblem* kept_problem() const { return nullptr; }
};

}  // namespace scree::step
