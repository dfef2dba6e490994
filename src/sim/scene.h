// A scene: the validated description of what to simulate, in SI units (or in the scene's own reduced units).
//
// io/ reads it from a TOML file, or a program fills it directly (io/scene/validate.h checks it); sim/build.h builds a
// world from it. It is plain data without behaviour, and file names in it are already resolved. scene/ describes every
// key.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/field.h"
#include "base/vec3.h"
#include "law/model.h"
#include "shape/body_shape.h"
#include "sim/stepper_settings.h"
#include "sim/steppers.h"
#include "state/cell.h"
#include "state/joint.h"

namespace scree::sim {

enum class Units { si, reduced };

/// Representation of a total rotation: a unit quaternion, or the vector 2 tan(angle/2) x axis.
enum class RotationKind { quaternion, rodrigues };
inline constexpr std::array<std::string_view, 2> k_rotation_choices = {"quaternion", "rodrigues"};

/// Non-contact forces on bodies. [Campello2015, eq. 15, 17, Remark 4]
struct NearFieldSpec {
  int material_a = 0, material_b = 0;  ///< order does not matter
  /// Force attraction r^-attraction_power - repulsion r^-repulsion_power along the line of centres, positive if it
  /// attracts; the unit of each strength is N m^power.
  double attraction = 0.0, attraction_power = 0.0, repulsion = 0.0, repulsion_power = 0.0;
  double cutoff = 0.0;     ///< no force beyond this distance of centres [m]
  double fade_from = 0.0;  ///< the force decreases smoothly to zero between this distance and the cutoff [m]
};
struct ForcesSpec {
  double drag = 0.0;     ///< c in -c (v - fluid_velocity) [kg/s]
  Vec3d fluid_velocity;  ///< [m/s]
  double magnus = 0.0;   ///< S in S w x v [kg]
  std::vector<NearFieldSpec> near_fields;
  bool any() const { return drag != 0.0 || magnus != 0.0 || !near_fields.empty(); }
};

/// Degrees of freedom whose velocity stays constant: bits 0-2 translation x, y, z; bits 3-5 rotation about x, y, z.
using Locks = std::uint8_t;
inline constexpr Locks k_lock_all = 0x3f;
inline constexpr std::array<std::string_view, 6> k_lock_choices = {"x", "y", "z", "rx", "ry", "rz"};

struct Material {
  std::string name;
  double density = k_unset;  ///< [kg/m^3]; may be unset if the mass of every body of this material is given
};

/// The contact model between two materials (order does not matter).
struct ContactRule {
  int material_a = 0, material_b = 0;
  law::Model model;
};

/// Properties that all bodies of one table of the scene have in common.
struct BodyTraits {
  int material = 0;
  Vec3d velocity;  ///< [m/s]
  Vec3d spin;      ///< [rad/s]
  Locks locks = 0;
  double mass = k_unset;     ///< [kg]; unset: from shape and density
  double inertia = k_unset;  ///< of a sphere [kg m^2]; unset: 2/5 m R^2
  Vec3d force;               ///< applied, constant in time [N]
};

/// Radii: all equal (low == high) or uniform between the two.
struct Radii {
  double low = 0.0, high = 0.0;  ///< [m]
};
struct Box {
  Vec3d low, high;  ///< [m]
};

struct OneSphere {
  std::string name;
  Vec3d position;
  double radius = 0.0;
  BodyTraits traits;
};
/// An ellipsoid or a box. Contacts between two boxes exist under the stepper `nonsmooth` only.
struct OneSolid {
  std::string name;
  shape::BodyShape kind = shape::BodyShape::ellipsoid;  ///< spheres are in Scene::spheres
  Vec3d position;
  Vec3d half;                                     ///< semi-axes, or half the edges [m]
  std::array<double, 4> orientation{1, 0, 0, 0};  ///< unit quaternion (w, x, y, z), body -> world
  Vec3d moments{k_unset, k_unset, k_unset};       ///< principal [kg m^2]; unset: those of a homogeneous body
  BodyTraits traits;
};
enum class LatticeKind { cubic, body_centred, face_centred, hexagonal /* layers in x-y, one above the other ABAB */ };
inline constexpr std::array<std::string_view, 4> k_lattice_choices = {"cubic", "body-centred", "face-centred",
                                                                      "hexagonal"};
/// Sites of a lattice inside a region, at most `count`, filled from low z to high z.
struct LatticeFill {
  LatticeKind kind = LatticeKind::cubic;
  Box region;               ///< contains the centres
  double spacing = 0.0;     ///< nearest-neighbour distance [m]
  double jitter = 0.0;      ///< random shift of each coordinate, uniform in +-jitter [m]
  double disc = k_unset;    ///< keep only sites within this distance of the region's vertical mid-axis [m]
  double slope = k_unset;   ///< with disc: keep only sites under a cone of this slope over the disc [rad]
  std::int64_t count = -1;  ///< -1: all sites
  double radius = 0.0;
  std::uint64_t seed = 1;
  BodyTraits traits;
};
/// Random sequential addition: each body is placed where it overlaps no earlier one.
struct RandomFill {
  Box region;  ///< contains the whole bodies (along periodic axes: their centres)
  std::int64_t count = 0;
  Radii radii;  ///< for ellipsoids the largest semi-axis, so that every orientation fits
  std::uint64_t seed = 1;
  BodyTraits traits;
  Vec3d semi_axes{};  ///< ellipsoids of random orientation; zero: spheres [m]
};
/// Arrangement of the bodies of a batch: at random positions in the region, or as a horizontal rosette around its
/// centre: one body, the six around it, the twelve around these, ..., rotated by one random angle for each batch.
enum class Arrangement { random, rosette };
inline constexpr std::array<std::string_view, 2> k_arrangement_choices = {"random", "rosette"};
/// A stream over time: batch k of `batch` bodies is inserted at start + k x interval, until `count` bodies have been
/// inserted. A body without a free position waits, and new positions are tried in every step, before later bodies.
struct Stream {
  Box region;
  Arrangement arrangement = Arrangement::random;
  double spacing = k_unset;            ///< rosette: distance of neighbours [m]
  double jitter = 0.0;                 ///< rosette: random shift of each coordinate, uniform in +-jitter [m]
  double start = 0.0, interval = 0.0;  ///< [s]
  std::int64_t batch = 1, count = 0;
  Radii radii;
  std::uint64_t seed = 1;
  BodyTraits traits;
};
/// Bodies of a LAMMPS data file (atom_style sphere).
struct DataFile {
  std::string path;                   ///< resolved relative to the folder of the scene
  std::vector<int> material_of_type;  ///< material for LAMMPS type 1, 2, ...
  std::vector<Locks> locks_of_type;   ///< same length
  bool cell_from_file = false;        ///< take the periodic cell's bounds from the file
};

/// A named body of the scene, or the world.
struct BodyRef {
  enum class Of { world, spheres, solids };
  Of of = Of::world;
  std::size_t index = 0;  ///< in Scene::spheres or Scene::solids

  bool operator==(const BodyRef&) const = default;
};

/// A joint between two bodies, or between a body and the world, at their initial positions. Joints, drives, cylinders
/// and body-attached planes need the stepper `nonsmooth`.
struct Joint {
  std::string name;
  state::JointKind kind = state::JointKind::fixed;
  BodyRef a, b;
  Vec3d point;          ///< revolute, spherical, distance: in the world [m]
  Vec3d axis{0, 0, 1};  ///< revolute, prismatic: unit, in the world
  Vec3d to;             ///< distance: the point on b [m]
};
/// A motor or a brake: drives the relative velocity along or about an axis that is fixed in b towards a target (a
/// brake: towards 0), with a limited force or torque.
struct Drive {
  std::string name;
  BodyRef a, b;
  state::Way way = state::Way::along;
  Vec3d axis{0, 0, 1};  ///< unit, in the world at the start
  bool has_point = false;
  Vec3d point;                                             ///< of a, where the force acts; otherwise its centre [m]
  std::vector<state::TimedValue> wanted{{0.0, 0.0}};       ///< target velocity over time [m/s] or [rad/s]
  double limit = std::numeric_limits<double>::infinity();  ///< [N] or [N m]
  bool is_brake = false;                                   ///< for lists and messages; the physics is that of a motor
};
/// A cylindrical container of infinite length; bodies are inside. Its wall may rotate about the axis and move along it.
struct Cylinder {
  std::string name;
  Vec3d point, axis{0, 0, 1};         ///< a point of the axis [m]; unit vector
  double radius = 0.0;                ///< [m]
  double spin = 0.0, velocity = 0.0;  ///< [rad/s], [m/s]
  int material = 0;
};

/// A plane; bodies are on the side to which the normal points. It may move at a constant velocity.
struct Plane {
  std::string name;
  Vec3d point, normal{0, 0, 1}, velocity;
  int material = 0;
};
/// A plane that is attached to a body: point and normal are those at the start; Plane::velocity is not used.
struct CarriedPlane {
  Plane plane;
  BodyRef on;
};
/// Bodies whose centre is behind this plane are removed from the simulation.
struct Sink {
  std::string name;
  Vec3d point, normal{0, 0, 1};
};

struct CellSpec {
  std::array<bool, 3> periodic{false, false, false};
  Box bounds;  ///< used along periodic axes only: low corner, and the lengths of the edges along the axes
  state::Tilt tilt;
};
/// The same cell as state::Cell.
inline state::Cell cell_of(const CellSpec& spec) {
  state::Cell cell{.periodic = spec.periodic, .low = {}, .length = {1, 1, 1}, .tilt = spec.tilt};
  const Vec3d length = spec.bounds.high - spec.bounds.low;
  for (std::size_t k = 0; k < 3; ++k)
    if (spec.periodic[k]) cell.low.*k_axes[k] = spec.bounds.low.*k_axes[k], cell.length.*k_axes[k] = length.*k_axes[k];
  return cell;
}

struct Timing {
  double end = 0.0;       ///< [s]
  double step = k_unset;  ///< unset: chosen from the critical steps, which not all steppers have
  double safety = 0.1;    ///< with an automatic step: fraction of the critical step
  /// with an automatic step: a twentieth of Hertz's collision at this speed instead [Campello2015, eq. 50] [m/s]
  double impact_speed = k_unset;
};

/// Rules that end a run before time.end, as soon as one of them is met. [Santos2020, II.B; santos.md]
struct StopSpec {
  double kinetic_energy = k_unset;           ///< mean over the free bodies [J]
  double backbone_kinetic_energy = k_unset;  ///< mean over the free bodies that are not rattlers [J]
  double unbalanced_force = k_unset;         ///< over the mean normal force of a contact
  double every = k_unset;                    ///< interval of checks [s]; unset: 1000 steps
  double after = 0.0;                        ///< no check before this time [s]
  /// under `nph`: maximum deviation of each pressure component from its target, over the largest target
  double pressure_tolerance = 0.01;

  bool any() const { return is_set(kinetic_energy) || is_set(backbone_kinetic_energy) || is_set(unbalanced_force); }
};

struct OutputSpec {
  double series_every = k_unset;  ///< interval of rows in series.csv [s]; unset: 200 rows
  bool picture = true;            ///< final state as a PNG
  // Frames of the whole state.
  double frames_every = k_unset;  ///< interval [s]; unset: no frames
  bool vtp = true;                ///< for ParaView: bodies and contacts as .vtp, with a .pvd of each
  bool dump = false;              ///< for OVITO: one LAMMPS dump file
  bool csv = false;               ///< one table of bodies for each frame
};

/// Checkpoints of a run.
struct CheckpointSpec {
  double every_seconds = 600.0;  ///< of wall-clock time, also in a scene in reduced units
};

/// What to do when a limit of the guard is exceeded.
enum class Alarm { stop, warn, ignore };
inline constexpr std::array<std::string_view, 3> k_alarm_choices = {"stop", "warn", "ignore"};
/// Limits of the guard (sim/guard.h). Overlaps are checked in every step, the other limits every 256 steps and with
/// every row of the series.
struct GuardSpec {
  double overlap_limit = 0.2;  ///< over the smaller radius
  Alarm overlap = Alarm::stop;
  Alarm speed = Alarm::stop;    ///< two bodies overlap by more than the limit between two steps (smooth steppers)
  Alarm leaving = Alarm::stop;  ///< a body is behind a plane by more than its radius, or outside of `region`
  bool has_region = false;
  Box region;                    ///< where bodies may be (open axes only)
  double residual_limit = 0.05;  ///< of the ledger, over the turnover
  Alarm residual = Alarm::warn;
};

/// Angle of repose of a heap of free bodies about a vertical axis (z), from its mean profile.
struct ReposeMeasure {
  bool wanted = false;
  Vec3d centre;         ///< foot of the axis [m]
  double radius = 0.0;  ///< of the plate, or of the measured region [m]
};

/// Packing at the end of the run: volume fraction, stress, coordination, rattlers, ... (analysis/packing.h).
struct PackingMeasure {
  bool wanted = false;
  bool series = false;  ///< part of it also in every row of the series
  /// a friction mode with a smaller coefficient counts as no constraint; the value of Santos2020, II.B
  double mode_threshold = 0.01;
  double radial_range = k_unset;  ///< of g(r) [m]; unset: five mean diameters, or half the cell
  std::int64_t radial_bins = 250;
};

/// Places of tables in the scene file ("heap.toml:34:1"), for errors that are only found when the scene is built. Empty
/// in a scene that a program has filled.
struct Places {
  std::string cell, step;
  std::vector<std::string> lattices, randoms;  ///< one for each fill of the scene
};

struct Scene {
  std::string title;
  Units units = Units::si;
  StepperKind stepper = k_default_stepper;
  NonsmoothSpec nonsmooth;  ///< for the stepper `nonsmooth` only
  TrapezoidSpec trapezoid;  ///< for the stepper `trapezoid` only
  NphSpec nph;              ///< for the stepper `nph` only
  DeformSpec deform;        ///< for the stepper `deform` only
  RotationKind rotation = RotationKind::quaternion;
  ForcesSpec forces;
  Timing time;
  StopSpec stop;
  Vec3d gravity;
  CellSpec cell;
  std::vector<Material> materials;
  std::vector<ContactRule> contacts;
  std::vector<OneSphere> spheres;
  std::vector<OneSolid> solids;
  std::vector<LatticeFill> lattices;
  std::vector<RandomFill> randoms;
  std::vector<Stream> streams;
  std::vector<DataFile> files;
  std::vector<Plane> planes;  ///< a container is six planes (or fewer) named container.x-low, ...
  std::vector<CarriedPlane> carried;
  std::vector<Cylinder> cylinders;
  std::vector<Joint> joints;
  std::vector<Drive> drives;  ///< motors, then brakes
  std::vector<Sink> sinks;
  double skin = k_unset;  ///< of the Verlet list [m]; unset: chosen by the engine
  OutputSpec output;
  CheckpointSpec checkpoint;
  GuardSpec guard;
  ReposeMeasure repose;
  PackingMeasure packing;
  Places places{};
};

inline const StepperDescriptor& stepper_of(const Scene& scene) { return descriptor_of(scene.stepper); }

/// The unit that follows a number in a message; "[reduced]" in a scene in reduced units.
inline const char* unit_of(const Scene& scene, const char* si) { return scene.units == Units::si ? si : "[reduced]"; }

}  // namespace scree::sim
