// Steps in a periodic cell that is strained: at given rates, or by the difference of the pressure inside and outside
// (`nph`).
//
//   dx/dt = v + e x      dv/dt = f/m - e v - c v      W de/dt = V (P - P_target) + K/(3 N)      d(edges)/dt = e x edges
//
// with the upper triangular rate of strain e, c = tr e / (3 N), P V = sum of m v v + I w w and the virial, K its trace
// of motion, W = (N + 1) T0 t^2 for all six components. [Martyna1994; Shinoda2004; LAMMPS 29Sep2021, fix nph/sphere,
// the order of updates of which this is; santos.md, 5.4] At given rates c = 0.
//
// v is the velocity against the strained space. At given rates contacts see v and the strain, e times the branch
// between two centres: that is how the surfaces move, and friction bears a shear. Under the barostat they see v alone,
// as in LAMMPS: the strain is neither damped nor does it wind friction's springs, and what that takes from the work of
// the box is in the ledger's `lever`.
#pragma once

#include <variant>
#include <vector>

#include "step/cell_motion.h"
#include "step/stepper.h"

namespace scree::step {

struct Barostat {
  Pressure target;
  double damping = 0.0;      ///< time in which the cell answers [s]
  double temperature = 1.0;  ///< T0, as an energy: it sets the inertia of the cell [J]
  /// Rate at which the strain dies away by itself, and from when on [1/s], [s]. Contacts do not see the strain, so
  /// nothing else takes its energy directly, and a cell around a soft packing rings for very long.
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
  void tell(const state::World& world, const contact::Contacts& contacts, StepReport& report) const override;
  void save(Archive& archive) const override;
  void restore(const Archive& archive) override;

 private:
  double share_to_come() const override { return 0.5; }
  void pull(const state::World& world, const contact::Virial& virial);  ///< half a step of the barostat
  void book_strain(const contact::Virial& virial);                      ///< half a step of the box's work on contacts
  contact::VelocityBox begin(state::World& world, const contact::Contacts& contacts);
  void evaluate_and_end(state::World& world, contact::Contacts& contacts, contact::Stored stored);

  Drive drive_;
  StrainRate rate_;
  Vec3d centre_;  ///< of the cell at the start, about which it is scaled
  bool begun_ = false;
  contact::StrainedPush push_;               ///< of the step that is under way
  contact::Motion motion_;                   ///< of the bodies now
  std::vector<contact::VelocityBox> boxes_;  ///< a block, of the step under way
  std::vector<contact::Motion> motions_;
};

/// Sums of m v v and I w w of free spheres, in the blocks of the contacts.
contact::Motion motion_of(const state::Bodies& bodies, const contact::Contacts& contacts);
/// Of contacts, motion and spins, over the volume: what the barostat sees.
Pressure pressure_in(const state::World& world, const contact::Contacts& contacts);

}  // namespace scree::step
