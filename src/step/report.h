// What a stepper tells after a step: energies and counts. The energy ledger is kept here.
#pragma once

#include <cstdint>
#include <optional>

#include "state/cell.h"

namespace scree::step {

/// One number for each stage that can store or lose energy.
struct PerStage {
  double normal = 0.0, slide = 0.0, roll = 0.0, spin = 0.0;
  double sum() const { return normal + slide + roll + spin; }
};

/// Where the energy is and where it went [J]. Everything is counted from the start of the run; what came in
/// (`initial`, `inserted`, `walls`, `drives`, `box`) equals what is there plus what was lost, up to `residual`.
struct Ledger {
  double kinetic_translation = 0.0, kinetic_rotation = 0.0;
  double gravity = 0.0;     ///< potential
  double near_field = 0.0;  ///< potential of near-field forces; 0 beyond their cutoff
  PerStage stored;          ///< in contact springs now
  PerStage lost;            ///< dissipated since the start
  /// work of loads that no spring knows: arm conventions, torques that are not opposite (docs/ledger.md)
  double lever = 0.0;
  double drag = 0.0;      ///< work that a fluid took since the start; negative: it drove the bodies
  double walls = 0.0;     ///< work that moving planes did on the bodies
  double drives = 0.0;    ///< work that driven bodies did on the others
  double box = 0.0;       ///< work that the periodic cell did on the bodies by being strained
  double inserted = 0.0;  ///< energy brought by inserted bodies, less that of removed ones
  double initial = 0.0;   ///< energy at the start
  /// largest kinetic + stored + lost energy so far, seen every 64 steps and now: the scale of the residual
  double turnover = 0.0;

  double present() const { return kinetic_translation + kinetic_rotation + gravity + near_field + stored.sum(); }
  /// present + lost - came in: zero but for the integrator's error.
  double residual() const { return present() + lost.sum() + lever + drag - walls - drives - box - inserted - initial; }
};

/// A symmetric tensor of pressure.
struct Pressure {
  double xx = 0.0, yy = 0.0, zz = 0.0, yz = 0.0, xz = 0.0, xy = 0.0;  ///< [Pa]
};
/// The cell under a stepper that strains it.
struct CellReport {
  state::Cell cell;
  Pressure pressure;  ///< of contacts and of motion, that of rotation included as in LAMMPS
};

/// What the solver of the nonsmooth engine says of the last step, and of all.
struct SolverReport {
  std::int64_t iterations = 0;
  double residual = 0.0, largest_residual = 0.0;  ///< rms and max over contacts and rows [m/s]
  std::int64_t worst_a = 0, worst_b = 0;          ///< ids at the largest; b = 0 at a wall; both 0 at a joint
  double cone_violation = 0.0;                    ///< largest, over the largest normal impulse
  double opening = 0.0;     ///< largest gap h A_r that the convex problem opens at a pressed contact [m]
  std::int64_t passes = 0;  ///< solutions of this step: more than one if a pair was met that was not expected
  std::int64_t missed = 0;  ///< pairs that overlap after this step and were in none of its solutions
  bool reached = true;      ///< the tolerance, within the iterations allowed
  std::int64_t steps = 0, unreached = 0, all_iterations = 0;  ///< since the start
  // Of the steps that did not reach the tolerance: the first one, and the largest rms residual [m/s].
  std::int64_t first_unreached = 0;
  double unreached_residual = 0.0;

  double mean_iterations() const {
    return steps > 0 ? static_cast<double>(all_iterations) / static_cast<double>(steps) : 0.0;
  }
};

/// What the stepper `trapezoid` says of its sweeps.
struct SweepReport {
  std::int64_t last = 0, all = 0;  ///< sweeps of the last step; of all since the start
  std::int64_t steps = 0;          ///< made since the start
  std::int64_t halvings = 0;       ///< times that a step, or a part of one, was made as two halves
  std::int64_t accepted = 0;       ///< times that the last sweep was taken although it still changed something

  double mean() const { return steps > 0 ? static_cast<double>(all) / static_cast<double>(steps) : 0.0; }
};

struct StepReport {
  std::int64_t step = 0;
  double time = 0.0;  ///< [s]
  std::int64_t bodies = 0, contacts = 0, pairs = 0, rebuilds = 0;
  double largest_overlap = 0.0;  ///< over the smaller radius, at the last evaluation
  std::int64_t unconverged = 0;  ///< times that the geometry of a contact of ellipsoids was not found to the tolerance
  Ledger ledger;
  bool has_fields = false;               ///< there are forces beyond contact: near_field and drag are worth telling
  std::optional<SolverReport> solver{};  ///< nonsmooth engine only
  std::optional<SweepReport> sweeps{};   ///< stepper `trapezoid` only
  std::optional<CellReport> cell{};      ///< steppers `nph` and `deform` only
};

}  // namespace scree::step
