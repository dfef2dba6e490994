// The state of a run after a step, as numbers for outputs: the energy ledger, counts, and data of the solvers.
#pragma once

#include <cstdint>
#include <optional>

#include "state/cell.h"

namespace scree::step {

/// One number for each stage of the contact law that can store or dissipate energy.
struct PerStage {
  double normal = 0.0, slide = 0.0, roll = 0.0, spin = 0.0;
  double sum() const { return normal + slide + roll + spin; }
};

/// Energies and works [J], summed from the start of the run. The energy supplied (`initial`, `inserted`, `walls`,
/// `drives`, `box`) equals the energy present plus the energy dissipated, up to `residual`.
struct Ledger {
  double kinetic_translation = 0.0, kinetic_rotation = 0.0;
  double gravity = 0.0;     ///< potential
  double near_field = 0.0;  ///< potential of near-field forces; 0 beyond their cutoff
  PerStage stored;          ///< in contact springs at present
  PerStage dissipated;      ///< by slip and by dashpots since the start
  /// Arm-mismatch work: work of contact loads on the bodies that is not work on springs and dashpots, because the arms
  /// of forces and of velocities differ or torques are not opposite (docs/ledger.md). Column `lever`.
  double arm_mismatch = 0.0;
  double drag = 0.0;      ///< energy transferred to the fluid since the start; negative if the fluid drove the bodies
  double walls = 0.0;     ///< work of moving walls on the bodies
  double drives = 0.0;    ///< work of driven degrees of freedom, joints, motors and brakes
  double box = 0.0;       ///< work of the deforming periodic cell on the bodies
  double inserted = 0.0;  ///< energy of inserted bodies minus that of removed ones
  double initial = 0.0;   ///< energy at the start
  /// Largest kinetic + stored + dissipated energy so far, sampled every 64 steps and at present: scale of the residual.
  double turnover = 0.0;

  double present() const { return kinetic_translation + kinetic_rotation + gravity + near_field + stored.sum(); }
  /// Present + dissipated - supplied energy: zero except for the error of the integrator.
  double residual() const {
    return present() + dissipated.sum() + arm_mismatch + drag - walls - drives - box - inserted - initial;
  }
};

/// A symmetric pressure tensor.
struct Pressure {
  double xx = 0.0, yy = 0.0, zz = 0.0, yz = 0.0, xz = 0.0, xy = 0.0;  ///< [Pa]
};
/// The periodic cell of a stepper that deforms it.
struct CellReport {
  state::Cell cell;
  Pressure pressure;  ///< of contacts and of motion, including rotation as in LAMMPS
};

/// Data of the solver of the nonsmooth engine: for the last step, and for all steps.
struct SolverReport {
  std::int64_t iterations = 0;
  double residual = 0.0, largest_residual = 0.0;  ///< rms and max over contacts and rows [m/s]
  std::int64_t worst_a = 0, worst_b = 0;          ///< ids at the max; b = 0 for a wall; both 0 for a joint
  double cone_violation = 0.0;                    ///< the largest, over the largest normal impulse
  double opening = 0.0;     ///< largest gap h A_r that the convex problem opens at a pressed contact [m]
  std::int64_t passes = 0;  ///< solutions in this step: more than one if a pair outside the problem came into contact
  std::int64_t missed = 0;  ///< pairs that overlap after this step and were not in its last problem
  bool reached = true;      ///< the solver reached the tolerance within the allowed iterations
  std::int64_t steps = 0, unreached = 0, all_iterations = 0;  ///< since the start
  // Of the steps that did not reach the tolerance: the first one, and the largest rms residual [m/s].
  std::int64_t first_unreached = 0;
  double unreached_residual = 0.0;

  double mean_iterations() const {
    return steps > 0 ? static_cast<double>(all_iterations) / static_cast<double>(steps) : 0.0;
  }
};

/// Data of the sweeps of the stepper `trapezoid`.
struct SweepReport {
  std::int64_t last = 0, all = 0;  ///< sweeps in the last step; in all steps since the start
  std::int64_t steps = 0;          ///< since the start
  std::int64_t halvings = 0;       ///< how often a step, or a part of one, was replaced by two halves
  std::int64_t accepted = 0;       ///< how often the last sweep was accepted without convergence

  double mean() const { return steps > 0 ? static_cast<double>(all) / static_cast<double>(steps) : 0.0; }
};

struct StepReport {
  std::int64_t step = 0;
  double time = 0.0;  ///< [s]
  std::int64_t bodies = 0, contacts = 0, pairs = 0, rebuilds = 0;
  double largest_overlap = 0.0;  ///< over the smaller radius, at the last evaluation
  std::int64_t unconverged = 0;  ///< how often the geometry of an ellipsoid contact did not converge to the tolerance
  Ledger ledger;
  bool has_fields = false;               ///< there are forces beyond contact: report near_field and drag
  std::optional<SolverReport> solver{};  ///< nonsmooth engine only
  std::optional<SweepReport> sweeps{};   ///< stepper `trapezoid` only
  std::optional<CellReport> cell{};      ///< steppers `nph` and `deform` only
};

}  // namespace scree::step
