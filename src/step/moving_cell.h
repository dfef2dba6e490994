// Steps in a periodic cell that deforms: at given strain rates (`deform`), or driven by the difference between the
// pressure and its target (`nph`).
//
//   dx/dt = v + e x      dv/dt = f/m - e v - c v      W de/dt = V (P - P_target) + K/(3 N)      d(edges)/dt = e x edges
//
// Here e is the upper triangular strain rate, c = tr e / (3 N), P V = sum of m v v + I w w plus the virial of the
// contacts, K the trace of the kinetic part of P V, and W = (N + 1) T0 t^2 the inertia of each of the six components.
// [Martyna1994; Shinoda2004; LAMMPS 29Sep2021, fix nph/sphere, whose order of updates is used here; santos.md, 5.4]
// At given rates c = 0.
//
// v is the velocity relative to the deforming space. At given rates the contacts use v plus the strain rate times the
// branch vector between the two centres: this is how the surfaces move, so friction resists a shear of the cell. Under
// the barostat the contacts use v alone, as in LAMMPS: dashpots and friction springs do not respond to the strain. The
// work of the cell that is missing because of this is the ledger's arm-mismatch work (column `lever`).
#pragma once

#include <variant>
#include <vector>

#include "step/cell_motion.h"
#include "step/stepper.h"

namespace scree::step {

struct Barostat {
  Pressure target;
  double damping = 0.0;      ///< t, the response time of the cell [s]
  double temperature = 1.0;  ///< T0, an energy that sets the inertia of the cell [J]
  /// Rate at which the strain rate decays [1/s], and the time from which it does [s]. The contacts do not respond to
  /// the strain, so without this drag a cell around a soft packing oscillates for very long.
  double drag = 0.0, drag_after = 0.0;
};

class MovingCell final : public Stepper {
 public:
  using Drive = std::variant<StrainRate, Barostat>;
  MovingCell(Drive drive, double step) : Stepper(step, {}), drive_(drive) {
    if (const auto* given = std::get_if<StrainRate>(&drive_)) rate_ = *given;
  }

  bool synchronises() const override { return false; }
  bool moves_cell() const override { return true; }
  std::optional<contact::Triangular> felt_strain() const override;
  std::int64_t advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) override;
  void report(const state::World& world, const contact::Contacts& contacts, StepReport& report) const override;
  void save(Archive& archive) const override;
  void restore(const Archive& archive) override;

 private:
  double pending_fraction() const override { return 0.5; }
  void advance_barostat(const state::World& world, const contact::Virial& virial);  ///< by half a step
  void book_strain(const contact::Virial& virial);  ///< work of the cell on the contacts in half a step
  contact::VelocityBox begin(state::World& world, const contact::Contacts& contacts);
  void evaluate_and_end(state::World& world, contact::Contacts& contacts, contact::Stored stored);

  Drive drive_;
  StrainRate rate_;
  Vec3d centre_;  ///< centre of the cell at the start; the fixed point of the deformation
  bool begun_ = false;
  contact::StrainedPush push_;                        ///< of the present step
  contact::Motion motion_;                            ///< of the bodies at the present time
  std::vector<contact::VelocityBox> velocity_boxes_;  ///< one for each block, of the present step
  std::vector<contact::Motion> motions_;              ///< one for each block
};

/// Sums of m v v and I w w of free spheres, summed by the blocks of the contacts.
contact::Motion motion_of(const state::Bodies& bodies, const contact::Contacts& contacts);
/// The pressure that the barostat uses: virial of the contacts plus the kinetic parts of translation and rotation, over
/// the volume.
Pressure pressure_in(const state::World& world, const contact::Contacts& contacts);

}  // namespace scree::step
