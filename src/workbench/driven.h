// One contact with prescribed motion, for tests of contact laws without a simulation.
//
// The relative motion of the pair (overlap, slide, roll, spin, tilt of the normal) follows waypoints. The loads are
// computed by the same `respond` functions as in a simulation, in the order of the stages, with the scalar kernels. For
// each stage the class sums the work done on the contact, the stored energy and the losses by slip and by dashpots.
//
// The contact has a local frame: x and y in the tangent plane, the normal as z. When the normal tilts, the pair rotates
// rigidly, and the frame follows by the smallest rotation. Waypoints are given in this frame, so a rigid rotation does
// no work. The frame of reference moves with a.
//
// Work is the trapezoid of load . increment over a step; viscous losses are integrated in the same way; rates are
// increments divided by the time of their step. For springs without dashpots, work = change of stored + slip loss then
// holds to rounding (docs/ledger.md), except for second-order terms in the step where the normal tilts or a law is
// nonlinear. Where a rate jumps, a dashpot leaves an error of first order in the step. `open` is the remaining
// imbalance.
//
// For laws that need kinematics `tracked`, the paths follow from slide = path_b - path_a and roll/R_eff = path_a/R_a +
// path_b/R_b: path_a = roll - slide R_eff/R_b and path_b = roll + slide R_eff/R_a.
#pragma once

#include <array>
#include <limits>
#include <memory>

#include "kernel/chunk.h"
#include "contact/observe.h"
#include "contact/prepared.h"

namespace scree::contact {

/// Two spheres; a plane is a sphere of infinite radius and mass.
struct DrivenPair {
  double radius_a = 0.0, radius_b = 0.0;  ///< [m]
  double mass_a = 0.0, mass_b = 0.0;      ///< [kg]
  bool at_plane() const { return radius_b == std::numeric_limits<double>::infinity(); }
  double effective_radius() const { return 1.0 / (1.0 / radius_a + 1.0 / radius_b); }
  double effective_mass() const { return 1.0 / (1.0 / mass_a + 1.0 / mass_b); }
};

/// Displacements of the contact since it was new, in its frame. The z component of vectors is not used.
struct Waypoint {
  double time = 0.0;     ///< [s]
  double overlap = 0.0;  ///< zero or negative: the bodies do not touch [m]
  Vec3d slide{};         ///< displacement of the surface of a relative to that of b [m]
  Vec3d roll{};          ///< rolling displacement R_eff (angle of a relative to b) x n [m]
  double spin = 0.0;     ///< angle of a relative to b about n [rad]
  Vec3d tilt{};          ///< rotation of the normal about x and y [rad]
};

/// Energy balance of one stage since the contact was new; `stored` is the present elastic energy.
struct StageAccount {
  double work = 0.0, stored = 0.0, slip_loss = 0.0, viscous_loss = 0.0;  ///< [J]
  Mode mode = Mode::none;
  double dissipated() const { return slip_loss + viscous_loss; }
  double open() const { return work - stored - slip_loss - viscous_loss; }  ///< imbalance
};

/// The external loads that balance the contact, in its frame: they increase with the displacement.
struct DrivenLoads {
  double press = 0.0;  ///< [N]
  Vec3d slide{};       ///< [N]
  Vec3d roll{};        ///< torque conjugate to the angle roll/R_eff [N m]
  /// the torque on each body; they differ for a roll law with a separate spring on each body [N m]
  Vec3d roll_a{}, roll_b{};
  double spin = 0.0;  ///< [N m]
};
struct Driven {
  DrivenLoads loads;
  StageAccount press, slide, roll, spin;
};
inline constexpr std::array<StageAccount Driven::*, 4> k_accounts = {&Driven::press, &Driven::slide, &Driven::roll,
                                                                     &Driven::spin};

class DrivenContact {
 public:
  /// All laws of the model must be smooth (law/all.h).
  DrivenContact(const law::Model& model, const DrivenPair& pair);

  /// Moves to the waypoint in one step. `next.time` must be later than the time of the previous waypoint.
  const Driven& drive_to(const Waypoint& next);
  const Driven& now() const { return driven_; }
  const Waypoint& at() const { return at_; }

 private:
  struct Steps {
    Vec3d slide, roll, path_a, path_b;  ///< in the frame, z = 0
    double spin, separation;
    double separation_step;  ///< the part of `separation` during which the bodies touch
    double time;
  };
  /// Loads and energies at the end of a step.
  struct Response {
    double press = 0.0;
    Vec3d slide{}, torque{};   ///< torque: for roll laws with opposite torques, conjugate to the relative angle
    Vec3d roll_a{}, roll_b{};  ///< for roll laws with two springs, conjugate to curvature x path
    double spin = 0.0;
    /// in the order of k_accounts, without work; the losses are those of this step
    std::array<StageAccount, 4> accounts{};
    std::array<double, 4> power{};  ///< of the dashpots [W]
  };
  enum class Reached { touching, apart };

  void put_motion(double overlap, const Steps& steps);  ///< writes geometry and motion to the chunk
  /// Evaluates the model with the scalar kernels of the engine.
  Response evaluate(const PreparedModel& model, double* history, double overlap, const Steps& steps, Reached reached);
  Vec3d in_world(const Vec3d& v) const { return v.x * x_ + v.y * y_; }
  Vec3d in_frame(const Vec3d& v) const { return {dot(v, x_), dot(v, y_), dot(v, normal_)}; }
  void tilt(const Vec3d& by);
  void end_contact();

  PreparedModel model_, uncapped_;  ///< uncapped_: same model with very large limits; a stage whose loads differ slips
  DrivenPair pair_;
  Vec3d x_{1, 0, 0}, y_{0, 1, 0}, normal_{0, 0, 1};
  std::array<double, k_max_history> history_{};
  std::unique_ptr<Chunk> chunk_;  ///< holds this one contact
  Waypoint at_{};
  Response last_{};
  Driven driven_{};
};

}  // namespace scree::contact
