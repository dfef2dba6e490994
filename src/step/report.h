// What a stepper tells after a step: energies and counts. The energy ledger is kept here.
#pragma once

#include <cstdint>

namespace scree::step {

/// One number for each stage that can store or lose energy.
struct PerStage {
  double normal = 0.0, slide = 0.0, roll = 0.0, spin = 0.0;
  double sum() const { return normal + slide + roll + spin; }
};

/// Where the energy is and where it went [J]. Everything is counted from the start of the run; what came in
/// (`initial`, `inserted`, `walls`, `drives`) equals what is there plus what was lost, up to `residual`.
struct Ledger {
  double kinetic_translation = 0.0, kinetic_rotation = 0.0;
  double gravity = 0.0;  ///< potential
  PerStage stored;       ///< in contact springs now
  PerStage lost;         ///< dissipated since the start
  double lever = 0.0;    ///< lost to the arm convention of the slip velocity (law/kinematics/rate.h)
  double walls = 0.0;    ///< work that moving planes did on the bodies
  double drives = 0.0;   ///< work that driven bodies did on the others
  double inserted = 0.0; ///< energy brought by inserted bodies, less that of removed ones
  double initial = 0.0;  ///< energy at the start
  double turnover = 0.0; ///< largest kinetic + stored + lost energy so far, seen every 64 steps and now: the scale of the residual

  double present() const { return kinetic_translation + kinetic_rotation + gravity + stored.sum(); }
  /// present + lost - came in: zero but for the integrator's error.
  double residual() const { return present() + lost.sum() + lever - walls - drives - inserted - initial; }
};

struct StepReport {
  std::int64_t step = 0;
  double time = 0.0;  ///< [s]
  std::int64_t bodies = 0, contacts = 0, pairs = 0, rebuilds = 0;
  double largest_overlap = 0.0;  ///< over the smaller radius, at the last evaluation
  std::int64_t unconverged = 0;  ///< times that the geometry of a contact of ellipsoids was not found to the tolerance
  Ledger ledger;
};

}  // namespace scree::step
