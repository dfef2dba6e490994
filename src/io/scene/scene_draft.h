// A scene while it is being read: the scene itself, and where in the file its materials are used. Internal to the
// reader.
//
// Each read_* function takes what it knows from the root section and fills its part; a part that is wrong leaves its
// problems in the source and is not added. check_scene() then looks at what only shows when everything is there.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/scene/section.h"
#include "sim/scene.h"

namespace scree::io {

/// Bodies, a plane or a cylinder of one material.
struct Use {
  enum class Kind { bodies, plane /* or a cylinder: walls do not meet walls */ };
  Kind kind = Kind::bodies;
  int material = -1;
  bool is_many = false;    ///< two of these may meet each other
  bool is_locked = false;  ///< all degrees of freedom: contacts cannot move it
  bool needs_density = false;
  std::string label;  ///< `sphere "top"`, `plane "floor"`, `lattice`
  Place place;        ///< of the material's name
};

/// A single sphere, to see if it lies in another one or in a plane; a solid counts as the largest ball inside it.
struct Positioned {
  Vec3d position;
  double radius = k_unset;  ///< unset if it is wrong
  bool is_locked = false;
  std::string label;
  Place place;
  bool is_sphere = true;
};

/// Neighbours on a lattice that lie in each other.
struct TightLattice {
  double overlap = 0.0, radius = 0.0;  ///< [m]
  std::string spacing;                 ///< as written
  Place place;
};

/// How many bodies a table makes, from above.
struct Crowd {
  double bodies = 0.0;
  std::string cause;  ///< `random.count = 1000`
  Place place;
};

/// A body with a name, for what is fastened to it.
struct NamedBody {
  sim::BodyRef body{};
  bool is_good = false;    ///< it stands in the scene; otherwise its own table has a problem
  bool is_locked = false;  ///< all degrees of freedom
  int count = 0;           ///< bodies of this name: a sphere and a solid may share one
};

/// Where a near field says its cutoff.
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
  std::vector<Crowd> crowds{}, stream_crowds{};
  std::vector<Place> boxes{};
  /// of each near field in the scene; the table that is for all stands for several
  std::vector<CutoffPlace> cutoffs{};
  Place impact_speed_place{};
  bool stepper_known = true;                     ///< false: a word that there is not; what depends on it is left alone
  bool gravity_known = true, axes_known = true;  ///< false: gravity, cell.periodic are there and wrong
  bool cell_from_file = false;                   ///< a data file says cell = true; the file itself may be bad
  bool some_bodies = false;                      ///< a body table stands in the file, good or not
  bool rules_complete = true;             ///< every [[contact]] said between whom, so a missing rule is truly missing
  std::set<std::string> density_given{};  ///< names of materials with a density, right or wrong
  std::map<std::string, int, std::less<>> material_index{};  ///< by name, the first of equal ones
  std::map<std::string, NamedBody, std::less<>> named_bodies{};
  std::set<sim::Feature> refused_once{};  ///< features that have been refused; once is enough

  const sim::StepperDescriptor& stepper() const { return sim::stepper_of(scene); }
  /// Notes a problem if the stepper refuses the feature. `what` is the part of the scene that asks for it, where the
  /// sentence names one.
  void refuse(sim::Feature feature, Place place, std::string_view what = {});

  /// `sphere "top" at line 7`, with the file if there are several.
  std::string label(std::string_view what, const std::string& name, Place place) const;

  /// Index of a material by name, or -1 with a problem noted.
  int material(Section& section, std::string_view name, Place place);
  /// Under the key `material`; -1 if it is absent or unknown.
  int material(Section& section);

  /// Keep a body's name; `body` is where it stands or would stand.
  void name_body(const std::string& name, sim::BodyRef body, bool is_good, bool is_locked);
  /// The body of that name, or nothing with a problem noted.
  const NamedBody* named_body(Section& section, std::string_view name, Place place);
};

/// Names that must differ from each other.
class NameList {
 public:
  explicit NameList(std::string_view what) : what_(what) {}
  /// Notes a problem if the name is taken.
  void add(Source& source, const std::string& name, Place place);

 private:
  std::string what_;
  std::map<std::string, Place> places_;
};

void read_stepper(Section& root, Draft& draft);
void read_nonsmooth(Section& root, Draft& draft);
void read_trapezoid(Section& root, Draft& draft);
void read_moving_cell(Section& root, Draft& draft);
/// Laws that the scene's stepper cannot run, of the stages that were read without a problem.
void check_laws(Section& contact, const Draft& draft, const law::Model& model, const std::set<std::string_view>& sound);
void read_time(Section& root, Draft& draft);
void read_cell(Section& root, Draft& draft);
/// Direction of the edge of the cell along an axis.
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

/// Were low and high read, and is the box one? `flat` says if low = high is allowed along an axis.
enum class Flat { allowed, refused };
class Keys;
bool check_box(const Keys& keys, const sim::Box& box, Flat flat);
bool check_box(Section& section, const sim::Box& box, Flat flat);
/// An orientation that is absent or wrong is that of the world.
std::array<double, 4> read_orientation(Section& solid);

/// Three pure numbers of any length but zero, returned with length 1. `says` ends the sentence about a zero: what the
/// direction is.
std::optional<Vec3d> read_direction(Section& section, std::string_view name, std::string_view says);
/// Draft::refuse at the place of the table, once for each feature.
void refuse_once(Section& section, Draft& draft, sim::Feature feature);

struct Bodies {
  bool is_many = false;   ///< the table may make several
  bool is_sphere = true;  ///< one inertia, and any rotation may be locked
};
/// False if the material is unknown; everything else is then still checked. `traits` are those of the struct that
/// `keys` have been read into.
bool read_traits(Keys& keys, Draft& draft, void* into, sim::BodyTraits& traits, const std::string& name, Bodies bodies);
/// Three positive lengths, times a share: semi-axes, or half of edges.
std::optional<Vec3d> read_half_sizes(Section& section, std::string_view name, double share);

void check_scene(Draft& draft);
void check_boxes(Draft& draft);
void check_overlaps(Draft& draft);
void check_memory(Draft& draft);
void check_forces(Draft& draft);
void check_impact_speed(Draft& draft);

}  // namespace scree::io
