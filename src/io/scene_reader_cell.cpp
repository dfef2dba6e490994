// The periodic cell: axes, bounds, and how far its edges lean; and what a stepper that strains it asks of the rest of the scene.
#include <cstdlib>

#include <fmt/format.h>

#include "io/frame_faults.h"
#include "io/scene_draft.h"
#include "io/section.h"

namespace scree::io {

namespace {

/// Only an edge along a periodic axis can lean: that of an open one says nothing. [LAMMPS manual, read_data: xy xz yz]
void check_tilt(Section& section, const sim::CellSpec& cell) {
  for (const Lean& t : leans_of(cell.tilt))
    if (t.tilt != 0.0 && !cell.periodic[t.edge])
      section.problem(section.place(section.has("tilt") ? "tilt" : "periodic"),
                      fmt::format("the tilt {0} of the cell leans its edge along {1}, but {1} is not periodic; name it in cell.periodic or make {0} zero", t.name, k_axis_words[t.edge]));
}

/// A tilt that is refused is taken out, so that nobody looks for images in such a cell.
void check_size_of_tilt(Section& section, sim::CellSpec& cell, bool from_file) {
  const auto fault = tilt_fault(cell);
  if (!fault) return;
  section.problem(section.place(section.has("tilt") ? "tilt" : "periodic"),
                  fmt::format("the tilt {} of the cell{} {}", leans_of(cell.tilt)[fault->which].name, from_file ? ", which comes from a data_file," : "", fault->what));
  cell.tilt = {};
}

std::string_view name_of(sim::StepperKind stepper) { return sim::k_stepper_words[static_cast<std::size_t>(stepper)]; }

/// A vector that is not zero, as far as one can see before its units are read. What is no vector is told by those who read it.
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

/// Does the table of a body say under this key that it is not a free sphere?
bool is_unfree(const toml::node& value, std::string_view key) {
  if (key == "held" || key == "driven") return value.value<bool>().value_or(false);
  if (key == "force") return is_some_vector(value);
  return value.is_array() && !value.as_array()->empty();  // lock, locked_types, axes
}

/// A cell that is strained holds free spheres and nothing else. Bodies and walls are read later, so their tables are looked into as they stand.
class StrainedCell {
 public:
  StrainedCell(Section& root, const Draft& draft) : root_(root), draft_(draft), stepper_(name_of(draft.scene.stepper)) {}

  void check(bool all_periodic) {
    const sim::Scene& scene = draft_.scene;
    if (norm2(scene.gravity) > 0.0)
      root_.problem(root_.place("gravity"), fmt::format("gravity has no bottom to pull to in the cell of the stepper \"{}\", which is periodic along all axes; drop it", stepper_));
    if (scene.forces.any())
      root_.problem(root_.key_place("forces"), fmt::format("[forces] are forces beyond contact, which a cell that the stepper \"{}\" strains does not know; drop them, or take another stepper", stepper_));
    refuse_tables("sink", "a sink takes bodies out while the cell is strained with those that it has; take it out");
    refuse_tables("stream", "a stream brings bodies in while the cell is strained with those that it has; place all of them at the start, by [[random]] or [[lattice]]");
    refuse_tables("plane", "a plane would not be strained with the cell; drop it");
    // Where all axes are periodic, a container that closes one is told as such by the one who reads it.
    if (!all_periodic) refuse_table("container", "a container would not be strained with the cell; drop it");
    refuse_tables("ellipsoid", "an ellipsoid is no sphere, and only free spheres are moved with the cell");
    refuse_tables("box", "a box is no sphere, and only free spheres are moved with the cell");
    for (const std::string_view kind : {"sphere", "lattice", "random", "data_file"}) refuse_keys(kind);
  }

 private:
  void say(Place place, std::string_view why) { root_.problem(place, fmt::format("the stepper \"{}\" strains the cell: {}", stepper_, why)); }

  template <class F>
  void each_table(std::string_view kind, F f) {
    const toml::node* node = root_.find(kind);
    if (node == nullptr || !node->is_array()) return;
    for (const toml::node& item : *node->as_array())
      if (const toml::table* table = item.as_table()) f(*table);
  }
  void refuse_table(std::string_view name, std::string_view why) {
    if (root_.has(name)) say(root_.key_place(name), why);
  }
  void refuse_tables(std::string_view kind, std::string_view why) {
    each_table(kind, [&](const toml::table& table) { say(place_of(table), why); });
  }
  void refuse_keys(std::string_view kind) {
    each_table(kind, [&](const toml::table& table) {
      for (const std::string_view key : {"held", "driven", "lock", "locked_types", "force", "axes"})
        if (const toml::node* value = table.get(key); value != nullptr && is_unfree(*value, key))
          say(place_of(*value), fmt::format("{}.{} makes of a body what is no free sphere, and only those are moved with the cell; drop it", kind, key));
    });
  }

  Section& root_;
  const Draft& draft_;
  std::string_view stepper_;
};

}  // namespace

Vec3d edge_along(const sim::CellSpec& cell, std::size_t axis) {
  state::Boxes one{};
  one[axis] = 1;
  const Vec3d edge = sim::cell_of(cell).edges(one);
  return (1.0 / norm(edge)) * edge;
}

void read_cell(Section& root, Draft& draft) {
  auto section = root.section("cell");
  const sim::StepperKind stepper = draft.scene.stepper;
  if (!section) {
    if (sim::moves_cell(stepper) && !root.has("cell"))
      root.problem(root.place("stepper"), fmt::format("the stepper \"{}\" strains the periodic cell, but there is no [cell]; give one with periodic = [\"x\", \"y\", \"z\"], low and high", name_of(stepper)));
    if (sim::moves_cell(stepper)) StrainedCell(root, draft).check(false);
    return;
  }
  section->require({"periodic"});
  draft.scene.places.cell = draft.source.in_words(section->place("high"));
  const auto axes = section->word_set("periodic", k_axis_words);
  draft.axes_known = axes.has_value();
  const auto low = section->vector("low", "m"), high = section->vector("high", "m"), tilt = section->vector("tilt", "m");
  sim::CellSpec& cell = draft.scene.cell;
  const bool from_file = draft.cell_from_file;
  if (from_file && axes && *axes == 0)
    section->problem(section->place("periodic"),
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
                                 k_axis_words[axis]));
  }
  if (!from_file && low && high) cell.bounds = {*low, *high};
  if (!from_file && tilt) cell.tilt = {tilt->x, tilt->y, tilt->z};
  if (!from_file && axes && *axes == 0)
    for (const std::string_view name : {"low", "high", "tilt"})
      if (section->has(name) && !(name == "tilt" && cell.tilt.any()))  // check_tilt tells of that
        section->problem(section->key_place(name), fmt::format("cell.{} bounds nothing, since cell.periodic names no axis; drop it, or name one, such as periodic = [\"x\"]", name));
  check_tilt(*section, cell);
  check_size_of_tilt(*section, cell, from_file);
  if (sim::moves_cell(stepper)) {
    constexpr unsigned k_all_axes = 7;
    if (axes && *axes != k_all_axes)
      section->problem(section->place("periodic"), fmt::format("cell.periodic must name all of \"x\", \"y\" and \"z\", since the stepper \"{}\" strains the whole cell", name_of(stepper)));
    StrainedCell(root, draft).check(axes == k_all_axes);
  }
  section->finish();
}

}  // namespace scree::io
