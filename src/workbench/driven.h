// One contact whose motion is prescribed: the workbench's piece of matter.
//
// A driver presses, slides, rolls, spins and tilts the pair along waypoints; the laws answer through the same `respond`
// as in a run, in the order of the stages, in plain doubles. What the driver applies, what the springs hold and what
// slip and dashpots took is kept by stage.
//
// The contact has a frame of its own: x and y in the tangent plane, the normal as z. When the normal tilts, the pair
// turns rigidly, and the frame with it by the smallest turn; so waypoints are in the frame, and a rigid turn takes no
// work. The observer rides on a.
//
// Work is the trapezoid over a step of load . increment, and so is what dashpots took; rates are increments over the
// time of their step. For springs without dashpots work = change of stored + lost then holds to rounding
// (docs/ledger.md), but for terms of second order in the step where a normal tilts or a law is not linear; where a rate
// jumps, a dashpot leaves a term of the order of the step. `open` tells what is left.
//
// Laws that need kinematics `tracked` get its paths and curvatures: slide = path_b - path_a and roll/R_eff = path_a/R_a
// + path_b/R_b give path_a = roll - slide R_eff/R_b and path_b = roll + slide R_eff/R_a.
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

/// Where the contact is, in its frame, since it was new. The z of vectors is not used.
struct Waypoint {
  double time = 0.0;     ///< [s]
  double overlap = 0.0;  ///< [m]; not positive: the bodies do not touch
  Vec3d slide{};         ///< displacement of a's surface against b's [m]
  Vec3d roll{};          ///< rolling displacement R_eff (angle of a against b) x n [m]
  double spin = 0.0;     ///< angle of a against b about n [rad]
  Vec3d tilt{};          ///< turn of the normal about x and y [rad]
};

/// Sums of one stage since the contact was new; `stored` is what its springs hold now.
struct StageAccount {
  double work = 0.0, stored = 0.0, lost = 0.0, dragged = 0.0;  ///< [J]
  Mode mode = Mode::none;
  double dissipated() const { return lost + dragged; }
  double open() const { return work - stored - lost - dragged; }  ///< how far the books are from closing
};

/// Loads are what the driver applies against the contact, in its frame: they grow with the displacement.
struct DrivenLoads {
  double press = 0.0;  ///< [N]
  Vec3d slide{};       ///< [N]
  Vec3d roll{};        ///< torque that works on roll/R_eff [N m]
  /// the same on each body by itself; they differ where a law rolls on each body by itself [N m]
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
  /// A model whose laws all have a response (law/all.h, the smooth lists).
  DrivenContact(const law::Model& model, const DrivenPair& pair);

  /// Go there in one step. `next.time` must be later than that of the last waypoint.
  const Driven& drive_to(const Waypoint& next);
  const Driven& now() const { return driven_; }
  const Waypoint& at() const { return at_; }

 private:
  struct Steps {
    Vec3d slide, roll, path_a, path_b;  ///< in the frame, z = 0
    double spin, separation;
    double separation_step;  ///< of it, while the bodies touch
    double time;
  };
  /// What the laws said at the end of a step.
  struct Answer {
    double press = 0.0;
    Vec3d slide{}, torque{};   ///< torque: of laws whose torques are opposite, on the whole angle
    Vec3d roll_a{}, roll_b{};  ///< of laws that roll on each body by itself, on curvature x path
    double spin = 0.0;
    /// in the order of k_accounts, without work; lost and dragged of this step
    std::array<StageAccount, 4> accounts{};
    std::array<double, 4> power{};  ///< of the dashpots [W]
  };
  enum class Reached { touching, apart };

  void put_motion(double overlap, const Steps& steps);  ///< and where the contact is, into the chunk
  /// By the kernels of the engine.
  Answer evaluate(const PreparedModel& model, double* history, double overlap, const Steps& steps, Reached reached);
  Vec3d in_world(const Vec3d& v) const { return v.x * x_ + v.y * y_; }
  Vec3d in_frame(const Vec3d& v) const { return {dot(v, x_), dot(v, y_), dot(v, normal_)}; }
  void tilt(const Vec3d& by);
  void forget();

  PreparedModel model_, uncapped_;  ///< and the same with limits out of reach: what differs between their loads is slip
  DrivenPair pair_;
  Vec3d x_{1, 0, 0}, y_{0, 1, 0}, normal_{0, 0, 1};
  std::array<double, k_most_history> history_{};
  std::unique_ptr<Chunk> chunk_;  ///< of this one contact
  Waypoint at_{};
  Answer last_{};
  Driven driven_{};
};

}  // namespace scree::contact
