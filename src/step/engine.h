// The interface of an engine, which advances a world in time. `Smooth` (step/smooth.h) integrates contacts with springs
// through many small steps; `Nonsmooth` (step/nonsmooth.h) solves for the impulses of rigid contacts in large steps.
// A simulation uses either through this interface.
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

/// The cone complementarity problem of one nonsmooth step, recorded so that it can be saved and solved again.
struct KeptProblem {
  solve::Problem problem;
  solve::Impulses guess;  ///< impulses of the step before; all zero without a warm start
  double time = 0.0;      ///< at the beginning of the step [s]
};

/// Thrown if an implicit stepper finds no solution of a step, even after halving it.
struct Unsolved {
  double step;          ///< the shortest step that was tried [s]
  std::int64_t sweeps;  ///< sweeps over all bodies in that step
  double error;         ///< error measure after the last sweep
  std::string_view of;  ///< "positions", "velocities", "spins" or "turns"
};

/// Thrown if a deforming cell becomes too narrow (a body could touch its own image, or a pair could need more image
/// shifts than are stored), or if it deforms too fast.
struct BadCell {
  double width = 0.0;   ///< distance from a body to its nearest image, or the largest image shift across two faces [m]
  double needed = 0.0;  ///< `width` must exceed this [m]
  double strain = 0.0;  ///< strain of one step, if that is too large; otherwise 0
};

class Engine {
 public:
  using See = std::function<void(const contact::Observed&)>;
  using Fold = std::function<void(double)>;

  virtual ~Engine() = default;

  virtual double step() const = 0;  ///< [s]
  virtual std::string_view isa() const = 0;
  /// Whether to record contact loads for observe(). Engines that must record them do so by default.
  virtual void record_loads(bool) {}
  /// Before the first step: build the lists and evaluate the loads of the initial state.
  virtual void set_up(state::World& world) = 0;
  /// Advance by `steps` steps, or fewer if a contact exceeds the overlap alarm; returns the number of steps. The result
  /// does not depend on how the steps are divided into calls. Throws LostBody, Unsolved and BadCell.
  virtual std::int64_t advance(state::World& world, std::int64_t steps) = 0;
  /// Call after bodies were appended to the world between two steps.
  virtual void bodies_came(state::World& world) = 0;
  /// Remove the marked bodies (by slot); returns the energy that was stored in their contacts [J].
  virtual double take_out(state::World& world, const std::vector<char>& removed) = 0;

  /// advance() returns early, at most one step after a contact is deeper than `fraction` of its smaller radius;
  /// `passage` is the same limit for overlaps that occur between two evaluations.
  virtual void set_overlap_alarm(double fraction, double passage) = 0;
  /// The deepest contact of the first step of the last advance in which a contact exceeded the limit.
  virtual std::optional<contact::OverlapAlarm> alarm() const = 0;

  /// Energies of the present state.
  virtual Ledger energies(const state::World& world) const = 0;
  /// Fills in counts, overlaps and solver data; the simulation fills in the rest of the report.
  virtual void report(const state::World& world, StepReport& report) const = 0;
  virtual std::int64_t contact_count() const = 0;
  virtual std::int64_t pair_count() const = 0;
  virtual std::int64_t rebuilds() const = 0;
  virtual std::vector<int> coordination(std::size_t bodies) const = 0;  ///< contacts of each body, by slot
  virtual contact::Deepest deepest(const state::World& world) const = 0;
  /// Calls `see` for every contact, with the loads that were applied in the last step.
  virtual void observe(const state::World& world, const See& see) const = 0;
  virtual std::size_t bytes() const = 0;

  virtual void save(Archive& archive) const = 0;
  /// Restore into a newly constructed engine; the bodies of the world must be restored already. Throws ArchiveError.
  virtual void restore(state::World& world, const Archive& archive) = 0;
  /// Calls `f` for every number of the contact histories, in a fixed order: for the state hash.
  virtual void fold(const Fold& f) const = 0;

  /// Record the problem that step number `step` (counted from 1) solves. Smooth engines solve no such problem.
  virtual void want_problem(std::int64_t) {}
  virtual const KeptProblem* kept_problem() const { return nullptr; }
};

}  // namespace scree::step
