// A scene while it is being read: the scene itself, and where the file uses its materials. Internal to the reader.
//
// Each read_* function reads its keys from the root section and fills its part of the scene. A part with errors is not
// added; its errors are recorded in the source. check_scene() then checks what requires the complete scene.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/scene/section.h"
#include "sim/scene.h"

namespace scree::io {

/// One use of a material: bodies, a plane or a cylinder.
struct Use {
  enum class Kind { bodies, plane /* or a cylinder: walls have no contacts with walls */ };
  Kind kind = Kind::bodies;
  int material = -1;
  bool is_many = false;    ///< two of these may touch each other
  bool is_locked = false;  ///< all degrees of freedom are locked: contacts cannot move it
  bool needs_density = false;
  std::string label;  ///< `sphere "top"`, `plane "floor"`, `lattice`
  Place place;        ///< of the material's name
};

/// A single sphere, to check whether it overlaps another one or a plane. A non-spherical body counts as the largest
/// sphere inside it.
struct Positioned {
  Vec3d position;
  double radius = k_unset;  ///< unset if it is wrong
  bool is_locked = false;
  std::string label;
  Place place;
  bool is_sphere = true;
};

/// Neighbours on a lattice that overlap.
struct TightLattice {
  double overlap = 0.0, radius = 0.0;  ///< [m]
  std::string spacing;                 ///< as written
  Place place;
};

/// Upper bound of the number of bodies that a table creates.
struct BodyCount {
  double bodies = 0.0;
  std::string cause;  ///< `random.count = 1000`
  Place place;
};

/// A named body, to which joints, motors, brakes and planes can be attached.
struct NamedBody {
  sim::BodyRef body{};
  bool is_good = false;    ///< it is part of the scene; otherwise its own table has an error
  bool is_locked = false;  ///< all degrees of freedom
  int count = 0;           ///< number of bodies of this name: a sphere and a non-spherical body may have the same name
};

/// Where the file gives the cutoff of a near field.
struct CutoffPlace {
  Place place{};
  std::string path{}, written{};
};

struct Draft {
  Source& source;
  sim::Scene scene{};
  std::vector<Use> uses{};
  std::vector<Positioned> positions{};
  std::vector<TightLattice> tight_lattices{};
  std::vector<BodyCount> body_counts{}, stream_counts{};
  std::vector<Place> boxes{};
  /// one for each near field in the scene; a table for all pairs of materials gives several
  std::vector<CutoffPlace> cutoffs{};
  Place impact_speed_place{};
  bool stepper_known = true;  ///< false: the name of the stepper is not valid; checks that depend on it are skipped
  bool gravity_known = true, axes_known = true;  ///< false: gravity, or cell.periodic, is present but wrong
  bool cell_from_file = false;                   ///< a data file has cell = true; the file itself may be invalid
  bool some_bodies = false;                      ///< the file has a table of bodies, valid or not
  bool rules_complete = true;  ///< every [[contact]] has valid materials, so a missing rule is really missing
  std::set<std::string> density_given{};                     ///< names of materials with a density, valid or not
  std::map<std::string, int, std::less<>> material_index{};  ///< by name, the first of equal ones
  std::map<std::string, NamedBody, std::less<>> named_bodies{};
  std::set<sim::Feature> refused_features{};  ///< features that have been reported as unsupported; one report is enough

  const sim::StepperDescriptor& stepper() const { return sim::stepper_of(scene); }
  /// Records an error if the stepper does not support the feature. `what` is the part of the scene that needs it, if
  /// the message names one.
  void refuse(sim::Feature feature, Place place, std::string_view what = {});

  /// `sphere "top" at line 7`, with the file if there are several.
  std::string label(std::string_view what, const std::string& name, Place place) const;

  /// Index of a material by name, or -1 and an error.
  int material(Section& section, std::string_view name, Place place);
  /// Under the key `material`; -1 if it is absent or unknown.
  int material(Section& section);

  /// Registers the name of a body; `body` is its index, or the one it would have without errors.
  void name_body(const std::string& name, sim::BodyRef body, bool is_good, bool is_locked);
  /// The body of that name, or null and an error.
  const NamedBody* named_body(Section& section, std::string_view name, Place place);
};

/// Names that must be unique.
class NameList {
 public:
  explicit NameList(std::string_view what) : what_(what) {}
  /// Records an error if the name is already used.
  void add(Source& source, const std::string& name, Place place);

 private:
  std::string what_;
  std::map<std::string, Place> places_;
};

void read_stepper(Section& root, Draft& draft);
void read_nonsmooth(Section& root, Draft& draft);
void read_trapezoid(Section& root, Draft& draft);
void read_moving_cell(Section& root, Draft& draft);
/// Records an error for each law that the stepper does not support. `sound` are the stages that were read without an
/// error.
void check_laws(Section& contact, const Draft& draft, const law::Model& model, const std::set<std::string_view>& sound);
void read_time(Section& root, Draft& draft);
void read_cell(Section& root, Draft& draft);
/// Unit vector of the edge of the cell that belongs to an axis.
Vec3d edge_along(const sim::CellSpec& cell, std::size_t axis);
void read_output(Section& root, Draft& draft);
void read_checkpoint(Section& root, Draft& draft);
void read_stop(Section& root, Draft& draft);
void read_guard(Section& root, Draft& draft);
void read_materials(Section& root, Draft& draft);
void read_contacts(Section& root, Draft& draft);
void read_bodies(Section& root, Draft& draft);
void read_solids(Section& root, Draft& draft);
void read_data_files(Section& root, Draft& draft);
void read_walls(Section& root, Draft& draft);
void read_cylinders(Section& root, Draft& draft);
void read_joints(Section& root, Draft& draft);
void read_forces(Section& root, Draft& draft);

/// Whether low and high were read and form a box. `flat`: is low = high allowed along an axis?
enum class Flat { allowed, refused };
class Keys;
bool check_box(const Keys& keys, const sim::Box& box, Flat flat);
bool check_box(Section& section, const sim::Box& box, Flat flat);
/// The orientation of a body; the identity if it is absent or wrong.
std::array<double, 4> read_orientation(Section& solid);

/// Three pure numbers, not all zero, normalised to length 1. `description` ends the message about a zero vector and
/// names the direction.
std::optional<Vec3d> read_direction(Section& section, std::string_view name, std::string_view description);
/// Draft::refuse at the place of the table, only once for each feature.
void refuse_once(Section& section, Draft& draft, sim::Feature feature);

struct Bodies {
  bool is_many = false;   ///< the table may create several bodies
  bool is_sphere = true;  ///< one moment of inertia, so that any rotation may be locked
};
/// Reads the keys that all bodies have. False if the material is unknown; everything else is then checked nevertheless.
/// `traits` belong to the struct into which `keys` have been read.
bool read_traits(Keys& keys, Draft& draft, void* into, sim::BodyTraits& traits, const std::string& name, Bodies bodies);
/// Three positive lengths times a fraction: semi-axes, or half edges.
std::optional<Vec3d> read_half_sizes(Section& section, std::string_view name, double fraction);

void check_scene(Draft& draft);
void check_boxes(Draft& draft);
void check_overlaps(Draft& draft);
void check_memory(Draft& draft);
void check_forces(Draft& draft);
void check_impact_speed(Draft& draft);

}  // namespace scree::io
