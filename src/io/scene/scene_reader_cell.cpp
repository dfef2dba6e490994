// Reads the periodic cell: axes, bounds, tilt; and refuses parts of the scene that the stepper does not support.
#include <cstdlib>

#include <fmt/format.h>

#include "io/frame/frame_faults.h"
#include "io/scene/keys.h"

namespace scree::io {

namespace {

/// Only the edge of a periodic axis may be inclined: the edge of an open axis has no meaning. [LAMMPS manual,
/// read_data: xy xz yz]
void check_tilt(Section& section, const sim::CellSpec& cell) {
  for (const Lean& t : leans_of(cell.tilt))
    if (t.tilt != 0.0 && !cell.periodic[t.edge])
      section.problem(section.place(section.has("tilt") ? "tilt" : "periodic"),
                      fmt::format("the tilt {0} of the cell leans its edge along {1}, but {1} is not periodic; name it "
                                  "in cell.periodic or make {0} zero",
                                  t.name, k_axis_choices[t.edge]));
}

/// A tilt that is too large is set to zero, so that later checks do not search for images in such a cell.
void check_size_of_tilt(Section& section, sim::CellSpec& cell, bool from_file) {
  const auto fault = tilt_fault(cell);
  if (!fault) return;
  section.problem(section.place(section.has("tilt") ? "tilt" : "periodic"),
                  fmt::format("the tilt {} of the cell{} {}", leans_of(cell.tilt)[fault->which].name,
                              from_file ? ", which comes from a data_file," : "", fault->what));
  cell.tilt = {};
}

/// Whether the value is a nonzero vector, judged before its units are read. Values that are not vectors are reported by
/// their readers.
bool is_some_vector(const toml::node& node) {
  const toml::array* parts = node.as_array();
  if (parts == nullptr) return false;
  for (const toml::node& part : *parts) {
    const auto number = part.value<double>();
    const auto text = part.value<std::string>();
    if ((number && *number != 0.0) || (text && std::strtod(text->c_str(), nullptr) != 0.0)) return true;
  }
  return false;
}

/// Whether this key makes a body something else than a free sphere.
bool is_unfree(const toml::node& value, std::string_view key) {
  if (key == "held" || key == "driven") return value.value<bool>().value_or(false);
  if (key == "force") return is_some_vector(value);
  return value.is_array() && !value.as_array()->empty();  // lock, locked_types, axes
}

/// Refuses features that the stepper does not support. Bodies and walls are read later, so this class examines their
/// tables as they are in the file.
class RefusedTables {
 public:
  RefusedTables(Section& root, Draft& draft) : root_(root), draft_(draft) {}

  void check(bool all_periodic) {
    using sim::Feature;
    if (norm2(draft_.scene.gravity) > 0.0) draft_.refuse(Feature::gravity, root_.place("gravity"));
    if (draft_.scene.forces.any()) draft_.refuse(Feature::forces, root_.key_place("forces"));
    refuse_tables("sink", Feature::sinks);
    refuse_tables("stream", Feature::streams);
    refuse_tables("plane", Feature::planes);
    // If all axes are periodic, read_container reports any container.
    if (!all_periodic && root_.has("container"))
      draft_.refuse(Feature::planes, root_.key_place("container"), "container");
    refuse_tables("ellipsoid", Feature::ellipsoids);
    refuse_tables("box", Feature::boxes);
    for (const std::string_view kind : {"sphere", "lattice", "random", "data_file"}) refuse_keys(kind);
  }

 private:
  template <class F>
  void each_table(std::string_view kind, F f) {
    const toml::node* node = root_.find(kind);
    if (node == nullptr || !node->is_array()) return;
    for (const toml::node& item : *node->as_array())
      if (const toml::table* table = item.as_table()) f(*table);
  }
  void refuse_tables(std::string_view kind, sim::Feature feature) {
    if (draft_.stepper().takes(feature)) return;
    each_table(kind, [&](const toml::table& table) { draft_.refuse(feature, place_of(table), kind); });
  }
  void refuse_keys(std::string_view kind) {
    if (draft_.stepper().takes(sim::Feature::unfree_bodies)) return;
    each_table(kind, [&](const toml::table& table) {
      for (const std::string_view key : {"held", "driven", "lock", "locked_types", "force", "axes"})
        if (const toml::node* value = table.get(key); value != nullptr && is_unfree(*value, key))
          draft_.refuse(sim::Feature::unfree_bodies, place_of(*value), fmt::format("{}.{}", kind, key));
    });
  }

  Section& root_;
  Draft& draft_;
};

}  // namespace

Vec3d edge_along(const sim::CellSpec& cell, std::size_t axis) {
  state::ImageFlags one{};
  one[axis] = 1;
  const Vec3d edge = sim::cell_of(cell).edges(one);
  return (1.0 / norm(edge)) * edge;
}

void read_cell(Section& root, Draft& draft) {
  auto section = root.section("cell");
  if (!section) {
    if (!root.has("cell")) draft.refuse(sim::Feature::no_cell, root.place("stepper"));
    RefusedTables(root, draft).check(false);
    return;
  }
  draft.scene.places.cell = draft.source.describe(section->place("high"));
  sim::CellSpec& cell = draft.scene.cell;
  Keys keys(*section, scene::k_cell, draft);
  const auto axes = keys.word("periodic");
  draft.axes_known = axes.has_value();
  const auto low = keys.vector("low"), high = keys.vector("high"), tilt = keys.vector("tilt");
  const bool from_file = draft.cell_from_file;
  if (from_file && axes && *axes == 0)
    section->problem(
        section->place("periodic"),
        "cell.periodic is empty, so the cell that data_file.cell = true takes from its file changes nothing");
  if (from_file) {
    for (const std::string_view name : {"low", "high", "tilt"})
      if (section->has(name))
        section->problem(
            section->key_place(name),
            fmt::format("cell.{} is given, but a data_file has cell = true, which takes the cell from there; drop one",
                        name));
  } else if (axes.value_or(0) != 0) {
    section->require({"low", "high"});
  }
  for (unsigned axis = 0; axis < 3; ++axis) {
    cell.periodic[axis] = (axes.value_or(0) >> axis & 1U) != 0;
    if (!cell.periodic[axis] || !low || !high || (*low).*k_axes[axis] < (*high).*k_axes[axis]) continue;
    section->problem(section->place("high"),
                     fmt::format("cell.high is not above cell.low along {}, which is periodic; the cell would be empty",
                                 k_axis_choices[axis]));
  }
  if (!from_file && low && high) cell.bounds = {*low, *high};
  if (!from_file && tilt) cell.tilt = {tilt->x, tilt->y, tilt->z};
  if (!from_file && axes && *axes == 0)
    for (const std::string_view name : {"low", "high", "tilt"})
      if (section->has(name) && !(name == "tilt" && cell.tilt.any()))  // check_tilt reports that case
        section->problem(section->key_place(name), fmt::format("cell.{} bounds nothing, since cell.periodic names no "
                                                               "axis; drop it, or name one, such as periodic = [\"x\"]",
                                                               name));
  check_tilt(*section, cell);
  check_size_of_tilt(*section, cell, from_file);
  constexpr unsigned k_all_axes = 7;
  if (axes && *axes != k_all_axes) draft.refuse(sim::Feature::open_axes, section->place("periodic"));
  RefusedTables(root, draft).check(axes == k_all_axes);
  section->finish();
}

}  // namespace scree::io
