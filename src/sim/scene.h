// A scene: the validated description of what to simulate, in SI units (or in the scene's own reduced units).
//
// io/ makes it from a TOML file, or a program fills it by hand (io/scene/validate.h checks it); sim/build.h makes a world of
// it. It is plain data: no behaviour, and no file names resolved late. scene/ describes every key of it.
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

/// What a total rotation is kept as: a unit quaternion, or the vector 2 tan(angle/2) x axis.
enum class RotationKind { quaternion, rodrigues };
inline constexpr std::array<std::string_view, 2> k_rotation_words = {"quaternion", "rodrigues"};

/// Forces on bodies that are not of contacts. [Campello2015, eq. 15, 17, Remark 4]
struct NearFieldSpec {
  int material_a = 0, material_b = 0;  ///< order does not matter
  /// Force attraction r^-attraction_power - repulsion r^-repulsion_power along the line of centres, positive pulls
  /// together; the unit of each strength is N m^power.
  double attraction = 0.0, attraction_power = 0.0, repulsion = 0.0, repulsion_power = 0.0;
  double cutoff = 0.0;     ///< no force beyond this distance of centres [m]
  double fade_from = 0.0;  ///< it fades out smoothly between here and the cutoff [m]
};
struct ForcesSpec {
  double drag = 0.0;     ///< c in -c (v - fluid_velocity) [kg/s]
  Vec3d fluid_velocity;  ///< [m/s]
  double magnus = 0.0;   ///< S in S w x v [kg]
  std::vector<NearFieldSpec> near_fields;
  bool any() const { return drag != 0.0 || magnus != 0.0 || !near_fields.empty(); }
};

/// Degrees of freedom that stay as they were given: bits 0-2 translation x, y, z; bits 3-5 rotation about x, y, z.
using Locks = std::uint8_t;
inline constexpr Locks k_lock_all = 0x3f;
inline constexpr std::array<std::string_view, 6> k_lock_words = {"x", "y", "z", "rx", "ry", "rz"};

struct Material {
  std::string name;
  double density = k_unset;  ///< [kg/m^3]; may be unset if every body of it has its mass given
};

/// The law between two materials (order does not matter).
struct ContactRule {
  int material_a = 0, material_b = 0;
  law::Model model;
};

/// What bodies that are placed together have in common.
struct BodyTraits {
  int material = 0;
  Vec3d velocity;  ///< [m/s]
  Vec3d spin;      ///< [rad/s]
  Locks locks = 0;
  double mass = k_unset;     ///< by hand [kg]; otherwise from shape and density
  double inertia = k_unset;  ///< of a sphere, by hand [kg m^2]; otherwise 2/5 m R^2
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
/// An ellipsoid or a box. Two boxes touch under the stepper `nonsmooth` only.
struct OneSolid {
  std::string name;
  shape::BodyShape kind = shape::BodyShape::ellipsoid;  ///< spheres stand in Scene::spheres
  Vec3d position;
  Vec3d half;                                     ///< semi-axes, or half the edges [m]
  std::array<double, 4> orientation{1, 0, 0, 0};  ///< unit quaternion (w, x, y, z), body -> world
  Vec3d moments{k_unset, k_unset, k_unset};       ///< principal, by hand [kg m^2]; otherwise those of a solid body
  BodyTraits traits;
};
enum class LatticeKind { cubic, body_centred, face_centred, hexagonal /* layers in x-y, one above the other ABAB */ };
inline constexpr std::array<std::string_view, 4> k_lattice_words = {"cubic", "body-centred", "face-centred",
                                                                    "hexagonal"};
/// Sites of a lattice inside a region, at most `count`, filled from low z to high z.
struct LatticeFill {
  LatticeKind kind = LatticeKind::cubic;
  Box region;               ///< centres lie in here
  double spacing = 0.0;     ///< nearest-neighbour distance [m]
  double jitter = 0.0;      ///< random shift of each coordinate, uniform in +-jitter [m]
  double disc = k_unset;    ///< keep only sites within this distance of the region's vertical mid-axis [m]
  double slope = k_unset;   ///< with disc: keep only sites under a cone of this slope over the disc [rad]
  std::int64_t count = -1;  ///< -1: all sites
  double radius = 0.0;
  std::uint64_t seed = 1;
  BodyTraits traits;
};
/// Random sequential addition: bodies that overlap nothing placed before.
struct RandomFill {
  Box region;  ///< bodies lie wholly in here (across periodic faces: their centres)
  std::int64_t count = 0;
  Radii radii;  ///< of ellipsoids: their largest semi-axis, so that they fit in any orientation
  std::uint64_t seed = 1;
  BodyTraits traits;
  Vec3d semi_axes{};  ///< ellipsoids of random orientation; zero: spheres [m]
};
/// How the bodies of a batch stand: anywhere in the region, or as a horizontal rosette about its middle: one, the six
/// around it, the twelve around these, ..., turned by a random angle that all bodies of a batch share.
enum class Arrangement { random, rosette };
inline constexpr std::array<std::string_view, 2> k_arrangement_words = {"random", "rosette"};
/// A stream over time: batch k of `batch` bodies appears at start + k x interval, until `count` are there. Exact:
/// bodies that find no free place wait and are retried at every step, ahead of later ones.
struct Stream {
  Box region;
  Arrangement arrangement = Arrangement::random;
  double spacing = k_unset;            ///< rosette: of neighbours [m]
  double jitter = 0.0;                 ///< rosette: random shift of each coordinate, uniform in +-jitter [m]
  double start = 0.0, interval = 0.0;  ///< [s]
  std::int64_t batch = 1, count = 0;
  Radii radii;
  std::uint64_t seed = 1;
  BodyTraits traits;
};
/// Bodies of a LAMMPS data file (atom_style sphere).
struct DataFile {
  std::string path;                   ///< as resolved against the scene's folder
  std::vector<int> material_of_type;  ///< material for LAMMPS type 1, 2, ...
  std::vector<Locks> locks_of_type;   ///< same length
  bool cell_from_file = false;        ///< take the periodic cell's bounds from the file
};

/// One of the bodies that a scene names, or the world.
struct BodyRef {
  enum class Of { world, spheres, solids };
  Of of = Of::world;
  std::size_t index = 0;  ///< in Scene::spheres or Scene::solids

  bool operator==(const BodyRef&) const = default;
};

/// What holds two bodies together, or one and the world; where they are at the start. Nonsmooth stepper only, as all
/// that follows here.
struct Joint {
  std::string name;
  state::JointKind kind = state::JointKind::fixed;
  BodyRef a, b;
  Vec3d point;          ///< revolute, spherical, distance: in the world [m]
  Vec3d axis{0, 0, 1};  ///< revolute, prismatic: unit, in the world
  Vec3d to;             ///< distance: the point on b [m]
};
/// A motor, or a brake: it wants a velocity (a brake 0) along or about an axis that b carries, with the force or torque
/// that it has.
struct Drive {
  std::string name;
  BodyRef a, b;
  state::Way way = state::Way::along;
  Vec3d axis{0, 0, 1};  ///< unit, in the world at the start
  bool has_point = false;
  Vec3d point;                                             ///< of a, where it pulls; without one the centre [m]
  std::vector<state::TimedValue> wanted{{0.0, 0.0}};       ///< [m/s] or [rad/s]
  double limit = std::numeric_limits<double>::infinity();  ///< [N] or [N m]
  bool is_brake = false;                                   ///< for those who list it
};
/// A round container, endless along its axis; bodies are inside. Its wall may turn about the axis and move along it.
struct Cylinder {
  std::string name;
  Vec3d point, axis{0, 0, 1};         ///< of the middle; unit [m]
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
/// A plane that a body carries with it: point and normal are those at the start, its own velocity is none.
struct CarriedPlane {
  Plane plane;
  BodyRef on;
};
/// Bodies whose centre gets behind this plane are taken out of the simulation.
struct Sink {
  std::string name;
  Vec3d point, normal{0, 0, 1};
};

struct CellSpec {
  std::array<bool, 3> periodic{false, false, false};
  Box bounds;  ///< used along periodic axes only: low corner, and the lengths of the edges along the axes
  state::Tilt tilt;
};
/// The same cell, with its edges as they are given.
inline state::Cell cell_of(const CellSpec& spec) {
  state::Cell cell{.periodic = spec.periodic, .low = {}, .length = {1, 1, 1}, .tilt = spec.tilt};
  const Vec3d length = spec.bounds.high - spec.bounds.low;
  for (std::size_t k = 0; k < 3; ++k)
    if (spec.periodic[k]) cell.low.*k_axes[k] = spec.bounds.low.*k_axes[k], cell.length.*k_axes[k] = length.*k_axes[k];
  return cell;
}

struct Timing {
  double end = 0.0;       ///< [s]
  double step = k_unset;  ///< unset: chosen from the critical steps, which some steppers do not have
  double safety = 0.1;    ///< with an automatic step: share of the critical step
  /// with an automatic step: a twentieth of Hertz's collision at this speed instead [Campello2015, eq. 50] [m/s]
  double impact_speed = k_unset;
};

/// When a run may end before its time: as soon as one of the rules that are set is met. [Santos2020, II.B; santos.md]
struct StopSpec {
  double kinetic_energy = k_unset;           ///< of a free body, mean [J]
  double backbone_kinetic_energy = k_unset;  ///< the same of those that are no rattlers [J]
  double unbalanced_force = k_unset;         ///< over the mean normal force of a contact
  double every = k_unset;                    ///< interval of looks [s]; unset: 1000 steps
  double after = 0.0;                        ///< no look before this time [s]
  /// under `nph`: each component must be so near to its target, over the largest of them
  double pressure_tolerance = 0.01;

  bool any() const { return is_set(kinetic_energy) || is_set(backbone_kinetic_energy) || is_set(unbalanced_force); }
};

struct OutputSpec {
  double series_every = k_unset;  ///< interval of rows in the series [s]; unset: 200 rows
  bool picture = true;            ///< final state as a PNG
  // Frames of the whole state.
  double frames_every = k_unset;  ///< interval [s]; unset: no frames
  bool vtp = true;                ///< for ParaView: bodies and contacts as .vtp, with a .pvd of each
  bool dump = false;              ///< for OVITO: one LAMMPS dump file
  bool csv = false;               ///< one table of bodies a frame
};

/// Checkpoints of a run.
struct CheckpointSpec {
  double every_seconds = 600.0;  ///< of wall-clock time, whatever the scene's units
};

/// What to do when the physics goes wrong.
enum class Alarm { stop, warn, ignore };
inline constexpr std::array<std::string_view, 3> k_alarm_words = {"stop", "warn", "ignore"};
/// Limits that a sound run keeps (sim/guard.h). Overlaps are checked in every step, the rest every 256 steps and with
/// every row.
struct GuardSpec {
  double overlap_limit = 0.2;  ///< over the smaller radius
  Alarm overlap = Alarm::stop;
  Alarm speed = Alarm::stop;    ///< two bodies overlap by more than the limit between two steps (smooth steppers)
  Alarm leaving = Alarm::stop;  ///< a body that is behind a plane by more than its radius, or beyond `region`
  bool has_region = false;
  Box region;                    ///< where bodies may be (open axes only)
  double residual_limit = 0.05;  ///< of the ledger, over the turnover
  Alarm residual = Alarm::warn;
};

/// Angle of repose of a heap of free bodies about a vertical axis (z), from its mean profile.
struct ReposeMeasure {
  bool wanted = false;
  Vec3d centre;         ///< foot of the axis [m]
  double radius = 0.0;  ///< of the plate or of the region looked at [m]
};

/// Packing at the end of the run: volume fraction, stress, coordination, rattlers, ... (analysis/packing.h).
struct PackingMeasure {
  bool wanted = false;
  bool series = false;  ///< some of it in every row of the series as well
  /// a friction mode with a smaller coefficient holds nothing; that of Santos2020, II.B
  double mode_threshold = 0.01;
  double radial_range = k_unset;  ///< of g(r) [m]; unset: five mean diameters, or half the cell
  std::int64_t radial_bins = 250;
};

/// Where tables stand in the file ("heap.toml:34:1"), for what only shows when the scene is built. Empty in a scene
/// that was made by hand.
struct Places {
  std::string cell, step;
  std::vector<std::string> lattices, randoms;  ///< one for each of the scene's
};

struct Scene {
  std::string title;
  Units units = Units::si;
  StepperKind stepper = k_default_stepper;
  NonsmoothSpec nonsmooth;  ///< of the stepper `nonsmooth` alone
  TrapezoidSpec trapezoid;  ///< of the stepper `trapezoid` alone
  NphSpec nph;              ///< of the stepper `nph` alone
  DeformSpec deform;        ///< of the stepper `deform` alone
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

/// A unit behind a number, for messages.
inline const char* unit_of(const Scene& scene, const char* si) { return scene.units == Units::si ? si : "[reduced]"; }

}  // namespace scree::sim
